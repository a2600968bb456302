"""No field of any tool can put a line of its own into a header: every string field, every way to break a line."""

import asyncio
from email.header import decode_header, make_header

import pytest

from support.mail import compose, deliver
from support.mailbox import arrived
from support.world import SENDER

BODIES = {"text", "html"}
"""Fields that are not headers: their lines are lines."""
FREE = {"idempotency_key", "client_id", "q", "attachments"}
"""Fields that are only compared or searched for, and reach no message; files have a test of their own."""
NOT_MAIL = {"send_feedback"}
"""Tools whose words go into no message and name nothing."""

BREAKS = {
    "CR": "\r",
    "LF": "\n",
    "CRLF": "\r\n",
    "folded": "\r\n ",
    "NUL": "\x00",
}
SOFT_BREAKS = {
    "VT": "\x0b",
    "FF": "\x0c",
    "file separator": "\x1c",
    "NEL": "\x85",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "encoded word": None,
}
ENCODED = "=?utf-8?q?x=0D=0AX-Evil:_1=0D=0A?= =?utf-8?b?DQpYLUV2aWw6IDE=?="

FIELDS = [
    ("create_inbox", "username"),
    ("create_inbox", "domain"),
    ("create_inbox", "display_name"),
    ("send_message", "inbox_id"),
    ("send_message", "to"),
    ("send_message", "subject"),
    ("send_message", "cc"),
    ("send_message", "bcc"),
    ("send_message", "labels"),
    ("reply_to_message", "inbox_id"),
    ("reply_to_message", "message_id"),
    ("reply_to_message", "to"),
    ("reply_to_message", "cc"),
    ("reply_to_message", "bcc"),
    ("reply_to_message", "labels"),
    ("forward_message", "inbox_id"),
    ("forward_message", "message_id"),
    ("forward_message", "to"),
    ("forward_message", "cc"),
    ("forward_message", "bcc"),
    ("forward_message", "subject"),
    ("forward_message", "labels"),
    ("create_draft", "inbox_id"),
    ("create_draft", "to"),
    ("create_draft", "cc"),
    ("create_draft", "bcc"),
    ("create_draft", "subject"),
    ("create_draft", "labels"),
    ("create_draft", "in_reply_to"),
    ("create_draft", "send_at"),
    ("send_draft", "inbox_id"),
    ("send_draft", "draft_id"),
    ("get_attachment", "inbox_id"),
    ("get_attachment", "message_id"),
    ("get_attachment", "attachment_id"),
    ("get_attachment", "as"),
    ("get_attachment", "page_token"),
    ("update_labels", "inbox_id"),
    ("update_labels", "message_id"),
    ("update_labels", "add_labels"),
    ("update_labels", "remove_labels"),
    ("list_threads", "inbox_id"),
    ("list_messages", "inbox_id"),
    ("get_message", "inbox_id"),
    ("get_message", "message_id"),
    ("get_thread", "inbox_id"),
    ("get_thread", "thread_id"),
    ("get_trust_report", "inbox_id"),
    ("get_trust_report", "message_id"),
    ("search_messages", "inbox_id"),
    ("wait_for_message", "inbox_id"),
    ("wait_for_message", "after"),
    ("list_inboxes", "page_token"),
    ("list_threads", "page_token"),
    ("list_messages", "page_token"),
    ("search_messages", "page_token"),
]
FILTERS = [("list_threads", "labels"), ("list_messages", "labels")]
"""Labels that are only compared."""

ADDRESSES = {"to", "cc", "bcc"}


def evil(field: str, line_break: str | None) -> list[str]:
    """Values of a field that would add a header line, were the break to reach it."""
    hook = ENCODED if line_break is None else f"{line_break}X-Evil: 1"
    if field in ADDRESSES:
        return [
            f'"Bob {hook}" <bob@none.example>',
            f"Bob {hook} <bob@none.example>",
            f"bob@none.example{hook}",
            f"bob{hook}@none.example",
            f"bob@none.example, {hook} <c@none.example>",
        ]
    return [f"hello{hook}", f"{hook}hello"]


def string_fields(agent) -> set[tuple[str, str]]:
    """Every field of every tool that takes text."""
    return {
        (tool.name, name)
        for tool in agent.tools.values()
        if tool.name not in NOT_MAIL
        for name, schema in tool.input_schema["properties"].items()
        if '"string"' in str(schema).replace("'", '"')
    }


async def test_the_table_names_every_text_field_of_every_tool(agent):
    known = {*FIELDS, *FILTERS}
    assert {field for field in string_fields(agent) if field[1] not in BODIES | FREE} == known


@pytest.fixture
async def valid(server, agent, inbox):
    """Arguments with which each tool succeeds."""
    raw = compose("ann@reject.example", inbox, subject="original", files=[("note.txt", "text/plain", b"a note")])
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="ann@reject.example", source=SENDER)
    item = await arrived(agent, inbox, "original")
    here = {"inbox_id": inbox}
    message = here | {"message_id": item["message_id"]}
    (file,) = (await agent("get_message", **message))["attachments"]
    draft = await agent("create_draft", **here, to="bob@none.example", text="hello")
    return {
        "list_inboxes": {},
        "create_inbox": {},
        "list_threads": here,
        "list_messages": here,
        "search_messages": here | {"q": "hello"},
        "wait_for_message": here | {"timeout_seconds": 0},
        "get_thread": here | {"thread_id": item["thread_id"]},
        "get_message": message,
        "get_trust_report": message,
        "update_labels": message | {"add_labels": ["x"]},
        "send_message": here | {"to": "bob@none.example", "text": "hello"},
        "reply_to_message": message | {"text": "hello"},
        "forward_message": message | {"to": "bob@none.example"},
        "create_draft": here | {"to": "bob@none.example", "text": "hello"},
        "send_draft": here | {"draft_id": draft["draft_id"]},
        "get_attachment": message | {"attachment_id": file["attachment_id"]},
    }


def spoilt(valid, tool, field, value):
    listed = field.endswith("labels")
    return valid[tool] | {field: [value] if listed else value}


async def test_a_line_break_in_any_field_is_refused(agent, valid, sink):
    before = len(sink.received)
    for tool, field in FIELDS:
        for name, line_break in BREAKS.items():
            for value in evil(field, line_break):
                error = await agent.refused(tool, **spoilt(valid, tool, field, value))
                assert error["type"] in ("validation", "not_found"), (tool, field, name, error)
                assert error.get("param", field).partition("[")[0] == field, (tool, field, name, error)
    assert len(sink.received) == before


async def test_what_some_programs_take_for_a_line_break_is_refused_or_harmless(agent, valid, sink, inbox):
    sent = []
    for tool, field in FIELDS:
        if tool not in ("send_message", "reply_to_message", "forward_message") or field in ("inbox_id", "message_id"):
            continue
        for name, line_break in SOFT_BREAKS.items():
            for value in evil(field, line_break):
                arguments = spoilt(valid, tool, field, value) | {"allow_duplicate": True}
                result = await agent.client.call_tool(tool, arguments)
                if not result.is_error:
                    sent.append((tool, field, name, result.structured_content["message_id"]))
    for tool, field, name, message_id in sent:
        wanted = f"<{message_id}@".encode()
        came = await asyncio.to_thread(sink.wait, lambda one, wanted=wanted: wanted in one.raw)
        assert b"\nx-evil" not in came.headers.lower(), (tool, field, name)
        for line in came.headers.split(b"\r\n"):
            assert b"\r" not in line and b"\n" not in line
        for header, text in came.message.raw_items():
            shown = str(make_header(decode_header(str(text).replace("\r\n", ""))))
            breaks = [c for c in shown if c in "\r\n\x00\x0b\x0c\x1c\x85\u2028\u2029"]
            assert not breaks, (tool, field, name, header, shown)


FILE = {"content": "aGVsbG8=", "filename": "a.txt", "content_type": "text/plain", "content_id": "a1"}


async def test_a_line_break_in_what_describes_a_file_is_refused_or_cleaned_away(agent, inbox, sink, valid):
    """File names are cleaned, as the rules for files say; everything else about a file is refused."""
    sent = []
    for field in ("content", "url", "message_id", "attachment_id", "content_type", "content_disposition", "content_id"):
        for name, line_break in {**BREAKS, **SOFT_BREAKS}.items():
            for value in evil(field, line_break):
                item = {"url": value} if field == "url" else FILE | {field: value}
                error = await agent.refused("send_message", **valid["send_message"], attachments=[item])
                assert error["param"].startswith("attachments[0]"), (field, name, error)
    for name, line_break in {**BREAKS, **SOFT_BREAKS}.items():
        for value in evil("filename", line_break):
            item = FILE | {"filename": f"{value}.txt"}
            arguments = valid["send_message"] | {"attachments": [item], "allow_duplicate": True}
            result = await agent.client.call_tool("send_message", arguments)
            if result.is_error:
                assert result.structured_content["type"] == "validation", name
                continue
            sent.append((name, result.structured_content["message_id"]))
    assert {"CRLF", "LF", "CR", "NUL"} <= {name for name, _ in sent}
    for name, message_id in sent:
        wanted = f"<{message_id}@".encode()
        came = await asyncio.to_thread(sink.wait, lambda one, wanted=wanted: wanted in one.raw)
        assert b"\nx-evil" not in came.raw.lower(), name
        (file,) = came.message.iter_attachments()
        assert "evil" in file.get_filename().lower(), name
        assert not [c for c in file.get_filename() if c in "\r\n\x00\x0b\x0c\x1c\x85\u2028\u2029"], name


async def test_a_hostile_original_cannot_break_out_of_the_headers_of_our_answer(server, agent, inbox, sink):
    raw = (
        b"From: =?utf-8?q?Ann=0D=0AX-Evil:_1?= <ann@reject.example>\r\nTo: " + inbox.encode() + b"\r\n"
        b"Subject: =?utf-8?q?Offer=0D=0AX-Evil:_1=0D=0ABcc:_evil@none.example?=\r\n"
        b"Message-ID: <evil\x0bX-Evil:1@reject.example>\r\nReferences: <a@b> =?utf-8?q?=0D=0AX-Evil:_1?= <c@d>\r\n\r\nhi\r\n"
    )
    await asyncio.to_thread(deliver, server, raw, to=inbox, mail_from="ann@reject.example", source=SENDER)
    found = await agent("wait_for_message", inbox_id=inbox, after="2020-01-01T00:00:00Z", timeout_seconds=30)
    message_id = found["message"]["message_id"]
    reply = await agent("reply_to_message", inbox_id=inbox, message_id=message_id, text="no")
    came = await asyncio.to_thread(sink.wait, lambda one: f"<{reply['message_id']}@".encode() in one.raw)
    assert came.rcpt_to == ["ann@reject.example"]
    assert b"\nx-evil" not in came.headers.lower()
    assert b"\nbcc" not in came.headers.lower()
