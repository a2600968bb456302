"""Files that are here already: attachments of received and sent messages, copied without passing through a model."""

from collections.abc import Mapping
from dataclasses import dataclass

from letterlock.app.attachments.withheld import CODES, by_risk, withheld
from letterlock.app.codes.shield import kept
from letterlock.app.context import Context
from letterlock.app.files import described
from letterlock.app.files.params import FileItem
from letterlock.core.errors import Conflict, Forbidden, Invalid, NotFound
from letterlock.core.files.shielded import says_codes
from letterlock.core.files.text.kind import declared_kind
from letterlock.core.mime.outgoing import OutgoingFile
from letterlock.core.trust.codes.mask import mask
from letterlock.core.trust.codes.secrets import Secrets
from letterlock.core.trust.opened import Opened, open_files
from letterlock.ports.blobs import BlobKey
from letterlock.ports.records import Account, StoredAttachment, StoredMessage
from letterlock.ports.sandbox import SandboxFailure
from letterlock.ports.store import Unit

READ = frozenset({"mail:read"})


@dataclass(frozen=True, slots=True)
class Named:
    """A file of a message, and the parameter that names it."""

    message: StoredMessage
    file: StoredAttachment
    where: str
    secrets: Secrets | None = None
    """What codes are taken out of what its account shows; None where they are given."""


class Copies:
    """Copies the files that items refer to, once it is clear that all of them may be sent on."""

    def __init__(self, context: Context, param: str) -> None:
        self._context = context
        self._param = param
        self._items: Mapping[int, FileItem] = {}
        self._named: dict[int, Named] = {}
        self._warnings: list[str] = []

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(self._warnings)

    async def find(self, items: Mapping[int, FileItem]) -> None:
        """Looks all of them up. Raises Forbidden or NotFound naming the item."""
        self._items = items
        for at in items:
            if not READ & self._context.caller.credential.permissions:
                raise _unreadable(f"{self._param}[{at}]")
        if items:
            self._named = await self._context.read(
                lambda unit: {at: self._find(unit, item, f"{self._param}[{at}]") for at, item in items.items()}
            )

    def _find(self, unit: Unit, item: FileItem, where: str) -> Named:
        assert item.message_id is not None and item.attachment_id is not None
        message, account = self._message(unit, item.message_id, where)
        files = {file.id: file for file in unit.messages.attachments(message.id)}
        file = files.get(item.attachment_id)
        if file is None:
            param = f"{where}.attachment_id"
            raise NotFound(f"Message {message.id} has no attachment {item.attachment_id[:100]!r}", param=param)
        held = withheld(unit, message, file)
        if held is not None:
            raise Forbidden(f"{where} cannot be sent on: {held.reason}", param=where)
        return Named(message, file, where, kept(self._context, message, account))

    def _message(self, unit: Unit, message_id: str, where: str) -> tuple[StoredMessage, Account]:
        """The message in any inbox the caller reaches; unknown and out of scope read the same."""
        caller, now = self._context.caller, self._context.now
        message = unit.messages.find(message_id) if is_id(message_id) else None
        account = None
        if message is not None and message.workspace_id == caller.workspace_id and message.state == "ready":
            account = unit.accounts.get(caller.workspace_id, message.account_id)
        if message is None or account is None or not caller.reaches(account.id) or account.over(now):
            param = f"{where}.message_id"
            raise NotFound(f"There is no message {message_id[:100]!r} within reach", param=param)
        if not caller.allows(READ, account.id):
            raise _unreadable(where)
        return message, account

    async def read(self) -> dict[int, OutgoingFile]:
        """The files by position."""
        opened = await open_named(self._context, self._named)
        found: dict[int, OutgoingFile] = {}
        for at, one in opened.items():
            self._warn(self._named[at], one)
            file, secrets = self._named[at].file, self._named[at].secrets
            name = mask(file.filename, secrets) if file.filename and secrets else file.filename
            found[at] = described.given(
                self._items[at], one.file.content, at, filename=name, content_type=file.content_type
            )
        return found

    def _warn(self, named: Named, opened: Opened) -> None:
        warning = medium_risk(named, opened)
        if warning:
            self._warnings.append(warning)


def medium_risk(named: Named, opened: Opened) -> str | None:
    """What to say of a file that is sent although something about it is odd; names no words of the sender's."""
    if named.message.direction == "outbound":
        return None
    assessed = named.file.risk != "not_assessed"
    risk = named.file.risk if assessed else opened.rating.risk
    if risk == "medium":
        return f"{named.where} ({named.file.id}) is rated medium risk; it was attached all the same."
    if not assessed:
        return f"{named.where} ({named.file.id}) was not assessed when it came; nothing was found on it now."
    return None


async def open_named(context: Context, named: Mapping[int, Named]) -> dict[int, Opened]:
    """The files' bytes, each message read once. Raises Forbidden for one found to be high risk only now."""
    found: dict[int, Opened] = {}
    by_message: dict[str, list[int]] = {}
    for at, one in named.items():
        by_message.setdefault(one.message.id, []).append(at)
    for places in by_message.values():
        message = named[places[0]].message
        opened = await _open(context, message, {named[at].file.index for at in places}, named[places[0]].where)
        for at in places:
            await _check_codes(context, named[at])
            found[at] = _may(named[at], opened.get(named[at].file.index))
    return found


async def _check_codes(context: Context, named: Named) -> None:
    """Raises Forbidden for a file that holds codes which its account withholds."""
    if named.secrets is None or declared_kind(named.file.content_type, named.file.filename) is None:
        return
    raw = await _raw(context, named.message, named.where)
    try:
        says = await context.ports.sandbox.run(says_codes, raw, named.file.index, named.secrets)
    except SandboxFailure:
        says = True
    if says:
        raise Forbidden(f"{named.where} cannot be sent on: {CODES.reason}", param=named.where)


async def _raw(context: Context, message: StoredMessage, where: str) -> bytes:
    try:
        return await context.ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))
    except KeyError:
        raise NotFound(f"{where} is gone: its message was deleted", param=where) from None


async def _open(context: Context, message: StoredMessage, indexes: set[int], where: str) -> dict[int, Opened]:
    raw = await _raw(context, message, where)
    try:
        return await context.ports.sandbox.run(open_files, raw, tuple(sorted(indexes)))
    except SandboxFailure:
        raise Conflict(
            f"{where} is of a message too costly to take apart, so it cannot be copied", param=where
        ) from None


def _may(named: Named, opened: Opened | None) -> Opened:
    if opened is None:
        raise Invalid(f"{named.where} could not be read out of its message", param=named.where)
    held = by_risk(opened.rating.risk) if _is_unrated(named) else None
    if held is not None:
        raise Forbidden(f"{named.where} cannot be sent on: {held.reason}", param=named.where)
    return opened


def _is_unrated(named: Named) -> bool:
    return named.message.direction == "inbound" and named.file.risk == "not_assessed"


def _unreadable(where: str) -> Forbidden:
    return Forbidden(
        f"API key lacks the message_read (mail:read) permission, which sending on the file {where} needs", param=where
    )


def is_id(text: str) -> bool:
    """Whether it can be an id of ours: such text can be asked of any database."""
    return len(text) <= 100 and text.isascii() and text.isprintable()
