"""Mail that comes by HTTP: the recipes of docs/recipes as they are, against a running server."""

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.mail import compose
from support.mailbox import arrived, listed
from support.mcp_clients import agent as connect
from support.server import Server

SECRET = "a secret of more than thirty-two characters"
CLIENT = "192.0.2.7"
RECIPES = Path(__file__).resolve().parents[2] / "docs/recipes"
NODE = shutil.which("node")


@pytest.fixture(scope="module")
def server(dns, tmp_path_factory):
    dns.zone |= {
        "relayed.example": {"TXT": f"v=spf1 ip4:{CLIENT} -all"},
        "_dmarc.relayed.example": {"TXT": "v=DMARC1; p=reject"},
    }
    running = Server(
        tmp_path_factory.mktemp("http-in"), nameservers=dns.address, inbound_secret=SECRET, trusted_relays="http"
    )
    try:
        yield running.start()
    finally:
        running.close()


needs_tools = pytest.mark.skipif(
    not (shutil.which("openssl") and shutil.which("curl")), reason="needs openssl and curl"
)


def pipe(server, raw: bytes, *arguments: str) -> subprocess.CompletedProcess:
    environment = {"PATH": os.environ["PATH"], "LETTERLOCK_URL": server.url, "LETTERLOCK_INBOUND_SECRET": SECRET}
    return subprocess.run(
        [RECIPES / "pipe.sh", *arguments], input=raw, env=environment, capture_output=True, timeout=60, check=False
    )


@needs_tools
async def test_a_pipe_hands_mail_over_and_is_told_what_became_of_it(server):
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        raw = compose("a@relayed.example", inbox, subject="by pipe")
        unix = raw.replace(b"\r\n", b"\n")
        for _ in range(2):
            done = await asyncio.to_thread(pipe, server, unix, "a@relayed.example", inbox, CLIENT, "mx.test")
            assert done.returncode == 0, done.stderr
        item = await arrived(agent, inbox, "by pipe")
        report = await agent("get_trust_report", inbox_id=inbox, message_id=item["message_id"])
        assert report["authentication"]["spf"] == "pass"
        for sender, code in (("a@relayed.example", 67), ('a"b\\@relayed.example', 69)):
            refused = await asyncio.to_thread(pipe, server, raw, sender, "nobody@agents.example", "unknown", "x y")
            assert refused.returncode == code, refused.stderr
        assert len(await listed(agent, inbox, "by pipe")) == 1


@needs_tools
async def test_an_unreachable_server_means_try_again(server, tmp_path):
    environment = {
        "PATH": os.environ["PATH"],
        "LETTERLOCK_URL": "http://127.0.0.1:9",
        "LETTERLOCK_INBOUND_SECRET": SECRET,
    }
    done = await asyncio.to_thread(
        subprocess.run, [RECIPES / "pipe.sh", "a@b.example", "c@d.example"], input=b"x\n", env=environment,
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 75


def node(server, script: str, folder: Path, **given) -> dict:
    (folder / "run.mjs").write_text(script)
    environment = {
        "PATH": os.environ["PATH"],
        "LETTERLOCK_URL": server.url,
        "LETTERLOCK_INBOUND_SECRET": SECRET,
        "GIVEN": json.dumps(given),
    }
    done = subprocess.run(
        [NODE, folder / "run.mjs"], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


WORKER = f"""
import {{ readFileSync }} from "node:fs";
const code = readFileSync({json.dumps(str(RECIPES / "worker.js"))}, "utf8");
const worker = (await import("data:text/javascript," + encodeURIComponent(code))).default;
const given = JSON.parse(process.env.GIVEN);
const told = {{}};
const message = {{ ...given, raw: new Response(given.raw).body, setReject: (reason) => {{ told.rejected = reason; }} }};
try {{ await worker.email(message, process.env); }} catch (error) {{ told.thrown = error.message; }}
console.log(JSON.stringify(told));
"""


@pytest.mark.skipif(NODE is None, reason="needs Node")
async def test_a_mail_routing_worker_hands_mail_over(server, tmp_path):
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        raw = compose("a@relayed.example", inbox, subject="by worker")
        received = (
            f"Received: from mx.test ({CLIENT}) by cloudflare-email.net (cloudflare) id QH for <{inbox}>; Mon\r\n"
        )
        given = {"from": "a@relayed.example", "raw": received + raw.decode()}
        assert await asyncio.to_thread(node, server, WORKER, tmp_path, to=inbox, **given) == {}
        item = await arrived(agent, inbox, "by worker")
        report = await agent("get_trust_report", inbox_id=inbox, message_id=item["message_id"])
        found = report["authentication"]
        assert (found["spf"], found["dmarc"]) == ("pass", "pass")
        told = await asyncio.to_thread(node, server, WORKER, tmp_path, to="nobody@agents.example", **given)
        assert told == {"rejected": "No such inbox here"}


LAMBDA = f"""
import {{ handler }} from {json.dumps((RECIPES / "lambda.mjs").as_uri())};
const given = JSON.parse(process.env.GIVEN);
const told = {{}};
try {{ await handler(given.event, null, async (key) => {{ told.key = key; return Buffer.from(given.raw); }}); }}
catch (error) {{ told.thrown = error.message; }}
console.log(JSON.stringify(told));
"""


@pytest.mark.skipif(NODE is None, reason="needs Node")
async def test_a_cloud_inbound_service_hands_mail_over(server, tmp_path):
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        for number, wrap in enumerate((lambda ses: {"ses": ses}, lambda ses: {"Sns": {"Message": json.dumps(ses)}})):
            subject = f"by function {number}"
            ses = {
                "mail": {"source": "a@relayed.example", "messageId": f"m{number}"},
                "receipt": {"recipients": [inbox]},
            }
            raw = compose("a@relayed.example", inbox, subject=subject).decode()
            told = await asyncio.to_thread(node, server, LAMBDA, tmp_path, raw=raw, event={"Records": [wrap(ses)]})
            assert told == {"key": f"m{number}"}
            await arrived(agent, inbox, subject)


@needs_tools
async def test_where_the_client_is_not_known_spf_is_none(server):
    async with connect(server) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        raw = compose("a@relayed.example", inbox, subject="unknown client")
        done = await asyncio.to_thread(pipe, server, raw, "a@relayed.example", inbox)
        assert done.returncode == 0, done.stderr
        item = await arrived(agent, inbox, "unknown client")
        report = await agent("get_trust_report", inbox_id=inbox, message_id=item["message_id"])
        assert report["authentication"]["spf"] == "none"
