"""The one address parser and formatter (RFC 5322 section 3.4, RFC 6531, RFC 2047).

Strict for what callers give (`parse_address`), lenient but never guessing for received headers (`read_addresses`, in
address_field.py): what mail programs could read as different mailboxes is dropped and named.
"""

import re
import unicodedata
from dataclasses import dataclass

from letterlock.core.errors import Invalid
from letterlock.core.mime.display import clean_line, has_controls, has_invisible

_ATEXT = r"A-Za-z0-9!#$%&'*+/=?^_`{|}~\-\x80-\U0010ffff"
_DOT_ATOM = re.compile(rf"[{_ATEXT}]+(?:\.[{_ATEXT}]+)*\Z")
_ATOMS_AND_DOTS = re.compile(rf"[{_ATEXT}.]+\Z")
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_DOMAIN = re.compile(rf"{_LABEL}(?:\.{_LABEL})*\Z")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~\-]+)*\Z")

LOCAL_OCTETS = 64
SPEC_OCTETS = 254
"""RFC 5321 section 4.5.3.1: local part, and the path less its angle brackets."""

_LONGEST_ARGUMENT = 2_000


@dataclass(frozen=True, slots=True)
class Address:
    """A mailbox. `local` is unquoted, `domain` lower case in A-labels as it goes into the envelope."""

    local: str
    domain: str
    name: str = ""
    """Display name, decoded, without invisible characters."""

    @property
    def spec(self) -> str:
        """`local@domain`, quoted where needed: what goes into an envelope or a header."""
        if _DOT_ATOM.match(self.local):
            return f"{self.local}@{self.domain}"
        quoted = self.local.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{quoted}"@{self.domain}'

    @property
    def key(self) -> str:
        """What two addresses are compared by: lower-case local part and domain."""
        return f"{self.local.lower()}@{self.domain}"


def make_address(local: str, domain: str, name: str = "") -> Address:
    """An address of checked parts. Raises Invalid, naming what is wrong; `local` is given unquoted."""
    ascii_domain = _checked_domain(domain)
    problem = _local_problem(local)
    if problem is None and len(local.encode("utf-8")) + 1 + len(ascii_domain) > SPEC_OCTETS:
        problem = f"is longer than {SPEC_OCTETS} bytes"
    if problem is not None:
        raise Invalid(f"the address {_shown(f'{local}@{domain}')} {problem}")
    return Address(local, ascii_domain, clean_line(name))


def _local_problem(local: str) -> str | None:
    if not local:
        return "has nothing before the @"
    if has_controls(local) or has_invisible(local):
        return "has control or invisible characters before the @"
    if not _ATOMS_AND_DOTS.match(unicodedata.normalize("NFKC", local)) or any(c.isspace() for c in local):
        return "has characters before the @ that only odd quoted addresses have; these are not accepted"
    if local.startswith("=?") and local.endswith("?="):
        return "has an encoded word before the @"
    if len(local.encode("utf-8")) > LOCAL_OCTETS:
        return f"has more than {LOCAL_OCTETS} bytes before the @"
    return None


def _checked_domain(domain: str) -> str:
    ascii_domain = domain.lower() if domain.isascii() else _a_labels(domain)
    if domain.startswith("["):
        raise Invalid(f"the domain {_shown(domain)} is an address literal; a domain name is needed")
    if len(ascii_domain) > SPEC_OCTETS - 2 or not _DOMAIN.match(ascii_domain):
        raise Invalid(f"the domain {_shown(domain)} is not a valid domain name")
    if ascii_domain.rpartition(".")[2].isdigit():
        raise Invalid(f"the domain {_shown(domain)} is an IP address; a domain name is needed")
    return ascii_domain


def _a_labels(domain: str) -> str:
    """Internationalised names as DNS has them (UTS #46, non-transitional); bounded first, since idna is not."""
    import idna

    if len(domain) > SPEC_OCTETS or has_controls(domain) or has_invisible(domain):
        return ""
    try:
        return idna.encode(domain, uts46=True, std3_rules=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        return ""


def _shown(text: str) -> str:
    shown = clean_line(text)
    return f"'{shown[:80]}…'" if len(shown) > 80 else f"'{shown}'"


def parse_address(text: str) -> Address:
    """The one mailbox `text` names, as `local@domain` or `Name <local@domain>`; strict. Raises Invalid."""
    found = parse_addresses(text)
    if len(found) != 1:
        raise Invalid(f"{_shown(text)} is not exactly one email address; give one as name@example.org")
    return found[0]


def parse_addresses(text: str) -> tuple[Address, ...]:
    """The mailboxes of a comma-separated list a caller gave; nothing is skipped. Raises Invalid; never empty."""
    from letterlock.core.address_field import read_field

    if len(text) > _LONGEST_ARGUMENT * 50:
        raise Invalid("the list of addresses is too long")
    if has_controls(text):
        raise Invalid(f"the address {_shown(text)} has a line break or another control character in it")
    field = read_field(text, limit=1_000)
    if field.defects or field.groups or not field.addresses:
        raise Invalid(_refusal(text, field.defects, field.groups))
    return field.addresses


_WHY = {
    "route-address": "has a source route in it",
    "group": "is a group",
    "domain-literal": "has an address literal for a domain; a domain name is needed",
    "odd-local-part": "has characters before the @ that are not accepted, or too many",
    "unclosed-group": "is a group",
    "bad-domain": "has no valid domain name after the @",
    "encoded-word-in-address": "has an encoded word in it",
    "addresses": "names too many addresses",
    "unquoted-at-in-name": "has an @ in its display name, which must be quoted",
}


def _refusal(text: str, defects: tuple[str, ...], groups: int) -> str:
    names = [*defects, *(["group"] if groups else [])]
    why = next((_WHY[name] for name in names if name in _WHY), "is not an email address")
    return f"{_shown(text)} {why}; give an address as name@example.org or Name <name@example.org>"


def read_addresses(header_value: str, limit: int = 1_000) -> tuple[tuple[Address, ...], tuple[str, ...]]:
    """The mailboxes of a received header, at most `limit`, and the names of defects for what was dropped or odd.

    `header_value` is the unfolded value with its encoded words still encoded. Never raises, never recurses; linear.
    """
    from letterlock.core.address_field import read_field

    field = read_field(header_value, limit=limit)
    return field.addresses, field.defects


def format_address(address: Address) -> str:
    """`Name <local@domain>` for a header: the name quoted, or as encoded words when it is not ASCII. Raises Invalid.

    Seven-bit unless the local part is not (SMTPUTF8). Encoded words are separated by spaces, where it may be folded.
    """
    if has_controls(address.name):
        raise Invalid(f"the name of {_shown(address.spec)} has a line break or another control character in it")
    spec = make_address(address.local, address.domain).spec
    name = clean_line(address.name)
    if not name:
        return spec
    return f"{format_phrase(name)} <{spec}>"


def format_phrase(name: str) -> str:
    """A display name as a header has it: bare, quoted, or as encoded words (also when it looks like one already)."""
    from letterlock.core.mime.encoded_words import encode_words

    if not name.isascii() or "=?" in name or len(name) > 200:
        return " ".join(encode_words(name))
    if _PLAIN_NAME.match(name):
        return name
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'
