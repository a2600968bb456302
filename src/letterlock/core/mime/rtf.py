"""RTF read as text, or as the HTML it was made of ([MS-OXRTFEX] section 3.1); what RTF hides is left out."""

import html
import re
from dataclasses import dataclass, field, replace

from letterlock.core.mime.charset import decode

_TOKEN = re.compile(
    rb"\\(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,10})? ?|\\'(?P<hex>[0-9A-Fa-f]{2})|\\(?P<symbol>[^A-Za-z])"
    rb"|(?P<open>\{)|(?P<close>\})|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\",
    re.DOTALL,
)
_DEEPEST = 1_000
_SKIPPED = frozenset(
    b"stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf footnote annotation"
    b" filetbl revtbl themedata datastore xmlnstbl listtable listoverridetable generator xe tc pgdsctbl".split()
)
_CHARACTERS = {
    b"par": "\n",
    b"line": "\n",
    b"sect": "\n",
    b"page": "\n",
    b"row": "\n",
    b"tab": "\t",
    b"cell": "\t",
    b"lquote": "‘",
    b"rquote": "’",
    b"ldblquote": "“",
    b"rdblquote": "”",
    b"bullet": "•",
    b"endash": "–",
    b"emdash": "—",
    b"emspace": "\u2003",
    b"enspace": "\u2002",
}
_IN_HTML = {b"line": "<br>\n", b"tab": "&#9;"}
_SYMBOLS = {b"~": "\u00a0", b"_": "\u2011", b"\n": "\n", b"\r": "\n", b"{": "{", b"}": "}", b"\\": "\\"}
_CHARSETS = {
    77: "macintosh",
    128: "cp932",
    129: "cp949",
    134: "cp936",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
}
_BRIGHT = 240
_SMALLEST = 4
"""Half points: what is smaller no reader makes out."""


@dataclass(frozen=True, slots=True)
class Rtf:
    """The HTML an encapsulating RTF was made of, or else its text."""

    text: str | None = None
    html: str | None = None


@dataclass(frozen=True, slots=True)
class _State:
    """What a group inherits and gives back at its end."""

    into: str = "text"
    """Where text goes: text, tag (HTML as it was written), fonts, colours, nowhere."""
    rtf_only: bool = False
    """Between \\htmlrtf and \\htmlrtf0: there for readers of RTF alone."""
    hidden: bool = False
    tiny: bool = False
    colour: int = 0
    unicode_skip: int = 1
    font: int | None = None


@dataclass(slots=True)
class _Reader:
    longest: int
    state: _State = field(default_factory=_State)
    stack: list[_State] = field(default_factory=list)
    too_deep: int = 0
    from_html: bool = False
    starred: bool = False
    skip: int = 0
    codepage: str = "cp1252"
    fonts: dict[int, str] = field(default_factory=dict)
    colours: list[int] = field(default_factory=lambda: [0])
    """The darkest of red, green and blue of each."""
    shade: list[int] = field(default_factory=list)
    output: list[str] = field(default_factory=list)
    length: int = 0
    pending: bytearray = field(default_factory=bytearray)


def read_rtf(data: bytes, longest: int) -> Rtf:
    """Never raises; at most `longest` characters."""
    if not data.startswith(b"{\\rtf"):
        return Rtf()
    reader = _Reader(longest)
    position = 0
    while position < len(data) and reader.length < longest:
        match = _TOKEN.match(data, position)
        if match is None:
            position += 1
            continue
        position = match.end()
        if match["word"] == b"bin":  # so many bytes of something else follow
            position += max(0, int(match["number"] or 0))
            continue
        _token(reader, match)
    _flush(reader)
    joined = "".join(reader.output)[:longest]
    joined = joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace("\0", "")
    if reader.from_html:
        return Rtf(html=joined or None)
    return Rtf(text=joined.strip("\n") or None)


def _token(reader: _Reader, match: re.Match[bytes]) -> None:
    kind = match.lastgroup
    if kind == "text":
        _bytes(reader, match["text"])
    elif kind == "hex":
        _bytes(reader, bytes([int(match["hex"], 16)]))
    elif kind in ("word", "number"):
        starred, reader.starred = reader.starred, False
        _word(reader, match["word"], None if match["number"] is None else int(match["number"]), starred)
    elif kind == "symbol":
        _symbol(reader, match["symbol"])
    elif kind == "open":
        _flush(reader)
        if len(reader.stack) < _DEEPEST:
            reader.stack.append(reader.state)
        else:
            reader.too_deep += 1
    elif kind == "close":
        _flush(reader)
        reader.skip = 0
        if reader.too_deep:
            reader.too_deep -= 1
        elif reader.stack:
            reader.state = reader.stack.pop()


def _symbol(reader: _Reader, symbol: bytes) -> None:
    if symbol == b"*":
        reader.starred = True
    elif symbol in _SYMBOLS:
        _emit(reader, _SYMBOLS[symbol])


def _word(reader: _Reader, word: bytes, number: int | None, starred: bool) -> None:
    state = reader.state
    if state.into == "nowhere":
        return
    if word == b"htmltag" and starred and reader.from_html:
        _change(reader, into="tag")
    elif starred or word in _SKIPPED:
        _change(reader, into="nowhere")
    elif word in (b"fonttbl", b"colortbl"):
        _change(reader, into="fonts" if word == b"fonttbl" else "colours")
    elif state.into in ("fonts", "colours"):
        _table(reader, word, number or 0)
    elif word in _CHARACTERS:
        in_html = reader.from_html and state.into != "tag"
        _emit(reader, _IN_HTML[word] if in_html and word in _IN_HTML else _CHARACTERS[word], raw=True)
    elif word == b"u" and number is not None:
        _emit(reader, chr(number & 0xFFFF))
        reader.skip = state.unicode_skip
    else:
        _format(reader, word, number)


def _format(reader: _Reader, word: bytes, number: int | None) -> None:
    if word == b"fromhtml":
        reader.from_html = True
    elif word == b"ansicpg" and number:
        reader.codepage = "utf-8" if number == 65001 else f"cp{number}"
    elif word == b"htmlrtf":
        _change(reader, rtf_only=number != 0)
    elif word == b"v":
        _change(reader, hidden=number != 0)
    elif word == b"fs":
        _change(reader, tiny=(number or 0) < _SMALLEST)
    elif word == b"cf":
        _change(reader, colour=number or 0)
    elif word == b"plain":
        _change(reader, hidden=False, tiny=False, colour=0)
    elif word == b"uc":
        _change(reader, unicode_skip=min(max(number or 0, 0), 8))
    elif word in (b"f", b"deff") and number is not None:
        _change(reader, font=number)


def _table(reader: _Reader, word: bytes, number: int) -> None:
    if word == b"f":
        _change(reader, font=number)
    elif word == b"fcharset" and reader.state.font is not None and len(reader.fonts) < 10_000:
        reader.fonts[reader.state.font] = _CHARSETS.get(number, "")
    elif word in (b"red", b"green", b"blue"):
        reader.shade.append(number)


def _change(reader: _Reader, **changes: object) -> None:
    if all(getattr(reader.state, name) == value for name, value in changes.items()):
        return
    _flush(reader)
    reader.state = replace(reader.state, **changes)  # type: ignore[arg-type]


def _shown(reader: _Reader) -> bool:
    state = reader.state
    if state.into == "tag":
        return True
    if state.into != "text" or state.rtf_only:
        return False
    if reader.from_html:
        return True
    bright = state.colour < len(reader.colours) and reader.colours[state.colour] >= _BRIGHT
    return not (state.hidden or state.tiny or bright)


def _bytes(reader: _Reader, data: bytes) -> None:
    if reader.state.into == "colours":
        for _ in range(data.count(b";")):
            if len(reader.colours) < 10_000 and (reader.shade or len(reader.colours) > 1):
                reader.colours.append(min(reader.shade, default=0))
            reader.shade = []
        return
    if reader.skip:
        taken = min(reader.skip, len(data))
        reader.skip -= taken
        data = data[taken:]
    if data and _shown(reader):
        reader.pending += data


def _emit(reader: _Reader, text: str, *, raw: bool = False) -> None:
    if not _shown(reader):
        return
    _flush(reader)
    if not raw and reader.from_html and reader.state.into != "tag":
        text = html.escape(text, quote=False)
    reader.output.append(text)
    reader.length += len(text)


def _flush(reader: _Reader) -> None:
    """Bytes gathered so far become text in the font's code page: a character may be more than one token."""
    if not reader.pending:
        return
    font = reader.state.font
    codepage = (reader.fonts.get(font) if font is not None else None) or reader.codepage
    text = decode(bytes(reader.pending), codepage)[0]
    reader.pending.clear()
    if reader.from_html and reader.state.into != "tag":
        text = html.escape(text, quote=False)
    reader.output.append(text)
    reader.length += len(text)
