"""A disk that forgets: what a log of system calls leaves of a folder when the power goes at a moment of it.

Kept is what POSIX promises and no more: the bytes a file had when the last finished fsync of it began, under the names
its folder had when the last finished fsync of the folder began. (ext4 keeps more, other file systems do not.)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

TRACE = (
    "openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,copy_file_range,sendfile,"
    "fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat"
)
OPTIONS = ("-ttt", "-T", "-y", "-xx", "-s", "100000000", "-e", f"trace={TRACE}")
"""For strace, with `-f`: everything in hexadecimal and whole."""

_LINE = re.compile(
    r"(?P<thread>\d+) +(?P<time>[\d.]+) "
    r"(?:<\.\.\. (?P<resumed>\w+) resumed>|(?P<name>\w+)\()(?P<rest>.*)",
)
_END = re.compile(r"\) += (?P<result>-?\d+)(?P<more>.*?)(?: <(?P<spent>[\d.]+)>)?$")
_HEX = re.compile(r"\\x([0-9a-f]{2})")
_QUOTED = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_DESCRIPTOR = re.compile(r"-?\d+<((?:\\x[0-9a-f]{2})*)>(\(deleted\))?")


@dataclass(frozen=True, slots=True)
class Call:
    """One system call, at its beginning and again at its end; `result` is None at the beginning."""

    thread: int
    time: float
    name: str
    arguments: str
    result: int | None

    @property
    def paths(self) -> list[str]:
        return [_text(found) for found in _QUOTED.findall(self.arguments)]

    @property
    def data(self) -> bytes:
        found = _QUOTED.search(self.arguments)
        assert found is not None
        assert not found[2], "the log was cut short"
        return _bytes(found[1])

    @property
    def file(self) -> str | None:
        """The path of the descriptor that comes first; None for one that has no name any more."""
        found = _DESCRIPTOR.match(self.arguments)
        return None if found is None or found[2] else _bytes(found[1]).decode()

    @property
    def numbers(self) -> list[int]:
        """The arguments behind the data."""
        return [int(part) for part in self.arguments.rpartition('"')[2].split(",") if part.strip().isdigit()]


def _bytes(text: str) -> bytes:
    return bytes.fromhex("".join(_HEX.findall(text)))


def _text(found: tuple[str, str]) -> str:
    return _bytes(found[0]).decode(errors="replace")


def calls(log: Path) -> Iterator[Call]:
    """Beginnings and ends, in the order in which they happened. Failed calls are left out at their end."""
    begun: dict[int, str] = {}
    with log.open() as lines:
        for line in lines:
            found = _LINE.match(line.rstrip("\n"))
            if found is None:
                continue  # a signal, or the end of a process
            thread, at, rest = int(found["thread"]), float(found["time"]), found["rest"]
            if found["name"] and rest.endswith("<unfinished ...>"):
                begun[thread] = rest.removesuffix("<unfinished ...>")
                yield Call(thread, at, found["name"], begun[thread], None)
                continue
            if found["name"]:
                yield Call(thread, at, found["name"], rest, None)
            name = found["name"] or found["resumed"]
            rest = begun.pop(thread, "") + rest if found["resumed"] else rest
            end = _END.search(rest)
            if end is not None and int(end["result"]) >= 0:
                spent = float(end["spent"] or 0) if found["name"] else 0.0
                yield Call(thread, at + spent, name, rest[: end.start()], int(end["result"]))


@dataclass(slots=True, eq=False)
class File:
    """Bytes as programs see them, and as they are on disk."""

    seen: bytearray = field(default_factory=bytearray)
    kept: bytes = b""
    at: int = 0
    """Where the next plain write goes: each file is written by one descriptor at a time."""


class Disk:
    """The folder `root`, on disk as it is in `before` at first."""

    def __init__(self, root: Path, before: Path) -> None:
        self._root = str(root)
        self._seen: dict[str, File | None] = {self._root: None}
        """By path; None for a folder."""
        for path in before.rglob("*"):
            content = None if path.is_dir() else path.read_bytes()
            there = str(root / path.relative_to(before))
            self._seen[there] = None if content is None else File(bytearray(content), content)
        self._kept = dict(self._seen)
        self._syncing: dict[int, bytes | dict[str, File | None]] = {}
        """By thread: what its sync will have put on disk when it is over."""

    def take(self, call: Call) -> None:
        """Lets a call happen; what it does is seen at its end."""
        if call.name in ("fsync", "fdatasync"):
            self._sync(call)
        elif call.result is not None:
            self._change(call)

    def leave(self, folder: Path) -> None:
        """Writes into `folder` what a power cut at this moment leaves of the root."""
        for path in sorted(self._kept):
            if not self._reachable(path):
                continue
            to, file = folder / PurePosixPath(path).relative_to(self._root), self._kept[path]
            if file is None:
                to.mkdir(mode=0o700, exist_ok=True)
            else:
                to.write_bytes(file.kept)
                to.chmod(0o600)

    def _reachable(self, path: str) -> bool:
        """Whether every folder above it is on disk too."""
        while path != self._root:
            path = str(PurePosixPath(path).parent)
            if path not in self._kept:
                return False
        return True

    def _ours(self, path: str | None) -> bool:
        return path is not None and (path == self._root or path.startswith(f"{self._root}/"))

    def _sync(self, call: Call) -> None:
        path = call.file
        if path is None or path not in self._seen:
            return
        file = self._seen[path]
        if call.result is None:
            self._syncing[call.thread] = bytes(file.seen) if file is not None else self._names(path, self._seen)
            return
        done = self._syncing.pop(call.thread)
        if isinstance(done, bytes):
            assert file is not None
            file.kept = done
            return
        for name in self._names(path, self._kept):
            del self._kept[name]
        self._kept |= done

    def _names(self, folder: str, within: dict[str, File | None]) -> dict[str, File | None]:
        return {name: file for name, file in within.items() if str(PurePosixPath(name).parent) == folder}

    def _change(self, call: Call) -> None:
        match call.name:
            case "openat" | "open":
                self._open(call)
            case "write" | "pwrite64":
                self._write(call)
            case "ftruncate" if self._ours(call.file):
                file = self._file(call.file)
                size = int(call.arguments.rpartition(",")[2])
                file.seen[size:] = b"\0" * max(0, size - len(file.seen))
            case "mkdir" if self._ours(call.paths[0]):
                self._seen[call.paths[0]] = None
            case "unlink" | "rmdir" if self._ours(call.paths[0]):
                del self._seen[call.paths[0]]
            case "rename" if self._ours(call.paths[0]):
                old, new = call.paths
                assert self._seen[old] is not None, "renaming a folder is not foreseen here"
                self._seen[new] = self._seen.pop(old)
            case _:
                touched = [*call.paths, call.file]
                assert not any(self._ours(path) for path in touched), f"{call.name} is not foreseen here"

    def _open(self, call: Call) -> None:
        path = call.paths[0]
        if not self._ours(path):
            return
        if path not in self._seen and "O_CREAT" in call.arguments:
            self._seen[path] = File()
        file = self._seen.get(path)
        if file is not None:
            file.at = 0
            if "O_TRUNC" in call.arguments:
                file.seen.clear()

    def _write(self, call: Call) -> None:
        if not self._ours(call.file):
            return
        assert call.result is not None
        file, data = self._file(call.file), call.data[: call.result]
        at = call.numbers[-1] if call.name == "pwrite64" else file.at
        file.seen.extend(b"\0" * (at - len(file.seen)))
        file.seen[at : at + len(data)] = data
        if call.name == "write":
            file.at = at + len(data)

    def _file(self, path: str | None) -> File:
        file = self._seen[path or ""]
        assert file is not None
        return file
