"""The trust report: the evidence about one inbound message, and its level."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Likeness = Literal["", "letters", "one letter", "words", "part", "ending"]
"""How one domain looks like another: `core.trust.lookalike`."""

HabitKind = Literal["signer", "return_path", "network"]
"""What mail of a sender has in common: `core.trust.habits`."""

Level = Literal["verified", "known", "unknown", "suspicious", "quarantined"]

SpfResult = Literal["pass", "fail", "softfail", "neutral", "none", "temperror", "permerror", "not_checked"]
DkimResult = Literal["pass", "fail", "neutral", "none", "temperror", "permerror", "policy", "not_checked"]
DmarcResult = Literal["pass", "fail", "none", "temperror", "permerror", "not_checked"]
ArcResult = Literal["pass", "fail", "none", "not_checked"]
BimiResult = Literal["published", "declined", "none", "temperror", "not_checked"]
DmarcPolicy = Literal["none", "quarantine", "reject"]


@dataclass(frozen=True, slots=True)
class Signature:
    """One DKIM signature's result (RFC 6376)."""

    domain: str
    selector: str
    algorithm: str
    result: DkimResult
    reason: str = ""
    """Plain words for anything but a plain pass: expired, body changed, no key, l= refused, …"""
    aligned: bool = False
    """Its domain has the From address's organisational domain (RFC 9989 section 4.4.1)."""
    subject_signed: bool = True
    """It covers the Subject; if not, the message can be sent again under any other."""
    testing: bool = False
    """Its key says that it is only tried out (t=y), which is as good as no signature (RFC 6376 section 3.6.1)."""


@dataclass(frozen=True, slots=True)
class Authentication:
    """SPF, DKIM, DMARC and ARC of one message."""

    from_domain: str = ""
    spf: SpfResult = "not_checked"
    spf_domain: str = ""
    spf_reason: str = ""
    spf_aligned: bool = False
    dkim: DkimResult = "not_checked"
    """The best of `signatures`, aligned ones first; `none` without any."""
    signatures: tuple[Signature, ...] = ()
    dmarc: DmarcResult = "not_checked"
    dmarc_domain: str = ""
    """Where the policy record was found."""
    dmarc_policy: DmarcPolicy | None = None
    """The policy that applies to this From domain (p, sp or np; t=y lowers it by one step, RFC 9989 section 4.7)."""
    dmarc_reason: str = ""
    """Plain words for anything but a pass."""
    organizational_domain: str = ""
    registrable_domain: str = ""
    """By the public suffix list; only where it differs from `organizational_domain`."""
    arc: ArcResult = "not_checked"
    arc_sealer: str = ""
    aligned: bool = False
    """DMARC passed, so SPF or DKIM vouches for the From domain."""
    vouched_by: str = ""
    """The trusted relay or forwarder whose word that rests on; "" where it was all checked here."""
    tls: bool | None = None
    """Whether it came to us encrypted; None where that is not known. Shown, never proof of anything."""
    bimi: BimiResult = "not_checked"
    """Whether the From domain publishes a logo. Shown, never proof: neither logo nor certificate is looked at."""
    bimi_logo: str = ""
    """Where the logo is said to be."""

    @property
    def unauthenticated(self) -> bool:
        """DMARC fail; or without a DMARC record, SPF fail or softfail and no aligned DKIM pass."""
        if self.dmarc == "fail":
            return True
        if self.vouched_by:
            return False
        dkim_pass = any(s.result == "pass" and s.aligned for s in self.signatures)
        return self.dmarc == "none" and self.spf in ("fail", "softfail") and not dkim_pass

    @property
    def pending(self) -> bool:
        """Some part could not be checked for want of DNS and may be renewed later."""
        return "temperror" in (self.spf, self.dkim, self.dmarc)


@dataclass(frozen=True, slots=True)
class Relationship:
    """What the workspace knows of the sender, given to the rules as facts; counts are before this message."""

    inbound_count: int = 0
    authenticated_count: int = 0
    """Of those, with an aligned DMARC pass."""
    first_seen: datetime | None = None
    last_seen: datetime | None = None
    person_wrote: bool = False
    """A person (no credential) wrote to this address."""
    person_known: bool = False
    """On a list, approved, or written to by a person outside any credential."""
    agent_wrote: bool = False
    complaints: int = 0
    listed: Literal["verified", "blocked"] | None = None
    own_domain: bool = False
    """The From domain is one we host."""
    own_signature: bool = False
    """…and the message carries a valid signature of ours."""
    internal: Literal["", "inbox", "notice"] = ""
    """It never came over the wire: handed over by an inbox of this server, or this server's own delivery notice."""
    written_count: int = 0
    """Messages that people here sent to this address; `agent_written_count` those that agents sent."""
    agent_written_count: int = 0
    last_written: datetime | None = None
    """When a person here last did."""
    usual: tuple[tuple[HabitKind, str, int], ...] = ()
    """How its authenticated mail usually comes: kind (signer, return_path, network), value, in how many messages."""
    unusual: tuple[HabitKind, ...] = ()
    """The kinds of which this message has nothing usual."""
    looks_like: Likeness = ""
    """How its domain looks like one that this workspace has to do with."""
    looks_like_domain: str = ""
    """Which one; "" where it is known to another inbox alone."""
    known_name: Literal["", "contact", "member"] = ""
    """Somebody this workspace knows goes by the same name at an address of another organisation."""
    stranger_in_thread: bool = False
    """It answers a conversation that neither it nor anybody of its organisation was part of."""


@dataclass(frozen=True, slots=True)
class HiddenSegment:
    """Text a human reader would not see. `text` never leaves the server; `length` is in characters."""

    text: str = field(repr=False)
    where: str
    """html, text, subject, attachment name, …"""
    why: str
    """display:none, white on white, zero-width characters, …"""
    benign: bool = False
    """A preheader that repeats visible words, tracking filler and the like: withheld, but not held against the mail."""

    @property
    def length(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True)
class Link:
    """One link. `text` is what the reader sees, `host` where it leads; `flags` say what is wrong with it."""

    url: str
    host: str
    text: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttachmentRisk:
    """One attachment's rating by name, type and content; `reasons` in plain words."""

    index: int
    """Position in `Message.attachments`."""
    filename: str | None
    content_type: str
    risk: Literal["low", "medium", "high", "not_assessed"]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader sees. `text` is free of quoted history, signature and hidden text."""

    text: str = ""
    text_source: Literal["text", "html", "none"] = "none"
    full_text: str = ""
    """The whole visible text with its quotes and signature."""
    hidden: tuple[HiddenSegment, ...] = ()
    inline_answers: bool = False
    """New text stands between quotes, or is said to stand there: read the whole."""
    quoted_removed: bool = False
    forwarded: bool = False
    """`text` holds a message that somebody else wrote and the sender forwards."""


@dataclass(frozen=True, slots=True)
class Classification:
    """How likely each is, 0 to 1, with the signs that led there in plain words. A score may only lower the level."""

    spam: float = 0.0
    phishing: float = 0.0
    prompt_injection: float = 0.0
    credential_request: float = 0.0
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrustReport:
    """All the evidence, and the level it leads to. `score` is 0 (worst) to 100."""

    level: Level
    score: int
    reasons: tuple[str, ...]
    authentication: Authentication = Authentication()
    sender: Relationship = Relationship()
    classification: Classification = Classification()
    content: Content = Content()
    links: tuple[Link, ...] = ()
    attachments: tuple[AttachmentRisk, ...] = ()
    labels: tuple[str, ...] = ()
    """System labels the report asks for: SPAM, QUARANTINE, BLOCKED, UNAUTHENTICATED."""
    rules_version: str = ""
    """Of the rules, models and readers it was made with."""
