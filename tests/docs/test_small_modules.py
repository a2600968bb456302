"""A module can be read in one sitting."""

from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
LONGEST = 400


def test_no_module_is_longer_than_a_reader_takes_in():
    lines = {path.relative_to(SOURCE): path.read_text("utf-8").count("\n") for path in SOURCE.rglob("*.py")}
    assert len(lines) > 400
    assert {path: count for path, count in lines.items() if count > LONGEST} == {}, "split it by what it is about"
