"""An address list read once, left to right, without recursion or guessing (RFC 5322 sections 3.4 and 4.4).

Mail programs disagree on malformed lists, and attackers live on the difference: a stretch between two commas is read
only when it has one reading, else it is dropped and the defect named.
"""

import re
from dataclasses import dataclass, field

from letterlock.core.address import Address, make_address
from letterlock.core.errors import Invalid
from letterlock.core.mime.display import clean_line, has_invisible
from letterlock.core.mime.encoded_words import decode_words

_LEXER = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<special>[<>,;:()@\\\[\]"])
      | (?P<atom>[^ \t\r\n<>,;:()@\\\[\]"]+)""",
    re.VERBOSE,
)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_LITERAL = re.compile(r"\[[^\[\]\\<>,]*+\]")
_IN_COMMENT = re.compile(r"[()]|\\.", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)

_BLANK = frozenset(["space", "comment"])
_IN_PHRASE = _BLANK | {"atom", "quoted", "@"}
_LONGEST_NAME = 1_000


@dataclass(frozen=True, slots=True)
class Token:
    """kind: atom, quoted, literal, space, comment, or the special character itself."""

    kind: str
    text: str


@dataclass(slots=True)
class Field:
    """What one field held."""

    addresses: tuple[Address, ...] = ()
    defects: tuple[str, ...] = ()
    groups: int = 0


@dataclass(slots=True)
class _Reader:
    limit: int
    addresses: list[Address] = field(default_factory=list)
    defects: dict[str, None] = field(default_factory=dict)
    groups: int = 0
    in_group: bool = False
    segment: list[Token] = field(default_factory=list)
    in_angle: bool = False

    def defect(self, name: str) -> None:
        self.defects[name] = None

    def take(self, token: Token) -> bool:
        """One more token; False when no more are wanted."""
        kind = token.kind
        if kind == "<":
            self.in_angle = True
        elif kind == ">":
            self.in_angle = False
        if self.in_angle or kind not in (",", ";", ":"):
            self.segment.append(token)
            return True
        if kind == ":":
            self._open_group()
            return True
        self._end_segment()
        if kind == ";" and self.in_group:
            self.in_group = False
        return len(self.addresses) < self.limit

    def _open_group(self) -> None:
        """`name: a@b, c@d;` — a colon anywhere else has no meaning, and what precedes it is dropped."""
        words = [t for t in self.segment if t.kind not in ("space", "comment")]
        if self.in_group or not words or any(t.kind not in ("atom", "quoted") for t in words):
            self.defect("bad-address")
            self.segment.append(Token(":", ":"))
            return
        self.in_group = True
        self.groups += 1
        self.segment.clear()

    def _end_segment(self) -> None:
        segment, self.segment = self.segment, []
        if all(token.kind in ("space", "comment") for token in segment):
            return
        found = read_mailbox(segment)
        if isinstance(found, str):
            self.defect(found)
            return
        address, odd = found
        if odd:
            self.defect(odd)
        self.addresses.append(address)

    def finish(self) -> Field:
        if self.in_angle:
            self.defect("bad-address")
            self.segment.clear()
        self._end_segment()
        if self.in_group:
            self.defect("unclosed-group")
        return Field(tuple(self.addresses[: self.limit]), tuple(self.defects), self.groups)


def read_field(value: str, limit: int) -> Field:
    """All mailboxes of a field value, at most `limit`; the defect `addresses` says there were more."""
    reader = _Reader(limit)
    position = 0
    while position < len(value):
        token, position, problem = next_token(value, position)
        if problem:
            reader.defect(problem)
        if token is None:  # nothing after this can be told apart
            reader.segment.clear()
            reader.in_angle = False
            break
        if not reader.take(token):
            if value[position:].strip(" \t\r\n,;"):
                reader.defect("addresses")
            break
    return reader.finish()


def next_token(value: str, position: int) -> tuple[Token | None, int, str]:
    """The token at `position` and where it ends; a defect instead when it never ends and the rest is unreadable."""
    match = _LEXER.match(value, position)
    assert match is not None  # its three kinds cover every character
    kind, text = match.lastgroup or "", match[0]
    if kind != "special":
        return Token(kind, text), match.end(), ""
    if text == '"':
        quoted = _QUOTED.match(value, position)
        if quoted is None:
            return None, len(value), "unclosed-quote"
        return Token("quoted", _ESCAPED.sub(r"\1", quoted[1])), quoted.end(), ""
    if text == "(":
        end = _comment_end(value, position)
        if end is None:
            return None, len(value), "unclosed-comment"
        return Token("comment", _ESCAPED.sub(r"\1", value[position + 1 : end - 1])), end, ""
    literal = _LITERAL.match(value, position) if text == "[" else None
    token = Token(text, text) if literal is None else Token("literal", literal[0])
    return token, position + len(token.text), ""


def _comment_end(value: str, position: int) -> int | None:
    depth = 0
    for match in _IN_COMMENT.finditer(value, position):
        if match[0] == "(":
            depth += 1
        elif match[0] == ")":
            depth -= 1
            if depth == 0:
                return match.end()
    return None


def read_mailbox(tokens: list[Token]) -> tuple[Address, str] | str:
    """The one mailbox of these tokens with the name of something odd ("" when nothing is), or why there is none."""
    opens = [index for index, token in enumerate(tokens) if token.kind == "<"]
    closes = [index for index, token in enumerate(tokens) if token.kind == ">"]
    if not opens and not closes:
        found = _read_spec(tokens)
        name, odd = _phrase_text([], tokens), ""
    elif len(opens) == 1 and len(closes) == 1 and opens[0] < closes[0]:
        phrase, after = tokens[: opens[0]], tokens[closes[0] + 1 :]
        if not _kinds(phrase) <= _IN_PHRASE or not _kinds(after) <= _BLANK:
            return "bad-address"
        found = _read_spec(tokens[opens[0] + 1 : closes[0]])
        name, odd = _phrase_text(phrase, after), "unquoted-at-in-name" if "@" in _kinds(phrase) else ""
    else:
        return "bad-address"
    if isinstance(found, str):
        return found
    if has_invisible(name):
        odd = odd or "invisible-in-name"
    return Address(found.local, found.domain, clean_line(name[:_LONGEST_NAME])), odd


def _kinds(tokens: list[Token]) -> set[str]:
    return {token.kind for token in tokens}


def _phrase_text(phrase: list[Token], after: list[Token]) -> str:
    """The display name: the words before the bracket, or, with none, a comment (the habit before RFC 822)."""
    pieces = ["" if token.kind == "comment" else token.text for token in phrase]
    if any(token.kind == "quoted" for token in phrase):
        # Encoded words inside quotes are against RFC 2047, yet common, and mail programs decode them.
        text = "".join(decode_words(piece) for piece in pieces)
    else:
        text = decode_words("".join(pieces))
    if text.strip():
        return text
    return next((decode_words(token.text) for token in (*phrase, *after) if token.kind == "comment"), "")


def _read_spec(tokens: list[Token]) -> Address | str:
    """`local@domain`, white space and comments only at its ends and around the @; or the name of what is wrong."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "@":
            parts.append([])
        else:
            parts[-1].append(token)
    inner = [_inner(part) for part in parts]
    shape = tuple(part[0].kind if len(part) == 1 else "" for part in inner)
    if shape in (("atom", "atom"), ("quoted", "atom")):
        return _checked(inner[0][0].text, inner[1][0].text)
    if len(inner) == 1:
        return "no-address"
    if len(inner[0]) == 0 or ":" in _kinds(inner[1]):
        return "route-address"
    return "domain-literal" if shape[1] == "literal" and len(shape) == 2 else "bad-address"


def _inner(tokens: list[Token]) -> list[Token]:
    start, end = 0, len(tokens)
    while start < end and tokens[start].kind in ("space", "comment"):
        start += 1
    while end > start and tokens[end - 1].kind in ("space", "comment"):
        end -= 1
    return tokens[start:end]


def _checked(local: str, domain: str) -> Address | str:
    if "=?" in local or "=?" in domain:
        return "encoded-word-in-address"
    try:
        return make_address(local, domain)
    except Invalid as refusal:
        return "bad-domain" if refusal.message.startswith("the domain") else "odd-local-part"
