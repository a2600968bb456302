"""An inbox that goes while a call about it is under way: the call is refused in words, and nothing of it stays."""

import asyncio

import pytest

from letterlock.core.errors import LetterlockError


class Held:
    """The store as it is, but for writes, which wait for a sign."""

    def __init__(self, store):
        self._store = store
        self.reached, self.go = asyncio.Event(), asyncio.Event()

    async def write(self, work):
        self.reached.set()
        await self.go.wait()
        return await self._store.write(work)

    def __getattr__(self, name):
        return getattr(self._store, name)


async def refused_after_the_inbox_went(app, operation, **arguments):
    made = await app.call("inboxes.create", username="short")
    account = made["inbox"]["account_id"]
    caller, store = await app.caller(), app.ports.store
    held = Held(store)
    object.__setattr__(app.ports, "store", held)
    asking = asyncio.create_task(app.gate.invoke(caller, operation, {"account": account, **arguments}))
    await held.reached.wait()
    await store.write(lambda unit: unit.accounts.remove(account))
    held.go.set()
    with pytest.raises(LetterlockError) as error:
        await asking
    object.__setattr__(app.ports, "store", store)
    return error.value, account


@pytest.mark.parametrize("key", [{}, {"idempotency_key": "k"}])
async def test_a_send_from_it_is_not_found_and_leaves_nothing_behind(app, key):
    error, account = await refused_after_the_inbox_went(app, "messages.send", to="a@b.example", text="x", **key)
    assert (error.kind, error.param) == ("not_found", "account")
    assert [path for path in app.blobs.rglob("*") if path.is_file() and account in str(path)] == []


async def test_a_message_of_it_is_not_labelled(app):
    error, _ = await refused_after_the_inbox_went(app, "messages.label", message_id="msg_1", add_labels=["a"])
    assert error.kind == "not_found"
