"""A send is accepted once: by key, by content, and when calls race."""

import asyncio

import pytest

LETTER = {"to": ["ana@b.example"], "subject": "Hi", "text": "Hello"}


async def outgoing(app):
    found = await app.call("messages.list", account=app.inbox, labels=["SENT"], limit=100)
    return found["count"]


async def test_the_same_key_returns_the_first_result(app):
    first = await app.call("messages.send", account=app.inbox, idempotency_key="k", **LETTER)
    again = await app.call("messages.send", account=app.inbox, idempotency_key="k", **LETTER)
    assert again["message_id"] == first["message_id"]
    assert again["duplicate"] is True
    assert await outgoing(app) == 1


async def test_the_same_key_with_other_content_names_the_first(app):
    first = await app.call("messages.send", account=app.inbox, idempotency_key="k", **LETTER)
    error = await app.refused("messages.send", account=app.inbox, idempotency_key="k", **{**LETTER, "text": "Other"})
    assert error.kind == "conflict"
    assert first["message_id"] in error.message


async def test_another_key_sends_again_and_keys_belong_to_their_credential(app):
    other = await app.make_key("message_send")
    ids = {
        (await app.call("messages.send", account=app.inbox, idempotency_key="a", **LETTER))["message_id"],
        (await app.call("messages.send", account=app.inbox, idempotency_key="b", **LETTER))["message_id"],
        (await app.call("messages.send", other, account=app.inbox, idempotency_key="a", **LETTER))["message_id"],
    }
    assert len(ids) == 3


async def test_identical_content_within_ten_minutes_is_a_duplicate_unless_allowed(app):
    first = await app.call("messages.send", account=app.inbox, **LETTER)
    again = await app.call("messages.send", account=app.inbox, **LETTER)
    assert (again["message_id"], again["duplicate"]) == (first["message_id"], True)
    meant = await app.call("messages.send", account=app.inbox, allow_duplicate=True, **LETTER)
    assert meant["message_id"] != first["message_id"]
    other = await app.call("messages.send", account=app.inbox, **{**LETTER, "cc": "bob@c.example"})
    assert "duplicate" not in other


async def test_calls_that_race_send_once(app):
    for arguments in ({"idempotency_key": "k"}, {}):
        results = await asyncio.gather(
            *(app.call("messages.send", account=app.inbox, **LETTER, **arguments) for _ in range(20))
        )
        assert len({result["message_id"] for result in results}) == 1
        assert sum("duplicate" not in result for result in results) <= 1


async def test_a_duplicate_leaves_no_blob_behind(app):
    await app.call("messages.send", account=app.inbox, **LETTER)
    before = sorted(path.name for path in app.blobs.rglob("*") if path.is_file())
    await app.call("messages.send", account=app.inbox, **LETTER)
    assert sorted(path.name for path in app.blobs.rglob("*") if path.is_file()) == before


async def test_a_key_that_holds_every_send_sends_nothing(app):
    key = await app.make_key("message_send", hold_every_send=True)
    error = await app.refused("messages.send", key, account=app.inbox, **LETTER)
    assert error.kind == "policy_denied"
    assert await outgoing(app) == 0


async def test_what_is_refused_for_want_of_approval_says_that_nobody_will_be_asked(app):
    key = await app.make_key("message_send", "message_read", hold_every_send=True)
    message = (await app.refused("messages.send", key, account=app.inbox, **LETTER)).message
    assert message.startswith("Refused: A person must approve every send of this key.")
    for words in ("Nothing was sent", "nothing is held", "nobody will be asked", "Ask the person to send it"):
        assert words in message
    first = await app.call("messages.send", account=app.inbox, **LETTER)
    reply = await app.refused("messages.reply", key, account=app.inbox, message_id=first["message_id"], text="x")
    assert reply.message == message


@pytest.mark.parametrize(
    "nothing", [{}, {"text": ""}, {"text": " \n\u00a0"}, {"html": "\0 "}, {"text": "", "html": ""}]
)
async def test_a_message_that_says_nothing_is_not_sent(app, nothing):
    error = await app.refused("messages.send", account=app.inbox, to="ana@b.example", subject="Hi", **nothing)
    assert (error.kind, error.param) == ("invalid", "text")
    assert "text or html" in error.message
    first = await app.call("messages.send", account=app.inbox, **LETTER)
    before = await outgoing(app)
    error = await app.refused("messages.reply", account=app.inbox, message_id=first["message_id"], **nothing)
    assert (error.kind, error.param) == ("invalid", "text")
    assert await outgoing(app) == before


async def test_blank_text_beside_html_leaves_as_html_alone(app):
    sent = await app.call("messages.send", account=app.inbox, to="ana@b.example", text=" ", html="<p>Hello</p>")
    await app.deliver(sent["message_id"])
    assert b"Hello" in app.outbox.sent[0][0]
