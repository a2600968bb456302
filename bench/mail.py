"""Typical mail, and a client that delivers it on many connections.

`python -m bench.mail PORT CONNECTIONS COUNT SEED INBOX` prints the messages a second.
"""

import asyncio
import random
import sys
import time
from collections.abc import Iterator, Sequence

_TEXT = (
    "the a of to and in for on with we you our your this that have will please thanks order report meeting week team"
    " project review update customer invoice question number office call tomorrow change detail product account"
    " delivery schedule plan draft version before after about which their could would should between through"
)
_WORDS = _TEXT.split()


def corpus(count: int, seed: int = 1) -> list[bytes]:
    """Distinct messages of 5 to 20 KB: text with its HTML, as mail programs write it."""
    chance = random.Random(seed)
    return [_message(chance, number, seed) for number in range(count)]


def _message(chance: random.Random, number: int, seed: int) -> bytes:
    paragraphs = [" ".join(chance.choices(_WORDS, k=chance.randint(40, 90))) for _ in range(chance.randint(7, 19))]
    sender = f"person{chance.randint(1, 200)}@example{chance.randint(1, 20)}.com"
    text = "\r\n\r\n".join("\r\n".join(_folded(paragraph)) for paragraph in paragraphs)
    style = '<p style="margin:0 0 12px;font-family:Arial,sans-serif;font-size:14px;color:#222222">'
    html = "\r\n".join(f"{style}{'<br>'.join(_folded(p))}</p>".replace("<br>", "\r\n") for p in paragraphs)
    boundary = f"=_part_{seed}_{number}"
    head = [
        f"Received: from mail.example.com (mail.example.com [192.0.2.{number % 250 + 1}]) by relay.example.net;"
        " Mon, 30 Nov 2026 10:00:00 +0000",
        f"From: Some Person <{sender}>",
        "To: Agent <welcome@letterlock.localhost>",
        f"Subject: {' '.join(chance.choices(_WORDS, k=6))} {seed}-{number}",
        "Date: Mon, 30 Nov 2026 10:00:00 +0000",
        f"Message-ID: <{seed}.{number}.{chance.getrandbits(64):x}@example.com>",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/alternative; boundary="{boundary}"',
        "X-Mailer: Bench 1.0",
    ]
    parts = [
        *head,
        "",
        f"--{boundary}",
        "Content-Type: text/plain; charset=utf-8",
        "",
        text,
        f"--{boundary}",
        "Content-Type: text/html; charset=utf-8",
        "",
        f"<html><head><title>mail</title></head><body>{html}</body></html>",
        f"--{boundary}--",
        "",
    ]
    return "\r\n".join(parts).encode()


def _folded(text: str, width: int = 72) -> Iterator[str]:
    while len(text) > width:
        at = text.rfind(" ", 0, width)
        yield text[:at]
        text = text[at + 1 :]
    yield text


def deliver(port: int, messages: Sequence[bytes], inbox: str, connections: int) -> float:
    """Delivers all, each answered 250, and returns the seconds it took."""
    return asyncio.run(_deliver(port, messages, inbox, connections))


async def _deliver(port: int, messages: Sequence[bytes], inbox: str, connections: int) -> float:
    began = time.perf_counter()
    await asyncio.gather(
        *(_connection(port, messages[first::connections], inbox) for first in range(min(connections, len(messages))))
    )
    return time.perf_counter() - began


async def _connection(port: int, messages: Sequence[bytes], inbox: str) -> None:
    """One connection that waits for every answer, as most senders do."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await _expect(reader, b"220")
    await _say(reader, writer, b"EHLO bench.example.com\r\n", b"250")
    recipient = f"RCPT TO:<{inbox}>\r\n".encode()
    for message in messages:
        await _say(reader, writer, b"MAIL FROM:<person@example.com>\r\n", b"250")
        await _say(reader, writer, recipient, b"250")
        await _say(reader, writer, b"DATA\r\n", b"354")
        await _say(reader, writer, message + b".\r\n", b"250")
    await _say(reader, writer, b"QUIT\r\n", b"221")
    writer.close()


async def _say(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: bytes, answer: bytes) -> None:
    writer.write(line)
    await _expect(reader, answer)


async def _expect(reader: asyncio.StreamReader, answer: bytes) -> None:
    while True:
        line = await reader.readline()
        if not line.startswith(answer):
            raise RuntimeError(f"Expected {answer!r}, got {line!r}")
        if line[3:4] != b"-":
            return


if __name__ == "__main__":
    import uvloop

    port, connections, count, seed = (int(argument) for argument in sys.argv[1:5])
    print(count / uvloop.run(_deliver(port, corpus(count, seed), sys.argv[5], connections)))
