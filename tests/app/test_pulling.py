"""A mailbox on a real Dovecot that catches all mail of a domain is emptied into the inboxes here."""

import asyncio
import imaplib
import ssl

import pytest

from letterlock.adapters.imap.place import ImapPlace, parse_place
from letterlock.adapters.imap.pulled import ImapPulled
from letterlock.app.pull import LARGEST, Pull
from letterlock.core.errors import Invalid
from letterlock.jobs.pulling import Pulling
from letterlock.ports.pulled import PullFailed
from support.apt import Unavailable
from support.mail_servers import mail_servers

HEAD = b"Return-Path: <ana@b.example>\r\nX-Original-To: %s\r\nReceived: from b (b [192.0.2.1]) by mx; x\r\n"
MAIL = (
    HEAD
    + b"From: ana@b.example\r\nTo: somebody@else.example\r\nSubject: %s\r\nMessage-ID: <%s@b.example>\r\n\r\nHi\r\n"
)


pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("mail servers")]


@pytest.fixture(scope="module")
def servers():
    try:
        with mail_servers() as running:
            yield running
    except Unavailable as reason:
        pytest.skip(str(reason))


class Elsewhere:
    """The mailbox, as its owner sees it."""

    def __init__(self, port, user):
        self.port = port
        self.user = user

    def _do(self, work):
        with imaplib.IMAP4("127.0.0.1", self.port, timeout=30) as client:
            client.login(self.user, "secret")
            return work(client)

    def put(self, raw):
        status, said = self._do(lambda client: client.append("INBOX", "", None, raw))
        assert status == "OK", said

    def mail(self, raw_to, subject):
        self.put(MAIL % (raw_to.encode(), subject.encode(), subject.encode()))

    def flags(self, folder):
        def look(client):
            status, found = client.select(f'"{folder}"', readonly=True)
            if status != "OK" or found == [b"0"]:
                return []
            return [imaplib.ParseFlags(one) for one in client.fetch("1:*", "(FLAGS)")[1] if one]

        return self._do(look)

    def count(self, folder):
        return len(self.flags(folder))


@pytest.fixture
def elsewhere(servers, request):
    return Elsewhere(servers.imap, f"{request.node.name[:40].replace('[', '-').replace(']', '')}@example.com".lower())


@pytest.fixture
async def mailbox(elsewhere):
    found = ImapPulled(ImapPlace("127.0.0.1", elsewhere.port, False, elsewhere.user, "secret"))
    yield found
    await found.close()


@pytest.fixture
def pull(app, mailbox):
    return Pull(mailbox, app.acceptor, app.ports.sandbox, app.ports.clock)


async def subjects(app):
    await app.analyse()
    return sorted(one["subject"] for one in (await app.call("messages.list", account=app.inbox))["messages"])


async def test_mail_goes_to_the_inbox_it_was_sent_to_and_is_kept_aside_unread(app, elsewhere, pull):
    elsewhere.mail(app.inbox, "one")
    elsewhere.mail("nobody@agents.example", "two")
    assert await pull.round() == 0
    assert await subjects(app) == ["one"]
    assert elsewhere.count("INBOX") == 0
    assert elsewhere.count("Letterlock/Unknown") == 1
    [flags] = elsewhere.flags("Letterlock/Delivered")
    assert b"\\Seen" not in flags
    assert await pull.round() == 0
    assert await subjects(app) == ["one"]


async def test_without_a_word_from_a_server_to_and_cc_say_whom_it_is_for(app, elsewhere, pull):
    elsewhere.put(f"From: ana@b.example\r\nTo: {app.inbox}\r\nSubject: plain\r\n\r\nhello\r\n".encode())
    await pull.round()
    assert await subjects(app) == ["plain"]


async def test_what_came_by_it_has_no_client_and_the_sender_of_its_return_path(app, elsewhere, pull):
    elsewhere.mail(app.inbox, "one")
    await pull.round()
    await subjects(app)
    [listed] = (await app.call("messages.list", account=app.inbox))["messages"]
    message = await app.ports.store.read(lambda unit: unit.messages.find(listed["message_id"]))
    assert (message.envelope["via"], message.envelope["mail_from"]) == ("imap", "ana@b.example")
    assert message.envelope["client_ip"] is None


async def test_a_message_that_was_taken_and_not_filed_is_stored_once(app, elsewhere, pull, mailbox, monkeypatch):
    elsewhere.put(f"From: ana@b.example\r\nTo: {app.inbox}\r\nSubject: once\r\n\r\nno id\r\n".encode())

    async def die(*_):
        raise PullFailed("killed here")

    with monkeypatch.context() as patch:
        patch.setattr(type(mailbox), "file", die)
        with pytest.raises(PullFailed):
            await pull.round()
    await mailbox.close()
    assert await pull.round() == 0
    assert await subjects(app) == ["once"]
    assert elsewhere.count("Letterlock/Delivered") == 1


async def test_what_cannot_be_stored_now_stays_where_it_is(app, elsewhere, pull, monkeypatch):
    elsewhere.mail(app.inbox, "later")
    with monkeypatch.context() as patch:
        patch.setattr(app.acceptor, "_quota", 1)
        assert await pull.round() == 1
    assert elsewhere.count("INBOX") == 1
    assert await pull.round() == 0
    assert await subjects(app) == ["later"]


async def test_too_large_and_going_round_in_circles_are_put_aside(app, elsewhere, pull, monkeypatch):
    elsewhere.put(b"Received: from a by b; x\r\n" * 101 + MAIL % (app.inbox.encode(), b"loop", b"loop"))
    elsewhere.mail(app.inbox, "large")
    monkeypatch.setattr("letterlock.app.pull.LARGEST", 200)
    assert LARGEST > 200
    assert await pull.round() == 0
    assert await subjects(app) == []
    assert elsewhere.count("Letterlock/Unknown") == 2


async def test_a_server_without_move_is_left_as_tidy(app, elsewhere, pull, mailbox):
    await mailbox.waiting()
    without = mailbox._client.has_capability
    mailbox._client.has_capability = lambda name: name not in ("MOVE", "NAMESPACE") and without(name)
    elsewhere.mail(app.inbox, "one")
    await pull.round()
    assert (elsewhere.count("INBOX"), elsewhere.count("Letterlock/Delivered")) == (0, 1)


async def test_new_mail_is_taken_as_it_comes_and_after_the_connection_broke(app, elsewhere, pull, mailbox):
    pulling = Pulling(mailbox, pull.round)
    pulling.start()
    try:
        elsewhere.mail(app.inbox, "one")
        await there(app, ["one"])
        elsewhere.mail(app.inbox, "two")
        await there(app, ["one", "two"])
        mailbox._client.socket().shutdown(2)
        elsewhere.mail(app.inbox, "three")
        await there(app, ["one", "three", "two"])
    finally:
        await pulling.stop(10)


async def there(app, wanted):
    async with asyncio.timeout(60):
        while await subjects(app) != wanted:
            await asyncio.sleep(0.05)


async def test_a_refused_password_is_said_and_not_shown(elsewhere):
    found = ImapPulled(ImapPlace("127.0.0.1", elsewhere.port, False, elsewhere.user, "wrong-pass"))
    with pytest.raises(PullFailed, match="refuses user and password") as error:
        await found.waiting()
    assert "wrong-pass" not in str(error.value) + repr(found._place)
    await found.close()


async def speaking(said):
    async def speak(reader, writer):
        writer.write(said)
        await reader.read(1)
        writer.close()

    return await asyncio.start_server(speak, "127.0.0.1", 0)


@pytest.mark.parametrize(
    "said", [b"", b"* BYE go away\r\n", b"\xff\xfe\r\n", b"HTTP/1.1 400\r\n\r\n", b"* OK " + b"x" * 2_000_000]
)
async def test_what_is_no_imap_server_is_a_failure_like_others(said):
    async with await speaking(said) as server:
        found = ImapPulled(ImapPlace("127.0.0.1", server.sockets[0].getsockname()[1], False, "u", "p"))
        with pytest.raises(PullFailed):
            await found.waiting()
        await found.close()


async def test_a_password_never_goes_over_the_net_in_the_clear(elsewhere, monkeypatch):
    """Dovecot here offers no TLS: to another machine nothing is said but STARTTLS."""
    monkeypatch.setattr(ImapPlace, "needs_tls", property(lambda _: True))
    found = ImapPulled(
        ImapPlace("127.0.0.1", elsewhere.port, False, elsewhere.user, "secret"),
        trusted=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
    )
    with pytest.raises(PullFailed):
        await found.waiting()
    await found.close()
    assert ImapPlace("imap.b.example", 143, False, "u", "p").needs_tls


def test_the_setting_is_taken_apart_and_its_faults_are_named():
    place = parse_place("imaps://all%40agents.example:p%3Aw@imap.b.example/Catch%20all")
    assert (place.host, place.port, place.implicit_tls) == ("imap.b.example", 993, True)
    assert (place.user, place.password, place.folder) == ("all@agents.example", "p:w", "Catch all")
    assert parse_place("imap://u:p@h").port == 143
    for bad in ("pop3://u:p@h", "imaps://h", "imaps://u@h", "imaps://u:p@", "imaps://u:p@h:0", "imaps://u:secret@h:x"):
        with pytest.raises(Invalid) as error:
            parse_place(bad)
        assert "secret" not in error.value.message
