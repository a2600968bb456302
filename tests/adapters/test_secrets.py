"""Secrets under a key file, and time and chance."""

import threading
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from letterlock.adapters.clock import RandomIds, SystemClock
from letterlock.adapters.secrets import FileSecrets
from letterlock.core.errors import Invalid


def test_a_sealed_secret_opens_in_its_context_alone(tmp_path: Path) -> None:
    secrets = FileSecrets(tmp_path / "key")
    sealed = secrets.seal(b"private", context="dkim")

    assert secrets.open(sealed, context="dkim") == b"private"
    assert b"private" not in sealed
    assert secrets.seal(b"private", context="dkim") != sealed
    with pytest.raises(ValueError, match="something other"):
        secrets.open(sealed, context="oauth")


def test_whatever_byte_is_altered_it_does_not_open(tmp_path: Path) -> None:
    secrets = FileSecrets(tmp_path / "key")
    sealed = secrets.seal(b"private", context="dkim")
    for position in range(len(sealed)):
        altered = bytearray(sealed)
        altered[position] ^= 1
        with pytest.raises(ValueError, match="dkim"):
            secrets.open(bytes(altered), context="dkim")
        with pytest.raises(ValueError, match="dkim"):
            secrets.open(sealed[:position], context="dkim")


def test_another_start_reads_the_same_key_and_another_key_opens_nothing(tmp_path: Path) -> None:
    sealed = FileSecrets(tmp_path / "key").seal(b"private", context="dkim")
    assert FileSecrets(tmp_path / "key").open(sealed, context="dkim") == b"private"
    with pytest.raises(ValueError, match="another key"):
        FileSecrets(tmp_path / "other").open(sealed, context="dkim")


def test_signatures_differ_by_data_context_and_key(tmp_path: Path) -> None:
    secrets = FileSecrets(tmp_path / "key")
    signature = secrets.sign(b"page", context="page")
    assert signature == FileSecrets(tmp_path / "key").sign(b"page", context="page")
    assert len(signature) == 32
    others = [
        secrets.sign(b"pagf", context="page"),
        secrets.sign(b"page", context="link"),
        FileSecrets(tmp_path / "other").sign(b"page", context="page"),
    ]
    assert signature not in others


def test_keys_are_derived_as_hkdf_says(tmp_path: Path) -> None:
    secrets = FileSecrets(tmp_path / "key")
    expected = HKDF(SHA256(), 32, b"letterlock", b"sign page").derive((tmp_path / "key").read_bytes())
    assert secrets._key("sign", "page") == expected


def test_the_key_file_is_its_owners_alone_and_nothing_else_is_left(tmp_path: Path) -> None:
    FileSecrets(tmp_path / "folder" / "key")
    (path,) = (tmp_path / "folder").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_size == 32
    assert path.stat().st_nlink == 1


def test_starts_that_race_use_one_key(tmp_path: Path) -> None:
    found: list[bytes] = []
    start = threading.Barrier(8)

    def open_it() -> None:
        start.wait()
        found.append(FileSecrets(tmp_path / "key").sign(b"", context="x"))

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 8
    assert len(set(found)) == 1


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    with pytest.raises(Invalid, match="5 bytes instead of 32"):
        FileSecrets(tmp_path / "key")


def test_ids_rise_and_never_repeat_from_any_thread() -> None:
    ids = RandomIds()
    rising = [ids.new("msg") for _ in range(5000)]
    assert rising == sorted(set(rising))
    assert rising[0].startswith("msg_")

    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.extend(ids.new("x") for _ in range(1000))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 8000


def test_ids_rise_when_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = RandomIds()
    first = ids.new("x")
    monkeypatch.setattr("time.time_ns", lambda: 10**15)
    assert ids.new("x") > first


def test_tokens_are_long_and_the_time_is_utc() -> None:
    tokens = {RandomIds().token() for _ in range(50)}
    assert {len(token) for token in tokens} == {43}
    assert len(tokens) == 50
    offset = SystemClock().now().utcoffset()
    assert offset is not None and not offset
