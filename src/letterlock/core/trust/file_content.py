"""A bounded look into files: archives, Office documents, web pages. Nothing is unpacked to more than a little."""

import bz2
import html
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable
from itertools import islice

from letterlock.core.trust import ole, pdf_look
from letterlock.core.trust.file_kinds import (
    ARCHIVES,
    EXECUTABLES,
    IMAGES_OF_DISKS,
    MACRO_DOCUMENTS,
    SCRIPTS,
    TURNING,
    WEB_PAGES,
    kind_by_magic,
)

Finding = tuple[bool, str]
"""Whether it is a high risk, and the reason."""

MAX_ENTRIES = 2_000
MAX_LOOK = 4_000_000
"""Bytes of a file searched for marks."""
MAX_UNPACKED = 200_000
MAX_RATIO = 200
MAX_NESTED = 5
"""Documents and archives within an archive that are looked into."""
MAX_LEVELS = 2
"""Archives within archives that are looked into."""
MAX_HEADS = 50
"""Files of an archive whose first bytes are looked at."""
MAX_INNER = 1_000_000
MAX_MEMORY = 64_000_000
MAX_RELATIONS = 40
MAX_FOUND = 8
MAX_LINKS = 200

_SCRIPT = re.compile(rb"<script\b|javascript:|\bon(?:load|error|click|mouseover|begin)\s*=", re.I)
_SMUGGLING = re.compile(
    rb"msSaveOrOpenBlob|createObjectURL|new\s+Blob\s*\(|atob\s*\(|fromCharCode|unescape\s*\(|document\.write", re.I
)
_PASSWORD_FORM = re.compile(rb"type\s*=\s*[\"']?password", re.I)
_REFRESH = re.compile(rb"http-equiv\s*=\s*[\"']?refresh", re.I)
_FOREIGN = re.compile(rb"<(?:foreignobject|iframe|embed|object)\b", re.I)
_RELATION = re.compile(rb"<(?:\w{1,10}:)?Relationship\s[^<>]{0,4000}>", re.I)
_ELSEWHERE = re.compile(rb"TargetMode\s{0,4}=\s{0,4}[\"']External", re.I)
_LOADED = re.compile(
    rb"/(?:attachedTemplate|oleObject|frame|subDocument|externalLink\w{0,12}|image|package)[\"']", re.I
)
_LINKED = re.compile(rb"/hyperlink[\"']", re.I)
_TARGET = re.compile(rb"\sTarget\s{0,4}=\s{0,4}[\"']([^\"'<>]{1,2000})")
_REMOTE = (b"http:", b"https:", b"file:", b"\\\\", b"//", b"mhtml:", b"ftp:", b"ms-")
_HREF = re.compile(rb"\bhref\s{0,4}=\s{0,4}[\"']([^\"'<>]{1,2000})", re.I)
_IMAGE = re.compile(rb"/image[\"']", re.I)
_OLE_NAMES = (
    (("_vba_project", "macros", "_vba_project_cur"), True, "it holds macros"),
    (("\x01ole10native",), True, "it holds an embedded file"),
    (("encryptedpackage",), False, "it is encrypted, so its content cannot be checked"),
    (("objectpool", "\x01ole"), False, "it holds embedded or linked objects"),
)
_INSTALLER = bytes.fromhex("84100c0000000000c000000000000046")
"""The class of Windows Installer packages (MSI), which are compound files too."""
_RTF_OBJECT = re.compile(rb"\\obj(?:data|update|link|autlink|emb)|\\\*\\template", re.I)


def look_inside(kind: str, content: bytes, level: int = 0) -> list[Finding]:
    """What the content itself says against a file of that kind; `level`: within how many archives it lies."""
    part = content[:MAX_LOOK]
    if kind in _LOOKS:
        return _LOOKS[kind](part)
    if kind in _UNPACKED:
        return _zip(content, level) if kind == "ZIP" else compressed(kind, content, level)
    if kind in ("RAR", "7z", "cabinet"):
        return _packed(kind, part)
    if kind in ("HTML", "SVG"):
        return _web_page(kind, part)
    return [(True, f"it is a {kind}")] if kind in ("disk image", "shortcut") else []


_UNPACKED = frozenset(("ZIP", "gzip", "bzip2", "xz", "tar"))


def _rtf(content: bytes) -> list[Finding]:
    return [(True, "it holds embedded or linked objects")] if _RTF_OBJECT.search(content) else []


def _ole(content: bytes) -> list[Finding]:
    if _INSTALLER in content[:100_000]:
        return [(True, "it is a program to install (MSI)")]
    names = ole.names(content)
    if names is None:
        return _broken_ole(content)
    held = {name.lower() for name in names}
    return [(high, reason) for marks, high, reason in _OLE_NAMES if not held.isdisjoint(marks)]


def _broken_ole(content: bytes) -> list[Finding]:
    """Office opens some that are broken, so names are looked for wherever they stand."""
    found = [(high, reason) for mark, high, reason in _OLE_MARKS if mark in content]
    return found or [(False, "it is a broken document, so its content cannot be checked")]


_OLE_MARKS = (
    ("_VBA_PROJECT".encode("utf-16-le"), True, "it holds macros"),
    ("\x01Ole10Native".encode("utf-16-le"), True, "it holds an embedded file"),
    ("EncryptedPackage".encode("utf-16-le"), False, "it is encrypted, so its content cannot be checked"),
)


def _onenote(content: bytes) -> list[Finding]:
    """Files within a notebook (MS-ONESTORE section 2.6.13)."""
    found: list[Finding] = []
    at = content.find(_NOTEBOOK_FILE)
    while at >= 0 and len(found) < MAX_NESTED:
        inner = content[at + 36 : at + 36 + 1024]
        kind = kind_by_magic(inner)
        risky = kind in ("program", "script", "shortcut", "HTML", "SVG", "disk image")
        found.append((risky or not kind, f"the notebook holds a {kind or 'file'}"))
        at = content.find(_NOTEBOOK_FILE, at + 36)
    return found or [(False, "it is a notebook, which can hold files")]


_NOTEBOOK_FILE = bytes.fromhex("e716e3bd65261145a4c48d4d0b7a9eac")
_LOOKS: dict[str, Callable[[bytes], list[Finding]]] = {
    "Office document": _ole,
    "OneNote": _onenote,
    "PDF": pdf_look.look,
    "RTF": _rtf,
}


def compressed(kind: str, content: bytes, level: int) -> list[Finding]:
    """The beginning of what was compressed, judged as a file; the names in a tar."""
    if kind == "tar":
        return _tar(content)
    inner = _beginning(kind, content)
    if inner is None:
        return [(False, f"it is a broken {kind} archive, so its content cannot be checked")]
    what = kind_by_magic(inner)
    if what in ("program", "script", "shortcut", "disk image"):
        return [(True, f"the archive holds a {what}")]
    if what == "tar":
        return _tar(inner)
    return (
        [(high, f"the archive holds a {what}: {reason}") for high, reason in look_inside(what, inner, level + 1)]
        if (what and level < MAX_LEVELS)
        else []
    )


def _beginning(kind: str, content: bytes) -> bytes | None:
    try:
        if kind == "gzip":
            return zlib.decompressobj(wbits=31).decompress(content[:MAX_LOOK], MAX_INNER)
        if kind == "bzip2":
            return bz2.BZ2Decompressor().decompress(content[:MAX_LOOK], MAX_INNER)
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_MEMORY).decompress(content[:MAX_LOOK], MAX_INNER)
    except (zlib.error, OSError, lzma.LZMAError, EOFError, ValueError, MemoryError):
        return None


def _tar(content: bytes) -> list[Finding]:
    """POSIX.1-1988 headers, walked as far as the content at hand goes."""
    found: list[Finding] = []
    at = 0
    for _ in range(MAX_ENTRIES):
        head = content[at : at + 512]
        if len(head) < 512 or head[257:262] != b"ustar" or len(found) > MAX_FOUND:
            break
        found += by_entry(head[:100].split(b"\0")[0].decode("utf-8", "replace"))
        kind = kind_by_magic(content[at + 512 : at + 1536])
        if kind in ("program", "shortcut"):
            found.append((True, f"the archive holds a {kind}"))
        digits = head[124:135].strip(b"\0 ")
        if not digits.isdigit() or any(digit > 0x37 for digit in digits):
            break
        at += 512 + (int(digits, 8) + 511) // 512 * 512
    return found


_BROKEN = (
    zipfile.BadZipFile,
    ValueError,
    OSError,
    NotImplementedError,
    zlib.error,
    lzma.LZMAError,
    RuntimeError,
    EOFError,
    OverflowError,
)


def _zip(content: bytes, level: int) -> list[Finding]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            return _entries(archive, entries[:MAX_ENTRIES], len(entries), level)
    except _BROKEN:
        return [(False, "it is a broken archive, so its content cannot be checked")]


def _entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], count: int, level: int) -> list[Finding]:
    found: list[Finding] = []
    names = {entry.filename.lower() for entry in entries}
    office = "[content_types].xml" in names or "mimetype" in names
    if count > MAX_ENTRIES:
        found.append((False, f"it holds {count} files, not all of which were checked"))
    if any(entry.flag_bits & 1 for entry in entries):
        found.append((False, "it is encrypted, so its content cannot be checked"))
    for entry in entries:
        found += _entry(entry, office)
        if len(found) > MAX_FOUND:
            break
    packed = sum(entry.compress_size for entry in entries)
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > 50_000_000 and unpacked > MAX_RATIO * max(1, packed):
        found.append((True, "it unpacks to very much more than its size"))
    if office:
        found += _office_links(archive, entries)
    else:
        found += _heads(archive, entries[:MAX_HEADS], level)
    return found


def _entry(entry: zipfile.ZipInfo, office: bool) -> list[Finding]:
    name = entry.filename.lower().rstrip(". ")
    ending = name.rpartition(".")[2]
    entry.filename.rpartition("/")[2][:80]
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
    return by_entry(entry.filename)


def by_entry(filename: str) -> list[Finding]:
    """What the name of a file within an archive says."""
    name = "".join(char for char in filename.lower() if char not in TURNING).rstrip(". ")
    ending = name.rpartition(".")[2]
    shown = filename.rpartition("/")[2][:80]
    if ending in EXECUTABLES or ending in SCRIPTS or ending in IMAGES_OF_DISKS:
        return [(True, f"the archive holds {shown}")]
    if ending in MACRO_DOCUMENTS:
        return [(False, f"the archive holds {shown}, which can hold macros")]
    if ending in WEB_PAGES:
        return [(False, f"the archive holds {shown}")]
    return [(False, "an archive within an archive")] if ending in ARCHIVES else []


def _heads(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], level: int) -> list[Finding]:
    """Programs in an archive under another name, and what documents and archives within it hold."""
    found: list[Finding] = []
    looked_at = 0
    for entry in entries:
        if entry.filename.endswith("/") or entry.flag_bits & 1:
            continue
        with archive.open(entry) as file:
            start = file.read(1024)
            kind = kind_by_magic(start)
            if kind in ("program", "shortcut"):
                found.append((True, f"the archive holds a {kind}"))
            elif kind in _NESTED and level < MAX_LEVELS and looked_at < MAX_NESTED:
                looked_at += 1
                inner = start + file.read(MAX_INNER)
                found += [
                    (high, f"the archive holds a {kind}: {why}") for high, why in look_inside(kind, inner, level + 1)
                ]
        if len(found) > MAX_FOUND:
            break
    return found


_NESTED = frozenset(("ZIP", "gzip", "bzip2", "xz", "tar", "Office document", "OneNote", "PDF", "RTF", "HTML", "SVG"))


def _office_links(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> list[Finding]:
    """Templates and objects that an Office document fetches from elsewhere when it is opened."""
    relations = [entry for entry in entries if entry.filename.endswith(".rels")][:MAX_RELATIONS]
    for entry in relations:
        if entry.flag_bits & 1:
            continue
        with archive.open(entry) as file:
            if any(_loads(relation) for relation in _RELATION.findall(file.read(MAX_UNPACKED))):
                return [(True, "it loads a template or object from elsewhere")]
    return []


def links_within(kind: str, content: bytes) -> tuple[str, ...]:
    """The addresses a document or web page links to."""
    if kind == "PDF":
        return pdf_look.links(content[:MAX_LOOK])
    if kind in ("HTML", "SVG"):
        return _decoded(match[1] for match in _HREF.finditer(content[:MAX_LOOK]))
    return _office_targets(content) if kind == "ZIP" else ()


def _office_targets(content: bytes) -> tuple[str, ...]:
    found: list[bytes] = []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            relations = [entry for entry in archive.infolist()[:MAX_ENTRIES] if entry.filename.endswith(".rels")]
            for entry in relations[:MAX_RELATIONS]:
                with archive.open(entry) as file:
                    said = file.read(MAX_UNPACKED)
                linked = (one for one in _RELATION.findall(said) if _LINKED.search(one) and _ELSEWHERE.search(one))
                found += [target[1] for one in linked if (target := _TARGET.search(one))]
    except _BROKEN:
        return ()
    return _decoded(found)


def _decoded(found: Iterable[bytes]) -> tuple[str, ...]:
    written = dict.fromkeys(html.unescape(one.decode("utf-8", "replace")) for one in islice(found, MAX_LINKS))
    return tuple(written)


def _loads(relation: bytes) -> bool:
    target = _TARGET.search(relation)
    if target is None or not _ELSEWHERE.search(relation) or not _LOADED.search(relation):
        return False
    place = target[1].strip().lower()
    return place.startswith(_REMOTE) and not (_IMAGE.search(relation) and place.startswith((b"http:", b"https:")))


def _packed(kind: str, content: bytes) -> list[Finding]:
    """Archives that are not unpacked here: their names are looked for where they stand in the clear."""
    found: list[Finding] = [(False, f"{kind} archives are not looked into")]
    lowered = content[:100_000].lower() + content[-100_000:].lower()
    names = re.findall(
        rb"[\w .()-]{1,60}\.(?:exe|scr|js|jse|vbs|vbe|lnk|bat|cmd|ps1|hta|wsf|msi|iso|img|dll|com|pif)(?![\w.])",
        lowered,
    )
    wide = re.findall(rb"\.\x00(?:e\x00x\x00e|j\x00s|v\x00b\x00s|l\x00n\x00k|b\x00a\x00t|s\x00c\x00r)\x00", lowered)
    if names or wide:
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
