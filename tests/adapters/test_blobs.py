"""Blobs in a folder: whole, on disk, an account's own, and never outside the folder."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
import pytest_asyncio

from letterlock.adapters.blobs import FolderBlobs, open_blobs
from letterlock.core.errors import Invalid, Temporary
from letterlock.ports.blobs import BlobKey


def key(content: bytes, account: str = "acc_1", workspace: str = "wsp_1") -> BlobKey:
    return BlobKey(workspace, account, sha256(content).hexdigest())


@pytest_asyncio.fixture
async def blobs(tmp_path: Path) -> AsyncIterator[FolderBlobs]:
    opened = FolderBlobs(tmp_path / "blobs")
    yield opened
    await opened.close()


async def test_a_blob_is_read_back_and_gone_when_removed(blobs: FolderBlobs) -> None:
    await blobs.put(key(b"one"), b"one")
    await blobs.put(key(b"one"), b"one")
    assert await blobs.get(key(b"one")) == b"one"

    await blobs.remove(key(b"one"))
    await blobs.remove(key(b"one"))

    with pytest.raises(KeyError):
        await blobs.get(key(b"one"))


async def test_an_empty_and_a_large_blob_are_kept(blobs: FolderBlobs) -> None:
    large = os.urandom(5_000_000)
    await blobs.put(key(b""), b"")
    await blobs.put(key(large), large)
    assert await blobs.get(key(b"")) == b""
    assert await blobs.get(key(large)) == large


async def test_removing_an_account_takes_exactly_its_own(blobs: FolderBlobs) -> None:
    for account, workspace in (("acc_1", "wsp_1"), ("acc_2", "wsp_1"), ("acc_1", "wsp_2")):
        await blobs.put(key(b"newsletter", account, workspace), b"newsletter")
    assert await blobs.accounts() == [("wsp_1", "acc_1"), ("wsp_1", "acc_2"), ("wsp_2", "acc_1")]

    await blobs.remove_account("wsp_1", "acc_1")
    await blobs.remove_account("wsp_1", "acc_1")
    await blobs.remove_account("wsp_9", "acc_9")

    assert await blobs.accounts() == [("wsp_1", "acc_2"), ("wsp_2", "acc_1")]
    assert await blobs.get(key(b"newsletter", "acc_2")) == b"newsletter"
    with pytest.raises(KeyError):
        await blobs.get(key(b"newsletter"))


async def test_writes_and_removals_of_one_account_may_race(blobs: FolderBlobs) -> None:
    contents = [str(number).encode() for number in range(60)]
    writes = [blobs.put(key(content), content) for content in contents]
    removals = [blobs.remove_account("wsp_1", "acc_1") for _ in range(20)]
    others = [blobs.put(key(content, "acc_2"), content) for content in contents]
    mixed = [one for pair in zip(writes, removals * 3, others, strict=True) for one in pair]
    await asyncio.gather(*dict.fromkeys(mixed))

    await blobs.put(key(b"after"), b"after")

    assert await blobs.get(key(b"after")) == b"after"
    for content in contents:
        assert await blobs.get(key(content, "acc_2")) == content


@pytest.mark.parametrize(
    "bad",
    [
        BlobKey("..", "acc_1", "a" * 64),
        BlobKey("wsp_1", "../acc_1", "a" * 64),
        BlobKey("wsp_1", "", "a" * 64),
        BlobKey("wsp_1", "acc_1", "../../etc/passwd"),
        BlobKey("wsp_1", "acc_1", "A" * 64),
        BlobKey("wsp_1", "acc\x00", "a" * 64),
        BlobKey(".new", "acc_1", "a" * 64),
    ],
)
async def test_no_key_leads_out_of_the_folder(blobs: FolderBlobs, bad: BlobKey) -> None:
    for attempt in (blobs.put(bad, b"x"), blobs.get(bad), blobs.remove(bad)):
        with pytest.raises(ValueError, match="is no"):
            await attempt


async def test_many_at_once_are_all_kept_whatever_their_sizes(blobs: FolderBlobs) -> None:
    contents = [os.urandom(size) for size in [*range(0, 3_000, 17), 100_000, 2_000_000, 70_000]]
    await asyncio.gather(*(blobs.put(key(content), content) for content in contents))
    for content in contents:
        assert await blobs.get(key(content)) == content


async def test_what_the_writing_process_was_handed_when_it_died_is_written_by_the_next(
    blobs: FolderBlobs, tmp_path: Path
) -> None:
    for number in range(20):
        alive = f"{number}".encode()
        await blobs.put(key(alive), alive)  # by a process that is there to be killed
        contents = [f"{number} {at}".encode() for at in range(30)]
        puts = [asyncio.ensure_future(blobs.put(key(content), content)) for content in contents]
        await asyncio.sleep(0)
        os.kill(writer_of(tmp_path), signal.SIGKILL)
        await asyncio.gather(*puts)
        for content in contents:
            assert (tmp_path / "blobs" / "wsp_1" / "acc_1" / key(content).sha256).read_bytes() == content


async def test_a_writing_process_that_always_dies_is_a_temporary_trouble(
    blobs: FolderBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", "/bin/false")
        with pytest.raises(Temporary):
            await blobs.put(key(b"one"), b"one")
    await blobs.put(key(b"one"), b"one")


async def test_closing_finishes_what_was_handed_over_and_ends_the_process(tmp_path: Path) -> None:
    blobs = FolderBlobs(tmp_path / "blobs")
    await blobs.put(key(b"first"), b"first")
    process = writer_of(tmp_path)
    contents = [str(number).encode() for number in range(50)]
    puts = [asyncio.ensure_future(blobs.put(key(content), content)) for content in contents]
    await asyncio.sleep(0)

    await blobs.close()

    await asyncio.gather(*puts)
    assert not Path(f"/proc/{process}").exists()


def writer_of(tmp_path: Path) -> int:
    """The process that writes under this folder."""
    root = str(tmp_path / "blobs").encode()
    for commands in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = commands.read_bytes().split(b"\0")
            if b"letterlock.adapters.blob_worker" in words and root in words:
                return int(commands.parent.name)
    raise AssertionError("no process writes there")


async def test_a_disk_that_takes_nothing_is_a_temporary_trouble(blobs: FolderBlobs, tmp_path: Path) -> None:
    new = tmp_path / "blobs" / ".new"
    new.rmdir()
    with pytest.raises(Temporary):
        await blobs.put(key(b"one"), b"one")
    with pytest.raises(Temporary):
        await blobs.check()
    new.mkdir()
    await blobs.put(key(b"one"), b"one")
    await blobs.check()


async def test_leftovers_of_a_crash_are_swept_at_the_next_start(tmp_path: Path) -> None:
    gone, new = tmp_path / "blobs" / ".gone" / "left", tmp_path / "blobs" / ".new"
    gone.mkdir(parents=True)
    new.mkdir()
    for name in ("old", "young"):
        (new / name).write_bytes(b"half")
    os.utime(new / "old", (0, 0))

    await FolderBlobs(tmp_path / "blobs").close()

    assert not gone.exists()
    assert [path.name for path in new.iterdir()] == ["young"]


async def test_only_its_owner_can_read_what_is_kept(blobs: FolderBlobs, tmp_path: Path) -> None:
    await blobs.put(key(b"one"), b"one")
    modes = {path.stat().st_mode & 0o077 for path in (tmp_path / "blobs").rglob("*")}
    assert modes == {0}


async def test_blobs_are_opened_by_path_or_file_url_and_nothing_else(tmp_path: Path) -> None:
    for url in (str(tmp_path / "a"), f"file://{tmp_path}/b"):
        await open_blobs(url).close()
    assert (tmp_path / "a" / ".new").is_dir()
    assert (tmp_path / "b" / ".new").is_dir()
    for url in ("s3://bucket/x", "https://example.org", ""):
        with pytest.raises(Invalid, match="give a folder"):
            open_blobs(url)


def aged(root: Path, one: BlobKey, seconds: float) -> None:
    """As if it had been put so long ago."""
    at = datetime.now(UTC).timestamp() - seconds
    os.utime(root / one.workspace_id / one.account_id / one.sha256, (at, at))


async def test_of_the_named_blobs_those_put_before_a_moment_are_removed(blobs: FolderBlobs, tmp_path: Path) -> None:
    for content in (b"old", b"young", b"old but not named"):
        await blobs.put(key(content), content)
    aged(tmp_path / "blobs", key(b"old"), 200)
    aged(tmp_path / "blobs", key(b"old but not named"), 200)
    before = datetime.now(UTC) - timedelta(seconds=100)
    named = [key(content).sha256 for content in (b"old", b"young", b"never put")]

    assert await blobs.remove_stale("wsp_1", "acc_1", named, before) == 1

    left = {key(b"young").sha256, key(b"old but not named").sha256}
    assert set(await blobs.hashes("wsp_1", "acc_1")) == left
    assert await blobs.hashes("wsp_1", "acc_2") == []


async def test_a_blob_put_again_is_as_new(blobs: FolderBlobs, tmp_path: Path) -> None:
    await blobs.put(key(b"one"), b"one")
    aged(tmp_path / "blobs", key(b"one"), 200)
    await blobs.put(key(b"one"), b"one")
    before = datetime.now(UTC) - timedelta(seconds=100)
    assert await blobs.remove_stale("wsp_1", "acc_1", [key(b"one").sha256], before) == 0


async def test_a_blob_is_there_once_it_is_put_whatever_is_removed_meanwhile(blobs: FolderBlobs, tmp_path: Path) -> None:
    before, one = datetime.now(UTC) - timedelta(seconds=100), key(b"one")

    async def remove() -> None:
        while True:
            await blobs.remove_stale("wsp_1", "acc_1", [one.sha256], before)

    await blobs.put(one, b"one")
    removing = [asyncio.create_task(remove()) for _ in range(3)]
    try:
        for _ in range(300):
            with contextlib.suppress(FileNotFoundError):
                aged(tmp_path / "blobs", one, 200)
            await blobs.put(one, b"one")
            assert await blobs.get(one) == b"one"
    finally:
        for task in removing:
            task.cancel()
        await asyncio.gather(*removing, return_exceptions=True)
