"""The send_feedback tool: names with clients' prefixes, and what it answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.errors import Internal, RateLimited
from letterlock.faces.mcp.inbox import INBOX
from letterlock.faces.mcp.inbox.feedback import about

NAMES = [tool.name for tool in INBOX.tools]
SAID = {"rating": "positive", "category": "praise", "message": "Good"}
RECEIVED = {"feedback_id": "fbk_1", "received_at": "2026-12-01T10:00:00Z"}


@pytest.fixture
def received(gate):
    gate.answers["feedback.send"] = RECEIVED
    return gate


@pytest.mark.parametrize(
    "prefix", ["", "mcp__letterlock__", "mcp_letterlock_", "letterlock.", "letterlock:", "letterlock/", "letterlock-"]
)
async def test_what_clients_put_before_a_tools_name_is_dropped(client, received, prefix):
    for name in ("send_message", "send_feedback", "get_thread"):
        result = await client.call("send_feedback", {**SAID, "tool_name": prefix + name})
        assert result["structuredContent"] == RECEIVED
        assert result["content"][0]["text"] == "Thank you: feedback fbk_1 was received."
        assert received.calls[-1][1:] == ("feedback.send", {**SAID, "tool_name": name})


@pytest.mark.parametrize("name", ["erase_everything", "resend_message", "send_message_now", "", "x" * 5000])
async def test_a_name_that_is_no_tool_is_left_out_and_the_text_says_so(client, received, name):
    result = await client.call("send_feedback", {**SAID, "tool_name": name})
    assert not result["isError"]
    assert "not recognised" in result["content"][0]["text"]
    assert "\n" not in result["content"][0]["text"]
    assert received.calls[-1][2]["tool_name"] is None


async def test_beyond_the_limit_it_is_a_rate_limited_result_with_retry_after(client, gate):
    gate.answers["feedback.send"] = RateLimited("At most 20", retry_after=180)
    result = await client.call("send_feedback", SAID)
    assert result["isError"]
    assert result["structuredContent"] == {"type": "rate_limited", "message": "At most 20", "retry_after": 180}


async def test_what_cannot_be_saved_is_an_internal_result(client, gate):
    gate.answers["feedback.send"] = Internal("The feedback could not be saved")
    assert (await client.call("send_feedback", SAID))["structuredContent"]["type"] == "internal"


async def test_it_is_neither_read_only_nor_idempotent(client):
    (tool,) = (tool for tool in await client.tools() if tool["name"] == "send_feedback")
    assert (tool["annotations"]["readOnlyHint"], tool["annotations"]["idempotentHint"]) == (False, False)
    assert tool["inputSchema"]["properties"]["message"]["maxLength"] == 2000
    assert tool["inputSchema"]["required"] == ["rating", "category", "message"]


@given(st.text(max_size=300))
def test_any_name_means_a_tool_or_none(text):
    assert about(text, NAMES) in {None, *NAMES}
