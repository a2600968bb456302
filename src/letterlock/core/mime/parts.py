"""A message taken apart into its tree of parts, over bytes and without recursion (RFC 2046 section 5.1)."""

from dataclasses import dataclass, field

from letterlock.core.mime.headers import HeaderBlock, read_headers
from letterlock.core.mime.limits import Limits
from letterlock.core.mime.parameters import Parameters, content_type, parse_parameters

_LONGEST_BOUNDARY = 10_000
"""RFC 2046 allows 70; some programs write longer ones."""


@dataclass(slots=True)
class Part:
    """One part: its headers, where its body lies in the message, and its children when it was taken apart."""

    headers: HeaderBlock
    type: Parameters
    disposition: Parameters
    start: int
    end: int
    parent: "Part | None" = None
    children: list["Part"] = field(default_factory=list)
    closed: bool = False
    divided: bool = False
    """It is a multipart whose boundary was found, so its body is its children."""

    @property
    def subtype(self) -> str:
        """Of a divided multipart, what follows `multipart/`; "" for any other part."""
        return self.type.value.partition("/")[2] if self.divided else ""

    @property
    def boundary(self) -> bytes | None:
        text = self.type.parameters.get("boundary", "").rstrip()
        return text[:_LONGEST_BOUNDARY].encode("utf-8", "replace") if text else None


@dataclass(slots=True)
class Tree:
    """The root part and all that was noticed while taking it apart."""

    root: Part
    defects: set[str] = field(default_factory=set)
    exceeded: set[str] = field(default_factory=set)
    count: int = 1


def split(data: bytes, limits: Limits) -> Tree:
    """The parts of a whole message, at most `limits.parts`, multiparts no deeper than `limits.depth`."""
    root = _open(data, 0, len(data), None, limits)
    splitter = _Splitter(data, limits, Tree(root))
    splitter.run()
    return splitter.tree


@dataclass(slots=True)
class _Splitter:
    """Goes from delimiter line to delimiter line; `stack` holds the multiparts that are open, outermost first."""

    data: bytes
    limits: Limits
    tree: Tree
    stack: list[Part] = field(default_factory=list)
    open: list[dict[bytes, int]] = field(default_factory=list)
    """For each of them, the boundaries open then, by their place in the stack."""

    def run(self) -> None:
        self._note(self.tree.root)
        self._enter(self.tree.root)
        position = self.tree.root.start
        while self.stack:
            found = _delimiter(self.data, position, self.open[-1])
            if found is None:
                break
            owner = found.owner
            self._close(owner + 1, found.start)
            self.stack[-1].divided = True
            position = found.end
            if found.closing:
                self.stack[-1].closed = True
                self._close(owner, found.start)
            elif self.tree.count >= self.limits.parts:
                self.tree.exceeded.add("parts")
                break
            else:
                position = self._next_part(position)
        self._close(0, len(self.data))

    def _next_part(self, position: int) -> int:
        """Reads the part that begins at `position`; returns where to look for the next delimiter line."""
        following = _delimiter(self.data, position, self.open[-1])
        end = len(self.data) if following is None else following.start
        part = _open(self.data, position, end, self.stack[-1], self.limits)
        self.stack[-1].children.append(part)
        self.tree.count += 1
        self._note(part)
        # Unless it is a multipart, the delimiter found above is met again at once.
        return part.start if self._enter(part) else max(position, end)

    def _note(self, part: Part) -> None:
        block = part.headers
        self.tree.defects |= block.defects | part.type.defects | part.disposition.defects
        self.tree.exceeded |= block.exceeded
        for name in ("content-type", "content-transfer-encoding", "content-disposition"):
            if block.count(name) > 1:
                self.tree.defects.add(f"duplicate-{name}")

    def _enter(self, part: Part) -> bool:
        """Whether `part` is a multipart to be taken apart; then it is the innermost open one."""
        if not part.type.value.startswith("multipart/"):
            return False
        if part.boundary is None:
            self.tree.defects.add("missing-boundary")
            return False
        if len(self.stack) >= self.limits.depth:
            self.tree.exceeded.add("depth")
            part.divided = True  # its children were not read
            return False
        outer = self.open[-1] if self.open else {}
        self.open.append({**outer, part.boundary: len(self.stack)})
        self.stack.append(part)
        return True

    def _is_marked(self, part: Part) -> bool:
        """Whether its boundary stands in it, though in no delimiter line."""
        return part.boundary is not None and self.data.find(b"--" + part.boundary, part.start, part.end) != -1

    def _close(self, keep: int, end: int) -> None:
        """Ends all open multiparts beyond the first `keep`."""
        while len(self.stack) > keep:
            part = self.stack.pop()
            self.open.pop()
            part.end = min(part.end, end)
            if part.divided and not part.children and self._is_marked(part):
                part.divided = False  # what its delimiters went wrong around is not to be lost
            if not part.divided:
                self.tree.defects.add("boundary-not-found")
            elif not part.closed:
                self.tree.defects.add("unterminated-multipart")


def _open(data: bytes, start: int, end: int, parent: Part | None, limits: Limits) -> Part:
    block = read_headers(data, start, end, limits, top=parent is None)
    digest = parent is not None and parent.type.value == "multipart/digest"
    kind = content_type(block.first("content-type"), "message/rfc822" if digest else "text/plain")
    disposition = parse_parameters(block.first("content-disposition") or "")
    return Part(block, kind, disposition, min(block.body_start, end), end, parent)


@dataclass(frozen=True, slots=True)
class _Delimiter:
    """What precedes ends at `start` (the line end before a delimiter belongs to it), the next begins at `end`."""

    start: int
    end: int
    owner: int
    """Whose boundary it is, by its place in the stack."""
    closing: bool


def _delimiter(data: bytes, position: int, boundaries: dict[bytes, int]) -> _Delimiter | None:
    """The next delimiter line from `position` on."""
    line = position if position == 0 or data[position - 1] == 0x0A else data.find(b"\n--", position) + 1
    if line < position:
        return None
    while True:
        line_end = data.find(b"\n", line)
        end = len(data) if line_end == -1 else line_end + 1
        if data.startswith(b"--", line):
            text = data[line + 2 : end].rstrip(b"\r\n").rstrip(b" \t")
            closing = text not in boundaries and text.endswith(b"--")
            owner = boundaries.get(text[:-2] if closing else text)
            if owner is not None:
                before = line
                if line > position:
                    before -= 2 if data[line - 2 : line - 1] == b"\r" and line - 1 > position else 1
                return _Delimiter(before, end, owner, closing)
        if line_end == -1:
            return None
        following = data.find(b"\n--", line_end)
        if following == -1:
            return None
        line = following + 1
