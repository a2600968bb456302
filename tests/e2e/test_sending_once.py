"""A send is accepted once: by key, by content, in a race, across a restart."""

import asyncio

from support.mailbox import sent
from support.mcp_clients import agent as connect


def about(inbox: str, recipient: str, **more) -> dict:
    return {"inbox_id": inbox, "to": recipient, "subject": "Once", "text": "only once"} | more


async def test_the_same_key_returns_the_first_result(agent, inbox, sink):
    arguments = about(inbox, "key@none.example", idempotency_key="k1")
    first = await agent("send_message", **arguments)
    again = await agent("send_message", **arguments)
    assert "duplicate" not in first
    assert again == first | {"duplicate": True}
    await sent(agent, inbox, first["message_id"], "sent")
    assert len(sink.to("key@none.example")) == 1


async def test_the_same_key_with_other_content_is_a_conflict_that_names_the_first(agent, inbox):
    arguments = about(inbox, "other@none.example", idempotency_key="k2")
    first = await agent("send_message", **arguments)
    for change in ({"text": "changed"}, {"to": "x@none.example"}, {"subject": "Twice"}, {"bcc": "x@none.example"}):
        error = await agent.refused("send_message", **arguments | change)
        assert (error["type"], error["param"]) == ("conflict", "idempotency_key")
        assert first["message_id"] in error["message"]


async def test_twenty_at_once_with_one_key_send_one_message(server, agent, inbox, sink):
    arguments = about(inbox, "race@none.example", idempotency_key="k3")
    results = await asyncio.gather(*(agent("send_message", **arguments) for _ in range(20)))
    assert len({one["message_id"] for one in results}) == 1
    assert sum("duplicate" not in one for one in results) == 1
    await sent(agent, inbox, results[0]["message_id"], "sent")
    assert len(sink.to("race@none.example")) == 1
    assert (await agent("list_messages", inbox_id=inbox, labels=["SENT"]))["count"] == 1


async def test_twenty_at_once_without_a_key_send_one_message(server, agent, inbox, sink):
    async with connect(server) as second:
        callers = [agent, second] * 10
        results = await asyncio.gather(*(one("send_message", **about(inbox, "crowd@none.example")) for one in callers))
    assert len({one["message_id"] for one in results}) == 1
    assert sum("duplicate" not in one for one in results) == 1
    await sent(agent, inbox, results[0]["message_id"], "sent")
    assert len(sink.to("crowd@none.example")) == 1


async def test_an_identical_send_is_a_duplicate_and_a_different_one_is_not(agent, inbox, sink):
    first = await agent("send_message", **about(inbox, "same@none.example"))
    again = await agent("send_message", **about(inbox, ["Same <SAME@none.example>"]))
    assert again["duplicate"] is True
    assert again["message_id"] == first["message_id"]
    for change in ({"text": "else"}, {"subject": "else"}, {"cc": "x@none.example"}, {"html": "<p>only once</p>"}):
        other = await agent("send_message", **about(inbox, "same@none.example") | change)
        assert other["message_id"] != first["message_id"], change
    anew = await agent("send_message", **about(inbox, "same@none.example", allow_duplicate=True))
    assert anew["message_id"] != first["message_id"]


async def test_another_inbox_may_send_the_same(agent, inbox):
    other = (await agent("create_inbox"))["inbox"]["inbox_id"]
    first = await agent("send_message", **about(inbox, "two@none.example"))
    second = await agent("send_message", **about(other, "two@none.example"))
    assert "duplicate" not in second
    assert first["message_id"] != second["message_id"]


async def test_a_key_is_of_one_credential_and_one_operation(server, agent, inbox):
    arguments = about(inbox, "scope@none.example", idempotency_key="k4")
    first = await agent("send_message", **arguments)
    made = await asyncio.to_thread(server.new_key, "--toolset", "inbox")
    async with connect(server, key=made["key"]) as other:
        second = await other("send_message", **arguments)
    assert second["message_id"] != first["message_id"]


async def test_an_answer_is_sent_once_too(agent, inbox, sink):
    first = await agent("send_message", **about(inbox, "thread@none.example"))
    answer = {"inbox_id": inbox, "message_id": first["message_id"], "text": "more"}
    one = await agent("reply_to_message", **answer, idempotency_key="r1")
    two = await agent("reply_to_message", **answer, idempotency_key="r1")
    three = await agent("reply_to_message", **answer, idempotency_key="r1")
    assert {one["message_id"], two["message_id"], three["message_id"]} == {one["message_id"]}
    results = await asyncio.gather(
        *(agent("reply_to_message", **answer | {"text": "race"}) for _ in range(10))
    )  # fmt: skip
    assert len({result["message_id"] for result in results}) == 1


async def test_an_inbox_is_created_once_for_one_client_id(agent):
    made = await asyncio.gather(*(agent("create_inbox", client_id="race") for _ in range(10)))
    assert len({one["inbox"]["inbox_id"] for one in made}) == 1
    assert sum(one["created"] for one in made) == 1


async def test_fifty_recipients_are_the_most(agent, inbox):
    people = [f"p{number}@none.example" for number in range(51)]
    crowd = {"to": people[:20], "cc": people[20:40], "bcc": people[40:]}
    error = await agent.refused("send_message", inbox_id=inbox, text="all", **crowd)
    assert error["type"] == "validation"
    assert "50" in error["message"]
    assert (await agent("send_message", inbox_id=inbox, to=people[:50] + people[:5], text="all"))["status"] == "sent"
