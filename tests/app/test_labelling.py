"""Labels that are put on and taken off: what changes, and what was so already."""

RAW = b"From: Ana <ana@b.example>\r\nSubject: Plan\r\n\r\nHello.\r\n"


async def test_a_change_that_changes_nothing_says_so_of_a_message_and_of_a_draft(app):
    message = await app.receive(RAW)
    draft = (await app.call("drafts.create", account=app.inbox, text="x"))["draft_id"]
    for named in (message, draft):
        about = {"account": app.inbox, "message_id": named}
        before = await app.call("messages.label", **about, add_labels=["plan"])
        assert "unchanged" not in before
        for again in ({"add_labels": ["plan"]}, {"remove_labels": ["never"]}, {}):
            assert await app.call("messages.label", **about, **again) == {**before, "unchanged": True}
        assert "unchanged" not in await app.call("messages.label", **about, remove_labels=["plan"])


async def test_the_thread_of_an_unsent_draft_is_that_of_what_it_answers(app):
    message = await app.receive(RAW)
    thread = (await app.call("messages.get", account=app.inbox, message_id=message))["thread_id"]
    for more, expected in (({"in_reply_to": message}, thread), ({"to": "b@b.example"}, "")):
        draft = (await app.call("drafts.create", account=app.inbox, text="x", **more))["draft_id"]
        about = {"account": app.inbox, "message_id": draft}
        assert (await app.call("messages.get", **about))["thread_id"] == expected
        assert (await app.call("messages.label", **about, add_labels=["plan"]))["thread_id"] == expected
