"""Which thread a message joins, and who may join one."""

from datetime import UTC, datetime, timedelta

import pytest

from letterlock.core.mime.threading import Candidate, MessageFacts, decide_thread, thread_query

NOW = datetime(2026, 11, 30, tzinfo=UTC)
THREAD = Candidate(
    "thd_1",
    frozenset({"ann@a.example", "bob@b.example"}),
    frozenset({"one@x", "two@x"}),
    "hello",
    NOW - timedelta(days=1),
)


def facts(**changes):
    return MessageFacts(**{"direction": "inbound", "received_at": NOW, "sender": "ann@a.example"} | changes)


def test_a_reference_from_someone_in_the_thread_joins_it():
    for reference in ({"in_reply_to": ("two@x",)}, {"references": ("one@x", "unknown@x")}):
        found = decide_thread(facts(**reference), [THREAD])
        assert (found.thread_id, found.linked_thread_id, found.reason, found.by) == ("thd_1", None, "", "references")


def test_a_strangers_reference_starts_a_thread_that_links_to_the_old_one_and_says_why():
    found = decide_thread(facts(sender="eve@evil.example", in_reply_to=("two@x",), subject="Re: Hello"), [THREAD])
    assert (found.thread_id, found.linked_thread_id) == (None, "thd_1")
    assert "had no part in" in found.reason


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"sender": None}, "no single sender"), ({"sender_failed": True}, "could not be authenticated")],
)
def test_a_sender_that_cannot_be_believed_is_a_stranger(changes, words):
    found = decide_thread(facts(in_reply_to=("two@x",), **changes), [THREAD])
    assert (found.thread_id, found.linked_thread_id) == (None, "thd_1")
    assert words in found.reason


def test_the_nearest_thread_the_sender_is_in_is_joined():
    other = Candidate("thd_2", frozenset({"carl@c.example"}), frozenset({"far@x"}))
    found = decide_thread(facts(in_reply_to=("far@x",), references=("one@x", "far@x")), [THREAD, other])
    assert found.thread_id == "thd_1"
    found = decide_thread(facts(sender="eve@e.example", in_reply_to=("far@x",), references=("one@x",)), [THREAD, other])
    assert found.linked_thread_id == "thd_2"


def test_our_own_mail_joins_what_it_refers_to():
    found = decide_thread(facts(direction="outbound", sender="me@ours.example", in_reply_to=("one@x",)), [THREAD])
    assert found.thread_id == "thd_1"


BY_SUBJECT = Candidate("thd_3", THREAD.people, frozenset(), "hello", NOW - timedelta(days=1))


def test_subject_joins_only_among_the_same_people_within_thirty_days():
    asked = facts(subject="Re: Hello", others=frozenset({"bob@b.example"}))
    assert decide_thread(asked, [BY_SUBJECT]).by == "subject"
    assert decide_thread(asked, [BY_SUBJECT]).thread_id == "thd_3"
    old = Candidate("thd_4", THREAD.people, frozenset(), "hello", NOW - timedelta(days=31))
    fewer = Candidate("thd_5", frozenset({"ann@a.example"}), frozenset(), "hello", NOW)
    other = Candidate("thd_6", THREAD.people, frozenset(), "other", NOW)
    assert decide_thread(asked, [old, fewer, other]).thread_id is None


@pytest.mark.parametrize(
    "changes",
    [{"sender": "eve@evil.example"}, {"sender": None}, {"sender_failed": True}, {"subject": ""}, {"subject": "Re:"}],
)
def test_a_stranger_or_an_empty_subject_joins_nothing_by_subject(changes):
    blank = Candidate("thd_7", THREAD.people, frozenset(), "", NOW)
    assert decide_thread(facts(**{"subject": "Hello"} | changes), [BY_SUBJECT, blank]).thread_id is None


def test_the_latest_of_several_threads_with_the_subject_is_joined():
    later = Candidate("thd_8", THREAD.people, frozenset(), "hello", NOW)
    assert decide_thread(facts(subject="Hello"), [BY_SUBJECT, later]).thread_id == "thd_8"
    assert decide_thread(facts(subject="Hello"), [later, BY_SUBJECT]).thread_id == "thd_8"


def test_our_own_new_mail_joins_by_subject_only_when_all_its_people_are_in_it():
    to_both = facts(direction="outbound", subject="Hello", others=THREAD.people)
    to_more = facts(direction="outbound", subject="Hello", others=THREAD.people | {"eve@e.example"})
    assert decide_thread(to_both, [BY_SUBJECT]).thread_id == "thd_3"
    assert decide_thread(to_more, [BY_SUBJECT]).thread_id is None


def test_the_query_names_what_to_look_up_nearest_first_and_bounded():
    query = thread_query(facts(subject="Re: Hello", in_reply_to=("c@x",), references=("a@x", "b@x", "c@x")))
    assert (query.ids, query.subject, query.since) == (("c@x", "b@x", "a@x"), "hello", NOW - timedelta(days=30))
    many = thread_query(facts(references=tuple(f"{n}@x" for n in range(500))))
    assert (len(many.ids), many.ids[0], many.ids[-1]) == (100, "499@x", "0@x")
