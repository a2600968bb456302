"""Whom mail is taken for, what is stored once, and what a fresh or a full inbox gets."""

import asyncio
import smtplib
import sqlite3

import pytest

from support.mail import compose, deliver
from support.mailbox import arrived, listed
from support.world import SENDER


def refused(server, to: str, raw: bytes | None = None) -> tuple[int, bytes]:
    """The reply a recipient is refused with."""
    with pytest.raises(smtplib.SMTPRecipientsRefused) as error:
        deliver(server, raw or compose("a@reject.example", to), to=to, mail_from="a@reject.example", source=SENDER)
    reply: tuple[int, bytes] = error.value.recipients[to]
    return reply


async def test_there_is_no_mail_for_unknown_inboxes_and_no_relaying(server):
    for to in ("nobody@agents.example", "someone@elsewhere.example", "welcome@sub.agents.example"):
        code, text = await asyncio.to_thread(refused, server, to)
        assert (code, text[:5]) == (550, b"5.1.1"), to


async def test_names_are_read_without_case_and_tags_reach_their_inbox(server, agent, inbox):
    for number, to in enumerate((inbox.upper(), inbox.replace("@", "+shop@"), inbox.replace("@", "+a+b@"))):
        raw = compose("a@reject.example", to, subject=f"to {number}")
        await asyncio.to_thread(deliver, server, raw, to=to, mail_from="a@reject.example", source=SENDER)
        assert (await arrived(agent, inbox, f"to {number}"))["inbox_id"] == inbox


async def test_one_message_for_two_inboxes_and_a_stranger(server, agent, inbox):
    other = (await agent("create_inbox"))["inbox"]["inbox_id"]
    raw = compose("a@reject.example", inbox, subject="both")
    left_out = await asyncio.to_thread(
        deliver, server, raw, to=[inbox, "nobody@agents.example", other], mail_from="a@reject.example", source=SENDER
    )
    assert list(left_out) == ["nobody@agents.example"]
    first, second = await arrived(agent, inbox, "both"), await arrived(agent, other, "both")
    assert first["message_id"] != second["message_id"]


async def test_a_redelivery_is_stored_once_and_a_changed_copy_is_another_message(server, agent, inbox):
    raw = compose("a@reject.example", inbox, subject="again")
    copies = [raw, raw, b"Received: from elsewhere by relay; Mon, 30 Nov 2026 12:00:00 +0000\r\n" + raw]
    for copy in copies:
        await asyncio.to_thread(deliver, server, copy, to=inbox, mail_from="a@reject.example", source=SENDER)
    await asyncio.gather(
        *(
            asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@reject.example", source=SENDER)
            for _ in range(8)
        )
    )
    changed = raw.replace(b"Good morning.", b"Good evening.")
    await asyncio.to_thread(deliver, server, changed, to=inbox, mail_from="a@reject.example", source=SENDER)
    await arrived(agent, inbox, "again", number=2)
    await asyncio.to_thread(deliver, server, compose("a@reject.example", inbox, subject="last"), to=inbox)
    await arrived(agent, inbox, "last")
    assert len(await listed(agent, inbox, "again")) == 2


async def test_the_same_newsletter_in_two_inboxes_survives_the_end_of_one(server, agent, inbox):
    short = (await agent("create_inbox", ttl_seconds=3))["inbox"]
    assert short["ephemeral"] is True
    raw = compose("news@reject.example", "readers@reject.example", subject="Newsletter", text="All the news\n")
    await asyncio.to_thread(
        deliver, server, raw, to=[inbox, short["inbox_id"]], mail_from="news@reject.example", source=SENDER
    )
    item = await arrived(agent, inbox, "Newsletter")
    await gone(agent, short["inbox_id"])
    whole = await agent("get_message", inbox_id=inbox, message_id=item["message_id"], include_raw=True)
    assert "All the news" in whole["raw"]["text"]
    error = await agent.refused("list_messages", inbox_id=short["inbox_id"])
    assert error["type"] == "not_found"


async def gone(agent, address: str) -> None:
    """Until an inbox is not listed any more."""
    async with asyncio.timeout(60):
        while address in [one["inbox_id"] for one in (await agent("list_inboxes", limit=100))["inboxes"]]:
            await asyncio.sleep(0.05)


async def test_an_expiry_racing_deliveries_loses_nothing_of_others_and_leaves_nothing_behind(server, agent, inbox):
    short = (await agent("create_inbox", ttl_seconds=2))["inbox"]
    taken: list[int] = []
    over = asyncio.Event()

    async def sender(name: int) -> None:
        number = 0
        while not over.is_set():
            number += 1
            raw = compose("a@reject.example", short["inbox_id"], subject=f"{name}.{number}")
            try:
                await asyncio.to_thread(
                    deliver, server, raw, to=[short["inbox_id"], inbox], mail_from="a@reject.example", source=SENDER
                )
            except smtplib.SMTPException as error:
                pytest.fail(f"the other inbox still takes mail: {error}")
            taken.append(name)

    senders = [asyncio.create_task(sender(name)) for name in range(4)]
    await gone(agent, short["inbox_id"])
    over.set()
    await asyncio.gather(*senders)
    code, text = await asyncio.to_thread(refused, server, short["inbox_id"])
    assert (code, text[:5]) == (550, b"5.1.1")
    assert len(await everything(agent, inbox, len(taken))) == len(taken)
    async with asyncio.timeout(20):
        while [
            path for path in (server.data / "blobs").rglob("*") if short["account_id"] in str(path) and path.is_file()
        ]:
            await asyncio.sleep(0.05)


async def everything(agent, inbox: str, number: int) -> list[str]:
    """Ids of all messages, as soon as there are so many."""
    async with asyncio.timeout(60):
        while True:
            ids, token = [], None
            while True:
                page = await agent(
                    "list_messages", inbox_id=inbox, limit=100, **({"page_token": token} if token else {})
                )
                ids += [one["message_id"] for one in page["messages"]]
                token = page["next_page_token"]
                if token is None:
                    break
            if len(ids) >= number:
                return ids


async def test_an_expired_address_can_be_made_anew_without_the_old_mail(server, agent, inbox):
    first = (await agent("create_inbox", username="comes-and-goes", ttl_seconds=2))["inbox"]
    raw = compose("a@reject.example", first["inbox_id"], subject="old mail")
    await asyncio.to_thread(deliver, server, raw, to=first["inbox_id"], mail_from="a@reject.example", source=SENDER)
    await gone(agent, first["inbox_id"])
    second = (await agent("create_inbox", username="comes-and-goes"))["inbox"]
    assert second["account_id"] != first["account_id"]
    assert (await agent("list_messages", inbox_id=second["inbox_id"], include_quarantine=True))["count"] == 0


async def test_a_full_inbox_is_full_for_the_moment(server, agent, inbox):
    with sqlite3.connect(server.data / "letterlock.sqlite", timeout=30) as database:
        database.execute("UPDATE accounts SET quota_bytes = 3000 WHERE address = ?", (inbox,))
    database.close()
    raw = compose("a@reject.example", inbox, subject="fits", text="x" * 70 + "\n")
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@reject.example", source=SENDER)
    await arrived(agent, inbox, "fits")
    big = compose("a@reject.example", inbox, subject="too much", text=("x" * 70 + "\n") * 50)
    with pytest.raises((smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError)) as error:
        await asyncio.to_thread(deliver, server, big, to=inbox, mail_from="a@reject.example", source=SENDER)
    assert "452" in str(error.value)
    assert "4.2.2" in str(error.value)
    assert not await listed(agent, inbox, "too much")


def lmtp(server, raw: bytes, recipients: list[str]) -> list[int]:
    """The reply after DATA for each accepted recipient."""
    with smtplib.LMTP(*server.lmtp) as client:
        client.ehlo("relay.test")
        client.mail("a@reject.example")
        accepted = [to for to in recipients if client.rcpt(to)[0] == 250]
        client.putcmd("DATA")
        assert client.getreply()[0] == 354
        client.send(raw + b".\r\n")
        return [client.getreply()[0] for _ in accepted]


async def test_lmtp_answers_once_for_each_recipient(server, agent, inbox):
    other = (await agent("create_inbox"))["inbox"]["inbox_id"]
    raw = compose("a@reject.example", inbox, subject="by LMTP")
    codes = await asyncio.to_thread(lmtp, server, raw, [inbox, "nobody@agents.example", other])
    assert codes == [250, 250]
    for address in (inbox, other):
        await arrived(agent, address, "by LMTP")


@pytest.mark.parametrize("charset", ["koi8-r", "gb18030", "windows-1252", "iso-2022-jp", "utf-8"])
async def test_any_charset_reads_as_text(server, agent, inbox, charset):
    words = {"koi8-r": "Привет", "gb18030": "你好", "windows-1252": "Grüße — €", "iso-2022-jp": "こんにちは"}
    text = words.get(charset, "Zażółć 🙂")
    raw = (
        (
            f"From: a@reject.example\r\nTo: {inbox}\r\nSubject: charset {charset}\r\nMIME-Version: 1.0\r\n"
            f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        ).encode()
        + text.encode(charset)
        + b"\r\n"
    )
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="a@reject.example", source=SENDER)
    item = await arrived(agent, inbox, f"charset {charset}")
    assert item["preview"] == text
