"""format=flowed put back into paragraphs."""

import pytest

from letterlock.core.mime.flowed import unflow


@pytest.mark.parametrize(
    ("text", "unflowed"),
    [
        ("one \ntwo\nthree", "one two\nthree"),
        ("> quoted \n> on\n> next\nmine", "> quoted on\n> next\nmine"),
        ("> a \n>> b", "> a \n>> b"),
        (" >not a quote", ">not a quote"),
        (" From here", "From here"),
        ("text \n-- \nAnn", "text \n-- \nAnn"),
        ("-- \nAnn", "-- \nAnn"),
        ("last ", "last "),
        (">\n> x", ">\n> x"),
        ("", ""),
    ],
)
def test_soft_breaks_are_joined_within_one_quote_depth(text, unflowed):
    assert unflow(text, delete_space=False) == unflowed


def test_delsp_takes_the_space_of_a_soft_break():
    assert unflow("日本 \n語", delete_space=True) == "日本語"
