"""The first key is written down before anything depends on it, for its owner alone, and never silently replaced."""

import pytest

from letterlock.core.errors import Invalid
from letterlock.serving import first_key


def test_it_is_made_once_and_read_again(tmp_path):
    key = first_key(tmp_path)
    assert key.startswith("ll_live_")
    assert first_key(tmp_path) == key
    assert (tmp_path / "first-key").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["first-key"]


def test_a_file_that_is_no_key_is_told_and_left(tmp_path):
    (tmp_path / "first-key").write_bytes(b"\xff\xfe")
    with pytest.raises(Invalid, match="first-key"):
        first_key(tmp_path)
    assert (tmp_path / "first-key").read_bytes() == b"\xff\xfe"


def test_what_a_crash_left_half_written_is_no_key(tmp_path):
    (tmp_path / "first-key.new").write_text("ll_live_half")
    assert first_key(tmp_path) != "ll_live_half"
