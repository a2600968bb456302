"""Workspaces, their members, and how members sign in."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import select

from letterlock.adapters.sql.schema import account_roles, accounts, members, sessions, sign_in_links, workspaces
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import Db, P, Statement
from letterlock.adapters.sql.values import to_micros
from letterlock.ports.records import AccountRole, Member, Session, SignInLink, Workspace, WorkspaceRole

_WORKSPACE = Shape(Workspace, workspaces)
_MEMBER = Shape(Member, members)
_load_member = _MEMBER.remembering(1024)
_LINK = Shape(SignInLink, sign_in_links)
_SESSION = Shape(Session, sessions)
_M, _K, _S, _R = members.c, sign_in_links.c, sessions.c, account_roles.c
_IN_WORKSPACE = _M.workspace_id == P("workspace_id")
_MEMBER_UPDATE = members.update().where(_M.id == P("b_id"), _M.workspace_id == P("b_workspace_id"))

_ADD_WORKSPACE = Statement(_WORKSPACE.insert())
_WORKSPACES = Statement(_WORKSPACE.select().order_by(workspaces.c.created_at, workspaces.c.id))
_ADD_MEMBER = Statement(_MEMBER.insert())
_GET_MEMBER = Statement(_MEMBER.select().where(_IN_WORKSPACE, _M.id == P("id")))
_BY_EMAIL = Statement(_MEMBER.select().where(_IN_WORKSPACE, _M.email == P("email"), _M.removed_at.is_(None)))
_MEMBERS = Statement(_MEMBER.select().where(_IN_WORKSPACE).order_by(_M.created_at, _M.id))
_SET_ROLE = Statement(_MEMBER_UPDATE.values(role=P("role")))
_REMOVE = Statement(_MEMBER_UPDATE.where(_M.removed_at.is_(None)).values(removed_at=P("removed_at")))
_END_SESSIONS = Statement(sessions.delete().where(_S.member_id == P("member_id")))
_END_LINKS = Statement(sign_in_links.delete().where(_K.member_id == P("member_id")))
_GRANT = Statement(
    lambda insert: (
        insert(account_roles)
        .values(account_id=P("account_id"), member_id=P("member_id"), role=P("role"))
        .on_conflict_do_update(index_elements=[_R.account_id, _R.member_id], set_={"role": P("role")})
    )
)
_TAKE = Statement(account_roles.delete().where(_R.account_id == P("account_id"), _R.member_id == P("member_id")))
_ROLES = Statement(
    select(_R.account_id, _R.role)
    .join(accounts, accounts.c.id == _R.account_id)
    .where(_R.member_id == P("member_id"), accounts.c.workspace_id == P("workspace_id"))
)
_ADD_LINK = Statement(_LINK.insert())
_USE_LINK = Statement(
    sign_in_links.update()
    .where(_K.token_hash == P("b_token_hash"), _K.used_at.is_(None), _K.expires_at > P("now"))
    .values(used_at=P("used_at"))
    .returning(*_LINK.columns)
)
_ADD_SESSION = Statement(_SESSION.insert())
_GET_SESSION = Statement(_SESSION.select().where(_S.token_hash == P("token_hash"), _S.expires_at > P("now")))
_END_SESSION = Statement(sessions.delete().where(_S.token_hash == P("token_hash")))


class SqlPeople:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add_workspace(self, workspace: Workspace) -> None:
        self._db.run(_ADD_WORKSPACE, _WORKSPACE.params(workspace))

    def first_workspace(self) -> Workspace | None:
        return next(iter(self.workspaces()), None)

    def workspaces(self) -> Sequence[Workspace]:
        return [_WORKSPACE.load(row) for row in self._db.all(_WORKSPACES, {})]

    def add_member(self, member: Member) -> None:
        self._db.run(_ADD_MEMBER, _MEMBER.params(member))

    def member(self, workspace_id: str, member_id: str) -> Member | None:
        return self._member(_GET_MEMBER, workspace_id=workspace_id, id=member_id)

    def member_by_email(self, workspace_id: str, email: str) -> Member | None:
        return self._member(_BY_EMAIL, workspace_id=workspace_id, email=email)

    def members(self, workspace_id: str) -> Sequence[Member]:
        return [_MEMBER.load(row) for row in self._db.all(_MEMBERS, {"workspace_id": workspace_id})]

    def set_role(self, workspace_id: str, member_id: str, role: WorkspaceRole) -> None:
        self._db.run(_SET_ROLE, {"b_id": member_id, "b_workspace_id": workspace_id, "role": role})

    def remove_member(self, workspace_id: str, member_id: str, at: datetime) -> None:
        found = {"b_id": member_id, "b_workspace_id": workspace_id, "removed_at": to_micros(at)}
        if self._db.run(_REMOVE, found) == 0:
            return
        self._db.run(_END_SESSIONS, {"member_id": member_id})
        self._db.run(_END_LINKS, {"member_id": member_id})

    def set_account_role(self, account_id: str, member_id: str, role: AccountRole | None) -> None:
        params = {"account_id": account_id, "member_id": member_id}
        if role is None:
            self._db.run(_TAKE, params)
        else:
            self._db.run(_GRANT, params | {"role": role})

    def account_roles(self, workspace_id: str, member_id: str) -> dict[str, AccountRole]:
        rows = self._db.all(_ROLES, {"workspace_id": workspace_id, "member_id": member_id})
        return {str(account_id): cast(AccountRole, role) for account_id, role in rows}

    def add_link(self, link: SignInLink) -> None:
        self._db.run(_ADD_LINK, _LINK.params(link))

    def use_link(self, token_hash: str, now: datetime) -> SignInLink | None:
        at = to_micros(now)
        row = self._db.first(_USE_LINK, {"b_token_hash": token_hash, "now": at, "used_at": at})
        return None if row is None else _LINK.load(row)

    def add_session(self, session: Session) -> None:
        self._db.run(_ADD_SESSION, _SESSION.params(session))

    def session(self, token_hash: str, now: datetime) -> Session | None:
        row = self._db.first(_GET_SESSION, {"token_hash": token_hash, "now": to_micros(now)})
        return None if row is None else _SESSION.load(row)

    def end_session(self, token_hash: str) -> None:
        self._db.run(_END_SESSION, {"token_hash": token_hash})

    def _member(self, statement: Statement, **params: Any) -> Member | None:
        row = self._db.first(statement, params)
        return None if row is None else _load_member(row)
