"""Files by URL: the download is an act of its own, judged by the gate, since the URL itself can carry data out."""

import asyncio
from dataclasses import replace

from letterlock.app.context import Context
from letterlock.app.files import described, limits
from letterlock.app.files.params import FileItem
from letterlock.core.errors import Invalid, PolicyDenied
from letterlock.core.mime.outgoing import OutgoingFile
from letterlock.core.policy import Action, Policy, Provenance, decide, refusal
from letterlock.ports.fetch import FetchFailed, TooLarge

SECONDS = 20.0
SECONDS_IN_ALL = 60.0
"""Of all downloads of one call: no client waits longer."""
OPERATION = "files.fetch"


def check_url(context: Context, item: FileItem, where: str) -> str:
    """The host. Raises Invalid for a URL that is never downloaded, whoever asks."""
    assert item.url is not None
    try:
        return context.ports.fetcher.check(item.url)
    except FetchFailed as error:
        raise Invalid(f"{where}.url {error}", param=f"{where}.url") from None


class Downloads:
    """The downloads of one call, one after the other, within one budget of bytes and time."""

    def __init__(self, context: Context, param: str, room: int) -> None:
        self._context = context
        self._param = param
        self._room = room
        self._end = asyncio.get_running_loop().time() + SECONDS_IN_ALL

    async def get(self, item: FileItem, position: int) -> OutgoingFile:
        """Raises PolicyDenied or Invalid naming the item's URL."""
        where = f"{self._param}[{position}]"
        host = check_url(self._context, item, where)
        assert item.url is not None
        self._judge(where, host)
        audit = replace(self._context.audit("begun", (host,)), operation=OPERATION)
        await self._context.ports.store.write(lambda unit: unit.audit.add(audit))
        left = min(SECONDS, self._end - asyncio.get_running_loop().time())
        try:
            if left <= 0:
                raise FetchFailed(f"was not downloaded: the files before it took {SECONDS_IN_ALL:.0f} seconds")
            fetched = await self._context.ports.fetcher.get(item.url, most=self._room, seconds=left)
        except TooLarge:
            raise Invalid(self._too_large(where), param=f"{where}.url") from None
        except FetchFailed as error:
            raise Invalid(f"{where}.url {error}", param=f"{where}.url") from None
        self._room -= len(fetched.content)
        return described.given(
            item, fetched.content, position, filename=fetched.filename, content_type=fetched.content_type
        )

    def _judge(self, where: str, host: str) -> None:
        if self._context.caller.person:
            return
        action = Action(OPERATION, "fetch", hosts=(host,))
        decision = decide(action, self._context.caller.credential, Policy(), Provenance())
        if decision.outcome != "allow":
            raise PolicyDenied(refusal(decision), param=f"{where}.url")

    def _too_large(self, where: str) -> str:
        if self._room == limits.MOST_BYTES:
            return f"{where}.url is a file of more than 10 MB, which no message carries"
        return f"{where}.url makes the files of this message more than 10 MB together"
