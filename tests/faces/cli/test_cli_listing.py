"""Lists come whole on 80 columns: ids, addresses and dates are never cut, and strangers' text moves no terminal."""

import json
import re

from letterlock.app.accept import Accept
from letterlock.app.analyse import Analyse
from letterlock.app.deliver import Deliver
from letterlock.building import app_settings
from letterlock.core.address import parse_address
from letterlock.core.envelope import Envelope
from letterlock.ports.records import Job
from letterlock.settings import SETTINGS, load

LONG = "an-address-with-a-rather-long-local-part-to-fill-a-screen"
MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"


def columns(printed, row):
    return re.split(r"  +", printed.splitlines()[row])


def test_keys_are_listed_whole(letterlock):
    made = json.loads(letterlock("key", "create", "--name", "for the agent that answers questions", "--json"))
    printed = letterlock("key", "list")
    row = next(line for line in printed.splitlines() if made["key_id"] in line)
    assert "accounts,drafts,inbox" in row and row.endswith("for the agent that answers questions")
    assert re.search(MOMENT, row)
    assert "…" not in row.replace(made["key"][:12] + "…", "")


def test_inboxes_are_listed_whole(letterlock):
    letterlock("inbox", "create", LONG, "--name", "A name", "--ttl-seconds", 5000)
    row = next(line for line in letterlock("inbox", "list").splitlines() if LONG in line)
    assert row.startswith(f"{LONG}@agents.example  acc_") and len(re.findall(MOMENT, row)) == 2


def test_inboxes_are_listed_with_what_agents_get_of_codes(letterlock):
    letterlock("inbox", "create", LONG)
    letterlock("inbox", "codes", f"{LONG}@agents.example", "ask")
    rows = {columns(row, 0)[0]: columns(row, 0)[4] for row in letterlock("inbox", "list").splitlines()}
    assert rows[f"{LONG}@agents.example"] == "ask"
    assert rows["welcome@agents.example"] == "give"


def test_members_are_listed_whole(letterlock):
    letterlock("member", "add", f"{LONG}@people.example", "--name", "Mia")
    account = json.loads(letterlock("inbox", "list", "--json"))["inboxes"][0]["account_id"]
    letterlock("member", "role", f"{LONG}@people.example", "reader", "--inbox", "welcome@agents.example")
    row = next(line for line in letterlock("member", "list").splitlines() if LONG in line)
    assert row.startswith(f"{LONG}@people.example  member") and f"{account}: reader" in row


def test_settings_are_listed_whole_with_their_meaning_below(bare, monkeypatch):
    monkeypatch.setenv("LETTERLOCK_DATA_DIR", "/srv/" + "long/" * 30)
    lines = bare("config").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("LETTERLOCK_DATA_DIR"))
    assert lines[at] == f"LETTERLOCK_DATA_DIR  /srv/{'long/' * 30}".rstrip("/") + "  environment"
    assert lines[1::2] == [f"    {setting.about}" for setting in SETTINGS]


def accept(letterlock, sender, subject):
    async def use(_, ports):
        raw = f"From: {sender}\r\nSubject: {subject}\r\n\r\nSome text.\r\n".encode()
        envelope = Envelope(mail_from=sender, client_ip="192.0.2.1", helo="b.example", received_at=ports.clock.now())
        await Accept(ports, quota=10**6).accept(envelope, [parse_address("welcome@agents.example")], raw)

    letterlock.work(use)


def receive(letterlock, sender, subject):
    async def use(_, ports):
        for found in await ports.store.read(lambda unit: unit.messages.pending(10)):
            await Analyse(ports, app_settings(load())).analyse(Job("job_t", "analyse", found, "", ports.clock.now(), 1))

    accept(letterlock, sender, subject)
    letterlock.work(use)


def test_messages_are_listed_whole(letterlock):
    sender = f"{LONG}@b.example"
    receive(letterlock, sender, "Long " * 30 + "end :smile: [bold]x[/bold]")
    found = json.loads(letterlock("inbox", "messages", "welcome@agents.example", "--json"))["messages"][0]
    lines = letterlock("inbox", "messages", "welcome@agents.example").splitlines()
    assert sender in lines[1] and found["received_at"] in lines[1] and found["message_id"] in lines[1]
    assert lines[2].startswith("    Long Long") and "end :smile: [bold]x[/bold] | Some text." in lines[2]


def test_mail_that_is_still_being_analysed_is_counted_rather_than_none(letterlock):
    arguments = ("inbox", "messages", "welcome@agents.example")
    assert letterlock(*arguments) == "none\n"
    accept(letterlock, "a@b.example", "One")
    assert letterlock(*arguments) == "still being analysed: 1; look again in a moment\n"
    receive(letterlock, "a@b.example", "Two")
    accept(letterlock, "a@b.example", "Three")
    first, *rest = letterlock(*arguments).splitlines()
    assert first == "still being analysed: 1; look again in a moment"
    assert len(rest) == 5
    assert json.loads(letterlock(*arguments, "--json"))["pending"] == 1


def test_what_others_wrote_moves_no_terminal(letterlock):
    receive(letterlock, "a@b.example", "=?utf-8?q?one=1B[2Jtwo=0D=0Athree?=")
    letterlock("key", "create", "--name", "one\x1b[2Jtwo\r\nthree")
    for arguments, lines in ((("inbox", "messages", "welcome@agents.example"), 3), (("key", "list"), 3)):
        printed = letterlock(*arguments)
        assert "\x1b" not in printed and "\r" not in printed
        assert len(printed.splitlines()) == lines


def test_mail_that_never_left_is_not_called_sent(letterlock, monkeypatch):
    monkeypatch.setenv("LETTERLOCK_RELAY", "smtp://127.0.0.1:1")

    async def send(gate, ports):
        letter = {"account": "welcome@agents.example", "to": "a@gone.agents.example", "text": "x"}
        sent = await gate.invoke(await gate.people.operator(), "messages.send", letter)
        deliver = Deliver(ports, app_settings(load()), Accept(ports, quota=10**6))
        await deliver(Job("job_t", "deliver", sent["message_id"], "", ports.clock.now(), 1))

    letterlock.work(send)
    printed = letterlock("inbox", "messages", "welcome@agents.example")
    assert "  outbound  " in printed and "  sent  " not in printed


def test_what_is_listed_is_not_said_to_be_left_out(letterlock):
    receive(letterlock, "a@b.example", "Quarantined")
    arguments = ("inbox", "messages", "welcome@agents.example")

    async def quarantine(gate, _):
        found = await gate.invoke(await gate.people.operator(), "messages.list", {"account": arguments[-1]})
        label = {
            "account": arguments[-1],
            "message_id": found["messages"][0]["message_id"],
            "add_labels": ["QUARANTINE"],
        }
        await gate.invoke(await gate.people.operator(), "messages.label", label)

    letterlock.work(quarantine)
    left_out, listed = letterlock(*arguments), letterlock(*arguments, "--quarantine")
    assert "Quarantined" not in left_out and left_out.endswith("not listed: 1 quarantined\n")
    assert "Quarantined" in listed and "not listed" not in listed


def test_an_empty_list_says_so(letterlock):
    assert letterlock("list", "show") == "none\n"
