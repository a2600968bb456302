"""Mail by HTTP: who may hand it over, what is read of it, and answers that say what SMTP would."""

import base64
import hashlib
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry

from letterlock.core.errors import Invalid, Unauthorised
from letterlock.faces.http.app import build
from letterlock.faces.rest.envelope import read_envelope
from letterlock.faces.rest.inbound import PATH, Inbound
from letterlock.faces.rest.signature import WINDOW, check, sign
from letterlock.faces.smtp import Limits
from letterlock.ports.inbound import Verdict

SECRET, NEXT = "s" * 32, "n" * 40
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LIMITS = Limits()
RAW = b"From: a@b.example\r\nSubject: x\r\n\r\nText\r\n"
WORDS = {
    "nobody": Verdict("refuse", "550 5.1.1 No such inbox here"),
    "full": Verdict("defer", "452 4.2.2 The inbox is over its quota"),
    "later": Verdict("defer", "451 4.3.0 The message could not be stored; try again later"),
}


@dataclass
class App:
    """Keeps what it is given."""

    taken: list = field(default_factory=list)
    broken: bool = False

    def now(self):
        return NOW

    async def check_recipient(self, recipient, size):
        raise AssertionError("not asked")

    async def accept(self, envelope, recipients, raw):
        if self.broken:
            raise RuntimeError("secret words")
        self.taken.append((envelope, [to.spec for to in recipients], raw))
        return [WORDS.get(to.local, Verdict("accept", "250 2.0.0 Accepted")) for to in recipients]


@pytest.fixture
def told():
    return App()


@pytest.fixture
def post(told):
    """Posts a message as it is told to; the response."""

    async def send(
        body=RAW,
        *,
        secret=SECRET,
        secrets=(SECRET,),
        at=NOW,
        headers=None,
        limits=LIMITS,
        raw_envelope=None,
        content_type="message/rfc822",
        **envelope,
    ):
        inbound = Inbound(told, told, secrets, "mx.example", limits)
        app = build(
            routes=inbound.routes(), running=(), ready=None, registry=CollectorRegistry(), public_url="http://test", bound="127.0.0.1:1"
        )  # fmt: skip
        given = {"mail_from": "a@b.example", "recipients": ["in@box.example"], **envelope}
        told_envelope = base64.b64encode(json.dumps(given).encode()).decode() if raw_envelope is None else raw_envelope
        digest = hashlib.sha256(body if isinstance(body, bytes) else b"").hexdigest()
        timestamp = str(int(at.timestamp()))
        all_headers = {
            "Content-Type": content_type,
            "Letterlock-Timestamp": timestamp,
            "Letterlock-Envelope": told_envelope,
            "Letterlock-Body-SHA256": digest,
            "Letterlock-Signature": sign(secret, timestamp, told_envelope, digest),
            **(headers or {}),
        }
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.post(
                PATH, content=body, headers={k: v for k, v in all_headers.items() if v is not None}
            )

    return send


async def test_a_signed_message_is_taken_with_its_envelope(post, told):
    answer = await post(client_ip="192.0.2.7", helo="b.example", tls=True)
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "accepted",
        "recipients": [{"recipient": "in@box.example", "status": "accepted", "reply": "250 2.0.0 Accepted"}],
    }
    envelope, recipients, raw = told.taken[0]
    assert (envelope.mail_from, envelope.client_ip, envelope.helo, envelope.tls) == (
        "a@b.example",
        "192.0.2.7",
        "b.example",
        True,
    )
    assert (envelope.via, envelope.peer, envelope.received_at, recipients, raw) == (
        "http",
        "http",
        NOW,
        ["in@box.example"],
        RAW,
    )


async def test_what_the_sender_does_not_know_is_not_known(post, told):
    for client in (None, ""):
        assert (await post(client_ip=client, mail_from="")).status_code == 200
    assert {(envelope.client_ip, envelope.mail_from) for envelope, _, _ in told.taken} == {(None, "")}


async def test_either_secret_will_do_while_it_is_changed(post):
    assert (await post(secret=NEXT, secrets=(SECRET, NEXT))).status_code == 200
    assert (await post(secret=SECRET, secrets=(SECRET, NEXT))).status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        {"secret": NEXT},
        {"at": NOW - timedelta(seconds=WINDOW + 1)},
        {"at": NOW + timedelta(seconds=WINDOW + 1)},
        {"headers": {"Letterlock-Signature": None}},
        {"headers": {"Letterlock-Signature": "v1=" + "0" * 64}},
        {"headers": {"Letterlock-Signature": "v1=ä".encode("latin-1")}},
        {"headers": {"Letterlock-Timestamp": str(int(NOW.timestamp()) + 1)}},
        {"headers": {"Letterlock-Timestamp": "9" * 400}},
        {"headers": {"Letterlock-Timestamp": None}},
        {"headers": {"Letterlock-Envelope": base64.b64encode(b'{"mail_from":"","recipients":["x@y.example"]}').decode()}},
        {"headers": {"Letterlock-Body-SHA256": hashlib.sha256(b"another").hexdigest()}},
        {"headers": {"Letterlock-Body-SHA256": "0" * 63}},
    ],
    ids=str,
)  # fmt: skip
async def test_what_is_not_signed_as_it_should_be_is_not_read(post, told, change):
    answer = await post(**change)
    assert answer.status_code == 401, answer.text
    assert not told.taken


WORDS_IN_HEADERS = st.sampled_from(["", "1", "v1=", "0" * 64, "1700000000"]) | st.text(
    st.characters(max_codepoint=255), max_size=80
)


@given(st.lists(WORDS_IN_HEADERS, min_size=4, max_size=4))
def test_nothing_made_up_passes_for_a_signature(values):
    names = ("letterlock-timestamp", "letterlock-envelope", "letterlock-body-sha256", "letterlock-signature")
    with pytest.raises(Unauthorised):
        check(dict(zip(names, values, strict=True)), (SECRET, NEXT), NOW)


async def test_the_window_holds_to_its_ends(post):
    for seconds in (-WINDOW, WINDOW):
        assert (await post(at=NOW + timedelta(seconds=seconds))).status_code == 200


async def test_another_body_than_the_one_signed_is_refused(post, told):
    digest = hashlib.sha256(b"signed").hexdigest()
    envelope = base64.b64encode(b'{"mail_from":"","recipients":["in@box.example"]}').decode()
    timestamp = str(int(NOW.timestamp()))
    signature = sign(SECRET, timestamp, envelope, digest)
    changed = {"Letterlock-Body-SHA256": digest, "Letterlock-Signature": signature}
    assert (await post(raw_envelope=envelope, headers=changed)).status_code == 400
    assert not told.taken


async def test_without_a_secret_there_is_no_such_way_in(post):
    answer = await post(secrets=())
    assert answer.status_code == 503  # so that nothing bounces while it is set up
    assert "LETTERLOCK_INBOUND_SECRET" in answer.json()["detail"]


async def test_only_raw_messages_are_taken(post):
    assert (await post(content_type="application/json")).status_code == 415
    assert (await post(content_type="Message/RFC822; charset=x")).status_code == 200


@pytest.mark.parametrize(
    "envelope",
    [
        {"recipients": []},
        {"recipients": ["in@box.example"] * 101},
        {"recipients": "in@box.example"},
        {"mail_from": None},
        {"client_ip": "b.example"},
        {"client_ip": 7},
        {"tls": "yes"},
        {"more": 1},
    ],
    ids=str,
)  # fmt: skip
async def test_an_envelope_that_says_something_else_is_told(post, told, envelope):
    answer = await post(**envelope)
    assert answer.status_code == 400, answer.text
    assert answer.json()["param"] == "letterlock-envelope"
    assert not told.taken


@pytest.mark.parametrize("sender", ["a@b.example> SIZE=1", "a@b.example\r\nRCPT", "nonsense", "@x:a@b.example"])
async def test_a_sender_that_mail_would_refuse_is_refused_for_good(post, told, sender):
    answer = await post(mail_from=sender)
    assert answer.status_code == 422
    assert [one["status"] for one in answer.json()["recipients"]] == ["refused"]
    assert not told.taken


async def test_the_null_sender_and_odd_names_of_clients_are_taken(post, told):
    for more in ({"mail_from": "<>"}, {"mail_from": "grüße@b.example"}, {"helo": "two words"}, {"helo": "ä"}):
        assert (await post(**more)).status_code == 200
    found = [(envelope.mail_from, envelope.smtputf8, envelope.helo) for envelope, _, _ in told.taken]
    assert found == [
        ("", False, ""),
        ("grüße@b.example", True, ""),
        ("a@b.example", False, ""),
        ("a@b.example", False, ""),
    ]


@pytest.mark.parametrize("text", ["%%%", "e30=", "W10", "bnVsbA", "x", base64.b64encode(b"\xff\xfe").decode()])
async def test_an_envelope_that_is_none_is_told(post, text):
    assert (await post(raw_envelope=text)).status_code == 400


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda data: base64.b64encode(data).decode()))
def test_any_envelope_is_read_or_refused(text):
    try:
        read_envelope(text)
    except Invalid as error:
        assert error.param == "letterlock-envelope"


@pytest.mark.parametrize(
    ("recipients", "status", "each"),
    [
        (["in@box.example", "nobody@box.example"], 200, ["accepted", "refused"]),
        (["nobody@box.example"], 404, ["refused"]),
        (["no address"], 422, ["refused"]),
        (["<in@box.example>", "in@box.example"], 200, ["refused", "accepted"]),
        (["full@box.example"], 507, ["deferred"]),
        (["later@box.example", "full@box.example"], 503, ["deferred", "deferred"]),
        (["in@box.example", "later@box.example", "nobody@box.example"], 503, ["accepted", "deferred", "refused"]),
        (["in@box.example", "IN@BOX.example"], 200, ["accepted", "accepted"]),
        (["postmaster", "grüße@box.example"], 200, ["accepted", "accepted"]),
    ],
)
async def test_each_recipient_has_its_answer_and_all_together_one(post, told, recipients, status, each):
    answer = await post(recipients=recipients)
    assert answer.status_code == status
    assert [one["status"] for one in answer.json()["recipients"]] == each
    assert [one["recipient"] for one in answer.json()["recipients"]] == recipients
    assert ("retry-after" in answer.headers) is (status in (503, 507))


async def test_a_repeated_recipient_is_asked_for_once(post, told):
    await post(recipients=["in@box.example", "IN@BOX.example"])
    assert told.taken[0][1] == ["in@box.example"]


async def test_a_fault_means_try_again_and_its_words_stay_inside(post, told):
    told.broken = True
    answer = await post()
    assert answer.status_code == 503
    assert "secret words" not in answer.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"x" * 101, 413),
        (b"", 422),
        (b"a\0b\r\n", 422),
        (b"a\rb\r\n", 422),
        (b"Received: x\r\n" * 6 + b"\r\nx", 422),
        (b"Subject: x\r\n\r\n.\r\n", 200),
    ],
)  # fmt: skip
async def test_bodies_are_held_to_what_smtp_takes(post, body, status):
    assert (await post(body, limits=Limits(message_bytes=100, received_fields=5))).status_code == status


async def test_a_body_without_a_length_is_cut_off_at_the_limit(post, told):
    async def chunks():
        for _ in range(20):
            yield b"x" * 10

    assert (await post(chunks(), limits=Limits(message_bytes=100))).status_code == 413
    assert not told.taken


async def test_too_many_large_messages_at_once_are_put_off(post):
    assert (await post(limits=Limits(memory_bytes=10))).status_code == 503


async def test_line_ends_of_a_pipe_become_those_of_mail(post, told):
    assert (await post(RAW.replace(b"\r\n", b"\n"))).status_code == 200
    assert told.taken[0][2] == RAW


async def test_a_handing_over_is_known_by_its_id_or_its_signature(post, told):
    for more in ({"id": "1"}, {"id": "1", "helo": "other"}, {"id": "2"}, {}, {}, {"at": NOW + timedelta(seconds=1)}):
        assert (await post(**more)).status_code == 200
    first, again, second, plain, replayed, anew = (envelope.handover for envelope, _, _ in told.taken)
    assert first == again
    assert plain == replayed
    assert len({first, second, plain, anew}) == 4
