"""What the trust rules may look at: the evidence about one message, and the facts read from it."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from letterlock.core.address import Address
from letterlock.core.mime.visible.lines import PREVIEW
from letterlock.core.trust import reasons
from letterlock.core.trust.brands import Taken, taken_for
from letterlock.core.trust.links import ROUNDABOUT
from letterlock.core.trust.lookalike import likeness
from letterlock.core.trust.reading import Reading
from letterlock.core.trust.report import Authentication, Relationship
from letterlock.core.trust.well_known import is_well_known

SEEN_MESSAGES: Final = 3
"""Authenticated messages, before this one, that make a sender known…"""
SEEN_FOR: Final = timedelta(days=7)
"""…when the first of its messages is at least this old and nobody complained."""

MOST_REPLY_TO: Final = 20

CONFLICTING: Final = frozenset(
    {
        "nul",
        "hidden-from",
        "duplicate-subject",
        "duplicate-content-type",
        "duplicate-content-transfer-encoding",
        "conflicting-parameter",
    }
)
"""Defects of headers that make mail programs show different things, or read what was not signed."""

_BESIDE_AT = re.compile(r"""["']{0,9}\s{0,9}@\s{0,9}["']{0,9}(?=[^\s@.]{1,63}\.\w)""")
"""What a reader sees past: `ceo" @example.com`; not `Ana @ work`."""
_AT_IN_BRACKETS = re.compile(r"\s{0,3}[\[({<]\s{0,3}(?:at|@)\s{0,3}[\])}>]\s{0,3}", re.IGNORECASE)
"""`ceo [at] bank.example`."""
_ADDRESS_IN_NAME = re.compile(r"[^\s@<>\"'(),;:]{1,64}@[^\s@<>\"'(),;:]{1,255}")


def _shows_another_address(sender: Address) -> bool:
    name = _AT_IN_BRACKETS.sub("@", unicodedata.normalize("NFKC", sender.name[:1000]))
    if "@" not in name:
        return False
    shown = _ADDRESS_IN_NAME.findall(_BESIDE_AT.sub("@", name))
    return any(address.lower().rstrip(".") != sender.key for address in shown)


def _related(one: str, other: str) -> bool:
    return one == other or one.endswith("." + other) or other.endswith("." + one)


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything the rules may look at."""

    reading: Reading
    authentication: Authentication
    relationship: Relationship
    now: datetime

    @property
    def sender(self) -> Address | None:
        return self.reading.message.author

    @property
    def vouched(self) -> bool:
        """An aligned DMARC pass for the very domain the reader is shown."""
        sender, authentication = self.sender, self.authentication
        passed = authentication.dmarc == "pass" and authentication.aligned
        return passed and sender is not None and sender.domain == authentication.from_domain.lower()

    @property
    def subject_unsigned(self) -> bool:
        """It has a Subject, and only signatures that do not cover it speak for the sender: it may be an old message
        sent again under another Subject."""
        found = self.authentication
        if not self.vouched or found.spf_aligned or not self.reading.message.subject:
            return False
        passed = [signature for signature in found.signatures if signature.result == "pass" and signature.aligned]
        return bool(passed) and not any(signature.subject_signed for signature in passed)

    @property
    def listed(self) -> bool:
        return self.vouched and self.relationship.listed == "verified"

    @property
    def both_ways(self) -> bool:
        """A person wrote to the sender, who has (before this message) written here with authentication."""
        return self.vouched and self.relationship.person_wrote and self.relationship.authenticated_count >= 1

    @property
    def person_known(self) -> bool:
        return self.vouched and (self.relationship.person_known or self.relationship.person_wrote)

    @property
    def seen_before(self) -> bool:
        past = self.relationship
        if not self.vouched or past.complaints or past.authenticated_count < SEEN_MESSAGES or past.first_seen is None:
            return False
        return self.now - past.first_seen >= SEEN_FOR

    @property
    def well_known(self) -> bool:
        enforcing = self.authentication.dmarc_policy in ("quarantine", "reject")
        return self.vouched and enforcing and is_well_known(self.authentication.from_domain.lower())

    @property
    def grounded(self) -> bool:
        """Some ground makes the sender known or verified, before any cap."""
        return self.listed or self.both_ways or self.person_known or self.seen_before or self.well_known

    @property
    def testing_keys_alone(self) -> bool:
        """Only signatures whose keys are being tried out (t=y) speak for the sender."""
        found = self.authentication
        if not self.vouched or found.spf_aligned or found.vouched_by:
            return False
        passed = [signature for signature in found.signatures if signature.result == "pass" and signature.aligned]
        return bool(passed) and all(signature.testing for signature in passed)

    @property
    def no_longer_vouched(self) -> bool:
        """Nothing vouches for the message, though nearly all earlier ones of the sender were authenticated."""
        past, found = self.relationship, self.authentication
        if self.vouched or past.internal or found.pending or found.dmarc == "not_checked":
            return False
        return past.authenticated_count >= SEEN_MESSAGES and past.authenticated_count >= 0.9 * past.inbound_count

    @property
    def comes_another_way(self) -> bool:
        """From another network than ever, and signed by or bouncing to somebody else than ever."""
        new = self.relationship.unusual
        return self.vouched and "network" in new and ("signer" in new or "return_path" in new)

    @property
    def looks_like_a_known_domain(self) -> bool:
        return self.relationship.looks_like not in ("", "ending")

    @property
    def taken_for(self) -> Taken:
        """The company whose domain a reader may take the sender's for, where people do not know the sender."""
        if self.sender is None or self.listed or self.both_ways or self.person_known:
            return Taken()
        return taken_for(self.sender.domain)

    @property
    def looks_like_a_brand(self) -> bool:
        return self.taken_for.how in ("letters", "one letter")

    @property
    def adds_words_to_a_brand(self) -> bool:
        return self.taken_for.how == "words" and not self.grounded

    @property
    def replies_go_to_a_look_alike(self) -> bool:
        """A Reply-To domain looks like the sender's own, without being of its organisation."""
        sender = self.sender
        if sender is None:
            return False
        found = {likeness(address.domain, sender.domain) for address in self.reading.message.reply_to[:MOST_REPLY_TO]}
        return not found.isdisjoint(("letters", "one letter", "words", "part"))

    @property
    def hidden(self) -> int:
        """Characters hidden with no harmless explanation."""
        return sum(segment.length for segment in self.reading.content.hidden if not segment.benign)

    @property
    def hidden_found(self) -> bool:
        return any(not segment.benign for segment in self.reading.content.hidden)

    @property
    def preview(self) -> int:
        """Characters of the line that lists of messages show beside the subject, hidden as newsletters do."""
        return sum(one.length for one in self.reading.content.hidden if one.benign and one.where == PREVIEW)

    @property
    def headers_conflict(self) -> bool:
        """Its headers can be read in two ways."""
        return not CONFLICTING.isdisjoint(self.reading.message.defects)

    @property
    def flagged_links(self) -> int:
        """Links with something wrong that ordinary mail does not have."""
        return sum(1 for link in self.reading.links if not ROUNDABOUT.issuperset(link.flags))

    @property
    def roundabout_links(self) -> int:
        """Links that hide where they lead, as some ordinary mail does: shortened, redirected, on a free host."""
        return sum(1 for link in self.reading.links if link.flags and ROUNDABOUT.issuperset(link.flags))

    def files(self, risk: str) -> tuple[int, ...]:
        """Numbers, counted from 1, of the attachments of that risk."""
        return tuple(rating.index + 1 for rating in self.reading.attachments if rating.risk == risk)

    @property
    def from_domain(self) -> str:
        return reasons.name(self.sender.domain if self.sender else self.authentication.from_domain)

    @property
    def name_shows_another_address(self) -> bool:
        """The display name holds an address that is not the sender's own."""
        return self.sender is not None and _shows_another_address(self.sender)

    @property
    def replies_go_elsewhere(self) -> bool:
        """A Reply-To address is neither of the sender's domain nor above or below it."""
        sender = self.sender
        if sender is None:
            return False
        return any(not _related(address.domain, sender.domain) for address in self.reading.message.reply_to)
