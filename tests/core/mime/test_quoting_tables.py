"""How tables of words are put together."""

import re

import pytest

from letterlock.core.mime.quoting.table import alternatives, literals

ROWS = ("e-?mail|s[io]n|unauthori[sz]ed", "abc")


def test_texts_are_all_that_a_pattern_of_the_same_rows_matches() -> None:
    texts = literals(*ROWS)
    assert texts == ("abc", "e-mail", "email", "sin", "son", "unauthorised", "unauthorized")
    assert all(re.fullmatch(alternatives(*ROWS), text) for text in texts)


@pytest.mark.parametrize("row", ["a(?:b|c)", "a.c", "a+", r"\bword", "a{2}"])
def test_what_is_more_than_texts_is_refused(row: str) -> None:
    with pytest.raises(ValueError, match="more than a text"):
        literals(row)
