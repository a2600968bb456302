"""Bytes to text by a charset label as mail programs read it (RFC 2978 names, WHATWG Encoding labels and remaps)."""

import encodings.aliases
import re

_REMAPPED = {
    "ascii": "detect",
    # What browsers and mail programs really decode when they see these labels (WHATWG Encoding section 4.2).
    "iso8859_1": "windows-1252",
    "latin_1": "windows-1252",
    "iso8859_9": "cp1254",
    "iso8859_11": "cp874",
    "tis_620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "euc_jis_2004": "euc_jp",
    "iso2022_jp": "iso2022_jp_ext",
    "iso2022_jp_1": "iso2022_jp_ext",
}

_EXTRA = {
    **dict.fromkeys(["unknown", "unknown_8bit", "x_unknown", "8bit"], "detect"),
    "windows_1252": "windows-1252",
    "cp1252": "windows-1252",
    "x_cp1252": "windows-1252",
    "ansi": "windows-1252",
    "x_ansi": "windows-1252",
    "iso_8859_1": "windows-1252",
    "iso8859_1_windows_3.1_latin_1": "windows-1252",
    "iso_8859_8_i": "iso8859_8",
    "iso_8859_8_e": "iso8859_8",
    "iso_8859_6_i": "iso8859_6",
    "iso_8859_6_e": "iso8859_6",
    "iso_8859_11": "cp874",
    "windows_874": "cp874",
    "cp874": "cp874",
    "dos_874": "cp874",
    "x_windows_874": "cp874",
    "windows_949": "cp949",
    "ks_c_5601": "cp949",
    "ks_c_5601_1987": "cp949",
    "ksc_5601": "cp949",
    "x_sjis": "cp932",
    "sjis": "cp932",
    "windows_31j": "cp932",
    "cp932": "cp932",
    "ms_kanji": "cp932",
    "x_ms_cp932": "cp932",
    "x_euc_jp": "euc_jp",
    "cp50220": "iso2022_jp_ext",
    "cp50221": "iso2022_jp_ext",
    "x_gbk": "gb18030",
    "gb_2312": "gb18030",
    "gb_2312_80": "gb18030",
    "x_euc_cn": "gb18030",
    "x_x_big5": "big5hkscs",
    "cn_big5": "big5hkscs",
    "hz_gb_2312": "hz",
    "unicode_1_1_utf_8": "utf_8",
    "unicode_1_1_utf_7": "utf_7",
    "x_unicode20utf8": "utf_8",
    "utf_8_sig": "utf_8",
    "utf8mb4": "utf_8",
    "utf": "utf_8",
    "unicode": "utf_16",
    "ucs_2": "utf_16",
    "iso_10646_ucs_2": "utf_16",
    "x_mac_roman": "mac_roman",
    "x_mac_cyrillic": "mac_cyrillic",
    "x_mac_ukrainian": "mac_cyrillic",
    "koi8_u": "koi8_u",
    "koi8_ru": "koi8_u",
    "koi8": "koi8_r",
    "cp737": "cp737",
    "cp856": "cp856",
    "cp720": "cp720",
    "mac_arabic": "mac_arabic",
    "mac_farsi": "mac_farsi",
    "mac_romanian": "mac_romanian",
    "mac_croatian": "mac_croatian",
    "logical": "iso8859_8",
    "visual": "iso8859_8",
}

_NOT_TEXT = frozenset(
    [
        *("base64_codec", "bz2_codec", "hex_codec", "quopri_codec", "rot_13", "uu_codec", "zlib_codec", "idna"),
        *("punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"),
    ]
)
"""Transforms, escapes and quadratic codecs: never a charset of mail."""

_SEPARATORS = re.compile(r"[-_\s:.]+")


def _by_label() -> dict[str, str]:
    known = dict(encodings.aliases.aliases)
    table = {codec: codec for codec in known.values()} | known | _EXTRA
    return {
        _SEPARATORS.sub("_", label.lower()): _REMAPPED.get(codec, codec)
        for label, codec in table.items()
        if codec not in _NOT_TEXT
    }


_BY_LABEL = _by_label()
"""Every label read, so that no hostile label reaches the codec machinery, which imports by name and caches misses."""

_WINDOWS_1252 = "".join(
    bytes([byte]).decode("cp1252") if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else chr(byte) for byte in range(256)
)


def windows_1252(data: bytes) -> str:
    """Every byte has a meaning here, as in browsers: the five holes of the code page are C1 controls."""
    import codecs

    return codecs.charmap_decode(data, "strict", _WINDOWS_1252)[0]


def guess(data: bytes) -> str:
    """UTF-8 when it is, else windows-1252: how mail without a usable charset label is read."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return windows_1252(data)


def codec_of(label: str) -> str | None:
    """The codec a label stands for, "detect" when it says nothing, None when unknown."""
    key = _SEPARATORS.sub("_", label.strip("\"' \t").lower()[:64]).strip("_")
    return _BY_LABEL.get(key) if key else "detect"


def decode(data: bytes, label: str | None, *, html: bool = False) -> tuple[str, str | None]:
    """The text of `data`, and the name of a defect: `unknown-charset`, `bad-charset` (bytes that do not fit it), None.

    Never raises. UTF-7 is not read in HTML, where it smuggles markup past whoever looks at the bytes.
    """
    codec = codec_of(label or "")
    if codec is None or (html and codec == "utf_7"):
        return guess(data), "unknown-charset"
    if codec == "detect":
        return guess(data), None
    if codec == "windows-1252":
        return windows_1252(data), None
    if codec in ("utf_16", "utf_32"):
        codec = _with_order(data, codec)
    try:
        return data.decode(codec), None
    except UnicodeError:
        return data.decode(codec, "replace"), "bad-charset"


def _with_order(data: bytes, codec: str) -> str:
    """UTF-16 and UTF-32 without a byte order mark: little endian, unless the zero bytes say otherwise."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return codec
    big = (data[:1] == b"\x00" and data[1:2] != b"\x00") or data[:3] == b"\x00\x00\x00"
    return f"{codec}_be" if big else f"{codec}_le"
