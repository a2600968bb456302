"""PDF documents (ISO 32000-1), page by page, by way of pypdf.

Left out and counted, in the plain cases: text drawn invisibly on a page that is no scan, white on nothing, and too
small to see. Of a scan the invisible text is what was recognised on it, so it is kept.
"""

import io
import math
from typing import Any, Final

from letterlock.core.files.text.writer import EncryptedError, Full, Writer

_PAGES: Final = 5_000
_OPERATORS: Final = 200_000
"""Drawing operators of all pages together that are looked at: they stand for time."""
_TINY: Final = 1.0
"""Points."""
_SCAN: Final = 0.5
"""Of a page's area that a picture covers, so that the page is taken for a scan."""
_FILLS: Final = frozenset({b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"sh"})
_SHOWS: Final = frozenset({b"Tj", b"TJ", b"'", b'"'})
_UNCOLOURED: Final = frozenset({"/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/CalGray", "/CalRGB"})
_DEEPEST: Final = 100


def read(content: bytes, writer: Writer) -> None:
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(content), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        raise EncryptedError
    left = _OPERATORS
    for number, page in enumerate(reader.pages):
        if number >= _PAGES or left <= 0:
            writer.cut = True
            return
        left -= _page(page, writer, left)


def _page(page: Any, writer: Writer, most: int) -> int:
    """Writes one page; how many operators it took."""
    look = _Look(page, most)
    text = _extract(page, look)
    used = look.count
    if look.invisible and look.scanned and not look.full:
        look = _Look(page, most, scan=True)
        text = _extract(page, look)
        used += look.count
    writer.hidden += look.hidden
    writer.cut |= look.full
    if text.strip():
        writer.write(text.strip("\n") + "\n\n")
    return used


def _extract(page: Any, look: "_Look") -> str:
    try:
        found: str = page.extract_text(visitor_operand_before=look.before)
        return found
    except MemoryError:
        raise
    except Full:
        look.full = True
    except Exception:
        # A page that is broken, or beyond the library's own bounds, takes no other page with it.
        look.full = True
    return ""


class _Look:
    """Follows how text is drawn, and empties what shows none."""

    def __init__(self, page: Any, most: int, *, scan: bool = False) -> None:
        self._most = most
        self._scan = scan
        self._area = abs(float(page.mediabox.width) * float(page.mediabox.height)) or 1.0
        self._has_forms = _has_forms(page)
        self._painted = False
        self._white = False
        self._space = "/DeviceGray"
        self._mode = 0
        self._size = 12.0
        self._saved: list[tuple[bool, str, int, float]] = []
        self.count = 0
        self.hidden = 0
        self.invisible = False
        self.scanned = False
        self.full = False

    def before(self, operator: bytes, operands: list[Any], cm: list[float], tm: list[float]) -> None:
        self.count += 1
        if self.count > self._most:
            raise Full
        if operator in _SHOWS:
            self._show(operands, cm, tm)
        elif operator == b"Tr" and operands:
            self._mode = int(_number(operands[0]))
        elif operator == b"Tf" and len(operands) > 1:
            self._size = _number(operands[1])
        elif operator in (b"g", b"rg", b"k"):
            self._space = {b"g": "/DeviceGray", b"rg": "/DeviceRGB", b"k": "/DeviceCMYK"}[operator]
            self._white = _is_white(operands)
        elif operator == b"cs" and operands:
            self._space, self._white = str(operands[0]), False
        elif operator in (b"sc", b"scn"):
            self._white = _is_white(operands) and (len(operands) != 1 or self._space in _UNCOLOURED)
        else:
            self._other(operator, cm)

    def _other(self, operator: bytes, cm: list[float]) -> None:
        if operator == b"q" and len(self._saved) < _DEEPEST:
            self._saved.append((self._white, self._space, self._mode, self._size))
        elif operator == b"Q" and self._saved:
            self._white, self._space, self._mode, self._size = self._saved.pop()
        elif operator in _FILLS:
            self._painted |= not self._white or operator == b"sh"
        elif operator in (b"Do", b"INLINE IMAGE"):
            self._painted = True
            self.scanned |= _scale(cm) ** 2 >= _SCAN * self._area

    def _show(self, operands: list[Any], cm: list[float], tm: list[float]) -> None:
        invisible = self._mode == 3
        self.invisible |= invisible
        white = self._white and not self._painted and self._mode in (0, 4)
        tiny = not self._has_forms and abs(self._size) * _scale(cm) * _scale(tm) < _TINY
        if not ((invisible and not self._scan) or white or tiny):
            return
        for at, operand in enumerate(operands):
            if isinstance(operand, list):
                self.hidden += sum(len(part) for part in operand if isinstance(part, str | bytes))
                operand.clear()
            elif isinstance(operand, str | bytes):
                self.hidden += len(operand)
                operands[at] = type(operand)()


def _has_forms(page: Any) -> bool:
    """Whether something is drawn by reference: within it the scale of what is around is not known."""
    try:
        objects = page["/Resources"]["/XObject"]
        return any(objects[name]["/Subtype"] == "/Form" for name in objects)
    except (KeyError, TypeError, AttributeError):
        return False


def _is_white(operands: list[Any]) -> bool:
    values = [_number(one) for one in operands]
    if len(values) == 4:
        return all(value <= 0.01 for value in values)
    return len(values) in (1, 3) and all(value >= 0.99 for value in values)


def _number(value: Any) -> float:
    found = float(value) if isinstance(value, int | float) else 0.0
    return found if math.isfinite(found) else 0.0


def _scale(matrix: list[float]) -> float:
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
