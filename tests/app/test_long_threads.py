"""A thread of large messages is given as far as it fits, the newest first of all."""

from letterlock.app.messages import threads
from letterlock.app.threads import get


async def thread(app, texts):
    """The ids of its messages: what an agent wrote to itself, one answer after the other."""
    first = await app.call("messages.send", account=app.inbox, to="ana@b.example", text=texts[0])
    ids = [first["message_id"]]
    for text in texts[1:]:
        answer = await app.call("messages.reply", account=app.inbox, message_id=ids[-1], text=text)
        ids.append(answer["message_id"])
    return first["thread_id"], ids


async def given(app, thread_id):
    found = await app.call("threads.get", account=app.inbox, thread_id=thread_id)
    return [message["message_id"] for message in found["messages"]], found["message_count"]


async def test_only_the_newest_of_large_messages_are_given(app, monkeypatch):
    monkeypatch.setattr(get, "SURELY_FITS", 1_000)
    monkeypatch.setattr(get, "MOST_TEXT", 2_500)
    thread_id, ids = await thread(app, ["a" * 1_000, "b" * 1_000, "c" * 1_000, "d"])
    assert await given(app, thread_id) == (ids[1:], 4)
    monkeypatch.setattr(get, "MOST_TEXT", 100_000)
    assert await given(app, thread_id) == (ids, 4)


async def test_the_newest_message_is_given_whatever_its_size(app, monkeypatch):
    monkeypatch.setattr(get, "SURELY_FITS", 1_000)
    monkeypatch.setattr(get, "MOST_TEXT", 500)
    thread_id, ids = await thread(app, ["a" * 100, "b" * 2_000])
    assert await given(app, thread_id) == (ids[1:], 2)


async def test_of_messages_that_surely_fit_all_are_given(app):
    thread_id, ids = await thread(app, ["a", "b", "c"])
    assert await given(app, thread_id) == (ids, 3)


async def test_a_thread_names_no_more_people_than_it_has_room_for(app, monkeypatch):
    monkeypatch.setattr(threads, "MOST_PEOPLE", 3)
    to = [f"u{number}@b.example" for number in range(5)]
    await app.call("messages.send", account=app.inbox, to=to, text="hello")
    [found] = (await app.call("threads.list", account=app.inbox))["threads"]
    assert found["recipients"] == to[:3]
