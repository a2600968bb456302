"""The word of rspamd joins our own analysis, and its silence holds up nothing."""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import format_datetime

import pytest

from letterlock.adapters.egress import Egress
from letterlock.adapters.rspamd import LONGEST, Rspamd
from letterlock.app.analyse import Analyse
from letterlock.core.trust.filtered import SPAM, Filtered, joined
from letterlock.core.trust.report import Classification
from support.apt import Unavailable
from support.rspamd import Rspamd as Running

HEAD = b"From: ana@b.example\r\nTo: welcome@agents.example\r\nSubject: Hi\r\nMessage-ID: <1@b.example>\r\n\r\n"
GTUBE = b"XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X\r\n"
"""The generic test for unsolicited mail: every filter takes it for spam."""


@pytest.fixture(scope="module")
def rspamd():
    try:
        running = Running()
    except Unavailable as reason:
        pytest.skip(str(reason))
    with running:
        yield running


def filtering(app, url, **more):
    ports = replace(app.ports, spam_filter=Rspamd(url, Egress(), **more))
    app.analysis = Analyse(ports, app.settings)


async def report(app, raw, **envelope):
    message_id = await app.receive(raw, **envelope)
    return await app.call("messages.trust", account=app.inbox, message_id=message_id)


async def test_what_rspamd_takes_for_spam_is_spam_and_says_why(app, rspamd):
    filtering(app, rspamd.url)
    found = await report(app, HEAD + GTUBE, helo="b.example\r\nX: y", mail_from="")
    assert found["classification"]["spam"] == 0.99
    assert any(sign.startswith("spam: rspamd gives it") for sign in found["classification"]["signs"])
    assert "SPAM" in found["labels"]


class Heard(Rspamd):
    """rspamd, whose words are written down: it does not say the same of a message each time."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.words = []

    async def judge(self, raw, envelope):
        self.words.append(await super().judge(raw, envelope))
        return self.words[-1]


async def test_ordinary_mail_is_judged_by_what_rspamd_would_do_with_it(app, rspamd):
    more = f"Date: {format_datetime(datetime.now(UTC))}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n"
    raw = HEAD.removesuffix(b"\r\n") + more.encode() + b"See you at noon, by the river, as last year.\r\n"
    heard = Heard(rspamd.url, Egress())
    app.analysis = Analyse(replace(app.ports, spam_filter=heard), app.settings)
    found = await report(app, raw)
    (said,) = heard.words
    assert said.action != "reject"
    assert found["classification"]["spam"] == pytest.approx(SPAM.get(said.action, 0.0), abs=0.1)
    assert found["classification"]["phishing"] < 0.1


def answer(body, status=b"200 OK"):
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body)


BAD = {
    "nothing": b"",
    "an error": answer(b"{}", b"500 Trouble"),
    "no JSON": answer(b"<html>"),
    "another JSON": answer(b'{"score": "much"}'),
    "a list": answer(b"[]"),
    "no HTTP": b"220 mail.example ESMTP\r\n",
    "too much": b"HTTP/1.1 200 OK\r\n\r\n" + b" " * (LONGEST + 1),
    "symbols that are none": answer(b'{"score": 1, "required_score": 2, "action": "reject", "symbols": [1]}'),
    "silence": None,
}


@pytest.mark.parametrize("bad", BAD)
async def test_a_filter_that_gives_no_proper_answer_holds_up_nothing(app, bad, caplog):
    async def speak(reader, writer):
        if BAD[bad] is None:
            await reader.read()
        writer.write(BAD[bad] or b"")
        writer.close()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        filtering(app, f"http://127.0.0.1:{port}", seconds=0.3)
        found = await report(app, HEAD + b"See you at noon.\r\n")
    assert found["classification"]["spam"] < 0.1
    assert "judged without it" in caplog.text


async def test_a_filter_that_is_away_holds_up_nothing(app):
    filtering(app, "http://127.0.0.1:1")
    assert (await report(app, HEAD + b"hello\r\n"))["level"] == "unknown"


async def test_what_it_is_told_of_the_envelope(app):
    seen = []

    async def note(reader, writer):
        seen.append((await reader.readuntil(b"\r\n\r\n")).decode())
        found = {"score": 7, "required_score": 15, "action": "add header", "symbols": {"PHISHING": {"score": 4}}}
        writer.write(answer(json.dumps(found).encode()))
        writer.close()

    server = await asyncio.start_server(note, "127.0.0.1", 0)
    async with server:
        filtering(app, f"http://:pass%40word@127.0.0.1:{server.sockets[0].getsockname()[1]}")
        found = await report(app, HEAD + b"hello\r\n", helo="mx.b.example")
    told = dict(line.split(": ", 1) for line in seen[0].splitlines()[1:] if line)
    assert seen[0].startswith("POST /checkv2 ")
    assert (told["IP"], told["Helo"], told["From"]) == ("192.0.2.1", "mx.b.example", "ana@b.example")
    assert told["Password"] == "pass@word"
    assert (found["classification"]["spam"], found["classification"]["phishing"]) == (0.9, 0.6)


@pytest.mark.parametrize("action", ["no action", "greylist", "soft reject", "something new"])
def test_it_never_makes_a_message_look_better(action):
    ours = Classification(spam=0.7, phishing=0.2, signs=("ours",))
    assert joined(ours, Filtered(-5.0, 15.0, action)) == ours
    assert joined(ours, None) == ours
    assert joined(replace(ours, spam=1.0), Filtered(20, 15, "reject")).spam == 1.0
