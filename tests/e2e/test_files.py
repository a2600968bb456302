"""Files by every source, sent by the official client, arrive byte for byte; what may not be downloaded is not."""

import base64
import json
import urllib.error
import urllib.request

import pytest

from support.attached import coded, file_mail, files
from support.mail import deliver
from support.mcp_clients import ERAS
from support.mcp_clients import agent as connect
from support.server import Server
from support.web_server import WebServer, answer
from support.world import SENDER

LARGE = bytes(range(256)) * 39_062
"""9,999,872 bytes."""


@pytest.fixture(scope="module")
def web():
    pages = {
        "/report.pdf": answer(b"%PDF-1.4 web", content_type="application/pdf"),
        "/download?id=7": answer(b"seven", content_disposition='attachment; filename="../seven.txt"'),
        "/large.dat": answer(LARGE),
        "/larger.dat": answer(LARGE + b"x" * 200),
        "/moved": answer(b"", "301 Moved Permanently", location="/report.pdf"),
        "/gone": answer(b"", "404 Not Found"),
    }
    with WebServer(pages) as running:
        yield running


@pytest.fixture(scope="module")
def server(dns, sink, tmp_path_factory):
    """One that may download from this machine's first address, and from no other private one."""
    running = Server(
        tmp_path_factory.mktemp("files"), nameservers=dns.address, relay=sink.url, allow_private="127.0.0.1"
    )
    try:
        yield running.start()
    finally:
        running.close()


def letter(inbox, recipient, *attachments, **more):
    return {"inbox_id": inbox, "to": recipient, "text": "See the files", "attachments": list(attachments), **more}


def come(server, inbox, raw):
    """A file comes by mail from a sender that is vouched for."""
    raw = raw.replace(b"@b.example", b"@none.example")
    deliver(server, raw, to=inbox, mail_from="ana@none.example", source=SENDER)


@pytest.mark.parametrize("era", ERAS)
async def test_each_source_arrives_byte_for_byte(server, sink, web, era):
    recipient = f"each-{era}@none.example"
    async with connect(server, era=era) as agent:
        inbox = (await agent("create_inbox"))["inbox"]["inbox_id"]
        come(server, inbox, file_mail(b"\x00\xff here already", "kept.dat", "application/octet-stream"))
        received = (await agent("wait_for_message", inbox_id=inbox, after="2020-01-01T00:00:00Z"))["message"]
        reference = {
            "message_id": received["message_id"],
            "attachment_id": received["attachments"][0]["attachment_id"],
        }
        made = await agent(
            "send_message",
            **letter(
                inbox,
                recipient,
                {"content": coded(b"\r\n.\r\nhand"), "filename": "Übersicht 表.txt"},
                {"url": web.url("/report.pdf")},
                reference,
                {"url": web.url("/download?id=7")},
                {"content": coded(b"GIF89a"), "filename": "logo.gif", "content_id": "logo"},
                html='<p>Look: <img src="cid:logo">',
                subject="Dateien für Ana",
            ),
        )
        assert made["attachment_count"] == 5
        assert "5 files attached" in agent.text
        assert agent.text.endswith(f"Sent: message {made['message_id']} in thread {made['thread_id']} — {made['url']}")
    message = sink.wait_to(recipient).message
    assert files(message) == [
        ("logo.gif", "image/gif", b"GIF89a"),
        ("Übersicht 表.txt", "text/plain", b"\r\n.\r\nhand"),
        ("report.pdf", "application/pdf", b"%PDF-1.4 web"),
        ("kept.dat", "application/octet-stream", b"\x00\xff here already"),
        ("seven.txt", "text/plain", b"seven"),
    ]
    assert message["Subject"] == "Dateien für Ana"


async def test_a_large_file_is_downloaded_and_sent_and_a_larger_one_refused(agent, inbox, sink, web):
    await agent("send_message", **letter(inbox, "large@none.example", {"url": web.url("/large.dat")}))
    assert files(sink.wait_to("large@none.example").message)[0][2] == LARGE
    error = await agent.refused("send_message", **letter(inbox, "large2@none.example", {"url": web.url("/larger.dat")}))
    assert (error["type"], error["param"]) == ("validation", "attachments[0].url")
    assert "10 MB" in error["message"]
    two = [{"content": coded(b"x" * 1000)}, {"url": web.url("/large.dat")}]
    error = await agent.refused("send_message", **letter(inbox, "large3@none.example", *two))
    assert (error["type"], error["param"]) == ("validation", "attachments[1].url")
    assert "10 MB together" in error["message"]


@pytest.mark.parametrize("path", ["/moved", "/gone"])
async def test_a_download_that_fails_names_its_item(agent, inbox, web, path):
    error = await agent.refused(
        "send_message", **letter(inbox, "x@none.example", {"content": "aGk="}, {"url": web.url(path)})
    )
    assert (error["type"], error["param"]) == ("validation", "attachments[1].url")
    assert (await agent("list_messages", inbox_id=inbox, labels=["SENT"]))["count"] == 0


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.2/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://inward.example/",
        "http://meta.example/",
        "http://nowhere.example/",
        "file:///etc/passwd",
        "http://user:secret@127.0.0.1/",
    ],
)
async def test_private_places_are_not_asked(agent, inbox, dns, url):
    dns.zone["inward.example"] = {"A": "127.0.0.2"}
    dns.zone["meta.example"] = {"A": "169.254.169.254"}
    error = await agent.refused("send_message", **letter(inbox, "x@none.example", {"url": url}))
    assert (error["type"], error["param"]) == ("validation", "attachments[0].url")
    assert "secret" not in error["message"]


async def test_nothing_is_downloaded_for_a_send_that_is_refused_anyway(server, agent, inbox, web):
    asked = len(web.requests)
    file = {"url": web.url("/report.pdf")}
    held = server.new_key("--permission", "message_send", "--permission", "message_read", "--hold")["key"]
    async with connect(server, key=held) as other:
        error = await other.refused("send_message", **letter(inbox, "x@none.example", file))
        assert error["type"] == "forbidden"
    many = [f"p{number}@none.example" for number in range(51)]
    error = await agent.refused("send_message", **letter(inbox, many, file))
    assert (error["type"], error["param"]) == ("validation", "to")
    error = await agent.refused("send_message", **letter(inbox, "x@none.example", file, {"content": "?"}))
    assert (error["type"], error["param"]) == ("validation", "attachments[1].content")
    assert len(web.requests) == asked


async def test_a_repeated_key_downloads_nothing_again(agent, inbox, web):
    given = letter(inbox, "again@none.example", {"url": web.url("/report.pdf")}, idempotency_key="once")
    first = await agent("send_message", **given)
    asked = len(web.requests)
    assert await agent("send_message", **given) == first | {"duplicate": True}
    assert len(web.requests) == asked


async def test_a_forward_carries_text_and_files_and_its_text_names_what_it_left_out(server, agent, inbox, sink):
    come(server, inbox, file_mail(b"%PDF-1.4 in", "in.pdf", "application/pdf"))
    received = (await agent("wait_for_message", inbox_id=inbox, after="2020-01-01T00:00:00Z"))["message"]
    about = {"inbox_id": inbox, "message_id": received["message_id"]}
    made = await agent("forward_message", **about, to="forward@none.example", text="For you")
    assert "1 file attached" in agent.text
    assert made["thread_id"] != received["thread_id"]
    message = sink.wait_to("forward@none.example").message
    assert message["Subject"] == "Fwd: Report"
    assert files(message) == [("in.pdf", "application/pdf", b"%PDF-1.4 in")]
    body = message.get_body(("plain",)).get_content()
    assert body.startswith("For you") and "Here it is." in body
    await agent("update_labels", **about, add_labels=["SPAM"])
    made = await agent("forward_message", **about, to="forward2@none.example")
    (left_out,) = made["skipped_attachments"]
    assert left_out["attachment_id"] in agent.text and "spam" in agent.text and "in.pdf" in agent.text
    assert agent.text.endswith(made["url"])
    await agent("update_labels", **about, add_labels=["QUARANTINE"])
    error = await agent.refused("forward_message", **about, to="forward3@none.example")
    assert (error["type"], error["param"]) == ("conflict", "message_id")


@pytest.mark.parametrize("place", ["text", "html", "subject"])
async def test_our_own_links_are_not_sent(server, agent, inbox, place):
    link = f"{server.url}/mcp/attachments/{'a' * 40}.{'b' * 43}"
    for written in (link, link.replace("/mcp", "%2Fmcp"), link.replace("m", "&#109;")):
        given = {"inbox_id": inbox, "to": "x@none.example", "text": "See"} | {place: f"See {written}"}
        error = await agent.refused("send_message", **given)
        assert (error["type"], error["param"]) == ("validation", place)


def test_a_request_over_two_mebibytes_is_refused_before_any_tool_runs(server):
    arguments = letter(server.inbox, "x@none.example", {"content": base64.b64encode(b"x" * 1_600_000).decode()})
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "send_message", "arguments": arguments},
    }
    headers = {
        "Authorization": f"Bearer {server.key}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    request = urllib.request.Request(f"{server.url}/mcp", json.dumps(call).encode(), headers)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 413
