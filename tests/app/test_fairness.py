"""Mail that is slow to read waits for other mail, and never keeps all who read."""

from dataclasses import replace

import pytest

from letterlock.app.fairness import FREE, Fairness
from letterlock.core.trust.question import Answer
from letterlock.core.trust.read import read
from support.records import message

MAIL = (
    b"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: %s\r\nMessage-ID: <%s@b.example>\r\n\r\nHello\r\n"
)


class Clock:
    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def fair(clock):
    return Fairness(clock)


def mail(account="acc_1", client="192.0.2.1"):
    return message(account_id=account, envelope={"client_ip": client})


def spend(fair, clock, one, seconds):
    with fair.reading(one):
        clock.seconds += seconds


def test_any_number_of_quick_messages_are_held_against_nobody(fair, clock):
    for _ in range(1000):
        spend(fair, clock, mail(), FREE)
    with fair.reading(mail()):
        assert fair.may_begin(mail())


def test_slow_mail_of_one_client_is_read_one_at_a_time_wherever_it_goes(fair, clock):
    spend(fair, clock, mail("acc_1"), 5)
    with fair.reading(mail("acc_2")):
        assert not fair.may_begin(mail("acc_3"))
        assert fair.may_begin(mail("acc_3", "198.51.100.1"))
    assert fair.may_begin(mail("acc_3")), "it has its turn when no other is read"


def test_slow_mail_from_many_clients_is_held_against_the_inbox_it_goes_to(fair, clock):
    for number in range(5):
        spend(fair, clock, mail("acc_1", f"192.0.2.{number}"), 1)
    with fair.reading(mail("acc_1", "192.0.2.99")):
        assert not fair.may_begin(mail("acc_1", "192.0.2.98"))
        assert fair.may_begin(mail("acc_2", "192.0.2.98"))


def test_it_is_forgiven_in_time(fair, clock):
    spend(fair, clock, mail(), 5)
    clock.seconds += 60
    with fair.reading(mail()):
        assert fair.may_begin(mail())


def test_what_is_remembered_is_bounded(fair, clock):
    for number in range(30_000):
        spend(fair, clock, mail(f"acc_{number}", None), 1)
        clock.seconds += 10
    assert len(fair._owed) <= 10_000


async def test_a_message_whose_turn_it_is_not_comes_again_soon_and_is_lost_never(app, clock):
    class Slow:
        async def run(self, work, /, *args, **kwargs):
            if work is read and b"slow" in args[0]:
                clock.seconds += 5
            return work(*args, **kwargs)

    app.analysis._fair = Fairness(clock)
    app.analysis._judging = replace(app.analysis._judging, sandbox=Slow())
    await app.receive(MAIL % (b"slow", b"1"))
    with app.analysis._fair.reading(mail(client="192.0.2.1")):
        assert await app.receive(MAIL % (b"next", b"2")) is not None
        [waiting] = await app.ports.store.read(lambda unit: unit.messages.pending(9))
        assert await app.analysis.analyse(app.job("analyse", waiting)) is not None
        assert await app.receive(MAIL % (b"other", b"3"), client_ip="198.51.100.1", to=await another(app)) is not None
        pending = await app.ports.store.read(lambda unit: unit.messages.pending(9))
        assert pending == [waiting], "another's mail is read meanwhile"
    await app.analyse()
    assert not await app.ports.store.read(lambda unit: unit.messages.pending(9))


async def test_mail_whose_domain_answers_no_dns_takes_its_time_once_and_is_hurried_then(app, clock):
    asked = []

    class Silent:
        async def resolve(self, questions, *, seconds):
            asked.append(seconds)
            clock.seconds += 5
            return {question: Answer("temperror") for question in questions}

    app.analysis._fair = Fairness(clock)
    app.analysis._judging = replace(app.analysis._judging, resolver=Silent(), dns_seconds=60.0)
    await app.receive(MAIL % (b"first", b"1"))
    assert max(asked) > 20
    asked.clear()
    with app.analysis._fair.reading(mail(client="192.0.2.1")):
        assert not app.analysis._fair.may_begin(mail(client="192.0.2.1"))
        assert app.analysis._fair.may_begin(mail("acc_2", "198.51.100.1"))
    second = await app.receive(MAIL % (b"second", b"2"))
    assert max(asked) <= 1
    found = await app.call("messages.get", account=app.inbox, message_id=second)
    assert found["trust"]["authentication"]["dmarc"] == "temperror", "and is asked for again"


async def another(app):
    return (await app.call("inboxes.create"))["inbox"]["inbox_id"]
