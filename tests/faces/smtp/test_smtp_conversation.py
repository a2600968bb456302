"""SMTP as clients speak it, over real sockets."""

import asyncio
import shutil
import smtplib

import pytest

HELLO = b"EHLO client.example\r\n"


async def greeted(client, hello="EHLO client.example"):
    assert (await client.reply()).startswith("220 mx.example ESMTP")
    return await client.say(hello)


async def test_ehlo_names_the_extensions_and_no_authentication(smtp, connect):
    client = await connect(smtp.ports[0])
    reply = await greeted(client)
    assert [line[4:] for line in reply.split("\n")] == [
        "mx.example",
        "PIPELINING",
        "SIZE 26214400",
        "8BITMIME",
        "SMTPUTF8",
        "ENHANCEDSTATUSCODES",
    ]


async def test_a_message_arrives_exactly_as_smtplib_sent_it(smtp, inboxes):
    body = b"From: a@b.example\r\nSubject: dots\r\n\r\n.\r\n..\r\n.x\r\n\r\n\xff\xfe\r\nlast\r\n"

    def send():
        with smtplib.SMTP("127.0.0.1", smtp.ports[0], local_hostname="client.example") as client:
            return client.sendmail("a@b.example", ["in@box.example"], body, mail_options=["BODY=8BITMIME"])

    assert await asyncio.to_thread(send) == {}
    [(envelope, recipients, raw)] = inboxes.accepted
    assert raw == body
    assert recipients == ["in@box.example"]
    assert (envelope.mail_from, envelope.helo, envelope.client_ip) == ("a@b.example", "client.example", "127.0.0.1")
    assert (envelope.via, envelope.tls, envelope.smtputf8) == ("smtp", False, False)


@pytest.mark.skipif(shutil.which("swaks") is None, reason="swaks is not installed")
async def test_swaks_delivers(smtp, inboxes):
    process = await asyncio.create_subprocess_exec(
        "swaks", "--server", "127.0.0.1", "--port", str(smtp.ports[0]), "--from", "a@b.example",
        "--to", "in@box.example", "--pipeline",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()
    assert inboxes.accepted[0][1] == ["in@box.example"]


COMMANDS = [
    (["NOOP"], "250 2.0.0"),
    (["NOOP ignored"], "250 2.0.0"),
    (["HELP"], "214 2.0.0"),
    (["VRFY someone"], "252 2.1.5"),
    (["VRFY"], "501 5.5.4"),
    (["EXPN list"], "502 5.5.1"),
    (["AUTH PLAIN AGEAYg=="], "502 5.5.1"),
    (["ETRN x"], "502 5.5.1"),
    (["STARTTLS"], "502 5.5.1"),
    (["LHLO x"], "500 5.5.1"),
    (["WHAT"], "500 5.5.1"),
    ([""], "500 5.5.1"),
    (["EHLO"], "501 5.5.4"),
    (["EHLO a b"], "501 5.5.4"),
    (["HELO x", "MAIL FROM:<a@b.example> SIZE=1"], "555 5.5.4"),
    (["HELO x", "MAIL FROM:<a@b.example>"], "250 2.1.0"),
    (["RSET now"], "501 5.5.4"),
    (["QUIT now"], "501 5.5.4"),
    (["RCPT TO:<in@box.example>"], "503 5.5.1"),
    (["DATA"], "503 5.5.1"),
    (["MAIL FROM:<>"], "250 2.1.0"),
    (["mail from: <a@b.example> size=10 body=8bitmime smtputf8"], "250 2.1.0"),
    (["MAIL FROM:a@b.example"], "501 5.5.4"),
    (["MAIL FROM:<a@b.example"], "501 5.5.4"),
    (["MAIL FROM:<a@b.example>x"], "501 5.5.4"),
    (["MAIL"], "501 5.5.4"),
    (["MAIL TO:<a@b.example>"], "501 5.5.4"),
    (["MAIL FROM:<a@b.example> SIZE=x"], "501 5.5.4"),
    (["MAIL FROM:<a@b.example> SIZE="], "501 5.5.4"),
    (["MAIL FROM:<a@b.example> SIZE=1 SIZE=2"], "501 5.5.4"),
    (["MAIL FROM:<a@b.example> SIZE=26214401"], "552 5.3.4"),
    (["MAIL FROM:<a@b.example> SIZE=26214400"], "250 2.1.0"),
    (["MAIL FROM:<a@b.example> BODY=BINARYMIME"], "501 5.5.4"),
    (["MAIL FROM:<a@b.example> SMTPUTF8=1"], "501 5.5.4"),
    (["MAIL FROM:<a@b.example> RET=FULL"], "555 5.5.4"),
    (["MAIL FROM:<@relay.example:a@b.example>"], "553 5.1.3"),
    (["MAIL FROM:<ü@b.example>"], "553 5.6.7"),
    (["MAIL FROM:<ü@b.example> SMTPUTF8"], "250 2.1.0"),
    (["MAIL FROM:<no-at-sign>"], "553 5.1.7"),
    (["MAIL FROM:<a b@c.example>"], "553 5.1.7"),
    (["MAIL FROM:<" + "v" * 120 + "=x.example@b.example>"], "250 2.1.0"),
    (["MAIL FROM:<a@b.example>", "MAIL FROM:<a@b.example>"], "503 5.5.1"),
    (["MAIL FROM:<>", "DATA"], "503 5.5.1"),
    (["MAIL FROM:<>", "RCPT TO:<refuse@box.example>", "DATA"], "503 5.5.1"),
    (["MAIL FROM:<>", "RCPT TO:<in@box.example>", "DATA now"], "501 5.5.4"),
    (["MAIL FROM:<>", "RCPT TO:<in@box.example>"], "250 2.1.5"),
    (["MAIL FROM:<>", "RCPT TO:<in+tag@box.example>"], "250 2.1.5"),
    (["MAIL FROM:<>", "RCPT TO:<postmaster>"], "250 2.1.5"),
    (["MAIL FROM:<>", "RCPT TO:<refuse@box.example>"], "550 5.1.1"),
    (["MAIL FROM:<>", "RCPT TO:<defer@box.example>"], "452 4.2.2"),
    (["MAIL FROM:<>", "RCPT TO:<>"], "553 5.1.3"),
    (["MAIL FROM:<>", "RCPT TO:<@relay.example:in@box.example>"], "553 5.1.3"),
    (["MAIL FROM:<>", "RCPT TO:<a@relay.example@box.example>"], "553 5.1.3"),
    (["MAIL FROM:<>", "RCPT TO:<Name <in@box.example>>"], "501 5.5.4"),
    (["MAIL FROM:<>", "RCPT TO:<in@box.example,other@box.example>"], "553 5.1.3"),
    (["MAIL FROM:<>", "RCPT TO:<in@[127.0.0.1]>"], "553 5.1.3"),
    (["MAIL FROM:<>", "RCPT TO:<in@box.example> NOTIFY=NEVER"], "555 5.5.4"),
    (["MAIL FROM:<>", "RCPT TO:<ü@box.example>"], "553 5.6.7"),
    (["MAIL FROM:<> SMTPUTF8", "RCPT TO:<ü@box.example>"], "250 2.1.5"),
    (["MAIL FROM:<>", "RSET", "RCPT TO:<in@box.example>"], "503 5.5.1"),
    (["MAIL FROM:<>", "EHLO again", "RCPT TO:<in@box.example>"], "503 5.5.1"),
    (["NOOP " + "x" * 505], "250 2.0.0"),
    (["NOOP " + "x" * 506], "500 5.5.2"),
    (["MAIL FROM:<a@b.example> " + " " * 536], "250 2.1.0"),
    (["MAIL FROM:<a@b.example> " + " " * 544], "500 5.5.2"),
]


@pytest.mark.parametrize(("lines", "expected"), COMMANDS, ids=lambda value: str(value)[:60])
async def test_each_command_gets_the_reply_the_standards_ask_for(smtp, connect, lines, expected):
    client = await connect(smtp.ports[0])
    await greeted(client)
    for line in lines[:-1]:
        await client.say(line)
    assert (await client.say(lines[-1])).startswith(expected)
    assert (await client.say("NOOP")).startswith("250"), "the connection goes on"


async def test_mail_before_hello_is_refused(smtp, connect):
    client = await connect(smtp.ports[0])
    await client.reply()
    assert (await client.say("MAIL FROM:<>")).startswith("503 5.5.1")


@pytest.mark.parametrize("command", ["BDAT 10 LAST", "GET / HTTP/1.1", "POST /x HTTP/1.1"])
async def test_what_is_no_mail_client_is_sent_away(smtp, connect, command):
    client = await connect(smtp.ports[0])
    await client.reply()
    assert (await client.say(command))[0] in "45"
    assert await client.rest() == ""


RECIPIENTS = [
    (["one", "two"], "250 2.1.5", ["one", "two"]),
    (["one", "ONE", "two"], "250 2.1.5", ["one", "two"]),
    (["one", "late-refuse"], "250 2.1.5", ["one"]),
    (["one", "late-defer"], "451 4.3.0", ["one"]),
    (["late-refuse", "late-defer"], "451 4.3.0", []),
    (["late-refuse"], "550 5.1.1", []),
    (["late-defer"], "452 4.2.2", []),
]


@pytest.mark.parametrize(("locals_", "expected", "kept"), RECIPIENTS)
async def test_one_reply_stands_for_all_recipients(smtp, connect, inboxes, locals_, expected, kept):
    client = await connect(smtp.ports[0])
    await greeted(client)
    await client.say("MAIL FROM:<a@b.example>")
    for local in locals_:
        assert (await client.say(f"RCPT TO:<{local}@box.example>")).startswith("250")
    assert (await client.say("DATA")).startswith("354")
    assert (await client.say("Subject: x\r\n\r\nx\r\n.")).startswith(expected)
    assert [recipients for _, recipients, _ in inboxes.accepted] == [[f"{k}@box.example" for k in kept]] * bool(kept)


async def test_nothing_is_acknowledged_before_the_app_has_stored_it(smtp, connect, inboxes):
    inboxes.gate = asyncio.Event()
    client = await connect(smtp.ports[0])
    client.send(HELLO + b"MAIL FROM:<>\r\nRCPT TO:<in@box.example>\r\nDATA\r\nx\r\n.\r\nNOOP\r\n")
    for _ in range(5):
        last = await client.reply()
    assert last.startswith("354")
    await inboxes.entered.wait()
    assert not client.reader._buffer, "no reply while accept has not returned"
    inboxes.gate.set()
    assert (await client.reply()).startswith("250 2.1.5")
    assert (await client.reply()).startswith("250 2.0.0")


async def test_an_app_that_fails_means_try_again_and_its_words_stay_out_of_reply_and_log(
    smtp, connect, inboxes, caplog
):
    inboxes.broken = True
    client = await connect(smtp.ports[0])
    client.send(
        HELLO + b"MAIL FROM:<me@there.example>\r\nRCPT TO:<in@box.example>\r\nDATA\r\nsecret words\r\n.\r\nQUIT\r\n"
    )
    said = await client.rest()
    assert "451 4.3.0" in said
    assert "RuntimeError at conftest.py" in str([vars(record) for record in caplog.records])
    for hidden in ("secret words", "me@there.example", "in@box.example"):
        assert hidden not in said
        assert hidden not in str([vars(record) for record in caplog.records])


async def test_logs_name_domains_and_never_addresses(smtp, connect, inboxes, caplog):
    caplog.set_level("DEBUG")
    client = await connect(smtp.ports[0])
    client.send(
        HELLO + b"MAIL FROM:<me@there.example>\r\nRCPT TO:<in@box.example>\r\nDATA\r\nsecret words\r\n.\r\nQUIT\r\n"
    )
    await client.rest()
    logged = str([vars(record) for record in caplog.records])
    assert "there.example" in logged
    assert inboxes.accepted
    for hidden in ("secret words", "me@", "in@box"):
        assert hidden not in logged


async def test_a_client_that_hangs_up_after_quit_in_one_go_still_gets_its_replies(smtp, connect, inboxes):
    inboxes.gate = asyncio.Event()
    client = await connect(smtp.ports[0])
    client.send(HELLO + b"MAIL FROM:<>\r\nRCPT TO:<in@box.example>\r\nDATA\r\nx\r\n.\r\nQUIT\r\n")
    client.writer.write_eof()
    await inboxes.entered.wait()
    inboxes.gate.set()
    said = await client.rest()
    assert "250 2.1.5 OK\r\n221 2.0.0" in said


async def test_more_than_fifty_received_fields_are_a_loop(smtp, connect, inboxes):
    client = await connect(smtp.ports[0])
    await greeted(client)
    for fields, expected in ((50, "250"), (51, "554 5.4.6")):
        await client.say("MAIL FROM:<>")
        await client.say("RCPT TO:<in@box.example>")
        await client.say("DATA")
        text = "ReCeived: from x\r\n" * fields + "\r\nReceived: in the body\r\n."
        assert (await client.say(text)).startswith(expected)
