"""Subjects of replies and conversations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.subjects import base_subject, is_reply_subject, reply_subject


@pytest.mark.parametrize(
    ("subject", "reply"),
    [
        ("Hello", "Re: Hello"),
        ("Re: Hello", "Re: Hello"),
        ("RE: re: Re:Hello", "Re: Hello"),
        ("Re[2]: Hello", "Re: Hello"),
        ("Re (3): Hello", "Re: Hello"),
        ("RE^2: Hello", "Re: Hello"),
        ("AW: Hallo", "Re: Hallo"),
        ("SV: Hej", "Re: Hej"),
        ("Antw: Hoi", "Re: Hoi"),
        ("Odp: Hej", "Re: Hej"),
        ("R: Ciao", "Re: Ciao"),
        ("RES: Oi", "Re: Oi"),
        ("Vá: Szia", "Re: Szia"),
        ("Ответ: Привет", "Re: Привет"),
        ("回复：你好", "Re: 你好"),
        ("回复: 答复: 你好", "Re: 你好"),
        ("返信: こんにちは", "Re: こんにちは"),
        ("Re : spaced", "Re: spaced"),
        ("[list] Re: Hello", "Re: [list] Hello"),
        ("Re: [list] Re: Hello", "Re: [list] Hello"),
        ("Re: [list] Re: [list] Hello", "Re: [list] Hello"),
        ("[list] Hello", "Re: [list] Hello"),
        ("Fwd: Hello", "Re: Fwd: Hello"),
        ("Regarding: Hello", "Re: Regarding: Hello"),
        ("Ready: go", "Re: Ready: go"),
        ("", "Re:"),
        ("Re:", "Re:"),
        ("  ", "Re:"),
    ],
)
def test_a_reply_has_exactly_one_re(subject, reply):
    assert reply_subject(subject) == reply
    assert reply_subject(reply) == reply


@pytest.mark.parametrize(
    ("subject", "base"),
    [
        ("Re: Fwd: [list] AW: Hello  World", "hello world"),
        ("HELLO world (fwd)", "hello world"),
        ("WG: Hallo", "hallo"),
        ("[list] hello", "hello"),
        ("Straße", "strasse"),
        ("Re: ", ""),
        ("[only a tag]", ""),
    ],
)
def test_the_base_subject_is_what_a_conversation_shares(subject, base):
    assert base_subject(subject) == base


def test_a_reply_mark_is_recognised_and_a_forward_mark_is_none():
    assert is_reply_subject("AW: x")
    assert not is_reply_subject("Fwd: x")
    assert not is_reply_subject("x")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["Re: ", "AW:", "[x] ", "Fwd: ", "hello ", "[", "]", "："]), max_size=8).map("".join))
def test_answering_an_answer_changes_nothing_more(subject):
    once = reply_subject(subject)
    assert reply_subject(once) == once
    assert base_subject(once) == base_subject(subject)
