"""Whom an answer goes to and what it refers to, as mail programs do it."""

import pytest

from letterlock.core.address import parse_address
from letterlock.core.mime.reply import Original, reply_recipients, reply_references

OWN = frozenset({"me@ours.example"})


def organizational(domain):
    return ".".join(domain.split(".")[-2:])


def people(*specs):
    return tuple(parse_address(spec) for spec in specs)


def answer(direction="inbound", reply_all=False, own=OWN, **fields):
    original = Original(**{name: people(*specs) for name, specs in ({"from_": ["ann@a.example"]} | fields).items()})
    found = reply_recipients(original, direction, own, reply_all=reply_all, organizational_domain=organizational)
    return [a.spec for a in found.to], [a.spec for a in found.cc], found.warnings


def test_a_reply_goes_to_the_sender():
    assert answer(to=["me@ours.example"], cc=["bob@b.example"]) == (["ann@a.example"], [], ())


def test_a_reply_to_within_the_senders_organisation_is_followed():
    assert answer(reply_to=["help@desk.a.example"]) == (["help@desk.a.example"], [], ())
    assert answer(reply_to=["ann@a.example", "team@a.example"])[0] == ["ann@a.example", "team@a.example"]


def test_a_reply_to_elsewhere_is_not_followed_and_said_so():
    to, _, warnings = answer(reply_to=["ann@evil.example"])
    assert to == ["ann@a.example"]
    assert len(warnings) == 1
    assert "ann@evil.example" in warnings[0] and "ann@a.example" in warnings[0]


def test_of_several_reply_to_only_those_inside_are_followed():
    to, _, warnings = answer(reply_to=["ann@evil.example", "team@a.example"])
    assert (to, len(warnings)) == (["team@a.example"], 1)


def test_reply_all_adds_everybody_once_and_never_ourselves():
    to, cc, _ = answer(
        reply_all=True,
        to=["me@ours.example", "bob@b.example", "Ann <ANN@a.example>"],
        cc=["me+tag@ours.example", "carl@c.example", "BOB@b.example"],
    )
    assert (to, cc) == (["ann@a.example", "bob@b.example"], ["carl@c.example"])


def test_answering_our_own_sent_message_goes_to_whom_it_went():
    fields = {"from_": ["me@ours.example"], "to": ["bob@b.example"], "cc": ["carl@c.example"]}
    assert answer("outbound", **fields) == (["bob@b.example"], [], ())
    assert answer("outbound", reply_all=True, **fields) == (["bob@b.example"], ["carl@c.example"], ())
    only_cc = {"from_": ["me@ours.example"], "cc": ["carl@c.example"]}
    assert answer("outbound", **only_cc)[0] == ["carl@c.example"]


def test_our_own_reply_to_in_a_sent_message_is_not_an_answer_to_ourselves():
    fields = {"from_": ["me@ours.example"], "to": ["bob@b.example"], "reply_to": ["box@ours.example"]}
    assert answer("outbound", **fields)[0] == ["bob@b.example"]


def test_a_note_to_oneself_is_answered_to_oneself():
    assert answer(from_=["me@ours.example"], to=["me@ours.example"])[0] == ["me@ours.example"]
    assert answer("outbound", from_=["me@ours.example"], to=["me@ours.example"])[0] == ["me@ours.example"]


def test_a_message_without_a_sender_cannot_be_answered_by_reply_to_alone():
    to, _, warnings = answer(from_=[], reply_to=["ann@evil.example"])
    assert to == []
    assert "nobody to answer" in warnings[-1]


def test_a_list_that_sets_reply_to_is_answered_through_reply_all():
    fields = {"reply_to": ["list@lists.example"], "to": ["list@lists.example"]}
    to, _, warnings = answer(**fields)
    assert (to, "reply to all" in warnings[0]) == (["ann@a.example"], True)
    to, _, warnings = answer(reply_all=True, **fields)
    assert (to, "reply to all" in warnings[0]) == (["ann@a.example", "list@lists.example"], False)


@pytest.mark.parametrize(
    ("message_id", "in_reply_to", "references", "expected"),
    [
        ("c@x", ("b@x",), ("a@x", "b@x"), ("c@x", ("a@x", "b@x", "c@x"))),
        ("c@x", ("b@x",), (), ("c@x", ("b@x", "c@x"))),
        ("c@x", ("a@x", "b@x"), (), ("c@x", ("c@x",))),
        ("c@x", (), (), ("c@x", ("c@x",))),
        (None, (), ("a@x",), (None, ("a@x",))),
        (None, (), (), (None, ())),
        ("c@x", (), ("a@x", "c@x", "a@x"), ("c@x", ("a@x", "c@x"))),
    ],
)
def test_references_are_built_as_rfc_5322_says(message_id, in_reply_to, references, expected):
    found = reply_references(message_id, in_reply_to, references)
    assert (found.in_reply_to, found.references) == expected


def test_a_very_long_row_of_references_keeps_its_ends():
    found = reply_references("last@x", (), tuple(f"{n}@x" for n in range(1_000)))
    assert len(found.references) == 100
    assert (found.references[0], found.references[-1]) == ("0@x", "last@x")
