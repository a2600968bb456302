"""What sending looks up: suppressed addresses, answers that count towards the caps, and ids relays gave our mail."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import select

from letterlock.adapters.sql.pages import FIRST, LIMIT
from letterlock.adapters.sql.schema import answers, message_aliases, messages, suppressions
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import AnyOf, Db, P, Statement, word
from letterlock.adapters.sql.values import clean, from_micros, to_micros
from letterlock.ports.records import Suppression

_SHAPE = Shape(Suppression, suppressions)
_S, _A, _I = suppressions.c, answers.c, message_aliases.c
_IN_WORKSPACE = _S.workspace_id == P("workspace_id")
_SUPPRESS = Statement(
    lambda insert: (
        insert(suppressions)
        .values(_SHAPE.values())
        .on_conflict_do_nothing(index_elements=[_S.workspace_id, _S.address])
    )
)
_LIFT = Statement(suppressions.delete().where(_IN_WORKSPACE, _S.address == P("address")))
_PAGE = Statement(
    _SHAPE.select().where(_IN_WORKSPACE, _S.address > P("after")).order_by(_S.address).limit(LIMIT).offset(FIRST)
)
_AMONG = Statement(_SHAPE.select().where(_IN_WORKSPACE, AnyOf(_S.address, "addresses")).order_by(_S.address))

_ANSWER = Statement(answers.insert().values({name: P(name) for name in ("account_id", "thread_id", "peer", "at")}))
_OF_ACCOUNT = _A.account_id == P("account_id")
_NEWEST = select(_A["at"]).where(_OF_ACCOUNT).order_by(_A["at"].desc()).limit(P("one")).offset(P("skip"))
_IN_THREAD = Statement(_NEWEST.where(_A.thread_id == P("thread_id"), _A.peer == word("")))
_TO_PEER = Statement(_NEWEST.where(_A.peer == P("peer")))
_OLD = Statement(answers.delete().where(_OF_ACCOUNT, _A["at"] < P("before")))

_ALIAS = Statement(
    lambda insert: (
        insert(message_aliases)
        .values({name: P(name) for name in ("account_id", "rfc_message_id", "message_id")})
        .on_conflict_do_nothing(index_elements=[_I.account_id, _I.rfc_message_id])
    )
)
_OWN = Statement(
    select(_I.rfc_message_id, messages.c.rfc_message_id)
    .join(messages, messages.c.id == _I.message_id)
    .where(_I.account_id == P("account_id"), AnyOf(_I.rfc_message_id, "ids"))
)


class SqlSuppressions:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, one: Suppression) -> bool:
        return self._db.run(_SUPPRESS, _SHAPE.params(one)) > 0

    def remove(self, workspace_id: str, address: str) -> bool:
        return self._db.run(_LIFT, {"workspace_id": workspace_id, "address": clean(address)}) > 0

    def list(self, workspace_id: str, *, limit: int, after: str) -> Sequence[Suppression]:
        params = {"workspace_id": workspace_id, "after": clean(after), "limit": limit}
        return [_SHAPE.load(row) for row in self._db.all(_PAGE, params)]

    def among(self, workspace_id: str, addresses: Collection[str]) -> Sequence[Suppression]:
        found = self._db.array(clean(address) for address in addresses)
        rows = self._db.all(_AMONG, {"workspace_id": workspace_id, "addresses": found})
        return [_SHAPE.load(row) for row in rows]


class SqlAnswers:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, account_id: str, thread_id: str, peers: Collection[str], at: datetime) -> None:
        row = {"account_id": account_id, "thread_id": thread_id, "at": to_micros(at)}
        self._db.many(_ANSWER, [row | {"peer": clean(peer)} for peer in ("", *sorted(set(peers)))])

    def nth_in_thread(self, account_id: str, thread_id: str, n: int) -> datetime | None:
        return self._nth(_IN_THREAD, n, account_id=account_id, thread_id=thread_id)

    def nth_to_peer(self, account_id: str, peer: str, n: int) -> datetime | None:
        return self._nth(_TO_PEER, n, account_id=account_id, peer=clean(peer))

    def remove_before(self, account_id: str, at: datetime) -> None:
        self._db.run(_OLD, {"account_id": account_id, "before": to_micros(at)})

    def _nth(self, statement: Statement, n: int, **params: str) -> datetime | None:
        row = self._db.first(statement, {**params, "one": 1, "skip": n - 1})
        return None if row is None else from_micros(row[0])


class SqlAliases:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, account_id: str, rfc_message_id: str, message_id: str) -> None:
        params = {"account_id": account_id, "rfc_message_id": clean(rfc_message_id), "message_id": message_id}
        self._db.run(_ALIAS, params)

    def own(self, account_id: str, rfc_ids: Collection[str]) -> dict[str, str]:
        ids = self._db.array(clean(one) for one in rfc_ids)
        return dict(self._db.all(_OWN, {"account_id": account_id, "ids": ids}))
