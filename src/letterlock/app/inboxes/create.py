"""Create an inbox: an address on a domain of the workspace."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field

from letterlock.app import views
from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.shapes import CreatedInbox
from letterlock.core.errors import Conflict, Forbidden, Invalid
from letterlock.core.mime.header_writer import refuse_controls
from letterlock.ports.records import Account, Job
from letterlock.ports.store import AddressTaken, Unit

_USERNAME = re.compile(r"[a-z0-9](?:[a-z0-9._+-]{0,62}[a-z0-9])?")
_RESERVED = frozenset(
    {"abuse", "admin", "administrator", "hostmaster", "mailer-daemon", "no-reply", "noreply", "postmaster", "root",
     "security", "webmaster"}
)  # fmt: skip
"""RFC 2142 roles and the names that would let an agent pose as the server."""

LONGEST_LIFE = 366 * 24 * 3600


class CreateInbox(Params):
    username: Annotated[
        str | None,
        Field(max_length=64, description="Local part of the address (a-z, 0-9, . _ + -). Random when omitted."),
    ] = None
    domain: Annotated[
        str | None, Field(max_length=253, description="Domain for the address. Defaults to the server's own.")
    ] = None
    display_name: Annotated[str | None, Field(max_length=200, description="Display name used in the From header.")] = (
        None
    )
    ttl_seconds: Annotated[
        int | None,
        Field(
            gt=0, le=LONGEST_LIFE, description="Make the inbox ephemeral: it and its mail go after this many seconds."
        ),
    ] = None
    client_id: Annotated[
        str | None,
        Field(
            min_length=1, max_length=200, description="Idempotency key: the same client_id returns the existing inbox."
        ),
    ] = None


async def run(context: Context, params: CreateInbox) -> Mapping[str, Any]:
    if context.caller.credential.scope.kind != "workspace":
        raise Forbidden("inbox:create")  # a key for some inboxes cannot reach what it would make
    account = _account(context, params)

    def create(unit: Unit) -> tuple[bool, Account]:
        if params.client_id is not None:
            existing = unit.accounts.by_client_id(context.workspace_id, params.client_id)
            if existing is not None:
                return False, _reached(context, existing)
        domain = account.address.rpartition("@")[2]
        hosted = unit.domains.get(domain)
        if hosted is None or hosted.workspace_id != context.workspace_id:
            raise Invalid(f"{domain} is not a domain of this workspace; leave it out for the default", param="domain")
        if hosted.verified_at is None:
            raise Invalid(f"{domain} is not verified yet; publish its DNS records first", param="domain")
        _leave_others_their_mail(unit, context, account.address)
        try:
            unit.accounts.add(account)
        except AddressTaken:
            raise Conflict(f"{account.address} is taken; choose another username", param="username") from None
        if context.caller.maker_role == "member":
            unit.people.set_account_role(account.id, str(context.caller.credential.maker_id), "owner")
        if account.expires_at is not None:
            unit.jobs.defer(
                Job(context.ports.ids.new("job"), "expire", account.id, context.workspace_id, account.expires_at)
            )
        return True, account

    created, found = await context.write(create, targets=(account.address,))
    return {"created": created, "inbox": views.inbox(found)}


def _reached(context: Context, existing: Account) -> Account:
    """The inbox a client_id was used for; raises Conflict where the caller does not reach it, or its time is over."""
    if not context.caller.reaches(existing.id) or existing.over(context.now):
        raise Conflict("client_id was used before, for an inbox that is out of reach; use a new one", param="client_id")
    return existing


def _leave_others_their_mail(unit: Unit, context: Context, address: str) -> None:
    """Mail for `name+tag@` goes to `name@`, so only who reaches that inbox may make one of the tag's own."""
    local, _, domain = address.rpartition("@")
    name, plus, _ = local.partition("+")
    owner = unit.accounts.in_workspace(context.workspace_id, f"{name}@{domain}") if plus else None
    if owner is not None and not context.caller.reaches(owner.id):
        raise Conflict(f"{address} is taken; choose another username", param="username")


def _account(context: Context, params: CreateInbox) -> Account:
    now = context.now
    return Account(
        id=context.ports.ids.new("acc"),
        workspace_id=context.workspace_id,
        provider="hosted",
        address=f"{_username(context, params)}@{_domain(context, params)}",
        display_name=_display_name(params.display_name),
        created_by="person" if context.caller.person else "agent",
        created_at=now,
        updated_at=now,
        client_id=params.client_id,
        expires_at=now + timedelta(seconds=params.ttl_seconds) if params.ttl_seconds else None,
    )


def _username(context: Context, params: CreateInbox) -> str:
    if params.username is None:
        return f"agent-{context.ports.ids.new('x')[-12:]}"
    username = params.username.strip().lower()
    if not _USERNAME.fullmatch(username) or ".." in username:
        raise Invalid(
            f"username {params.username!r} may hold a-z, 0-9, . _ + - and starts and ends with a letter or digit",
            param="username",
        )
    if username.partition("+")[0] in _RESERVED:
        raise Invalid(f"username {username!r} is reserved; choose another", param="username")
    return username


def _domain(context: Context, params: CreateInbox) -> str:
    return (params.domain or context.settings.domain).strip().rstrip(".").lower()


def _display_name(name: str | None) -> str | None:
    if name is None or not name.strip():
        return None
    return refuse_controls(name, "display_name").strip()  # by the composer's rule, or no mail could leave


OPERATION = Operation(
    name="inboxes.create",
    params=CreateInbox,
    result=CreatedInbox,
    permission=frozenset({"inbox:create"}),
    effect="manage",
    run=run,
)
