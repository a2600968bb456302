"""What is wrong with arguments that do not fit their model, in words for whoever called rather than for its maker."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from pydantic import ValidationError

Location = tuple[int | str, ...]

_NOUNS: Final = {
    "string_type": "a string",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
    "list_type": "an array",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
"""What a value should have been."""


def _least_characters(context: Mapping[str, Any]) -> str:
    least = context["min_length"]
    return "must not be empty" if least == 1 else f"must be at least {least} characters long"


def _least_items(context: Mapping[str, Any]) -> str:
    least = context["min_length"]
    return "must not be empty" if least == 1 else f"must have at least {least} items"


_BOUNDS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "string_too_short": _least_characters,
    "string_too_long": lambda context: f"must be at most {context['max_length']:,} characters long",
    "too_short": _least_items,
    "too_long": lambda context: f"must have at most {context['max_length']:,} items",
    "greater_than": lambda context: f"must be more than {context['gt']:,}",
    "greater_than_equal": lambda context: f"must be at least {context['ge']:,}",
    "less_than": lambda context: f"must be less than {context['lt']:,}",
    "less_than_equal": lambda context: f"must be at most {context['le']:,}",
    "literal_error": lambda context: f"must be {context['expected']}",
    "json_invalid": lambda _: "is no JSON",
    "value_error": lambda context: f"does not do: {context['error']}",
}


def mismatch(error: ValidationError) -> tuple[str, str | None]:
    """What is wrong with the first argument at fault, and its name, as `to[3]` or `attachments[0].url` for a part."""
    faults = error.errors(include_url=False, include_input=False)
    fault, alternatives = _telling([one for one in faults if one["loc"][:1] == faults[0]["loc"][:1]])
    where = _where(fault["loc"])
    return f"{where or 'What was given'} {_words(fault, alternatives)}", where


def _telling(faults: Sequence[Any]) -> tuple[Any, list[str]]:
    """The fault that lies deepest, and what else the value could have been where it is of none of several types."""
    deepest = max(faults, key=lambda one: sum(isinstance(part, int) for part in one["loc"]))
    here = _where(deepest["loc"])
    nouns = [_NOUNS[one["type"]] for one in faults if one["type"] in _NOUNS and _where(one["loc"]) == here]
    return deepest, list(dict.fromkeys(nouns))


def _words(fault: Any, alternatives: Sequence[str]) -> str:
    kind = fault["type"]
    if kind == "missing":
        return "is required"
    if kind == "extra_forbidden":
        return "is not a parameter here"
    if kind in _NOUNS:
        return f"must be {' or '.join(alternatives)}"
    told = _BOUNDS.get(kind)
    return told(fault["ctx"]) if told else f"does not do: {fault['msg']}"


def _where(location: Location) -> str | None:
    """Which branch of a union it was says nothing to a caller: only what follows a position is a name in an item."""
    if not location:
        return None
    where = str(location[0])
    for before, part in pairwise(location):
        if isinstance(part, int):
            where += f"[{part}]"
        elif isinstance(before, int):
            where += f".{part}"
    return where
