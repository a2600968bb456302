"""`letterlock check` beside a running server: what it says, and what its exit code is."""

import json
import sqlite3
import subprocess

import pytest

from support.dns_server import DnsServer
from support.ports import free_port
from support.server import COMMAND, Server
from support.sink import Sink


def check(server, *options: str, **settings: str) -> tuple[int, dict]:
    """Exit code and lines by what they are about."""
    environment = server.environment | {f"LETTERLOCK_{name.upper()}": value for name, value in settings.items()}
    done = subprocess.run(
        [COMMAND, "check", "--json", *options], env=environment, cwd=server.folder, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    assert done.stdout, done.stderr
    found = json.loads(done.stdout)
    assert found["ok"] is (done.returncode == 0)
    return done.returncode, {line["what"]: line for line in found["lines"]}


@pytest.fixture(scope="module")
def zone():
    with DnsServer({}) as running:
        yield running


@pytest.fixture(scope="module")
def server(zone, tmp_path_factory):
    sink = Sink()
    folder = tmp_path_factory.mktemp("check")
    running = Server(
        folder, nameservers=zone.address, relay=sink.url, allow_private="127.0.0.0/8", trusted_relays="127.0.0.1",
        inbound_secret="s" * 32,
    )  # fmt: skip
    try:
        yield running.start()
    finally:
        running.close()
        sink.close()


@pytest.fixture
def published(server, zone):
    """Everything the server asks to be published, and the address and name of its host."""
    records = server.publish()
    host = records["agents.example"]["MX"][0].split()[1]
    zone.zone.clear()
    zone.zone.update(records)
    zone.zone.setdefault(host, {})["A"] = ["127.0.0.2"]
    zone.zone["2.0.0.127.in-addr.arpa"] = {"PTR": [f"{host}."]}
    zone.zone["agents.example"]["TXT"] = ["v=spf1 mx include:relay.example -all"]
    zone.zone["relay.example"] = {"TXT": ["v=spf1 ip4:192.0.2.1 -all"]}
    return host


def test_a_server_that_is_set_up_has_no_fault(server, published):
    code, lines = check(server)
    assert code == 0, lines
    for what in (
        "MX of agents.example", "name of 127.0.0.2", "SPF of agents.example", "DMARC of agents.example", f"SPF of {published}",
        "SMTP", "SMTP certificate", "LMTP", "LMTP certificate", "HTTP", "HTTP service", "relay", "relay sign-in", "database", "messages", "disk space",
    ):  # fmt: skip
        assert lines[what]["status"] == "ok", lines[what]
    keys = [line["status"] for what, line in lines.items() if what.startswith("DKIM key")]
    assert keys == ["ok", "ok"]
    assert "self-made" in lines["SMTP certificate"]["found"]
    outside = lines["port 25 from outside"]
    assert (outside["status"], "no public address" in outside["found"]) == ("warning", True)


def test_what_is_not_published_is_a_fault_and_told(server, zone):
    zone.zone.clear()
    code, lines = check(server)
    assert code == 1
    assert lines["MX of agents.example"]["advice"].startswith("publish: agents.example. IN MX 10 ")
    assert lines["SMTP"]["status"] == "ok"


def test_people_read_the_same(server, published):
    done = subprocess.run(
        [COMMAND, "check"], env=server.environment, cwd=server.folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "  ok       MX of agents.example: " in done.stdout
    assert done.stdout.rstrip().splitlines()[-1].startswith("0 faults, ")


def test_a_domain_whose_records_are_right_is_verified(server, published):
    def verified() -> object:
        with sqlite3.connect(server.data / "letterlock.sqlite", timeout=30) as database:
            return database.execute("SELECT verified_at FROM domains").fetchone()[0]

    with sqlite3.connect(server.data / "letterlock.sqlite", timeout=30) as database:
        database.execute("UPDATE domains SET verified_at = NULL")
    check(server)
    assert verified() is not None


def test_ways_that_do_not_answer_are_faults(server, published):
    nobody = f"127.0.0.1:{free_port()}"
    code, lines = check(server, smtp=nobody, lmtp="unix:/nowhere/lmtp", http=nobody, relay=f"smtp://{nobody}")
    assert code == 1
    for what in ("SMTP", "LMTP", "relay", "HTTP service"):
        assert lines[what]["status"] == "fault", lines[what]


def test_what_answers_but_is_no_mail_server_is_a_fault(server, published):
    address = server.url.removeprefix("http://")
    _, lines = check(server, smtp=address, relay=f"smtp://{address}")
    assert [lines[what]["status"] for what in ("SMTP", "relay")] == ["fault", "fault"]


def test_a_public_url_is_looked_at_as_its_clients_see_it(server, published):
    port = server.smtp[1]
    _, lines = check(server, public_url=f"https://localhost:{port}")
    assert lines["public URL"]["status"] == "fault"
    assert "TLS" in lines["public URL"]["found"]


def test_without_any_way_in_that_is_said(server, published):
    _, lines = check(server, smtp="off", lmtp="off", inbound_secret="")
    assert lines["any way in"]["status"] == "fault"


def test_lmtp_without_relays_is_warned_of(server, published):
    _, lines = check(server, trusted_relays="")
    assert lines["trusted relays"]["status"] == "warning"
