"""Looking into an inbox as an agent until what was delivered is there."""

import asyncio
import time
from typing import Any

from support.mcp_clients import Agent

EVERYTHING = ["UNREAD", "SPAM", "UNAUTHENTICATED", "BLOCKED", "TRASH", "QUARANTINE"]
"""Labels of which every unread message carries one, and which bring hidden mail out."""


async def listed(agent: Agent, inbox: str, subject: str | None = None) -> list[dict[str, Any]]:
    """All unread mail, the hidden too; with a subject only that named so."""
    found = await agent("list_messages", inbox_id=inbox, labels=EVERYTHING, include_quarantine=True, limit=100)
    return [one for one in found["messages"] if subject is None or one["subject"] == subject]


async def arrived(agent: Agent, inbox: str, subject: str, *, number: int = 1, seconds: float = 60) -> dict[str, Any]:
    """The list item of that subject, as soon as there are `number` of them."""
    end = time.monotonic() + seconds
    while True:
        found = await listed(agent, inbox, subject)
        if len(found) >= number:
            return found[0]
        assert time.monotonic() < end, f"{subject!r} did not arrive"
        await asyncio.sleep(0.05)


async def read(agent: Agent, inbox: str, subject: str) -> dict[str, Any]:
    """The whole message of that subject, as soon as it is there."""
    item = await arrived(agent, inbox, subject)
    return await agent("get_message", inbox_id=inbox, message_id=item["message_id"])


async def sent(agent: Agent, inbox: str, message_id: str, *states: str, seconds: float = 60) -> dict[str, Any]:
    """A sent message, once every recipient's delivery is in one of these states."""
    end = time.monotonic() + seconds
    while True:
        message = await agent("get_message", inbox_id=inbox, message_id=message_id)
        if all(one["state"] in states for one in message["delivery"]):
            return message
        assert time.monotonic() < end, f"still {message['delivery']}"
        await asyncio.sleep(0.05)
