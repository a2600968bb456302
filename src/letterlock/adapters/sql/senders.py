"""What is known of addresses: relations an account has with them, and a workspace's verified and block lists."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import case, func, literal_column

from letterlock.adapters.sql.schema import list_entries, relations
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import AnyOf, Db, P, Statement, word
from letterlock.adapters.sql.values import clean, to_micros
from letterlock.ports.records import ListEntry, ListKind, Relation

_RELATION = Shape(Relation, relations)
_ENTRY = Shape(ListEntry, list_entries)
_R, _E = relations.c, list_entries.c
_NONE: Any = literal_column("0")
_KEY = [_R.account_id, _R.address]
_NEW = _RELATION.params(Relation())


def _later(column: Any, value: Any) -> Any:
    return case((column.is_(None) | (column < value), value), else_=column)


def _earlier(column: Any, value: Any) -> Any:
    return case((column.is_(None) | (column > value), value), else_=column)


def _upsert(insert: Any) -> Any:
    return insert(relations).values({c.name: P(c.name) for c in relations.c})


def _received(insert: Any) -> Any:
    statement = _upsert(insert)
    new = statement.excluded
    return statement.on_conflict_do_update(
        index_elements=_KEY,
        set_={
            "inbound_count": _R.inbound_count + new.inbound_count,
            "authenticated_count": _R.authenticated_count + new.authenticated_count,
            "first_seen": _earlier(_R.first_seen, new.first_seen),
            "last_seen": _later(_R.last_seen, new.last_seen),
            "first_authenticated": case(
                (new.first_authenticated.is_(None), _R.first_authenticated),
                else_=_earlier(_R.first_authenticated, new.first_authenticated),
            ),
        },
    )


def _wrote(insert: Any) -> Any:
    statement = _upsert(insert)
    new = statement.excluded
    return statement.on_conflict_do_update(
        index_elements=_KEY,
        set_={
            "person_wrote_at": func.coalesce(new.person_wrote_at, _R.person_wrote_at),
            "agent_wrote_at": func.coalesce(new.agent_wrote_at, _R.agent_wrote_at),
            "person_count": _R.person_count + new.person_count,
            "agent_count": _R.agent_count + new.agent_count,
        },
    )


def _complained(insert: Any) -> Any:
    statement = _upsert(insert)
    changed = _R.complaints + P("change")
    return statement.on_conflict_do_update(
        index_elements=_KEY, set_={"complaints": case((changed < _NONE, _NONE), else_=changed)}
    )


_GET = Statement(_RELATION.select().where(_R.account_id == P("account_id"), _R.address == P("address")))
_RECEIVED = Statement(_received)
_WROTE = Statement(_wrote)
_COMPLAINED = Statement(_complained)
_ADD = Statement(
    lambda insert: (
        insert(list_entries)
        .values(_ENTRY.values())
        .on_conflict_do_nothing(index_elements=[_E.workspace_id, _E.account_id, _E.kind, _E.entry])
    )
)
_IN_WORKSPACE = _E.workspace_id == P("workspace_id")
_REMOVE = Statement(
    list_entries.delete().where(
        _IN_WORKSPACE, _E.account_id == P("account_id"), _E.kind == P("kind"), _E.entry == P("entry")
    )
)
_IN_ORDER = (_E.kind, _E.entry, _E.account_id)
_ENTRIES = Statement(_ENTRY.select().where(_IN_WORKSPACE).order_by(*_IN_ORDER))
_MATCHING = Statement(
    _ENTRY.select()
    .where(
        _IN_WORKSPACE,
        AnyOf(_E.entry, "candidates"),
        (_E.account_id == P("account_id")) | (_E.account_id == word("")),
    )
    .order_by(*_IN_ORDER)
)


class SqlRelations:
    def __init__(self, db: Db) -> None:
        self._db = db

    def get(self, account_id: str, address: str) -> Relation:
        row = self._db.first(_GET, {"account_id": account_id, "address": clean(address)})
        return Relation() if row is None else _RELATION.load(row)

    def received(self, account_id: str, address: str, *, authenticated: bool, at: datetime) -> None:
        moment = to_micros(at)
        found = {"inbound_count": 1, "first_seen": moment, "last_seen": moment}
        if authenticated:
            found |= {"authenticated_count": 1, "first_authenticated": moment}
        self._db.run(_RECEIVED, self._params(account_id, address) | found)

    def wrote(self, account_id: str, address: str, *, person: bool, at: datetime) -> None:
        who = "person" if person else "agent"
        told = {f"{who}_wrote_at": to_micros(at), f"{who}_count": 1}
        self._db.run(_WROTE, self._params(account_id, address) | told)

    def complained(self, account_id: str, address: str, change: int) -> None:
        told = {"complaints": max(0, change), "change": change}
        self._db.run(_COMPLAINED, self._params(account_id, address) | told)

    def _params(self, account_id: str, address: str) -> dict[str, Any]:
        return _NEW | {"account_id": account_id, "address": clean(address)}


class SqlLists:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, entry: ListEntry) -> None:
        self._db.run(_ADD, _ENTRY.params(entry))

    def remove(self, workspace_id: str, kind: ListKind, entry: str, account_id: str = "") -> bool:
        params = {"workspace_id": workspace_id, "kind": kind, "entry": entry, "account_id": account_id}
        return self._db.run(_REMOVE, params) > 0

    def entries(self, workspace_id: str) -> Sequence[ListEntry]:
        return [_ENTRY.load(row) for row in self._db.all(_ENTRIES, {"workspace_id": workspace_id})]

    def matching(self, workspace_id: str, account_id: str, candidates: Collection[str]) -> Sequence[ListEntry]:
        texts = self._db.array(clean(candidate) for candidate in candidates)
        params = {"workspace_id": workspace_id, "account_id": account_id, "candidates": texts}
        rows = self._db.all(_MATCHING, params)
        return [_ENTRY.load(row) for row in rows]
