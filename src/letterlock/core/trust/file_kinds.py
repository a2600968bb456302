"""Kinds of files: by extension, by declared type, and by the first bytes of their content."""

from letterlock.core.words import word_set

EXECUTABLES = word_set(
    "exe com scr pif cpl dll msi msp mst sys drv ocx apk ipa app appx appxbundle msix msixbundle dmg pkg deb"
    " rpm jar jnlp gadget lnk url scf inf reg chm hlp application appref-ms settingcontent-ms library-ms"
    " search-ms theme themepack diagcab xll wll xpi crx elf bin run so dylib appimage desktop action workflow"
    " command out rdp msc grp cab ade adp mde mad maf mda mdb accde accdr"
)
SCRIPTS = word_set(
    "bat cmd ps1 ps1xml ps2 psc1 psc2 psd1 psm1 vb vbe vbs js jse jsx mjs ws wsf wsc wsh hta sct shb shs sh"
    " bash zsh csh ksh fish py pyc pyw pyz pl rb php phar applescript scpt scptd osx ahk au3 msh msh1 msh2"
    " mshxml iqy slk prf prg"
)
IMAGES_OF_DISKS = word_set("iso img vhd vhdx vmdk udf daa nrg cue mdf wim one onepkg toast")
ARCHIVES = word_set("zip rar 7z gz tgz tar bz2 xz lzh lha arj ace z zipx zst cab")
MACRO_DOCUMENTS = word_set("docm dotm xlsm xltm xlam xlsb pptm potm ppam ppsm sldm xlm xla ppa mpp pub")
WEB_PAGES = word_set("html htm xhtml shtml mht mhtml svg svgz xht xml xsl") - {"xml", "xsl"}
DOCUMENTS = word_set(
    "pdf doc docx xls xlsx ppt pptx txt rtf csv jpg jpeg png gif bmp tif tiff webp heic mp3 mp4 mov avi wav"
    " odt ods odp eml msg html htm zip"
)

KINDS_OF_TYPE = {
    **dict.fromkeys(("pdf", "application/pdf"), "PDF"),
    **dict.fromkeys(("png", "image/png"), "PNG"),
    **dict.fromkeys(("jpg", "jpeg", "image/jpeg", "image/jpg"), "JPEG"),
    **dict.fromkeys(("gif", "image/gif"), "GIF"),
    **dict.fromkeys(("doc", "xls", "ppt", "application/msword", "application/vnd.ms-excel"), "Office document"),
    **dict.fromkeys(
        ("docx", "xlsx", "pptx", "docm", "xlsm", "pptm", "odt", "ods", "odp", "zip", "application/zip"), "ZIP"
    ),
    **dict.fromkeys(("rtf", "application/rtf", "text/rtf"), "RTF"),
    **dict.fromkeys(("txt", "csv", "ics", "text/plain", "text/csv", "text/calendar"), "text"),
    **dict.fromkeys(("mp3", "mp4", "mov", "wav"), "media"),
}
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x7fELF", "program"),
    (b"\xfe\xed\xfa\xce", "program"),
    (b"\xfe\xed\xfa\xcf", "program"),
    (b"\xce\xfa\xed\xfe", "program"),
    (b"\xcf\xfa\xed\xfe", "program"),
    (b"dex\n", "program"),
    (b"%PDF-", "PDF"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"PK\x03\x04", "ZIP"),
    (b"PK\x05\x06", "ZIP"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Office document"),
    (b"{\\rtf", "RTF"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"MSCF", "cabinet"),
    (b"L\x00\x00\x00\x01\x14\x02\x00", "shortcut"),
    (b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d", "OneNote"),
    (b"conectix", "disk image"),
    (b"vhdxfile", "disk image"),
    (b"KDMV", "disk image"),
    (b"ITSF", "program"),
)
TURNING = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"
"""Characters that turn the reading direction, and so may hide an extension."""
_ISO_AT = (0x8001, 0x8801, 0x9001)
_WEB = (b"<!doctype html", b"<html", b"<head", b"<body", b"<script")


def kind_by_magic(content: bytes) -> str:  # noqa: PLR0911 (one case a line)
    """What the content is by its first bytes, "" where that is not clear (plain text has no mark)."""
    if content[:2] == b"MZ" and len(content) > 63:
        return "program"
    if content[:4] in (b"\xca\xfe\xba\xbe", b"\xbe\xba\xfe\xca"):
        return "program"
    for magic, kind in _MAGIC:
        if content.startswith(magic):
            return kind
    if content[257:262] == b"ustar":
        return "tar"
    if content[:2] == b"#!" and b"/" in content[:40]:
        return "script"
    if any(content[at : at + 5] == b"CD001" for at in _ISO_AT):
        return "disk image"
    start = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if b"%pdf-" in start[:1024] and not start.startswith(b"<"):
        return "PDF"
    if start.startswith(b"<svg") or (start.startswith(b"<?xml") and b"<svg" in start):
        return "SVG"
    return "HTML" if start.startswith(_WEB) else ""


def same_kind(kind: str, expected: str) -> bool:
    """Whether content of `kind` may go by the name of `expected` without surprise."""
    families = ({"PNG", "JPEG", "GIF"}, {"Office document", "RTF", "ZIP"})
    if expected in (kind, "media"):
        return True
    if expected == "text":
        return kind not in ("shortcut", "disk image", "ZIP", "RAR", "7z", "cabinet")
    return any(kind in family and expected in family for family in families)
