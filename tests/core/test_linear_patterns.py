"""No regular expression takes more than linear time over what others send: judged by its automaton, not by a clock."""

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import letterlock
from support.linear import creeps, explodes

SOURCE = "\n".join(path.read_text("utf-8") for path in Path(letterlock.__file__).parent.rglob("*.py"))

BOUNDED = {
    "letterlock.adapters.smtp_client._PATH": "matched in full with addresses of at most 320 characters",
    "letterlock.core.address._DOMAIN": "matched from the start, with domains of at most 252 characters",
    "letterlock.core.address_field._QUOTED": "matched at a quotation mark; possessive, and a second failure ends reading",
    "letterlock.core.files.text.web._CHARSET": "asked of the first 2,048 bytes",
    "letterlock.core.mime.dates._AROUND_COLON": "asked of the first 200 characters of a date",
    "letterlock.core.mime.header_writer._ID": "matched from the start",
    "letterlock.core.mime.quoting.forward_subject._LIST_TAG": "asked of the first 500 characters of a subject",
    "letterlock.core.mime.quoting.forward_subject._MARK": "asked of the first 500 characters of a subject",
    "letterlock.core.mime.quoting.introduction_words.WROTE_END": "asked of the last 60 characters of a line",
    "letterlock.core.mime.quoting.marks.FORWARD_ENDS": "asked of one short line",
    "letterlock.core.mime.quoting.marks.ORIGINAL": "asked of one short line",
    "letterlock.core.mime.text_bounce._COPY": "asked of the first characters of a notice",
    "letterlock.core.mime.visible.block._COMMENT": "ends with the text itself, so it never fails once begun",
    "letterlock.core.mime.visible.length._TOKEN": "matched at a place; each kind begins with another character",
    "letterlock.core.mime.visible.selector._COMBINATOR": "of white space one of its two kinds always matches",
    "letterlock.core.mime.visible.sheet._TOKEN": "each kind begins with another character and takes all up to its end",
    "letterlock.core.mime.quoting.forward_subject._FINNISH": "begins at the start of a line and stays in it",
    "letterlock.core.mime.subjects._FORWARD_TRAILER": "begins only where no white space stands before",
    "letterlock.core.mime.visible.block._IMPORTANT": "begins only where no white space stands before",
    "letterlock.core.trust.authres._EQUALS": "begins only where no white space stands before",
    "letterlock.core.redact._RULES": "asked of feedback, of at most 2,000 characters",
    "letterlock.core.trust.codes.find._MASKED": "asked of six characters",
    "letterlock.core.trust.content.structure._NOBODY": "asked of the first 3,000 characters",
    "letterlock.core.trust.dmarc_record._URI": "matched in full with a part of a DNS record",
}
"""Patterns that could take polynomial time, and why they are not given the text for it."""


def _patterns():
    found = {}
    for info in pkgutil.walk_packages(letterlock.__path__, "letterlock."):
        if ".migrations." in info.name:
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            for pattern in _within(value):
                found.setdefault((pattern.pattern, pattern.flags), (f"{info.name}.{name}", pattern))
    return sorted(found.values(), key=lambda one: (one[0], str(one[1].pattern)))


def _within(value, depth=0):
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 4 and isinstance(value, dict):
        for key, inner in value.items():
            yield from _within(key, depth + 1)
            yield from _within(inner, depth + 1)
    elif depth < 4 and isinstance(value, (list, tuple, set, frozenset)):
        for inner in value:
            yield from _within(inner, depth + 1)


def _anchored(where):
    """Whether the source only ever matches it from a place on."""
    uses = re.findall(rf"\b{re.escape(where.rpartition('.')[2])}\b(?:\.(\w+))?", SOURCE)
    return all(use in ("", "match", "fullmatch") for use in uses)


PATTERNS = _patterns()


def test_patterns_are_found():
    assert len(PATTERNS) > 200


@pytest.mark.heavy
def test_no_pattern_takes_more_than_linear_time():
    exponential = {where for where, pattern in PATTERNS if explodes(pattern)}
    assert exponential == set()
    slow = {where for where, pattern in PATTERNS if creeps(pattern, anchored=_anchored(where))}
    assert slow - BOUNDED.keys() == set()


@pytest.mark.parametrize("pattern", [r"(a+)+b", r"(a|ab?|b)*c", r"(\w+\s?)*x", r"(?:a*b*)*c", r"(x+x+)+y"])
def test_exponential_patterns_are_recognised(pattern):
    assert explodes(re.compile(pattern))


@pytest.mark.parametrize("pattern", [r"\s*,", r"a+a+b", r"\w+@", r"<.*>.*</", r"\s*(x?)\s*y"])
def test_polynomial_patterns_are_recognised(pattern):
    assert creeps(re.compile(pattern))


@pytest.mark.parametrize("pattern", [r"\w+", r"a{1,50}b", r"(?:ab)+", r"(?<!\s)x", r"\d{4}-\d\d", r"[a-z]+"])
def test_linear_patterns_are_left_alone(pattern):
    assert not explodes(re.compile(pattern))
    assert not creeps(re.compile(pattern))


@pytest.mark.parametrize("pattern", [r"\s*+,", r"(?:a++b)+c"])
def test_possessive_patterns_from_a_place_on_are_linear(pattern):
    assert not creeps(re.compile(pattern), anchored=True)
