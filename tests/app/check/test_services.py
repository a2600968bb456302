"""What is made of what the probe found: certificates, port 25 as seen from here, relays, the web, room on the disk."""

from datetime import UTC, datetime, timedelta

import pytest

from letterlock.app.check.services import certificate, disk, way_out, ways_in, web
from letterlock.ports.probe import Certificate, Disk, Service, Setup

NOW = datetime(2026, 11, 30, tzinfo=UTC)
HOST = "mail.agents.example"
GOOD = Certificate((HOST,), NOW + timedelta(days=80), trusted=True)


class Machine:
    """Services by address; all others do not answer."""

    def __init__(self, services=(), **setup):
        given = {"smtp": "0.0.0.0:25", "lmtp": None, "http": "127.0.0.1:8025", "inbound": False, "relays": (), "proxies": (),
                 "relay": None, "relay_tls": False, **setup}  # fmt: skip
        self.setup = Setup(**given)
        self.sign_in = ""
        self.services = {service.address: service for service in services}

    async def mail(self, address, *, lmtp=False, tls=False):
        return self.services.get(address, Service(address, "Connection refused"))

    async def mail_outside(self, address, port):
        assert port == 25
        return await self.mail(address)

    async def web(self, url):
        return await self.mail(url)

    async def signed_in(self):
        return self.sign_in


def lines(findings):
    return {one.what: (one.status, one.found) for one in findings}


OURS = Service("0.0.0.0:25", greeting=f"{HOST} ESMTP Letterlock", starttls=True, certificate=GOOD)
PUBLIC = "93.184.215.14"


@pytest.mark.parametrize(
    ("shown", "host", "is_web", "status", "words"),
    [
        (GOOD, HOST, False, "ok", "for mail.agents.example, until 2027-02-18"),
        (Certificate(("*.agents.example",), GOOD.ends_at, trusted=True), HOST, True, "ok", "*.agents.example"),
        (Certificate((HOST,), NOW, trusted=True), HOST, False, "fault", "ended on 2026-11-30"),
        (Certificate((HOST,), NOW + timedelta(days=13), trusted=True), HOST, False, "warning", "until"),
        (
            Certificate(("other.example",), GOOD.ends_at, trusted=True),
            HOST,
            False,
            "warning",
            "not for mail.agents.example",
        ),
        (Certificate(("*.example",), GOOD.ends_at, trusted=True), HOST, False, "warning", "not for"),
        (Certificate((), GOOD.ends_at, trusted=True), HOST, False, "warning", "no name"),
        (Certificate((HOST,), GOOD.ends_at, trusted=False), HOST, False, "ok", "self-made"),
        (Certificate((HOST,), GOOD.ends_at, trusted=False), HOST, True, "warning", "self-made"),
    ],
)
def test_certificates_are_judged_by_time_name_and_maker(shown, host, is_web, status, words):
    found = certificate("web", "certificate", shown, host, NOW, web=is_web)
    assert found.status == status
    assert words in found.found
    assert bool(found.advice) is (status != "ok" or not shown.trusted)


@pytest.mark.parametrize(
    ("outside", "addresses", "status", "words"),
    [
        (Service(PUBLIC, greeting=f"{HOST} ESMTP Letterlock"), [PUBLIC], "ok", "answers from here as"),
        (Service(PUBLIC, greeting="mx.other.example ESMTP"), [PUBLIC], "warning", "but as mx.other.example"),
        (Service(PUBLIC, "Connection timed out"), [PUBLIC], "warning", "not known"),
        (None, ["10.0.0.1"], "warning", "no public address"),
        (None, [], "warning", "no public address"),
    ],
)
async def test_port_25_is_known_from_here_alone(outside, addresses, status, words):
    machine = Machine([OURS, *([outside] if outside else [])])
    found = lines(await ways_in(machine, HOST, addresses, NOW))
    assert found["SMTP"][0] == "ok"
    assert found["SMTP certificate"][0] == "ok"
    assert found["port 25 from outside"][0] == status
    assert words in found["port 25 from outside"][1]


async def test_nothing_is_tried_from_outside_where_nothing_answers_here():
    assert "port 25 from outside" not in lines(await ways_in(Machine(), HOST, [PUBLIC], NOW))


@pytest.mark.parametrize(("inbound", "words"), [(True, "/v0/inbound/raw"), (False, "LETTERLOCK_INBOUND_SECRET")])
async def test_http_is_a_way_in_when_there_is_a_secret(inbound, words):
    found = lines(await ways_in(Machine(smtp=None, inbound=inbound), HOST, [], NOW))
    assert words in found["HTTP"][1]
    assert ("any way in" in found) is not inbound


@pytest.mark.parametrize(
    ("entry", "status"),
    [
        ("127.0.0.1", "ok"), ("10.0.0.0/8=mx.example.com", "ok"), ("93.184.215.0/24", "ok"), ("unix", "ok"), ("http=x", "ok"),
        ("2600:1f00:1::/48", "ok"), ("0.0.0.0/0", "warning"), ("93.0.0.0/8=mx.example.com", "warning"), ("::/0", "warning"),
    ],
)  # fmt: skip
async def test_networks_that_strangers_are_in_are_warned_of(entry, status):
    found = lines(
        await ways_in(Machine(relays=("127.0.0.1", entry), proxies=(entry.partition("=")[0],)), HOST, [], NOW)
    )
    assert (found["trusted relays"][0], found["trusted proxies"][0]) == (status, status)


async def test_a_relay_that_lets_us_not_sign_in_is_a_fault():
    machine = Machine([Service("127.0.0.1:25", greeting="relay")], relay="127.0.0.1:25", relay_user=True)
    assert lines(await way_out(machine, NOW))["relay sign-in"] == ("ok", "works")
    machine.sign_in = "535 5.7.8 wrong"
    assert lines(await way_out(machine, NOW))["relay sign-in"] == ("fault", "535 5.7.8 wrong")
    silent = Machine([], relay="127.0.0.1:25")
    assert "relay sign-in" not in lines(await way_out(silent, NOW))


async def test_a_relay_without_tls_is_warned_of_but_on_this_machine():
    for address, expected in (("relay.example:587", True), ("127.0.0.1:25", False)):
        machine = Machine([Service(address, greeting="relay")], relay=address)
        assert ("relay TLS" in lines(await way_out(machine, NOW))) is expected
    machine = Machine([Service("relay.example:587", greeting="relay", certificate=GOOD)], relay="relay.example:587")
    assert lines(await way_out(machine, NOW))["relay certificate"][0] == "warning"


@pytest.mark.parametrize(
    ("url", "service", "expected"),
    [
        ("http://127.0.0.1:8025", None, {"HTTP service": "fault"}),
        (
            f"https://{HOST}",
            Service(f"https://{HOST}", certificate=GOOD),
            {"public URL": "ok", "public URL certificate": "ok"},
        ),
        (f"http://{HOST}", Service(f"http://{HOST}"), {"public URL": "ok", "public URL TLS": "warning"}),
        (f"https://{HOST}:8443", None, {"public URL": "fault"}),
    ],
)
async def test_the_public_url_has_to_answer_with_tls(url, service, expected):
    found = lines(await web(Machine([service] if service else []), url, NOW))
    assert {what: status for what, (status, _) in found.items()} == {"HTTP service": "fault", **expected}


@pytest.mark.parametrize(("free", "status"), [(10 * 1024**3, "ok"), (1024**3, "warning"), (1024**2, "fault")])
def test_room_on_the_disk(free, status):
    assert disk(Disk("/data", free, 20 * 1024**3)).status == status
