"""What is read for callers is read on their behalf, so that it waits for its turn; arriving mail is not."""

from letterlock.app.attachments.index import IndexFiles
from letterlock.ports.sandbox import on_behalf_of
from support.mail import compose


class Watched:
    """The real sandbox, noting on whose behalf it works."""

    def __init__(self, sandbox):
        self._sandbox = sandbox
        self.asked = []

    async def run(self, work, /, *args, **kwargs):
        self.asked.append(on_behalf_of.get())
        return await self._sandbox.run(work, *args, **kwargs)


async def test_work_is_done_in_the_name_of_who_asked_for_it(app):
    watched = Watched(app.ports.sandbox)
    object.__setattr__(app.ports, "sandbox", watched)
    app.analysis = type(app.analysis)(app.ports, app.settings)
    file = ("a.csv", "text/csv", b"a,b\r\n")
    message_id = await app.receive(compose("Ana <ana@b.example>", app.inbox, files=[file]))
    assert watched.asked
    assert set(watched.asked) == {None}
    watched.asked.clear()
    [stored] = await app.ports.store.read(lambda unit: list(unit.messages.attachments(message_id)))
    await app.call("attachments.get", account=app.inbox, message_id=message_id, attachment_id=stored.id, form="text")
    assert watched.asked
    assert set(watched.asked) == {(await app.caller()).credential.id}
    watched.asked.clear()
    await IndexFiles(app.ports)(app.job("index", message_id))
    assert watched.asked == ["search"]
    assert on_behalf_of.get() is None
