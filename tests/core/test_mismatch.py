"""What is wrong with arguments is told in words, and the part at fault is named as a caller would name it."""

from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from letterlock.app.registry import OPERATIONS
from letterlock.core.mismatch import mismatch


class Item(BaseModel):
    model_config = ConfigDict(extra="forbid")
    url: str
    size: int = 0


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: Annotated[str, Field(min_length=1, max_length=1000)]
    to: str | list[str] | None = None
    labels: Annotated[list[str], Field(min_length=2, max_length=3)] = ["a", "b"]
    limit: Annotated[int, Field(ge=1, le=1000)] = 1
    above: Annotated[float, Field(gt=0.5, lt=9.5)] = 1
    flag: bool = False
    kind: Literal["a", "b", "c"] = "a"
    items: list[Item] = []
    checked: str = ""

    @field_validator("checked")
    @classmethod
    def _check(cls, text: str) -> str:
        if text:
            raise ValueError("only the empty one")
        return text


def told(**given: Any) -> tuple[str, str | None]:
    with pytest.raises(ValidationError) as error:
        Asked.model_validate({"name": "x", **given})
    return mismatch(error.value)


@pytest.mark.parametrize(
    ("given", "words", "where"),
    [
        ({"name": ""}, "name must not be empty", "name"),
        ({"name": "x" * 1001}, "name must be at most 1,000 characters long", "name"),
        ({"name": 5}, "name must be a string", "name"),
        ({"other": 1}, "other is not a parameter here", "other"),
        ({"to": 5}, "to must be a string or an array", "to"),
        ({"to": ["a", "b", 5]}, "to[2] must be a string", "to[2]"),
        ({"labels": ["a"]}, "labels must have at least 2 items", "labels"),
        ({"labels": ["a"] * 4}, "labels must have at most 3 items", "labels"),
        ({"labels": "a"}, "labels must be an array", "labels"),
        ({"limit": 0}, "limit must be at least 1", "limit"),
        ({"limit": 1001}, "limit must be at most 1,000", "limit"),
        ({"limit": 1.5}, "limit must be a whole number", "limit"),
        ({"limit": "1"}, "limit must be a whole number", "limit"),
        ({"above": 0}, "above must be more than 0.5", "above"),
        ({"above": 10}, "above must be less than 9.5", "above"),
        ({"above": "x"}, "above must be a number", "above"),
        ({"flag": "x"}, "flag must be true or false", "flag"),
        ({"kind": "d"}, "kind must be 'a', 'b' or 'c'", "kind"),
        ({"items": [{"url": "x"}, {}]}, "items[1].url is required", "items[1].url"),
        ({"items": [{"url": "x", "more": 1}]}, "items[0].more is not a parameter here", "items[0].more"),
        ({"items": [5]}, "items[0] must be an object", "items[0]"),
        ({"checked": "x"}, "checked does not do: only the empty one", "checked"),
    ],
)
def test_it_is_told_in_words(given: dict[str, Any], words: str, where: str) -> None:
    assert told(**given) == (words, where)


def test_what_is_missing_and_what_is_no_object_is_told() -> None:
    for asked, words in (({}, "name is required"), (5, "What was given must be an object")):
        with pytest.raises(ValidationError) as error:
            Asked.model_validate(asked)
        assert mismatch(error.value)[0] == words
    with pytest.raises(ValidationError) as error:
        Asked.model_validate_json("{")
    assert mismatch(error.value) == ("What was given is no JSON", None)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("x" * 2000),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_no_operation_answers_in_the_words_of_the_library(data: st.DataObject) -> None:
    operation = data.draw(st.sampled_from(sorted(OPERATIONS)))
    model = OPERATIONS[operation].params
    names = st.sampled_from(sorted(model.model_fields)) if model.model_fields else st.just("other")
    try:
        model.model_validate(data.draw(st.dictionaries(names, _VALUES)))
    except ValidationError as error:
        message, _ = mismatch(error)
        assert not any(word in message for word in ("Input", "should", "valid ", "validation", "does not do"))
