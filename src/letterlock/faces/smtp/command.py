"""Command lines: cutting them out of the stream and reading their arguments (RFC 5321 sections 2.3.8, 4.1.2)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

_BOUND = 512
_BOUNDS = {b"MAIL": _BOUND + 26 + 17 + 10}
"""RFC 5321 section 4.5.3.1.4, with what SIZE, BODY and SMTPUTF8 add to MAIL."""

_LONGEST = 64 * 1024
"""Beyond this much without a line end the client is not talking SMTP."""

_PARAMETER = re.compile(r"([A-Za-z0-9][A-Za-z0-9-]*)(?:=([!-<>-~\x80-\U0010ffff]+))?")

Fault = Literal["octets", "long", "endless", "encoding"]


class CommandError(Exception):
    """A command is refused; `line` is the reply to give."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


@dataclass(frozen=True, slots=True)
class Command:
    """`verb` is upper case, `argument` without surrounding blanks."""

    verb: str
    argument: str


class CommandReader:
    """Cuts commands out of the bytes received; only CRLF ends one."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self._searched = 0

    def feed(self, chunk: bytes) -> None:
        self.buffer += chunk

    def take(self) -> bytes:
        """All that is left, for what is not commands."""
        rest = bytes(self.buffer)
        self.clear()
        return rest

    def clear(self) -> None:
        self.buffer.clear()
        self._searched = 0

    def next(self) -> Command | Fault | None:
        """The next command, what is wrong with it, or None when there is no whole one yet."""
        buffer = self.buffer
        at = buffer.find(b"\n", self._searched)
        if at < 0:
            self._searched = len(buffer)
            return "endless" if len(buffer) > _LONGEST else None
        line = bytes(buffer[: at + 1])
        del buffer[: at + 1]
        self._searched = 0
        if not line.endswith(b"\r\n") or line.count(b"\r") > 1 or b"\0" in line:
            return "octets"
        return parse_command(line)


def parse_command(line: bytes) -> Command | Fault:
    """`line` with its CRLF."""
    if len(line) > _BOUNDS.get(line[:4].upper(), _BOUND):
        return "long"
    try:
        text = line[:-2].decode("utf-8")
    except UnicodeDecodeError:
        return "encoding"
    verb, _, argument = text.partition(" ")
    return Command(verb.upper(), argument.strip(" \t"))


@dataclass(frozen=True, slots=True)
class Path:
    """What MAIL and RCPT name: `address` is "" for the null path, `parameters` in upper-case keys."""

    address: str
    parameters: Mapping[str, str]


def parse_path(argument: str, keyword: str) -> Path | None:
    """`FROM:<a@b> SIZE=1`; None when it is not of that form. Blanks after the colon are let through, as usual."""
    head = argument[: len(keyword)]
    if head.upper() != keyword:
        return None
    rest = argument[len(keyword) :].lstrip(" ")
    if not rest.startswith("<"):
        return None
    end = _end_of_path(rest)
    if end < 0:
        return None
    parameters = parse_parameters(rest[end + 1 :])
    if parameters is None:
        return None
    return Path(rest[1:end], parameters)


def _end_of_path(text: str) -> int:
    """Where the path that begins at 0 closes; a `>` inside a quoted local part does not close it. -1: nowhere."""
    quoted = False
    at = 1
    while at < len(text):
        character = text[at]
        if quoted and character == "\\":
            at += 1
        elif character == '"':
            quoted = not quoted
        elif character == ">" and not quoted:
            return at
        at += 1
    return -1


def parse_parameters(text: str) -> dict[str, str] | None:
    """` SIZE=10 SMTPUTF8` as `{"SIZE": "10", "SMTPUTF8": ""}`; None when malformed or given twice."""
    if text and not text.startswith(" "):
        return None
    parameters: dict[str, str] = {}
    for word in text.split():
        found = _PARAMETER.fullmatch(word)
        if found is None or found[1].upper() in parameters:
            return None
        parameters[found[1].upper()] = found[2] or ""
    return parameters
