"""Arguments that no store could hold are refused by name, before anything is looked up."""

import pytest

BAD = ["a\0b", "\ud800"]


@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize(
    ("operation", "param"),
    [
        ("messages.get", "account"),
        ("messages.get", "message_id"),
        ("threads.get", "thread_id"),
        ("messages.search", "q"),
        ("messages.send", "idempotency_key"),
        ("messages.send", "to"),
        ("messages.send", "subject"),
        ("inboxes.create", "client_id"),
        ("inboxes.create", "domain"),
        ("inboxes.create", "username"),
    ],
)
async def test_text_that_is_none_is_refused_by_the_parameters_name(app, operation, param, text):
    whole = {
        "messages.get": {"account": app.inbox, "message_id": "msg_1"},
        "threads.get": {"account": app.inbox, "thread_id": "thd_1"},
        "messages.search": {"account": app.inbox, "q": "x"},
        "messages.send": {"account": app.inbox, "to": "a@b.example", "text": "x"},
        "inboxes.create": {},
    }[operation]
    error = await app.refused(operation, **whole | {param: text})
    assert (error.kind, error.param) == ("invalid", param)


async def test_the_place_in_a_list_is_named(app):
    error = await app.refused("messages.list", account=app.inbox, labels=["INBOX", "a\0"])
    assert (error.kind, error.param) == ("invalid", "labels[1]")


async def test_a_body_may_hold_anything(app):
    sent = await app.call("messages.send", account=app.inbox, to="a@b.example", text="a\0b", html="<p>\0</p>")
    assert sent["status"] == "sent"
