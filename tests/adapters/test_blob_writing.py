"""Writing blobs: what is on disk, and in which order, before a batch counts as written."""

import os
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.adapters.blob_worker import REQUEST, _taken
from letterlock.adapters.blob_writing import BlobWriting, Put


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "blobs" / ".new").mkdir(parents=True)
    return tmp_path / "blobs"


def put(root: Path, content: bytes, account: str = "acc_1") -> Put:
    return Put(root / "wsp_1" / account / sha256(content).hexdigest(), content)


@pytest.fixture
def calls(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The syncs and renames that are made, in order."""
    seen: list[str] = []
    fsync, rename = os.fsync, Path.rename

    def note_fsync(descriptor: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        seen.append("new" if path.parent.name == ".new" else str(path.relative_to(root.parent)))
        fsync(descriptor)

    def note_rename(self: Path, target: Path) -> Path:
        seen.append("rename")
        return rename(self, target)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(Path, "rename", note_rename)
    return seen


def test_file_and_folders_are_synced_before_a_batch_is_written(root: Path, calls: list[str]) -> None:
    writing, leaf = BlobWriting(root), "blobs/wsp_1/acc_1"

    assert writing.write([put(root, b"one")]) == [None]
    assert calls == ["new", "blobs", "blobs/wsp_1", "rename", leaf]

    calls.clear()
    assert writing.write([put(root, b"one"), put(root, b"two"), put(root, b"three")]) == [None] * 3
    assert calls == ["new", "rename", "new", "rename", leaf]


def test_a_name_found_from_before_is_seen_to_be_on_disk(root: Path, calls: list[str]) -> None:
    BlobWriting(root).write([put(root, b"one")])
    calls.clear()
    BlobWriting(root).write([put(root, b"one")])
    assert calls == ["blobs", "blobs/wsp_1", "blobs/wsp_1/acc_1"]


def test_a_failed_sync_fails_its_own_and_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync, left = os.fsync, [OSError(28, "No space left on device")]

    def full_once(descriptor: int) -> None:
        if left:
            raise left.pop()
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", full_once)
    first, second = BlobWriting(root).write([put(root, b"one"), put(root, b"two")])

    assert isinstance(first, OSError)
    assert second is None
    assert list((root / ".new").iterdir()) == []
    assert not put(root, b"one").path.exists()
    assert put(root, b"two").path.read_bytes() == b"two"


def test_a_folder_that_cannot_be_synced_fails_all_that_was_put_into_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsync = os.fsync

    def broken(descriptor: int) -> None:
        if os.readlink(f"/proc/self/fd/{descriptor}").endswith("acc_1"):
            raise OSError(5, "Input/output error")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", broken)
    puts = [put(root, b"one"), put(root, b"two"), put(root, b"one", "acc_2")]
    errors = BlobWriting(root).write(puts)
    assert [isinstance(error, OSError) for error in errors] == [True, True, False]


requests = st.lists(st.tuples(st.integers(0, 2**64 - 1), st.text("abc/", max_size=20), st.binary(max_size=300)))


@given(requests, st.lists(st.integers(1, 400), min_size=1, max_size=30))
def test_requests_arrive_whole_however_they_are_cut(asked: list[tuple[int, str, bytes]], cuts: list[int]) -> None:
    stream = b"".join(REQUEST.pack(n, len(path), len(content)) + path.encode() + content for n, path, content in asked)
    buffer, found, at, turn = bytearray(), [], 0, 0
    while at < len(stream):
        step = cuts[turn % len(cuts)]
        buffer += stream[at : at + step]
        at, turn = at + step, turn + 1
        while batch := _taken(buffer):
            found += batch
    assert found == asked
    assert not buffer
