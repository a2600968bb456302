"""A bounded look into files: archives, Office documents, web pages, PDF. Nothing is unpacked to more than a little."""

import io
import re
import zipfile
import zlib

from letterlock.core.trust.file_kinds import ARCHIVES, EXECUTABLES, IMAGES_OF_DISKS, SCRIPTS, WEB_PAGES

Finding = tuple[bool, str]
"""Whether it is a high risk, and the reason."""

MAX_ENTRIES = 2_000
MAX_LOOK = 4_000_000
"""Bytes of a file searched for marks."""
MAX_UNPACKED = 200_000
MAX_RATIO = 200
MAX_NESTED = 3

_SCRIPT = re.compile(rb"<script\b|javascript:|\bon(?:load|error|click|mouseover|begin)\s*=", re.I)
_SMUGGLING = re.compile(
    rb"msSaveOrOpenBlob|createObjectURL|new\s+Blob\s*\(|atob\s*\(|fromCharCode|unescape\s*\(|document\.write", re.I
)
_PASSWORD_FORM = re.compile(rb"type\s*=\s*[\"']?password", re.I)
_REFRESH = re.compile(rb"http-equiv\s*=\s*[\"']?refresh", re.I)
_FOREIGN = re.compile(rb"<(?:foreignobject|iframe|embed|object)\b", re.I)
_PDF_SCRIPT = re.compile(rb"/(?:JavaScript|JS)\b")
_PDF_ACTION = re.compile(rb"/(?:Launch|EmbeddedFile|RichMedia|XFA)\b")
_TEMPLATE = re.compile(
    rb'(?:attachedTemplate|oleObject|frame|externalLink[^"]*)"[^>]{0,300}Target="(?:https?:|file:|\\\\|//|mhtml:)[^>]{0,2000}TargetMode="External"'
    rb'|TargetMode="External"[^>]{0,300}Target="(?:https?:|file:|\\\\|mhtml:)[^>]{0,2000}(?:attachedTemplate|oleObject|frame)"',
    re.I,
)
_OLE_NAMES = (
    ("_VBA_PROJECT".encode("utf-16-le"), True, "it holds macros"),
    ("Macros".encode("utf-16-le"), True, "it holds macros"),
    ("\x01Ole10Native".encode("utf-16-le"), True, "it holds an embedded file"),
    ("EncryptedPackage".encode("utf-16-le"), False, "it is encrypted, so its content cannot be checked"),
    ("ObjectPool".encode("utf-16-le"), False, "it holds embedded objects"),
)
_RTF_OBJECT = re.compile(rb"\\obj(?:data|update|link|autlink|emb)|\\\*\\template", re.I)


def look_inside(kind: str, content: bytes) -> list[Finding]:  # noqa: PLR0911 (one case a line)
    """What the content itself says against a file of that kind."""
    part = content[:MAX_LOOK]
    if kind == "ZIP":
        return _zip(content)
    if kind in ("RAR", "7z", "cabinet", "gzip", "bzip2", "xz"):
        return _packed(kind, part)
    if kind == "Office document":
        return [(high, reason) for mark, high, reason in _OLE_NAMES if mark in part][:3]
    if kind in ("HTML", "SVG"):
        return _web_page(kind, part)
    if kind == "PDF":
        return _pdf(part)
    if kind == "RTF":
        return [(True, "it holds embedded or linked objects")] if _RTF_OBJECT.search(part) else []
    if kind in ("disk image", "shortcut"):
        return [(True, f"it is a {kind}")]
    return []


def _zip(content: bytes) -> list[Finding]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            return _entries(archive, entries[:MAX_ENTRIES], len(entries))
    except (
        zipfile.BadZipFile,
        ValueError,
        OSError,
        NotImplementedError,
        zlib.error,
        RuntimeError,
        EOFError,
        OverflowError,
    ):
        return [(False, "it is a broken archive, so its content cannot be checked")]


def _entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], count: int) -> list[Finding]:
    found: list[Finding] = []
    names = {entry.filename.lower() for entry in entries}
    office = "[content_types].xml" in names or "mimetype" in names
    if count > MAX_ENTRIES:
        found.append((False, f"it holds {count} files, not all of which were checked"))
    if any(entry.flag_bits & 1 for entry in entries):
        found.append((False, "it is encrypted, so its content cannot be checked"))
    for entry in entries:
        found += _entry(entry, office)
        if len(found) > 8:
            break
    packed = sum(entry.compress_size for entry in entries)
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > 50_000_000 and unpacked > MAX_RATIO * max(1, packed):
        found.append((True, "it unpacks to very much more than its size"))
    if office:
        found += _office_links(archive, entries)
    elif len(entries) <= MAX_NESTED:
        found += _heads(archive, entries)
    return found


def _entry(entry: zipfile.ZipInfo, office: bool) -> list[Finding]:  # noqa: PLR0911 (one case a line)
    name = entry.filename.lower().rstrip(". ")
    ending = name.rpartition(".")[2]
    shown = entry.filename.rpartition("/")[2][:80]
    if office:
        if name.endswith("vbaproject.bin"):
            return [(True, "it holds macros")]
        if "/embeddings/" in name and ending in ("bin", "exe", "js", "vbs"):
            return [(False, "it holds embedded objects")]
        if "/activex/" in name and ending == "bin":
            return [(True, "it holds ActiveX controls")]
        if "/macrosheets/" in name:
            return [(True, "it holds macros")]
        return []
    if ending in EXECUTABLES or ending in SCRIPTS:
        return [(True, f"the archive holds {shown}")]
    if ending in IMAGES_OF_DISKS:
        return [(True, f"the archive holds {shown}")]
    if ending in WEB_PAGES:
        return [(False, f"the archive holds {shown}")]
    if ending in ARCHIVES:
        return [(False, "an archive within an archive")]
    return []


def _heads(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> list[Finding]:
    """Programs in an archive under another name."""
    from letterlock.core.trust.file_kinds import kind_by_magic

    found: list[Finding] = []
    for entry in entries:
        if entry.is_dir() or entry.flag_bits & 1:
            continue
        with archive.open(entry) as file:
            kind = kind_by_magic(file.read(1024))
        if kind in ("program", "shortcut"):
            found.append((True, f"the archive holds a {kind}"))
    return found


def _office_links(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> list[Finding]:
    """Templates and objects that an Office document fetches from elsewhere when it is opened."""
    relations = [entry for entry in entries if entry.filename.endswith(".rels")][:20]
    for entry in relations:
        if entry.flag_bits & 1:
            continue
        with archive.open(entry) as file:
            if _TEMPLATE.search(file.read(MAX_UNPACKED)):
                return [(True, "it loads a template or object from elsewhere")]
    return []


def _packed(kind: str, content: bytes) -> list[Finding]:
    """Archives that are not unpacked here: their names are looked for where they stand in the clear."""
    found: list[Finding] = [(False, f"{kind} archives are not looked into")]
    lowered = content[:100_000].lower() + content[-100_000:].lower()
    names = re.findall(
        rb"[\w .()-]{1,60}\.(?:exe|scr|js|jse|vbs|vbe|lnk|bat|cmd|ps1|hta|wsf|msi|iso|img|dll|com|pif)(?![\w.])",
        lowered,
    )
    wide = re.findall(rb"\.\x00(?:e\x00x\x00e|j\x00s|v\x00b\x00s|l\x00n\x00k|b\x00a\x00t|s\x00c\x00r)\x00", lowered)
    if kind in ("RAR", "cabinet", "7z", "gzip") and (names or wide):
        found.append((True, "the archive names a program"))
    return found


def _web_page(kind: str, content: bytes) -> list[Finding]:
    found: list[Finding] = [] if kind == "SVG" else [(False, "it is a web page")]
    if _SMUGGLING.search(content) and _SCRIPT.search(content):
        found.append((True, "its script builds or decodes a file (smuggling)"))
    elif _SCRIPT.search(content):
        found.append((kind == "SVG", "it runs a script"))
    if _PASSWORD_FORM.search(content):
        found.append((True, "it asks for a password"))
    if _REFRESH.search(content):
        found.append((False, "it leads on to another page by itself"))
    if kind == "SVG" and _FOREIGN.search(content):
        found.append((True, "it embeds another page"))
    return found


def _pdf(content: bytes) -> list[Finding]:
    found: list[Finding] = []
    if re.search(rb"/Launch\b", content):
        found.append((True, "it starts a program when opened"))
    if _PDF_SCRIPT.search(content):
        found.append((False, "it runs a script"))
    if _PDF_ACTION.search(content) and not found:
        found.append((False, "it holds embedded files or active content"))
    if b"/Encrypt" in content:
        found.append((False, "it is encrypted, so its content cannot be checked"))
    return found
