"""Downloads by links: whoever takes files slowly holds up no one else's."""

import asyncio

from letterlock.app.attachments.link import PLACE
from letterlock.faces.http.downloads import AT_ONCE, OF_ONE, Downloads
from support.mail import compose


class Slow:
    """A client that has asked for a file, and takes nothing of it until it is told to."""

    def __init__(self, routes, url):
        self.begun, self.go, self.status = asyncio.Event(), asyncio.Event(), None
        self.task = asyncio.create_task(self._ask(routes[0], url[url.index(PLACE) :]))

    async def _ask(self, route, path):
        scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b"", "root_path": ""}
        found, more = route.matches(scope)
        assert found.name == "FULL"
        await route.handle({**scope, **more}, asyncio.Event().wait, self._take)

    async def _take(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.begun.set()
            await self.go.wait()

    async def refused(self):
        """The error it ends with before there is an answer."""
        await asyncio.wait([self.task])
        return self.task.exception()


async def link(app, key=None):
    message_id = await app.receive(
        compose("Ana <ana@b.example>", app.inbox, files=[("a.pdf", "application/pdf", b"%PDF-1.4 x")])
    )
    [file] = await app.ports.store.read(lambda unit: list(unit.messages.attachments(message_id)))
    opened = await app.call("attachments.get", key, account=app.inbox, message_id=message_id, attachment_id=file.id)
    return opened["download_url"]


async def test_one_credentials_downloads_leave_room_for_those_of_others(app):
    made = await app.manage("keys.create", permissions=["message_read"])
    own, others = await link(app), await link(app, made["key"])
    routes = Downloads(app.gate).routes()
    slow = [Slow(routes, own) for _ in range(OF_ONE)]
    for one in slow:
        await one.begun.wait()
    assert OF_ONE < AT_ONCE
    assert (await Slow(routes, own).refused()).retry_after == 5
    other = Slow(routes, others)
    await other.begun.wait()
    assert other.status == 200
    for one in (*slow, other):
        one.go.set()
        await one.task
    again = Slow(routes, own)
    await again.begun.wait()
    again.go.set()
    await again.task
