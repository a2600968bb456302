"""Python values to database values and back: times, JSON, sets, text that any engine takes."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from pydantic_core import from_json

from letterlock.core.credential import Scope

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

FAR = 2**62
"""A time after every other, in microseconds."""

dump = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), check_circular=False).encode
"""JSON in ASCII: neither U+0000 nor a lone surrogate, which engines refuse, appears in it as such."""

_load_any = json.JSONDecoder().decode


def load(text: str) -> Any:
    """What `dump` wrote. The fast reader refuses lone surrogates, which mail can hold."""
    try:
        return from_json(text)
    except ValueError:
        return _load_any(text)


def to_micros(moment: datetime) -> int:
    """Microseconds since 1970; exact, unlike `timestamp()`."""
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    return _EPOCH + timedelta(microseconds=micros)


def clean(text: str) -> str:
    """Without U+0000 and lone surrogates."""
    if text.isascii():
        return text.replace("\0", "") if "\0" in text else text
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def dump_set(values: frozenset[str]) -> str:
    return dump(sorted(values))


@lru_cache(maxsize=4096)
def load_set(text: str) -> frozenset[str]:
    """Cached, since few combinations of labels and permissions occur."""
    return frozenset(load(text))


def load_strings(text: str) -> tuple[str, ...]:
    return tuple(load(text))


def load_pairs(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(pair) for pair in load(text))


def dump_json(value: Mapping[str, Any]) -> str:
    return dump(value if type(value) is dict else dict(value))


def dump_scope(scope: Scope) -> str:
    return dump({"kind": scope.kind, "ids": sorted(scope.ids)})


@lru_cache(maxsize=1024)
def load_scope(text: str) -> Scope:
    found = load(text)
    return Scope(found["kind"], frozenset(found["ids"]))
