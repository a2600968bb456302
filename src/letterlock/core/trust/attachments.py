"""Attachments: how risky each is by its name, its declared type and its content, with plain reasons."""

from dataclasses import dataclass
from typing import Literal

from letterlock.core.mime.embedded import is_message
from letterlock.core.mime.message import Attachment
from letterlock.core.mime.parse import parse
from letterlock.core.trust.file_content import Finding, links_within, look_inside
from letterlock.core.trust.file_kinds import (
    ARCHIVES,
    DOCUMENTS,
    EXECUTABLES,
    IMAGES_OF_DISKS,
    KINDS_OF_TYPE,
    MACRO_DOCUMENTS,
    SCRIPTS,
    TURNING,
    WEB_PAGES,
    kind_by_magic,
    same_kind,
)
from letterlock.core.trust.links import ROUNDABOUT, read_links
from letterlock.core.trust.report import AttachmentRisk

MAX_RATED = 200
"""Attachments looked at; the others are `not_assessed`. As many again within each attached message."""
MAX_REASONS = 20
MAX_LEVELS = 5
"""Messages within messages looked into."""

_CONTAINERS = frozenset(("Outlook container", "S/MIME signed message", "S/MIME compressed message"))
_AS_CONTAINER = b"Content-Type: application/pkcs7-mime\r\n\r\n"
"""Makes a container a mail of one part, whose files come out as of any mail; TNEF is known by its content."""

Risk = Literal["low", "medium", "high"]


def rate(attachments: tuple[Attachment, ...]) -> tuple[AttachmentRisk, ...]:
    """A rating for each attachment, in order."""
    budget = _Budget()
    return tuple(
        _rate(index, attachment, budget)
        if index < MAX_RATED
        else AttachmentRisk(index, attachment.filename, attachment.content_type, "not_assessed", ("too many files",))
        for index, attachment in enumerate(attachments)
    )


@dataclass(slots=True)
class _Budget:
    """How many more files within files are looked at, of all attachments together."""

    left: int = 1_000


def _rate(index: int, attachment: Attachment, budget: _Budget) -> AttachmentRisk:
    findings = findings_of(attachment)
    if is_message(attachment):
        findings += _within(attachment.content, "attached message", budget)
    elif attachment.kind in _CONTAINERS:
        findings += _within(_AS_CONTAINER + attachment.content, "container", budget)
    risk: Risk = "low"
    if any(high for high, _ in findings):
        risk = "high"
    elif findings:
        risk = "medium"
    reasons = tuple(dict.fromkeys(reason for _, reason in sorted(findings, key=lambda f: not f[0])))
    return AttachmentRisk(index, attachment.filename, attachment.content_type, risk, reasons[:MAX_REASONS])


def findings_of(attachment: Attachment) -> list[Finding]:
    """What the file itself says, without the files of a message it may be."""
    return [*_by_name(attachment), *_by_content(attachment), *_by_kind(attachment.kind)]


def _within(mail: bytes, what: str, budget: _Budget) -> list[Finding]:
    """A file within an attached message or a mail program's container is as dangerous as one attached directly."""
    found: list[Finding] = []
    waiting = [(mail, 1)]
    looked_at = 0
    while waiting:
        if budget.left <= 0:
            return [*found, (False, "it holds too many files, not all of which were checked")]
        raw, level = waiting.pop()
        message = parse(raw)
        if message.exceeded:
            found.append((False, f"not all of the {what} was checked"))
        for file in message.attachments:
            if file.kind in _CONTAINERS:  # what it holds is named after it
                continue
            looked_at += 1
            budget.left -= 1
            if looked_at > MAX_RATED or budget.left < 0:
                return [*found, (False, "it holds too many files, not all of which were checked")]
            name = (file.filename or file.content_type)[:80]
            found += [(high, f"the {what} holds {name}: {reason}") for high, reason in findings_of(file)]
            if not is_message(file):
                continue
            if level < MAX_LEVELS:
                waiting.append((file.content, level + 1))
            else:
                found.append((False, "it holds messages within messages that were not checked"))
    return found


def _by_kind(kind: str) -> list[Finding]:
    if kind in ("S/MIME encrypted message", "PGP encrypted message"):
        return [(False, "it is encrypted, so its content cannot be checked")]
    if kind.startswith(("piece ", "file kept elsewhere")):
        return [(False, "its content is not in this message, so it cannot be checked")]
    return []


def extensions(filename: str) -> list[str]:
    """The extensions of a file name, last first, lower case, without spaces and dots put at its end."""
    bare = filename.rstrip(". \u00a0\u3000").lower()
    return [part.strip() for part in reversed(bare.split(".")[1:])][:4]


def _by_name(attachment: Attachment) -> list[Finding]:
    name = attachment.filename or ""
    found: list[Finding] = []
    if any(char in name for char in TURNING):
        found.append((True, "its name turns the reading direction to disguise its type"))
    ends = extensions("".join(char for char in name if char not in TURNING))
    last = ends[0] if ends else ""
    if last in EXECUTABLES or last in SCRIPTS:
        what = "program" if last in EXECUTABLES else "script"
        found.append((True, f".{last} is a {what}"))
        if len(ends) > 1 and ends[1] in DOCUMENTS:
            found.append((True, f"double extension .{ends[1]}.{last}"))
        elif "  " in name.strip():
            found.append((True, "spaces push its extension out of sight"))
    elif last in IMAGES_OF_DISKS:
        found.append((True, f".{last} is a disk image or container that can hold programs"))
    elif last in MACRO_DOCUMENTS:
        found.append((False, f".{last} can hold macros"))
    elif last in WEB_PAGES:
        found.append((False, f".{last} opens in a browser"))
    elif last in ARCHIVES and len(ends) > 1 and ends[1] in DOCUMENTS:
        found.append((False, f"double extension .{ends[1]}.{last}"))
    return found


def _by_links(kind: str, content: bytes) -> list[Finding]:
    """Links within a document that mislead, or that ordinary documents do not have."""
    for link in read_links(tuple((url, "") for url in links_within(kind, content))):
        if not ROUNDABOUT.issuperset(link.flags):
            return [(False, f"it links to an address that misleads: {link.flags[0]}")]
    return []


def _by_content(attachment: Attachment) -> list[Finding]:
    content = attachment.content
    kind = kind_by_magic(content)
    last = (extensions(attachment.filename or "") or [""])[0]
    found = [*look_inside(kind, content), *_by_links(kind, content)]
    if kind in ("program", "script"):
        declared = last if last else attachment.content_type
        if last not in EXECUTABLES and last not in SCRIPTS:
            found.append((True, f"its content is a {kind} although it says {declared}"))
        return found
    expected = KINDS_OF_TYPE.get(last) or KINDS_OF_TYPE.get(attachment.content_type)
    if kind and expected and not same_kind(kind, expected):
        found.append((kind in ("disk image", "shortcut"), f"its content is {kind}, not {expected} as it says"))
    return found
