"""`letterlock inspect`: the report of raw mail in files, as a person or a script gets it."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.dns_server import DnsServer
from support.mail import deliver
from support.mailbox import arrived

PROGRAM = Path(sys.executable).with_name("letterlock")
MAIL = (
    b"From: Ana <ana@b.example>\r\nTo: you@c.example\r\nSubject: Hello\r\nDate: Tue, 01 Dec 2026 10:00:00 +0000\r\n"
    b"Message-ID: <1@b.example>\r\n"
)
PLAIN = MAIL + b"\r\nSee you at noon.\r\n\r\nOn Mon, 30 Nov 2026 at 09:00, You <you@c.example> wrote:\r\n> When?\r\n"
HTML = b'<p>Seen</p><a href="https://evil.example/x">https://b.example</a><p style="display:none">more on weather</p>'
IN_HTML = MAIL + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + HTML + b"\r\n"


def letterlock(*arguments, stdin=b"", code=0):
    done = subprocess.run(
        [PROGRAM, "inspect", *map(os.fsencode, arguments)], input=stdin, capture_output=True, timeout=120
    )
    assert done.returncode == code, done.stderr.decode()
    return done


def inspected(*arguments, **more):
    return [json.loads(line) for line in letterlock("--json", *arguments, **more).stdout.splitlines()]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mail" / "deep").mkdir(parents=True)
    (tmp_path / "mail" / "1.eml").write_bytes(PLAIN)
    (tmp_path / "mail" / "deep" / "2.eml").write_bytes(IN_HTML)
    (tmp_path / "mail" / "9.eml").write_bytes(PLAIN.replace(b"Hello", b"Last"))
    return tmp_path / "mail"


def test_a_folder_gives_a_line_for_each_file_in_order(folder):
    found = inspected(folder)
    assert [one["file"] for one in found] == [str(folder / name) for name in ("1.eml", "9.eml", "deep/2.eml")]
    assert [one["subject"] for one in found] == ["Hello", "Last", "Hello"]
    first = found[0]
    assert first["from"] == [{"name": "Ana", "address": "ana@b.example"}]
    assert (first["text"], first["text_source"], first["quoted_removed"]) == ("See you at noon.", "text", True)
    assert "When?" in first["full_text"]
    assert first["rules_version"]
    assert first["trust"]["sender"]["relationship"] == [], "no inbox was asked"


def test_without_a_name_server_nothing_vouches_for_anybody(folder):
    for one in inspected(folder):
        assert one["trust"]["authentication"]["dmarc"] == "not_checked"
        assert one["trust"]["level"] in ("unknown", "suspicious")
        assert not [reason for reason in one["trust"]["reasons"] if "first message" in reason], "no inbox was asked"


def test_hidden_text_is_counted_and_never_shown(folder):
    [found] = inspected(folder / "deep")
    assert found["hidden"][0]["characters"] == len("more on weather")
    assert found["trust"]["hidden_text_found"] is True
    assert found["links"][0]["host"] == "evil.example"
    assert found["links"][0]["flags"]
    shown = letterlock(folder / "deep").stdout.decode()
    assert "[15 characters hidden from human readers; withheld]" in shown
    assert "weather" not in shown + json.dumps(found)


def test_html_alone_is_read_without_headers(tmp_path):
    (tmp_path / "page.html").write_bytes(HTML + "<p>Grüße</p><blockquote>quoted</blockquote>".encode())
    [found] = inspected("--html", tmp_path / "page.html")
    assert "Grüße" in found["text"]
    assert "quoted" in found["text"]
    assert "weather" not in found["text"]
    assert "from" not in found
    assert not [reason for reason in found["trust"]["reasons"] if "From address" in reason]


def test_codes_and_links_that_act_are_named(tmp_path):
    link = "https://b.example/reset?token=Zk3mQ9vX7tLp2Rw8Yc4N"
    text = f"Your Acme code is 928174.\r\nReset your password: {link}\r\nIf this was not you, ignore it.\r\n"
    (tmp_path / "one.eml").write_bytes(MAIL + b"\r\n" + text.encode())
    [found] = inspected(tmp_path / "one.eml")
    assert found["codes"] == ["928174"]
    assert [(one["url"], one["kind"]) for one in found["action_links"]] == [(link, "reset")]
    shown = letterlock(tmp_path / "one.eml").stdout.decode()
    assert "  codes:\n    928174\n" in shown
    assert f"  links that act:\n    reset: {link}\n" in shown


def test_markdown_is_given_to_who_asks(folder, tmp_path):
    assert all("markdown" not in one for one in inspected(folder))
    (tmp_path / "page.html").write_bytes(b"<h1>News</h1><p>Go <b>on</b></p>")
    assert inspected("--html", "--markdown", tmp_path / "page.html")[0]["markdown"] == "# News\n\nGo **on**"
    assert inspected("--markdown", folder / "1.eml")[0]["markdown"].startswith("See you at noon.")


def test_a_name_server_is_asked_for_what_the_options_say(tmp_path):
    (tmp_path / "one.eml").write_bytes(PLAIN)
    zone = {"b.example": {"TXT": ["v=spf1 ip4:192.0.2.7 -all"]}, "_dmarc.b.example": {"TXT": ["v=DMARC1; p=reject"]}}
    with DnsServer(zone) as server:
        told = ("--nameserver", server.address, "--helo", "mx.b.example", "--mail-from", "ana@b.example")
        [good] = inspected(*told, "--client-ip", "192.0.2.7", tmp_path / "one.eml")
        [bad] = inspected(*told, "--client-ip", "192.0.2.8", tmp_path / "one.eml")
    assert good["trust"]["authentication"]["aligned"] is True
    assert bad["trust"]["level"] == "quarantined"
    assert bad["text"] == "See you at noon.", "whoever inspects a file holds its text already"


def test_a_mailbox_file_gives_each_of_its_messages(tmp_path):
    line = b"From ana@b.example Tue Dec  1 10:00:00 2026\n"
    body = PLAIN.replace(b"\r\n", b"\n").replace(b"See you", b"From now on\n\nFrom there see you")
    (tmp_path / "all.mbox").write_bytes(line + body + b"\n" + line + IN_HTML.replace(b"\r\n", b"\n") + b"\n")
    (tmp_path / "one.mbox").write_bytes(line + body)
    found = inspected(tmp_path)
    assert [Path(one["file"]).name for one in found] == ["all.mbox#1", "all.mbox#2", "one.mbox"]
    assert [one["from"][0]["address"] for one in found] == ["ana@b.example"] * 3
    assert "From there" in found[0]["text"]


def test_standard_input_is_read(tmp_path):
    [found] = inspected("-", stdin=PLAIN)
    assert (found["file"], found["subject"]) == ("-", "Hello")


def test_what_cannot_be_read_is_said_and_the_rest_is_told(folder):
    name = os.fsdecode(b"caf\xe9.eml")
    (folder / name).write_bytes(PLAIN)
    done = letterlock("--json", folder / "none.eml", folder / name, code=1)
    assert b"none.eml cannot be read: No such file or directory" in done.stderr
    [found] = [json.loads(line) for line in done.stdout.splitlines()]
    assert found["subject"] == "Hello"


def test_an_address_that_is_none_is_refused(folder):
    assert b"'nowhere' is no IP address" in letterlock("--client-ip", "nowhere", folder, code=2).stderr


def test_how_mail_came_is_no_use_without_a_name_server(folder):
    assert b"--nameserver" in letterlock("--helo", "mx.b.example", folder, code=2).stderr


def test_what_is_no_file_is_said_and_not_waited_for(folder, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert b"pipe is no file" in letterlock(tmp_path / "pipe", code=1).stderr


def test_it_needs_no_data_and_leaves_none(folder, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LETTERLOCK_DATA_DIR", str(tmp_path / "data"))
    inspected(folder)
    assert not (tmp_path / "data").exists()


def test_people_see_level_and_reasons(folder):
    shown = letterlock(folder / "1.eml").stdout.decode()
    assert "unknown, score" in shown
    assert "from: Ana <ana@b.example>" in shown
    assert "See you at noon." in shown


async def test_it_agrees_with_what_is_told_of_a_message_that_arrived(server, inbox, agent, tmp_path):
    """The sender's standing aside, which no file can know."""
    (tmp_path / "same.eml").write_bytes(IN_HTML)
    await asyncio.to_thread(deliver, server, IN_HTML, to=inbox, mail_from="ana@b.example")
    listed = await arrived(agent, inbox, "Hello")
    message = await agent("get_message", inbox_id=inbox, message_id=listed["message_id"])
    report = await agent("get_trust_report", inbox_id=inbox, message_id=listed["message_id"])
    [found] = inspected(tmp_path / "same.eml")
    assert found["text"] == message["text"] == report["content"]["text"]
    assert found["hidden"] == report["content"]["hidden"]
    assert found["links"] == report["links"]
    assert found["attachments"] == report["attachments"]
    assert found["trust"]["classification"] == message["trust"]["classification"]
    assert listed["trust_level"] == message["trust"]["level"] == report["level"]
