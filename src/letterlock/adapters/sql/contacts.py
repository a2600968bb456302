"""How the senders an account knows usually write, and whom a workspace has to do with."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import case

from letterlock.adapters.sql.pages import FIRST, LIMIT
from letterlock.adapters.sql.schema import contacts, habits
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import AnyOf, Db, P, Statement, word
from letterlock.adapters.sql.values import clean, to_micros
from letterlock.ports.records import Contact, ContactKind, ContactSource, Habit, HabitKind

_HABIT = Shape(Habit, habits)
_CONTACT = Shape(Contact, contacts)
_H, _C = habits.c, contacts.c


def _seen(insert: type) -> object:
    statement = insert(habits).values({c.name: P(c.name) for c in habits.c})
    new = statement.excluded
    return statement.on_conflict_do_update(
        index_elements=[_H.account_id, _H.address, _H.kind, _H.value],
        set_={
            "count": _H.count + new.count,
            "first_seen": case((_H.first_seen > new.first_seen, new.first_seen), else_=_H.first_seen),
            "last_seen": case((_H.last_seen < new.last_seen, new.last_seen), else_=_H.last_seen),
        },
    )


_SEEN = Statement(_seen)  # type: ignore[arg-type]
_HABITS = Statement(
    _HABIT.select()
    .where(_H.account_id == P("account_id"), _H.address == P("address"))
    .order_by(_H.count.desc(), _H.kind, _H.value)
    .limit(LIMIT)
    .offset(FIRST)
)
_KNOW = Statement(
    lambda insert: (
        insert(contacts)
        .values({c.name: P(c.name) for c in contacts.c})
        .on_conflict_do_nothing(index_elements=[_C.workspace_id, _C.kind, _C.key, _C.value, _C.source])
    )
)
_OF_KIND = (_C.workspace_id == P("workspace_id"), _C.kind == P("kind"))
_KNOWN = Statement(_CONTACT.select().where(*_OF_KIND, _C.value == P("value")).limit(LIMIT).offset(FIRST))
# In the order of the primary key, and made distinct afterwards: else SQLite goes through every contact.
_FOUND = Statement(
    _CONTACT.select()
    .where(*_OF_KIND, AnyOf(_C.key, "keys"))
    .order_by(_C.key, _C.value, _C.source)
    .limit(LIMIT)
    .offset(FIRST)
)
_KEYS_OF_ONE = 8
"""Rows of one contact that a look-up is reckoned to find."""
_FORGET = Statement(
    contacts.delete().where(_C.workspace_id == P("workspace_id"), _C.value == P("value"), _C.source == word("listed"))
)


class SqlHabits:
    def __init__(self, db: Db) -> None:
        self._db = db

    def of(self, account_id: str, address: str, limit: int) -> Sequence[Habit]:
        rows = self._db.all(_HABITS, {"account_id": account_id, "address": clean(address), "limit": limit})
        return [_HABIT.load(row) for row in rows]

    def seen(self, account_id: str, address: str, traits: Collection[tuple[HabitKind, str]], at: datetime) -> None:
        moment = to_micros(at)
        own = {"account_id": account_id, "address": clean(address), "count": 1}
        times = {"first_seen": moment, "last_seen": moment}
        self._db.many(_SEEN, [own | times | {"kind": kind, "value": clean(value)} for kind, value in sorted(traits)])


class SqlContacts:
    def __init__(self, db: Db) -> None:
        self._db = db

    def know(self, workspace_id: str, kind: ContactKind, contact: Contact, keys: Collection[str]) -> None:
        own = {"workspace_id": workspace_id, "kind": kind, "source": contact.source, "known_by": contact.known_by}
        value = clean(contact.value)
        self._db.many(_KNOW, [own | {"value": value, "key": clean(key)} for key in sorted(keys)])

    def known(self, workspace_id: str, kind: ContactKind, value: str) -> frozenset[ContactSource]:
        params = {"workspace_id": workspace_id, "kind": kind, "value": clean(value), "limit": 200}
        return frozenset(_CONTACT.load(row).source for row in self._db.all(_KNOWN, params))

    def found(self, workspace_id: str, kind: ContactKind, keys: Collection[str], limit: int) -> Sequence[Contact]:
        wanted = self._db.array(clean(key) for key in keys)
        params = {"workspace_id": workspace_id, "kind": kind, "keys": wanted, "limit": limit * _KEYS_OF_ONE}
        found = {_CONTACT.load(row) for row in self._db.all(_FOUND, params)}
        return sorted(found, key=lambda one: (one.value, one.source))[:limit]

    def unlist(self, workspace_id: str, value: str) -> None:
        self._db.run(_FORGET, {"workspace_id": workspace_id, "value": clean(value)})
