"""Accounts, and the addresses that are theirs for good."""

from collections.abc import Collection, Sequence, Set
from datetime import datetime
from typing import Any

from sqlalchemy import select

from letterlock.adapters.sql.pages import FIRST, LIMIT, before, page_params
from letterlock.adapters.sql.removal import remove_account
from letterlock.adapters.sql.schema import accounts, addresses, drafts, messages
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import AnyOf, Db, P, Statement, word
from letterlock.adapters.sql.values import dump, to_micros
from letterlock.ports.records import Account, CodesMode, Page
from letterlock.ports.store import AddressTaken

_SHAPE = Shape(Account, accounts)
_load = _SHAPE.remembering(1024)
_A = accounts.c
_NEWEST = (_A.created_at.desc(), _A.id.desc())

# The address is free when nobody ever had it, or when this workspace had it and let it go.
_RESERVE = Statement(
    lambda insert: (
        insert(addresses)
        .values(address=P("address"), workspace_id=P("workspace_id"), account_id=P("account_id"))
        .on_conflict_do_update(
            index_elements=[addresses.c.address],
            set_={"account_id": P("account_id")},
            where=(addresses.c.workspace_id == P("workspace_id")) & addresses.c.account_id.is_(None),
        )
    )
)
_INSERT = Statement(
    lambda insert: (
        insert(accounts).values(_SHAPE.values()).on_conflict_do_nothing(index_elements=[_A.workspace_id, _A.address])
    )
)
_GET = Statement(_SHAPE.select().where(_A.workspace_id == P("workspace_id"), _A.id == P("id")))
_BY_ADDRESS = Statement(
    _SHAPE.select().join(addresses, addresses.c.account_id == _A.id).where(addresses.c.address == P("address"))
)
_IN_WORKSPACE = Statement(_SHAPE.select().where(_A.workspace_id == P("workspace_id"), _A.address == P("address")))
_BY_CLIENT_ID = Statement(_SHAPE.select().where(_A.workspace_id == P("workspace_id"), _A.client_id == P("client_id")))
_PAGE = _SHAPE.select().where(_A.workspace_id == P("workspace_id"), before(_A.created_at, _A.id))
_LIST = Statement(_PAGE.order_by(*_NEWEST).limit(LIMIT).offset(FIRST))
_LIST_ONLY = Statement(_PAGE.where(AnyOf(_A.id, "only")).order_by(*_NEWEST).limit(LIMIT).offset(FIRST))
_ADD_USED = Statement(accounts.update().where(_A.id == P("b_id")).values(used_bytes=_A.used_bytes + P("size")))
_SET_CODES = Statement(accounts.update().where(_A.id == P("b_id")).values(codes=P("codes"), updated_at=P("updated_at")))
_SET_AUTHSERV_IDS = Statement(
    accounts.update().where(_A.id == P("b_id")).values(authserv_ids=P("authserv_ids"), updated_at=P("updated_at"))
)
_ALL = Statement(select(_A.workspace_id, _A.id).order_by(_A.workspace_id, _A.id))

_NAMED = (
    Statement(select(messages.c.content_hash).where(messages.c.account_id == P("account_id"))),
    Statement(
        select(drafts.c.content_hash).where(
            drafts.c.account_id == P("account_id"), drafts.c.content_hash.is_not(None), drafts.c.status != word("sent")
        )
    ),
)


class SqlAccounts:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, account: Account) -> None:
        if account.provider == "hosted":
            reserved = {"address": account.address, "workspace_id": account.workspace_id, "account_id": account.id}
            if self._db.run(_RESERVE, reserved) == 0:
                raise AddressTaken(account.address)
        if self._db.run(_INSERT, _SHAPE.params(account)) == 0:
            raise AddressTaken(account.address)

    def get(self, workspace_id: str, account_id: str) -> Account | None:
        return self._one(_GET, workspace_id=workspace_id, id=account_id)

    def by_address(self, address: str) -> Account | None:
        return self._one(_BY_ADDRESS, address=address)

    def in_workspace(self, workspace_id: str, address: str) -> Account | None:
        return self._one(_IN_WORKSPACE, workspace_id=workspace_id, address=address)

    def by_client_id(self, workspace_id: str, client_id: str) -> Account | None:
        return self._one(_BY_CLIENT_ID, workspace_id=workspace_id, client_id=client_id)

    def list(
        self, workspace_id: str, *, only: Collection[str] | None, limit: int, after: Page | None
    ) -> Sequence[Account]:
        params = page_params(after, limit) | {"workspace_id": workspace_id}
        if only is None:
            rows = self._db.all(_LIST, params)
        else:
            rows = self._db.all(_LIST_ONLY, params | {"only": self._db.array(only)})
        return [_SHAPE.load(row) for row in rows]

    def set_codes(self, account_id: str, codes: CodesMode, at: datetime) -> None:
        self._db.run(_SET_CODES, {"b_id": account_id, "codes": codes, "updated_at": to_micros(at)})

    def set_authserv_ids(self, account_id: str, authserv_ids: tuple[str, ...] | None, at: datetime) -> None:
        told = None if authserv_ids is None else dump(authserv_ids)
        self._db.run(_SET_AUTHSERV_IDS, {"b_id": account_id, "authserv_ids": told, "updated_at": to_micros(at)})

    def add_used(self, account_id: str, size: int) -> None:
        self._db.run(_ADD_USED, {"b_id": account_id, "size": size})

    def remove(self, account_id: str) -> None:
        remove_account(self._db, account_id)

    def all_ids(self) -> Sequence[tuple[str, str]]:
        return [(workspace_id, account_id) for workspace_id, account_id in self._db.all(_ALL, {})]

    def named_blobs(self, account_id: str) -> Set[str]:
        params = {"account_id": account_id}
        return {str(row[0]) for named in _NAMED for row in self._db.all(named, params)}

    def _one(self, statement: Statement, **params: Any) -> Account | None:
        row = self._db.first(statement, params)
        return None if row is None else _load(row)
