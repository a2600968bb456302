"""Real servers in front of ours: a Postfix that hands mail on by LMTP or SMTP, and an HAProxy."""

import asyncio
import re
import smtplib
import subprocess
import time
from pathlib import Path

import pytest

from support.apt import Unavailable, need
from support.mail import compose
from support.mail_servers import mail_servers
from support.mailbox import arrived
from support.mcp_clients import agent as connect
from support.milter import milter
from support.ports import free_port
from support.server import DOMAIN, Server

pytestmark = pytest.mark.servers
CLIENT = "127.0.0.9"
SECRET = "0123456789abcdef" * 2
RECEIVING = Path(__file__).resolve().parents[2] / "docs/receiving.md"


@pytest.fixture(scope="module")
def server(dns, tmp_path_factory):
    dns.zone |= {
        "behind.example": {"TXT": f"v=spf1 ip4:{CLIENT} -all"},
        "_dmarc.behind.example": {"TXT": "v=DMARC1; p=reject"},
    }
    folder = tmp_path_factory.mktemp("relays")
    running = Server(
        folder,
        nameservers=dns.address,
        inbound_secret=SECRET,
        trusted_relays="127.0.0.1=mx.example.com,127.0.0.11=mx.example.com:below",
        trusted_proxies="127.0.0.1",
    )
    try:
        yield running.start()
    finally:
        running.close()


def recipe(language: str) -> str:
    """A block of docs/receiving.md, as it is."""
    found = re.search(rf"```{language}\n(.*?)```", RECEIVING.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def postfix(server):
    """Takes mail for our domain and hands it on as docs/receiving.md says."""
    try:
        with mail_servers() as servers:
            lines = recipe("postfix").replace("agents.example.com", DOMAIN).replace(":2424", f":{server.lmtp[1]}")
            settings = dict(line.split(" = ", 1) for line in lines.splitlines())
            postfix_settings(servers, **settings)
            yield servers
    except Unavailable as error:
        pytest.skip(str(error))


def send(port: int, raw: bytes, to: str, *, source: str = CLIENT) -> None:
    with smtplib.SMTP(
        "127.0.0.1", port, local_hostname="mx.behind.example", source_address=(source, 0), timeout=60
    ) as client:
        client.sendmail("a@behind.example", [to], raw)


async def authentication(agent, inbox: str, subject: str) -> dict:
    item = await arrived(agent, inbox, subject)
    return (await agent("get_trust_report", inbox_id=inbox, message_id=item["message_id"]))["authentication"]


@pytest.mark.parametrize(("source", "spf"), [(CLIENT, "pass"), ("127.0.0.10", "fail")])
async def test_behind_postfix_the_client_is_known(server, postfix, source, spf):
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        raw = compose("a@behind.example", inbox, subject=f"behind {source}")
        await asyncio.to_thread(send, postfix.smtp, raw, inbox, source=source)
        found = await authentication(agent, inbox, f"behind {source}")
        assert (found["spf"], found["dmarc"]) == (spf, spf)


async def test_behind_postfix_that_says_nothing_the_received_field_is_read(server, postfix):
    postfix_settings(postfix, lmtp_send_xforward_command="no")
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        for source, spf in ((CLIENT, "pass"), ("127.0.0.10", "fail")):
            raw = compose("a@behind.example", inbox, subject=f"field {source}")
            await asyncio.to_thread(send, postfix.smtp, raw, inbox, source=source)
            assert (await authentication(agent, inbox, f"field {source}"))["spf"] == spf


@pytest.fixture(scope="module")
def haproxy(server, tmp_path_factory):
    try:
        need({"haproxy": "/usr/sbin/haproxy"})
    except Unavailable as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("haproxy")
    ports = {"v1": free_port(), "v2": free_port()}
    block = recipe("haproxy").replace("127.0.0.1:2525", f"127.0.0.1:{server.smtp[1]}")
    second = block.replace("bind :25", f"bind 127.0.0.1:{ports['v2']}")
    first = block.replace("listen mail", "listen v1").replace("bind :25", f"bind 127.0.0.1:{ports['v1']}")
    (folder / "haproxy.cfg").write_text(second + first.replace("send-proxy-v2", "send-proxy"))
    running = subprocess.Popen(["haproxy", "-db", "-f", folder / "haproxy.cfg"], stderr=subprocess.DEVNULL)
    try:
        wait_for(ports["v2"])
        yield ports
    finally:
        running.kill()
        running.wait()


async def test_postfix_asks_whether_an_inbox_exists(server, postfix):
    asked = {"smtpd_recipient_restrictions": "reject_unauth_destination, reject_unverified_recipient"}
    postfix_settings(postfix, **asked, unverified_recipient_reject_code="550")
    with pytest.raises(smtplib.SMTPRecipientsRefused) as error:
        await asyncio.to_thread(send, postfix.smtp, b"Subject: x\r\n\r\nText\r\n", f"nobody@{DOMAIN}")
    assert error.value.recipients[f"nobody@{DOMAIN}"][0] == 550
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        await asyncio.to_thread(send, postfix.smtp, compose("a@behind.example", inbox, subject="asked for"), inbox)
        await arrived(agent, inbox, "asked for")
    postfix_settings(postfix, smtpd_recipient_restrictions="reject_unauth_destination")


async def test_postfix_pipes_mail_to_us(server, postfix):
    folder, before = postfix.folder / "postfix", postfix_setting(postfix, "transport_maps")
    program = postfix.folder / "pipe.sh"
    program.write_bytes((RECEIVING.parent / "recipes/pipe.sh").read_bytes())
    program.chmod(0o755)
    service = " ".join(recipe("master").split()).replace("/usr/local/bin/pipe.sh", str(program))
    subprocess.run(["postconf", "-c", folder, "-M", f"letterlock/unix={service}"], check=True)
    lines = dict(line.split(" = ", 1) for line in recipe("pipe").replace("agents.example.com", DOMAIN).splitlines())
    told = f"PATH=/usr/bin:/bin LETTERLOCK_URL={server.url} LETTERLOCK_INBOUND_SECRET={SECRET}"
    postfix_settings(postfix, **lines, export_environment=told)
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        await asyncio.to_thread(send, postfix.smtp, compose("a@behind.example", inbox, subject="piped"), inbox)
        assert (await authentication(agent, inbox, "piped"))["spf"] == "pass"
    postfix_settings(postfix, transport_maps=before)


def postfix_setting(postfix, name: str) -> str:
    command = ["postconf", "-c", postfix.folder / "postfix", "-h", name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(("index", "source"), [(0, "127.0.0.1"), (1, "127.0.0.11")])
async def test_what_a_milter_of_postfix_checked_is_believed_and_the_senders_own_words_are_not(
    server, postfix, signer, index, source
):
    """Postfix changed the message after it was checked, as far as we can see: the signature does not hold any more."""
    claim = "mx.example.com; dkim=pass header.d=reject.example"
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        for subject, believed in ((f"forged {index}", False), (f"checked {index}", True)):
            raw = signer.sign(compose("a@reject.example", inbox, subject=subject), "reject.example") + b"A footer.\r\n"
            raw = b"Authentication-Results: %s\r\n" % claim.encode() + raw
            with milter("Authentication-Results", claim, index=index) as port:
                postfix_settings(
                    postfix,
                    smtpd_milters=f"inet:127.0.0.1:{port}" if believed else "",
                    lmtp_bind_address=source if believed else "",
                )
                await asyncio.to_thread(send, postfix.smtp, raw, inbox)
                found = await authentication(agent, inbox, subject)
            assert (found["dkim"], found["aligned"]) == (("pass", True) if believed else ("fail", False))
    postfix_settings(postfix, smtpd_milters="", lmtp_bind_address="")


def postfix_settings(postfix, **settings: str) -> None:
    folder = postfix.folder / "postfix"
    subprocess.run(["postconf", "-c", folder, "-e", *(f"{k}={v}" for k, v in settings.items())], check=True)
    subprocess.run(["postfix", "-c", folder, "reload"], check=True, capture_output=True)


def wait_for(port: int) -> None:
    end = time.monotonic() + 30
    while True:
        try:
            with smtplib.SMTP("127.0.0.1", port, timeout=5):
                return
        except (OSError, smtplib.SMTPException):
            assert time.monotonic() < end, "HAProxy does not pass on"
            time.sleep(0.1)


@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_behind_haproxy_the_client_is_known(server, haproxy, version):
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        for source, spf in ((CLIENT, "pass"), ("127.0.0.10", "fail")):
            raw = compose("a@behind.example", inbox, subject=f"{version} {source}")
            await asyncio.to_thread(send, haproxy[version], raw, inbox, source=source)
            assert (await authentication(agent, inbox, f"{version} {source}"))["spf"] == spf
