"""SMTP smuggling: no ending but CRLF.CRLF makes two messages of one, through the whole stack."""

import asyncio
import socket

import pytest

from support.mail import compose, deliver
from support.mailbox import arrived, listed

ENDINGS = {
    "bare LF": b"\n.\n",
    "bare LF, CRLF": b"\n.\r\n",
    "CRLF, bare LF": b"\r\n.\n",
    "bare CR": b"\r.\r",
    "bare CR, CRLF": b"\r.\r\n",
    "CRLF, bare CR": b"\r\n.\r",
    "CRLF, CR CRLF": b"\r\n.\r\r\n",
    "LF CR": b"\n\r.\n\r",
    "NUL before the dot": b"\r\n\x00.\r\n",
    "NUL after the dot": b"\r\n.\x00\r\n",
    "two dots": b"\r\n..\r\n",
    "a space": b"\r\n. \r\n",
    "vertical tab": b"\x0b.\x0b",
    "NEL": b"\xc2\x85.\xc2\x85",
    "line separator": "\u2028.\u2028".encode(),
}


def converse(server, inbox: str, ending: bytes) -> list[bytes]:
    """One DATA whose content pretends to end in the middle; every reply line after it, until QUIT is answered."""
    second = (
        b"MAIL FROM:<evil@reject.example>\r\nRCPT TO:<" + inbox.encode() + b">\r\nDATA\r\n"
        b"From: boss@reject.example\r\nSubject: smuggled\r\nMessage-ID: <2@evil.example>\r\n\r\npay\r\n.\r\n"
    )
    first = b"From: a@open.example\r\nSubject: carrier\r\nMessage-ID: <1@evil.example>\r\n\r\nhello" + ending + second
    with socket.create_connection(server.smtp, timeout=60) as connection, connection.makefile("rwb") as wire:
        wire.readline()
        for command in (b"EHLO mx.test", b"MAIL FROM:<a@open.example>", b"RCPT TO:<" + inbox.encode() + b">", b"DATA"):
            wire.write(command + b"\r\n")
            wire.flush()
            while wire.readline()[3:4] == b"-":
                pass
        wire.write(first)
        wire.write(b"QUIT\r\n")
        wire.flush()
        return wire.read().splitlines()


@pytest.mark.parametrize("ending", ENDINGS)
async def test_a_false_end_never_makes_two_messages(server, agent, inbox, ending):
    replies = await asyncio.to_thread(converse, server, inbox, ENDINGS[ending])
    codes = [line[:3] for line in replies]
    # One reply to the one message, then one to QUIT or to a client whose lines do not end as they must.
    assert len(codes) == 2, replies
    assert codes[0] in (b"250", b"554"), replies
    assert codes[1] in (b"221", b"421"), replies
    await asyncio.to_thread(deliver, server, compose("a@open.example", inbox, subject="after"), to=inbox)
    await arrived(agent, inbox, "after")
    if codes[0] == b"250":
        await arrived(agent, inbox, "carrier")
    subjects = sorted(one["subject"] for one in await listed(agent, inbox))
    assert subjects == (["after", "carrier"] if codes[0] == b"250" else ["after"])


async def test_dots_at_line_starts_arrive_as_they_were_sent(server, agent, inbox):
    text = "one\n.\n..two\n.three\n"
    raw = compose("a@open.example", inbox, subject="dots", text=text)
    await asyncio.to_thread(deliver, server, raw, to=inbox)  # smtplib doubles them, the server takes them off
    item = await arrived(agent, inbox, "dots")
    whole = await agent("get_message", inbox_id=inbox, message_id=item["message_id"], include_raw=True)
    assert whole["raw"]["text"].replace("\r\n", "\n") == text
