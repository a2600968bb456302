"""Received fields: how many there are, and whom the server that wrote one had the message from (RFC 5321 section 4.4).

Every mail server writes the client's address in its own way; the client chooses the name beside it. So an address is
taken only from where the server puts what it saw itself, and where two could be meant none is.
"""

import re
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

MAX_HEAD = 256 * 1024
"""Bytes of the header that are looked at."""
MAX_VALUE = 4096
"""Characters of one field that are looked at."""
_MAX_DEPTH = 8

_BRACKETED = re.compile(r"\[(?:IPv6:)?([0-9A-Fa-f.:]{2,45})\](?::[0-9]{1,5})?", re.IGNORECASE)
_OWN_WORDS = ("helo=", "ident=", "port=")
"""What Exim puts beside the address in its comment; the client chose some of it."""


@dataclass(frozen=True, slots=True)
class Hop:
    """Whom a server had the message from: None and "" where its field does not say so beyond doubt."""

    client_ip: str | None = None
    helo: str = ""


def received_fields(raw: bytes) -> int:
    """How many Received fields the header has."""
    end = raw.find(b"\r\n\r\n")
    head = raw if end < 0 else raw[:end]
    return (b"\r\n" + head).lower().count(b"\r\nreceived:")


def top_fields(raw: bytes, hops: int) -> list[tuple[str, str]]:
    """The header's first fields, (lower-case name, unfolded value), down to and with the `hops`-th Received."""
    end = raw.find(b"\r\n\r\n", 0, MAX_HEAD)
    head = raw[: MAX_HEAD if end < 0 else end].decode("latin-1")
    fields: list[tuple[str, str]] = []
    for line in head.split("\r\n"):
        if line[:1] in (" ", "\t"):
            if fields:
                name, value = fields[-1]
                fields[-1] = name, value if len(value) > MAX_VALUE else f"{value} {line.strip()}"
            continue
        if fields and fields[-1][0] == "received":
            hops -= 1
            if hops <= 0:
                break
        name, colon, value = line.partition(":")
        if not colon:
            break
        fields.append((name.rstrip(" \t").lower(), value.strip()))
    return fields


def received_values(raw: bytes, hops: int) -> list[str]:
    """The values of the topmost Received fields, `hops` at most."""
    return [value for name, value in top_fields(raw, hops) if name == "received"]


def read_received(value: str) -> Hop:
    """What one field says. Knows the forms of Postfix, Exim, Sendmail, qmail, Exchange, Gmail and those like them."""
    name, comments, by = _from_clause(value[:MAX_VALUE])
    if not name:
        return Hop()
    helo, marked = _helo(comments)
    address = _address(comments)
    if address == "" and (marked or by.lower().startswith("exim")):
        # Exim writes the address first when it has no name for it, and then the client's own name apart.
        bare = _BRACKETED.fullmatch(name)
        address = _read_ip(bare[1]) if bare else None
    return Hop(address or None, (helo or name)[:255]) if address else Hop()


def _from_clause(value: str) -> tuple[str, list[str], str]:
    """The word after `from`, the comments that follow it before `by`, and the first comment after that."""
    words: list[str] = []
    comments: list[str] = []
    by = -1
    tokens = _tokens(value)
    if sum(text.lower() == "by" for text, is_comment in tokens if not is_comment) > 1:
        return "", [], ""  # one of them is the client's
    for text, is_comment in tokens:
        if is_comment:
            if by >= 0:
                return (words[1], comments, text) if _is_from(words) else ("", [], "")
            comments.append(text)
            continue
        if by >= 0:
            by += 1
            if by > 1:
                break
            continue
        if text.lower() == "by":
            by = 0
            continue
        words.append(text)
    return (words[1], comments, "") if by >= 0 and _is_from(words) else ("", [], "")


def _is_from(words: list[str]) -> bool:
    return len(words) == 2 and words[0].lower() == "from"


def _tokens(value: str) -> list[tuple[str, bool]]:
    """Words, and comments without their parentheses, as (text, is a comment); none when parentheses do not match."""
    found: list[tuple[str, bool]] = []
    depth = 0
    start = 0
    for at, character in enumerate(f"{value} "):
        if character == "(":
            if depth == 0:
                found.append((value[start:at], False))
                start = at + 1
            depth += 1
            if depth > _MAX_DEPTH:
                return []
        elif character == ")":
            depth -= 1
            if depth < 0:
                return []
            if depth == 0:
                found.append((value[start:at], True))
                start = at + 1
        elif depth == 0 and character in " \t;":
            found.append((value[start:at], False))
            start = at + 1
    if depth:
        return []
    return [(text.strip(), comment) for text, comment in found if comment or text.strip()]


def _helo(comments: list[str]) -> tuple[str, bool]:
    """The name a comment gives as the client's own: `helo=name` (Exim), `HELO name` (qmail); whether there is one."""
    for comment in comments:
        words = comment.split()
        for at, word in enumerate(words):
            if word.lower().startswith("helo="):
                return word[5:], True
            if word.upper() in ("HELO", "EHLO") and at == 0 and len(words) == 2:
                return words[1], True
    return "", False


def _address(comments: list[str]) -> str | None:
    """The client's address in the comments; "" when none holds one, None when it is not clear: its own name may look
    like a comment too, where the server wrote it down as it was.
    """
    all_found: set[str] = set()
    for comment in comments:
        words = [word for word in comment.split() if not word.lower().startswith(_OWN_WORDS)]
        if words and words[0].upper() in ("HELO", "EHLO"):
            continue
        found = {match[1] for word in words if (match := _BRACKETED.fullmatch(word.rpartition("@")[2]))}
        if not found and len(words) == 1:
            found = {word for word in [words[0].rpartition("@")[2]] if _read_ip(word)}
        all_found |= found
    if not all_found:
        return ""
    return _read_ip(all_found.pop()) if len(all_found) == 1 else None


def _read_ip(text: str) -> str | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)
