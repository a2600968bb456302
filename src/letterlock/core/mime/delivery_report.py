"""Reading what mail systems say about mail we sent: DSN (RFC 3464), MDN (RFC 8098), complaints (RFC 5965), and text.

The parts of a report (RFC 6522) are read from the message itself. A bounce without them is read by its words, in
text_bounce.py. Everything here is what a stranger wrote: whether it is believed is decided elsewhere.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from letterlock.core.address_field import read_field
from letterlock.core.mime.display import clean_line
from letterlock.core.mime.headers import HeaderBlock, decode_value, read_headers
from letterlock.core.mime.limits import Limits
from letterlock.core.mime.message import Message
from letterlock.core.mime.message_ids import parse_ids
from letterlock.core.mime.parts import Part, Tree, split
from letterlock.core.mime.text_bounce import read_text_bounce
from letterlock.core.mime.transfer import decode_transfer

Kind = Literal["bounce", "delay", "delivered", "complaint", "read_receipt"]
Action = Literal["failed", "delayed", "delivered", "relayed", "expanded", "complained", "displayed", "deleted"]

MOST_RECIPIENTS: Final = 50
DIAGNOSTIC: Final = 300
"""Characters of one diagnostic at most."""
_MOST_IDS = 20
_LIMITS = Limits(headers=300, header_size=64 * 1024, header_length=8 * 1024, parts=100, depth=6)
_MACHINE_PART = 256 * 1024
"""Bytes of the machine-readable part, and of the returned headers, that are looked at."""

_STATUS_TYPES = frozenset(["message/delivery-status", "message/global-delivery-status"])
_RECEIPT_TYPES = frozenset(["message/disposition-notification", "message/global-disposition-notification"])
_COMPLAINT_TYPE = "message/feedback-report"
_MACHINE_TYPES = _STATUS_TYPES | _RECEIPT_TYPES | {_COMPLAINT_TYPE}
_RETURNED_TYPES = frozenset(
    [
        "message/rfc822",
        "text/rfc822-headers",
        "message/rfc822-headers",
        "message/global",
        "message/global-headers",
        "text/rfc822",
    ]
)
_ACTIONS: Final[dict[str, Action]] = {
    "failed": "failed",
    "failure": "failed",
    "delayed": "delayed",
    "delayed-delivery": "delayed",
    "delivered": "delivered",
    "relayed": "relayed",
    "expanded": "expanded",
}
_STATUS = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_BLANK_LINE = re.compile(rb"\r?\n[ \t]*\r?\n")


@dataclass(frozen=True, slots=True)
class Reported:
    """What is said about one recipient. `recipient` is lower case, as it was final; `original` as it was asked for."""

    recipient: str
    action: Action
    original: str = ""
    status: str = ""
    """Enhanced status code (RFC 3463), `5.1.1`; "" when there is none."""
    diagnostic: str = ""
    remote_mta: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """One report. `message_ids` name the message it is about, `return_paths` are envelope senders it was sent with."""

    kind: Kind
    recipients: tuple[Reported, ...] = ()
    message_ids: tuple[str, ...] = ()
    return_paths: tuple[str, ...] = ()
    reporting_mta: str = ""
    by_words: bool = False
    """It has no machine-readable part: what it says was read from its words."""


def read_report(raw: bytes, message: Message) -> Report | None:
    """The report this message is, or None. Never raises."""
    if _may_hold_one(message):
        found = _structured(raw)
        if found is not None:
            return found
    words = read_text_bounce(message)
    if words is None:
        return None
    return Report(
        kind=words.kind,
        recipients=tuple(
            Reported(address, "failed" if words.kind == "bounce" else "delayed", "", words.status, words.diagnostic)
            for address in words.recipients[:MOST_RECIPIENTS]
        ),
        message_ids=_ids(raw, words.message_ids, message.in_reply_to),
        by_words=True,
    )


def _may_hold_one(message: Message) -> bool:
    """Whether it calls itself a report, or has a part of one: the rest need not be taken apart once more."""
    kind, _, _ = (message.header("content-type") or "").lower().partition(";")
    return kind.strip() == "multipart/report" or any(one.content_type in _MACHINE_TYPES for one in message.attachments)


def _structured(raw: bytes) -> Report | None:
    tree = split(raw, _LIMITS)
    status = _first(tree, _STATUS_TYPES)
    if status is not None:
        return _delivery_status(raw, tree, status)
    complaint = _first(tree, frozenset([_COMPLAINT_TYPE]))
    if complaint is not None:
        return _complaint(raw, tree, complaint)
    receipt = _first(tree, _RECEIPT_TYPES)
    return None if receipt is None else _receipt(raw, tree, receipt)


def _delivery_status(raw: bytes, tree: Tree, part: Part) -> Report | None:
    """RFC 3464 section 2: fields about the message, then a block of fields a recipient."""
    blocks = _blocks(raw, part)
    if not blocks:
        return None
    recipients = tuple(
        found for found in (_reported(block) for block in blocks[: MOST_RECIPIENTS + 1]) if found is not None
    )[:MOST_RECIPIENTS]
    if not recipients:
        return None
    actions = {one.action for one in recipients}
    kind: Kind = "bounce" if "failed" in actions else "delay" if "delayed" in actions else "delivered"
    returned = _returned(raw, tree)
    return Report(
        kind=kind,
        recipients=recipients,
        message_ids=_message_ids(returned),
        return_paths=_return_paths(returned),
        reporting_mta=_after_type(_value(blocks[0], "reporting-mta"))[:255],
    )


def _reported(block: HeaderBlock) -> Reported | None:
    final = _address(_value(block, "final-recipient"))
    original = _address(_value(block, "original-recipient"))
    if not final and not original:
        return None
    diagnostic = _after_type(_value(block, "diagnostic-code"))
    status = _status(_value(block, "status")) or _status(diagnostic)
    action = _ACTIONS.get(_value(block, "action").lower().split(" ")[0])
    if action is None:  # some leave it out, or write words of their own
        action = {"5": "failed", "4": "delayed", "2": "delivered"}.get(status[:1])  # type: ignore[assignment]
    if action is None:
        return None
    return Reported(
        recipient=final or original,
        action=action,
        original=original,
        status=status,
        diagnostic=diagnostic[:DIAGNOSTIC],
        remote_mta=_after_type(_value(block, "remote-mta"))[:255],
    )


def _complaint(raw: bytes, tree: Tree, part: Part) -> Report:
    """RFC 5965 section 3. Reports of authentication failure (RFC 6591) and `not-spam` are no complaints."""
    blocks = _blocks(raw, part)
    block = blocks[0] if blocks else HeaderBlock()
    returned = _returned(raw, tree)
    complained = _value(block, "feedback-type").lower() in ("abuse", "fraud", "virus", "other", "opt-out", "")
    addresses = [_address(text) for name in ("original-rcpt-to", "removal-recipient") for text in block.all(name)]
    return Report(
        kind="complaint",
        recipients=tuple(Reported(address, "complained") for address in dict.fromkeys(filter(None, addresses)))[
            :MOST_RECIPIENTS
        ]
        if complained
        else (),
        message_ids=_message_ids(returned),
        return_paths=tuple(
            dict.fromkeys(filter(None, (_address(_value(block, "original-mail-from")), *_return_paths(returned))))
        )
        if complained
        else (),
        reporting_mta=_after_type(_value(block, "reporting-mta"))[:255],
    )


def _receipt(raw: bytes, tree: Tree, part: Part) -> Report:
    """RFC 8098 section 3."""
    blocks = _blocks(raw, part)
    block = blocks[0] if blocks else HeaderBlock()
    recipient = _address(_value(block, "final-recipient")) or _address(_value(block, "original-recipient"))
    displayed = "displayed" in _value(block, "disposition").lower()
    about = parse_ids(_value(block, "original-message-id"))
    return Report(
        kind="read_receipt",
        recipients=(Reported(recipient, "displayed" if displayed else "deleted"),) if recipient else (),
        message_ids=tuple(dict.fromkeys((*about, *_message_ids(_returned(raw, tree)))))[:_MOST_IDS],
    )


def _first(tree: Tree, types: frozenset[str]) -> Part | None:
    """The first part of one of these types, in document order, not within an attached message."""
    stack = [tree.root]
    while stack:
        part = stack.pop()
        if part.type.value in types:
            return part
        stack.extend(reversed(part.children))
    return None


def _bytes(raw: bytes, part: Part) -> bytes:
    """A part's content; RFC 6533 lets the machine-readable ones be encoded, and some systems do so anyway."""
    encoding = (part.headers.first("content-transfer-encoding") or "").strip().lower()
    body = raw[part.start : min(part.end, part.start + _MACHINE_PART)]
    return decode_transfer(body, encoding)[0] if encoding in ("base64", "quoted-printable") else body


def _blocks(raw: bytes, part: Part) -> list[HeaderBlock]:
    """Blocks of fields with blank lines between them."""
    data = _bytes(raw, part)
    texts = [text for text in _BLANK_LINE.split(data, maxsplit=MOST_RECIPIENTS + 1) if text.strip()]
    blocks = (read_headers(text.lstrip(b"\r\n"), 0, len(text.lstrip(b"\r\n")), _LIMITS) for text in texts)
    return [block for block in blocks if block.fields]


def _returned(raw: bytes, tree: Tree) -> HeaderBlock | None:
    """The header of the message the report is about, as far as it was returned."""
    part = _first(tree, _RETURNED_TYPES)
    if part is None:
        return None
    data = _bytes(raw, part).lstrip(b"\r\n")
    return read_headers(data, 0, len(data), _LIMITS, top=True)


def _message_ids(returned: HeaderBlock | None) -> tuple[str, ...]:
    """Relays that give a message an id of their own often keep ours beside it."""
    if returned is None:
        return ()
    names = ("message-id", "x-original-message-id", "original-message-id", "x-google-original-message-id")
    found = (identifier for name in names for value in returned.all(name) for identifier in parse_ids(value))
    return tuple(dict.fromkeys(found))[:_MOST_IDS]


def _return_paths(returned: HeaderBlock | None) -> tuple[str, ...]:
    if returned is None:
        return ()
    return tuple(filter(None, (_address(value) for value in returned.all("return-path")[:4])))


def _ids(raw: bytes, found: tuple[str, ...], answered: tuple[str, ...]) -> tuple[str, ...]:
    """Of a bounce in words: the returned header's, else what it says it answers."""
    tree = split(raw, _LIMITS)
    return tuple(dict.fromkeys((*found, *_message_ids(_returned(raw, tree)), *answered)))[:_MOST_IDS]


def _value(block: HeaderBlock, name: str) -> str:
    return clean_line(decode_value(block.first(name) or ""))


def _after_type(text: str) -> str:
    """`smtp; 550 No` without its type (RFC 3464 section 2.1.2)."""
    kind, semicolon, rest = text.partition(";")
    return (rest if semicolon and len(kind) <= 40 and " " not in kind.strip() else text).strip()


def _address(text: str) -> str:
    """The address of `rfc822; Ana <ana@example.org>`, lower case; "" when there is none."""
    bare = _after_type(text)[:1_000].strip()
    if not bare or bare == "<>":
        return ""
    found = read_field(bare, 1).addresses
    return found[0].key if found else ""


def _status(text: str) -> str:
    found = _STATUS.search(text)
    return found[1] if found else ""
