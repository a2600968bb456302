"""The content after DATA: where it ends, what is refused in it, and its dots (RFC 5321 sections 2.3.8, 4.1.1.4, 4.5.2).

Only CRLF "." CRLF ends it. A bare CR or LF or a NUL makes the whole message refused, so that no other server's idea of
where a message ends can turn one message into two.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

_END = b"\r\n.\r\n"
_DOT_ROOM = 64 * 1024
"""How far transparency dots may take the content over its size before it is thrown away unread."""

Fault = Literal["", "octets", "line", "size", "memory"]


@dataclass(frozen=True, slots=True)
class Content:
    """A message without transparency dots, or why it is refused; `raw` is empty then."""

    raw: bytes
    fault: Fault = ""


class DataReader:
    """Takes the bytes after `354` in whatever pieces they come.

    `reserve` is told how much is held now and says whether that much may be; after a fault it is told 0.
    """

    def __init__(self, *, size: int, line: int, reserve: Callable[[int], bool]) -> None:
        self._size = size
        self._line = line
        self._reserve = reserve
        self._kept = bytearray(b"\r\n")  # the DATA command's own line end is the first half of an end at once
        self._searched = 0
        self._fault: Fault = ""
        self.received = 0
        """Bytes taken so far."""

    def feed(self, chunk: bytes) -> bytes | None:
        """None while the end is not reached; then the bytes that follow it."""
        self.received += len(chunk)
        kept = self._kept
        kept += chunk
        end = kept.find(_END, self._searched)
        if end >= 0:
            rest = bytes(kept[end + len(_END) :])
            del kept[end + 2 :]
            self._grow(end)
            return rest
        self._searched = max(0, len(kept) - len(_END) + 1)
        self._grow(len(kept))
        if self._fault:
            del kept[: self._searched]
            self._searched = 0
        return None

    def _grow(self, held: int) -> None:
        if self._fault:
            return
        if held > self._size + _DOT_ROOM:
            self._fault = "size"
        elif not self._reserve(held):
            self._fault = "memory"
        if self._fault:
            self._reserve(0)

    def finish(self) -> Content:
        """What was read, once `feed` has found the end."""
        kept = self._kept
        if self._fault:
            return Content(b"", self._fault)
        del kept[:2]
        fault = _fault(kept, self._line)
        if fault:
            return Content(b"", fault)
        raw = bytes(kept)
        kept.clear()
        raw = raw.removeprefix(b".").replace(b"\r\n.", b"\r\n")
        if len(raw) > self._size:
            return Content(b"", "size")
        return Content(raw)


def _fault(content: bytearray, line: int) -> Fault:
    pairs = content.count(b"\r\n")
    if content.count(b"\r") != pairs or content.count(b"\n") != pairs or b"\0" in content:
        return "octets"
    if has_longer_line(content, line):
        return "line"
    return ""


def has_longer_line(content: bytes | bytearray, bound: int) -> bool:
    """Is any line, its line end left out, longer than `bound` bytes? One pass, whatever the lines are like."""
    start = 0
    while len(content) - start > bound:
        at = content.rfind(b"\n", start, start + bound + 2)
        if at < 0:
            return True
        start = at + 1
    return False
