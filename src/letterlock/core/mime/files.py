"""Files of a message as its attachments; containers of mail programs are opened, so that what they hold is seen."""

import re
from dataclasses import replace

from letterlock.core.mime.cms import read_cms
from letterlock.core.mime.display import clean_line
from letterlock.core.mime.filenames import file_name
from letterlock.core.mime.findings import Findings
from letterlock.core.mime.kinds import CMS, calendar_kind, kind_of, protection_of
from letterlock.core.mime.message import Attachment
from letterlock.core.mime.parts import Part
from letterlock.core.mime.tnef import Tnef, TnefFile, is_tnef, read_tnef
from letterlock.core.mime.tnef_message import as_message

_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]{1,127}/[a-z0-9!#$&^_.+-]{1,127}")
_ANY = "application/octet-stream"


def add_file(found: Findings, part: Part, related: bool, content: bytes) -> bytes | None:
    """Keeps the file. What comes back is a MIME entity that lies in it readable, to be shown as part of the body."""
    content_id = clean_line((part.headers.first("content-id") or "").strip().strip("<>")) or None
    inline = part.disposition.value == "inline" or (related and part.disposition.value != "attachment")
    disposition = "inline" if inline else "attachment"
    file = Attachment(file_name(part), part.type.value, disposition, content_id, content, kind_of(part, content))
    protection = protection_of(part)
    if protection is not None:
        found.protection[protection] = None
    if is_tnef(content):
        found.add(replace(file, kind="Outlook container"))
        _open_tnef(found, content)
        return None
    if part.type.value in CMS or (file.filename or "").lower().endswith(".p7m"):
        return _add_cms(found, file)
    found.add(file)
    return None


def add_inline_file(found: Findings, name: str, content: bytes) -> None:
    """A file that was written into a text."""
    opens = is_tnef(content)
    found.add(Attachment(name, _ANY, "attachment", None, content, "Outlook container" if opens else ""), inner=True)
    if opens:
        _open_tnef(found, content)


def _add_cms(found: Findings, file: Attachment) -> bytes | None:
    """An S/MIME object: kept as it is, for whoever checks signatures, and its content given back where it has one."""
    left = max(0, found.limits.size - found.unpacked)
    cms = read_cms(file.content, left)
    if not cms.kind:
        found.add(file)
        return None
    found.protection[f"smime-{cms.kind}"] = None
    found.add(replace(file, kind=f"S/MIME {cms.kind} message"))
    if not cms.whole:
        found.exceeded["size"] = None
    if not cms.content:
        return None
    found.unpacked += len(cms.content)
    return cms.content


def _open_tnef(found: Findings, content: bytes) -> None:
    """The files of Outlook's container, after it; its body is kept for a mail that has none of its own."""
    opened = _read_tnef(found, content)
    if opened.text or opened.html:
        found.tnef_bodies.append((opened.text, opened.html))
    if not opened.whole:
        found.defect("bad-tnef")
    for inner in opened.files:
        found.add(_tnef_file(inner, opened.html or "", found), inner=True)


def _read_tnef(found: Findings, content: bytes) -> Tnef:
    """Containers of a message share one bound: packed text may be much longer than the message."""
    opened = read_tnef(content, max(0, found.room), max(0, found.limits.text - found.tnef_text))
    found.tnef_text += opened.unpacked
    return opened


def _tnef_file(inner: TnefFile, html: str, found: Findings) -> Attachment:
    if inner.message is not None:
        name, content = as_message(_read_tnef(found, inner.message))
        return Attachment(name or inner.name, "message/rfc822", "attachment", None, content, "attached message")
    declared = (inner.content_type or "").strip().lower()
    content_type = declared if _TYPE.fullmatch(declared) else _ANY
    content_id = clean_line((inner.content_id or "").strip().strip("<>")) or None
    shown = content_id is not None and f"cid:{content_id}" in html
    kind = calendar_kind(None, inner.content) if content_type == "text/calendar" else ""
    return Attachment(inner.name, content_type, "inline" if shown else "attachment", content_id, inner.content, kind)
