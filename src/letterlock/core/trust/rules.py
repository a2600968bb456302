"""The rules of the trust level, all of them, as data.

Each rule names a condition, what it does to the level, what it does to the score, and the reason a reader is given.
Content scores only ever lower. Nothing here reads `Relationship.agent_wrote`: what a credential sent is no evidence.
docs/trust.md tells the same rules to a reader.
"""

from typing import Final

from letterlock.core.trust import reasons
from letterlock.core.trust.rule import Rule, known_name, looks_like, numbers, percent, taken_for

VERSION: Final = "3"
"""Raised whenever a report of the same message may come out another: by the rules, a model, or how mail is read."""
LIKELY: Final = 0.5
"""Phishing, prompt injection and credential request: a sign from here."""
STRONG: Final = 0.9
"""Phishing and prompt injection: grounds for quarantine from here, with a second independent sign."""
SPAM_LIKELY: Final = 0.8

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "failed_under_reject",
        "quarantine",
        "authentication",
        -50,
        lambda f: f.authentication.dmarc == "fail" and f.authentication.dmarc_policy == "reject",
        lambda f: f"Authentication failed, and {f.from_domain} asks that such mail be rejected (DMARC fail, p=reject).",
    ),
    Rule(
        "dangerous_file",
        "quarantine",
        "files",
        -50,
        lambda f: bool(f.files("high")),
        lambda f: f"{numbers(f.files('high'))}: rated high risk.",
    ),
    Rule(
        "hidden_instructions",
        "quarantine",
        "hidden",
        -50,
        lambda f: f.hidden_found and f.reading.classification.prompt_injection >= LIKELY,
        "Text hidden from human readers comes with signs of instructions to an AI.",
    ),
    Rule(
        "strong_injection",
        "quarantine",
        "text",
        -25,
        lambda f: f.reading.classification.prompt_injection >= STRONG,
        "Strong signs of instructions to an AI in the text, with an independent adverse sign beside them.",
        needs_second_sign=True,
    ),
    Rule(
        "strong_phishing",
        "quarantine",
        "text",
        -25,
        lambda f: f.reading.classification.phishing >= STRONG,
        "Strong signs of phishing in the text, with an independent adverse sign beside them.",
        needs_second_sign=True,
    ),
    Rule(
        "own_domain_unsigned",
        "adverse",
        "identity",
        -35,
        lambda f: f.relationship.own_domain and not f.relationship.own_signature,
        lambda f: f"It claims to come from {f.from_domain}, which is ours, without our signature.",
    ),
    Rule(
        "not_one_from",
        "adverse",
        "identity",
        -35,
        lambda f: f.sender is None,
        "It does not have exactly one From address, so readers may be shown different senders.",
    ),
    Rule(
        "name_shows_another_address",
        "adverse",
        "identity",
        -25,
        lambda f: f.name_shows_another_address,
        lambda f: f"The sender's display name shows an address that is not the one it is from ({f.from_domain}).",
    ),
    Rule("looks_like_known", "adverse", "identity", -30, lambda f: f.looks_like_a_known_domain, looks_like),
    Rule("taken_for_brand", "adverse", "identity", -30, lambda f: f.looks_like_a_brand, taken_for),
    Rule(
        "known_name_elsewhere",
        "adverse",
        "identity",
        -25,
        lambda f: bool(f.relationship.known_name) and not f.grounded,
        known_name,
    ),
    Rule(
        "replies_go_to_look_alike",
        "adverse",
        "identity",
        -25,
        lambda f: f.replies_go_to_a_look_alike,
        lambda f: f"Replies are asked to go to a domain that only looks like {f.from_domain}.",
    ),
    Rule(
        "headers_conflict",
        "adverse",
        "structure",
        -20,
        lambda f: f.headers_conflict,
        "Its headers contradict each other, so mail programs may show it differently.",
    ),
    Rule(
        "blocked",
        "adverse",
        "sender",
        -40,
        lambda f: f.relationship.listed == "blocked",
        "The sender is on this workspace's block list.",
    ),
    Rule(
        "unauthenticated",
        "adverse",
        "authentication",
        -25,
        lambda f: f.authentication.unauthenticated,
        lambda f: (
            f"Authentication failed: nothing shows that it comes from {f.from_domain} "
            f"(SPF {f.authentication.spf}, DKIM {f.authentication.dkim}, DMARC {f.authentication.dmarc})."
        ),
    ),
    Rule(
        "no_longer_vouched",
        "adverse",
        "authentication",
        -20,
        lambda f: f.no_longer_vouched and not f.authentication.unauthenticated,
        lambda f: (
            f"Earlier mail of this sender was authenticated, and nothing shows that this comes from {f.from_domain}."
        ),
    ),
    Rule(
        "stranger_in_thread",
        "adverse",
        "sender",
        -15,
        lambda f: f.relationship.stranger_in_thread and not f.grounded,
        "It answers a conversation that nobody of its sender's organisation had a part in.",
    ),
    Rule(
        "prompt_injection",
        "adverse",
        "text",
        -25,
        lambda f: f.reading.classification.prompt_injection >= LIKELY,
        lambda f: (
            f"The text reads like instructions to an AI ({percent(f.reading.classification.prompt_injection)} likely)."
        ),
    ),
    Rule(
        "phishing",
        "adverse",
        "text",
        -25,
        lambda f: f.reading.classification.phishing >= LIKELY,
        lambda f: f"It shows signs of phishing ({percent(f.reading.classification.phishing)} likely).",
    ),
    Rule(
        "hidden_text",
        "adverse",
        "hidden",
        -20,
        lambda f: f.hidden_found,
        lambda f: f"{reasons.count(f.hidden, 'character')} hidden from human readers; withheld.",
    ),
    Rule(
        "flagged_links",
        "adverse",
        "links",
        -15,
        lambda f: f.flagged_links > 0,
        lambda f: f"{reasons.count(f.flagged_links, 'link')} flagged as misleading or risky.",
    ),
    Rule(
        "roundabout_links",
        "remark",
        "links",
        -5,
        lambda f: f.roundabout_links > 0 and not f.grounded,
        lambda f: f"{reasons.count(f.roundabout_links, 'link')} shortened, redirected or to a free host.",
    ),
    Rule(
        "bounds_exceeded",
        "adverse",
        "structure",
        -15,
        lambda f: bool(f.reading.message.exceeded),
        lambda f: (
            "It exceeds what is read of one message, so the rest was not examined: "
            f"{reasons.plain(', '.join(f.reading.message.exceeded[:5]), reasons.NAME_LIMIT)}."
        ),
    ),
    Rule(
        "spam",
        "adverse",
        "text",
        -15,
        lambda f: f.reading.classification.spam >= SPAM_LIKELY and not f.grounded,
        lambda f: f"It looks like spam ({percent(f.reading.classification.spam)} likely).",
    ),
    Rule(
        "credential_request",
        "adverse",
        "text",
        -15,
        lambda f: f.reading.classification.credential_request >= LIKELY and not f.grounded,
        "A sender nobody here knows asks for a password, a code or payment details.",
    ),
    Rule(
        "medium_risk_file",
        "adverse",
        "files",
        -15,
        lambda f: bool(f.files("medium")) and not f.grounded,
        lambda f: f"{numbers(f.files('medium'))} from a sender nobody here knows: rated medium risk.",
    ),
    Rule(
        "complaints",
        "adverse",
        "sender",
        -15,
        lambda f: f.relationship.complaints > 0 and not f.grounded,
        "Mail that this sender sent here was marked as spam.",
    ),
    Rule(
        "authentication_pending",
        "doubt",
        "authentication",
        -5,
        lambda f: f.authentication.pending,
        "Authentication could not be checked in full, since DNS did not answer; it is tried again later.",
    ),
    Rule(
        "subject_unsigned",
        "doubt",
        "authentication",
        -5,
        lambda f: f.subject_unsigned,
        lambda f: (
            f"The signature of {f.from_domain} does not cover the subject, which anyone on the way may have changed."
        ),
    ),
    Rule(
        "testing_keys_alone",
        "doubt",
        "authentication",
        -5,
        lambda f: f.testing_keys_alone,
        lambda f: f"The key that vouches for {f.from_domain} is only being tried out (t=y), so it proves nothing.",
    ),
    Rule(
        "comes_another_way",
        "doubt",
        "sender",
        -10,
        lambda f: f.comes_another_way,
        "It comes another way than all earlier mail of this sender: from other machines, and signed or sent by others.",
    ),
    Rule(
        "same_name_other_ending", "doubt", "identity", -10, lambda f: f.relationship.looks_like == "ending", looks_like
    ),
    Rule(
        "listed",
        "verified",
        "sender",
        45,
        lambda f: f.listed,
        lambda f: f"{f.from_domain} is authenticated, and the sender is on this workspace's verified list.",
    ),
    Rule(
        "both_ways",
        "verified",
        "sender",
        40,
        lambda f: f.both_ways,
        lambda f: f"{f.from_domain} is authenticated, and a person here has written with the sender both ways.",
    ),
    Rule(
        "person_known",
        "known",
        "sender",
        25,
        lambda f: f.person_known,
        lambda f: f"{f.from_domain} is authenticated, and a person here knows the sender.",
    ),
    Rule(
        "seen_before",
        "known",
        "sender",
        20,
        lambda f: f.seen_before,
        lambda f: (
            f"{f.from_domain} is authenticated, and the sender has written here before without complaint "
            f"({reasons.count(f.relationship.authenticated_count, 'authenticated message')})."
        ),
    ),
    Rule(
        "well_known",
        "known",
        "identity",
        15,
        lambda f: f.well_known,
        lambda f: (
            f"{f.from_domain} is authenticated, is a well-known service, and its policy is enforced "
            f"(p={f.authentication.dmarc_policy})."
        ),
    ),
    Rule(
        "preview_line",
        "remark",
        "hidden",
        0,
        lambda f: f.preview > 0,
        lambda f: f"A preview line of {reasons.count(f.preview, 'character')} is hidden at the top; withheld.",
    ),
    Rule(
        "authenticated",
        "remark",
        "authentication",
        5,
        lambda f: f.vouched and not f.grounded,
        lambda f: f"{f.from_domain} is authenticated, but that says nothing about who it is.",
    ),
    Rule(
        "not_vouched",
        "remark",
        "authentication",
        0,
        lambda f: (
            not (f.vouched or f.authentication.unauthenticated or f.authentication.pending or f.relationship.internal)
        ),
        lambda f: (
            f"Nothing vouches for {f.from_domain} "
            f"(SPF {f.authentication.spf}, DKIM {f.authentication.dkim}, DMARC {f.authentication.dmarc})."
        ),
    ),
    Rule(
        "handed_over",
        "remark",
        "authentication",
        0,
        lambda f: f.relationship.internal == "inbox",
        lambda f: f"Handed over by an inbox on this server, so it is from {f.from_domain}.",
    ),
    Rule(
        "own_notice",
        "remark",
        "authentication",
        0,
        lambda f: f.relationship.internal == "notice",
        "A delivery notice of this server; the replies it quotes are other servers' words.",
    ),
    Rule(
        "vouched_by_another",
        "remark",
        "authentication",
        0,
        lambda f: bool(f.authentication.vouched_by) and f.authentication.aligned,
        lambda f: (
            f"That it comes from {f.from_domain} rests on the word of {reasons.name(f.authentication.vouched_by)}, "
            "a relay or forwarder that this server is told to trust."
        ),
    ),
    Rule(
        "first_contact",
        "remark",
        "sender",
        -5,
        lambda f: f.relationship.inbound_count == 0 and f.relationship.internal != "notice",
        "First message from this sender.",
    ),
    Rule("brand_with_words", "remark", "identity", -10, lambda f: f.adds_words_to_a_brand, taken_for),
    Rule(
        "replies_go_elsewhere",
        "remark",
        "identity",
        -5,
        lambda f: f.replies_go_elsewhere,
        lambda f: f"Replies are asked to go to another domain than {f.from_domain}.",
    ),
)
"""In the order reasons are given: what weighs most first."""
