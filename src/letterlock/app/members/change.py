"""Add a person to the workspace, change their roles, take them away, let them in."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from letterlock.app import views
from letterlock.app.acquaintance import learn_member
from letterlock.app.context import Context
from letterlock.app.operation import Operation, Params
from letterlock.app.people import secret_hash
from letterlock.app.shapes import Done
from letterlock.core.address import parse_address
from letterlock.core.errors import Conflict, Forbidden, NotFound
from letterlock.ports.records import Member, SignInLink
from letterlock.ports.store import Unit

LINK_LIFE = timedelta(hours=24)

Email = Annotated[str, Field(min_length=3, max_length=320, description="The person's e-mail address.")]
Role = Annotated[Literal["owner", "admin", "member"], Field(description="Role in the workspace.")]


class AddMember(Params):
    email: Email
    name: Annotated[str, Field(max_length=200, description="The person's name.")] = ""
    role: Role = "member"


class SetRole(Params):
    email: Email
    role: Role


class SetAccountRole(Params):
    email: Email
    account: Annotated[str, Field(min_length=1, max_length=320, description="The mailbox's address or id.")]
    role: Annotated[
        Literal["owner", "admin", "sender", "reader", "none"], Field(description="Role on that mailbox; none takes it.")
    ]


class Named(Params):
    email: Email


class ListMembers(Params):
    pass


class MemberItem(TypedDict):
    member_id: str
    name: str
    email: str
    role: str
    accounts: dict[str, str]
    """Mailbox roles, by account id."""
    created_at: str


class MemberList(TypedDict):
    members: list[MemberItem]


class Link(TypedDict):
    """A one-time link: whoever opens it is signed in as that person."""

    url: str
    expires_at: str


async def add(context: Context, params: AddMember) -> Mapping[str, Any]:
    _owner_only(context, params.role)
    email = parse_address(params.email).key
    member = Member(
        context.ports.ids.new("mem"), context.workspace_id, params.name.strip(), email, params.role, context.now
    )

    def write(unit: Unit) -> None:
        if unit.people.member_by_email(context.workspace_id, email) is not None:
            raise Conflict(f"{email} is a member already", param="email")
        unit.people.add_member(member)
        learn_member(unit, member)

    await context.write(write, targets=(member.id,))
    return {"done": True}


async def set_role(context: Context, params: SetRole) -> Mapping[str, Any]:
    def write(unit: Unit) -> None:
        member = _member(unit, context, params.email)
        _owner_only(context, params.role, member.role)
        _keep_an_owner(unit, context, member, params.role)
        unit.people.set_role(context.workspace_id, member.id, params.role)

    await context.write(write, targets=(params.email,))
    return {"done": True}


async def set_account_role(context: Context, params: SetAccountRole) -> Mapping[str, Any]:
    def write(unit: Unit) -> None:
        member = _member(unit, context, params.email)
        unit.people.set_account_role(context.account.id, member.id, None if params.role == "none" else params.role)

    await context.write(write, targets=(params.email, context.account.id))
    return {"done": True}


async def remove(context: Context, params: Named) -> Mapping[str, Any]:
    def write(unit: Unit) -> None:
        member = _member(unit, context, params.email)
        _owner_only(context, member.role)
        _keep_an_owner(unit, context, member, None)
        unit.people.remove_member(context.workspace_id, member.id, context.now)
        unit.contacts.unlist(context.workspace_id, member.email)

    await context.write(write, targets=(params.email,))
    return {"done": True}


def list_members(unit: Unit, context: Context, _: ListMembers) -> dict[str, Any]:
    return {
        "members": [
            {
                "member_id": member.id,
                "name": member.name,
                "email": member.email,
                "role": member.role,
                "accounts": unit.people.account_roles(context.workspace_id, member.id),
                "created_at": views.iso(member.created_at),
            }
            for member in unit.people.members(context.workspace_id)
            if member.removed_at is None
        ]
    }


async def sign_in_link(context: Context, params: Named) -> Mapping[str, Any]:
    token = context.ports.ids.token()
    expires = context.now + LINK_LIFE

    def write(unit: Unit) -> None:
        member = _member(unit, context, params.email)
        _owner_only(context, member.role)
        unit.people.add_link(SignInLink(secret_hash(token), context.workspace_id, member.id, expires))

    await context.write(write, targets=(params.email,))
    return {"url": sign_in_url(context.settings.public_url, token), "expires_at": views.iso(expires)}


def sign_in_url(public_url: str, token: str) -> str:
    """The token stands in the fragment, which is sent to no server and kept in no log."""
    return f"{public_url}/app/sign-in#{token}"


def _member(unit: Unit, context: Context, email: str) -> Member:
    member = unit.people.member_by_email(context.workspace_id, parse_address(email).key)
    if member is None:
        raise NotFound(f"{email[:100]} is not a member of this workspace", param="email")
    return member


def _owner_only(context: Context, *roles: str) -> None:
    if "owner" in roles and context.caller.maker_role != "owner":
        raise Forbidden("an owner of the workspace")


def _keep_an_owner(unit: Unit, context: Context, member: Member, role: str | None) -> None:
    if member.role != "owner" or role == "owner":
        return
    others = [m for m in unit.people.members(context.workspace_id) if m.role == "owner" and m.removed_at is None]
    if len(others) <= 1:
        raise Conflict("A workspace keeps at least one owner; make someone else owner first", param="email")


def _managed(name: str, params: type[Params], result: Any, **more: Any) -> Operation:
    return Operation(
        name=name, params=params, result=result, permission=frozenset(), effect="manage", who="admin", **more
    )


OPERATIONS = (
    _managed("members.add", AddMember, Done, run=add),
    _managed("members.list", ListMembers, MemberList, look=list_members),
    _managed("members.set_role", SetRole, Done, run=set_role),
    _managed("members.set_account_role", SetAccountRole, Done, run=set_account_role, account="account"),
    _managed("members.remove", Named, Done, run=remove),
    _managed("members.sign_in_link", Named, Link, run=sign_in_link),
)
