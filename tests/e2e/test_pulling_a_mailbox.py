"""A server told of a mailbox elsewhere takes mail from it, by no port of its own."""

import imaplib

import pytest

from support.apt import Unavailable
from support.mail_servers import mail_servers
from support.mailbox import arrived
from support.mcp_clients import agent as connect
from support.server import Server

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("mail servers")]


async def test_mail_for_an_inbox_is_pulled_and_read(tmp_path):
    try:
        with mail_servers() as outside:
            await pulled(outside, tmp_path)
    except Unavailable as reason:
        pytest.skip(str(reason))


async def pulled(outside, folder):
    place = f"imap://all%40example.com:secret@127.0.0.1:{outside.imap}"
    server = Server(folder, pull=place, trusted_relays="imap=mx.example.com", smtp="off")
    try:
        server.start()
        async with connect(server) as agent:
            inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
            with imaplib.IMAP4("127.0.0.1", outside.imap, timeout=30) as client:
                client.login("all@example.com", "secret")
                client.append("INBOX", "", None, message(inbox))
            listed = await arrived(agent, inbox, "pulled")
            found = await agent("get_message", inbox_id=inbox, message_id=listed["message_id"])
            assert found["text"] == "See you at noon."
            assert found["trust"]["authentication"]["spf"] != "fail"
        assert "imap" in server.cli("check")
    finally:
        server.close()


def message(inbox):
    return (
        f"Delivered-To: {inbox}\r\nReceived: from b.example (b.example [192.0.2.1]) by mx.example.com; x\r\n"
        f"From: ana@b.example\r\nTo: {inbox}\r\nSubject: pulled\r\nMessage-ID: <p@b.example>\r\n\r\nSee you at noon.\r\n"
    ).encode()
