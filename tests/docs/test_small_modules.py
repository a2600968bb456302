"""A module can be read in one sitting."""

from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
LONGEST = 400


@pytest.mark.parametrize("module", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_module_is_longer_than_a_reader_takes_in(module):
    lines = module.read_text("utf-8").count("\n")
    assert lines <= LONGEST, f"{lines} lines: split it by what it is about"
