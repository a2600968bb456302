"""The gate: everything around an operation, in this order and nowhere else.

limits → validate → permission → scope → policy → provenance → idempotency → run → audit. Faces import this module and
nothing else of the app, so no way in can skip a step.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from letterlock.app.attachments.link import NO_FILE, read_link
from letterlock.app.caller import Caller, SignedIn
from letterlock.app.context import Context, fingerprint
from letterlock.app.limits import Usage
from letterlock.app.operation import Operation, Params
from letterlock.app.people import People, present
from letterlock.app.registry import OPERATIONS
from letterlock.app.settings import AppSettings
from letterlock.app.standing import Known, Standing
from letterlock.core.errors import Forbidden, Internal, Invalid, LetterlockError, NotFound, PolicyDenied, Temporary
from letterlock.core.mismatch import mismatch
from letterlock.core.permission import WorkspaceRole
from letterlock.core.policy import Action, Policy, Provenance, decide, refusal
from letterlock.ports import Ports
from letterlock.ports.records import Account
from letterlock.ports.sandbox import on_behalf_of
from letterlock.ports.store import Unit

__all__ = ["OPERATIONS", "Caller", "Gate", "Operation", "SignedIn"]

log = logging.getLogger("letterlock.gate")

_AT_LEAST: dict[WorkspaceRole, tuple[WorkspaceRole, ...]] = {
    "owner": ("owner",),
    "admin": ("owner", "admin"),
    "member": ("owner", "admin", "member"),
}


class Gate:
    """Runs operations for callers. One per process."""

    def __init__(self, ports: Ports, settings: AppSettings) -> None:
        self._ports = ports
        self._settings = settings
        self.people = People(ports)
        self._usage = Usage(settings.key_limits, settings.workspace_limits)
        self._standing = Standing(ports.store)

    async def authenticate(self, key: str) -> Caller:
        """Who an API key stands for, as its maker's roles are at this moment; raises Unauthorised."""
        return await self.people.authenticate(key)

    def asked_by(self, token: str) -> str:
        """The id of whoever asked for a download link; raises as `follow` does where there is no such link."""
        return read_link(self._ports.secrets, token, self._ports.clock.now()).caller_id

    async def follow(self, token: str, *, head: bool) -> Mapping[str, Any]:
        """The file a download link stands for, as whoever asked for the link may read it at this moment.

        Raises Forbidden for a link of ours whose time is over; NotFound, which says no more, for any other that leads
        nowhere, be it forged or its message or credential changed since.
        """
        link = read_link(self._ports.secrets, token, self._ports.clock.now())
        try:
            caller = await self.people.again(link.workspace_id, link.caller_id)
            told = {"account": link.account_id, "message_id": link.message_id, "attachment_id": link.attachment_id}
            return await self.invoke(caller, "attachments.fetch", told | {"head": head})
        except (Temporary, Internal):
            raise
        except LetterlockError:
            raise NotFound(NO_FILE) from None

    async def invoke(self, caller: Caller, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Runs one operation; raises domain errors only."""
        known = OPERATIONS.get(operation)
        if known is None:
            raise NotFound(f"There is no operation named {operation!r}")
        asking = on_behalf_of.set(caller.credential.id)
        try:
            with self._usage.call(caller, known):
                return await self._run(caller, known, arguments)
        except LetterlockError:
            raise
        except Exception:
            # The exception's text may hold message content: its type and place are enough to find the fault.
            log.exception("operation failed", extra={"operation": operation})
            raise Internal("Something went wrong on the server; the operator can find it in the log") from None
        finally:
            on_behalf_of.reset(asking)

    async def _run(self, caller: Caller, operation: Operation, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        params = validate(operation.params, arguments)
        check_permission(caller, operation)
        context = Context(self._ports, self._settings, caller, operation.name, self._ports.clock.now())
        context.key = getattr(params, "idempotency_key", None)
        if context.key is not None:
            context.asked = fingerprint(params.model_dump(mode="json", exclude={"idempotency_key"}))

        def enter(unit: Unit) -> Mapping[str, Any] | None:
            """Scope, policy, an earlier result, and for a read its result: all from one snapshot."""
            if operation.account is not None:
                context.found = in_scope(unit, context, operation, getattr(params, operation.account))
            judge(context, operation)
            first = context.first_result(unit)
            if first is not None or operation.look is None:
                return first
            return operation.look(unit, context, params)

        found = await self._ports.store.read(enter, long=operation.long)
        if found is None:
            found = await self._ran(context, operation, params)
            if operation.effect == "read":
                await self._ports.store.read(lambda unit: still_allowed(unit, {}, context, operation, params))
        if operation.then is not None:
            found = await operation.then(context, params, dict(found))
        shown = context.provenance()
        if shown is not None:
            await self._ports.store.write(lambda unit: unit.provenance.add(shown))
        return found

    async def _ran(self, context: Context, operation: Operation, params: Params) -> Mapping[str, Any]:
        assert operation.run is not None, f"{operation.name} does nothing"
        work = operation.run(context, params)
        if not operation.waits:
            return await work
        return await self._standing.during(
            work, lambda unit, known: still_allowed(unit, known, context, operation, params)
        )


def judge(context: Context, operation: Operation) -> None:
    """Policy and provenance. Sends are judged again by `messages.outgoing`, which knows the recipients."""
    if operation.effect == "read":
        return
    decision = decide(Action(operation.name, operation.effect), context.caller.credential, Policy(), Provenance())
    context.reasons = decision.reasons
    if decision.outcome != "allow":
        raise PolicyDenied(refusal(decision))


def validate(model: type[Params], arguments: Mapping[str, Any]) -> Params:
    """Arguments as their model; raises Invalid naming the first parameter at fault."""
    try:
        params = model.model_validate(arguments)
    except ValidationError as error:
        message, where = mismatch(error)
        raise Invalid(message, param=where) from None
    for name, value in arguments.items():
        if name not in _BODIES:
            _refuse_unstorable(name, value)
    return params


_BODIES = frozenset({"text", "html"})
"""Compose takes out of them what cannot leave."""
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""U+0000 and halves of surrogate pairs, which no database and no encoder takes as text."""


def _refuse_unstorable(name: str, value: object) -> None:
    parts = [(name, value)] if isinstance(value, str) else []
    if isinstance(value, list):
        parts = [(f"{name}[{at}]", part) for at, part in enumerate(value)]
    for where, part in parts:
        if isinstance(part, str) and _UNSTORABLE.search(part):
            raise Invalid(f"{where} has a character in it that is no text (U+0000 or half of a pair)", param=where)


def still_allowed(unit: Unit, known: Known, context: Context, operation: Operation, params: Params) -> None:
    """Judges a read that runs for a while by what the caller may see at this moment: a wait may outlast its key.

    `known` are rights that were looked up at this moment for others.
    """
    context.now = context.ports.clock.now()
    caller = context.caller
    name = caller.workspace_id, caller.credential.id
    if name not in known:
        known[name] = present(unit, caller, context.now)
    context.caller = replace(known[name], client=caller.client, toolset=caller.toolset)
    check_permission(context.caller, operation)
    if operation.account is not None:
        in_scope(unit, context, operation, getattr(params, operation.account))


def check_permission(caller: Caller, operation: Operation) -> None:
    """Raises Forbidden unless the caller holds one of the operation's permissions.

    On an account, what the maker's role there allows is judged once the account is known to be in scope.
    """
    if operation.who is not None and (not caller.person or caller.maker_role not in _AT_LEAST[operation.who]):
        raise Forbidden(f"a signed-in person who is at least {operation.who} of the workspace")
    if not operation.permission:
        return
    held = operation.permission & caller.credential.permissions
    if not held or (operation.account is None and not caller.allows(operation.permission, None)):
        raise Forbidden(" or ".join(sorted(operation.permission)))


def in_scope(unit: Unit, context: Context, operation: Operation, named: str) -> Account:
    """The account meant; unknown and out of scope read the same.

    Raises Forbidden where the maker's role on it falls short.
    """
    caller = context.caller
    account = unit.accounts.in_workspace(caller.workspace_id, named.strip().lower())
    if account is None:
        account = unit.accounts.get(caller.workspace_id, named)
    if account is None or not caller.reaches(account.id) or account.over(context.now):
        message = f"There is no inbox {named[:100]!r} within reach"
        raise NotFound(message, param=operation.account)
    if operation.permission and not caller.allows(operation.permission, account.id):
        raise Forbidden(" or ".join(sorted(operation.permission)))
    return account
