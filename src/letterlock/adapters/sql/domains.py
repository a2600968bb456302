"""Domains we host, and their signing keys."""

from collections.abc import Sequence

from letterlock.adapters.sql.schema import dkim_keys, domains
from letterlock.adapters.sql.shapes import Shape
from letterlock.adapters.sql.statements import Db, P, Statement
from letterlock.core.errors import Conflict
from letterlock.ports.records import DkimKey, Domain

_DOMAIN = Shape(Domain, domains)
_KEY = Shape(DkimKey, dkim_keys)
_D, _K = domains.c, dkim_keys.c

_ADD = Statement(
    lambda insert: (
        insert(domains)
        .values(_DOMAIN.values())
        .on_conflict_do_update(
            index_elements=[_D.name],
            set_={"verified_at": P("verified_at")},
            where=_D.workspace_id == P("workspace_id"),
        )
    )
)
_GET = Statement(_DOMAIN.select().where(_D.name == P("name")))
_LIST = Statement(_DOMAIN.select().where(_D.workspace_id == P("workspace_id")).order_by(_D.name))
_ADD_KEY = Statement(_KEY.insert())
_KEYS = Statement(_KEY.select().where(_K.domain == P("domain")).order_by(_K.created_at, _K.selector))


class SqlDomains:
    def __init__(self, db: Db) -> None:
        self._db = db

    def add(self, domain: Domain) -> None:
        """Adds it, or says anew when it was verified; raises Conflict when it is another workspace's."""
        if self._db.run(_ADD, _DOMAIN.params(domain)) == 0:
            raise Conflict(f"The domain {domain.name} is already hosted here for somebody else.")

    def get(self, name: str) -> Domain | None:
        row = self._db.first(_GET, {"name": name})
        return None if row is None else _DOMAIN.load(row)

    def list(self, workspace_id: str) -> Sequence[Domain]:
        return [_DOMAIN.load(row) for row in self._db.all(_LIST, {"workspace_id": workspace_id})]

    def add_key(self, key: DkimKey) -> None:
        self._db.run(_ADD_KEY, _KEY.params(key))

    def keys(self, domain: str) -> Sequence[DkimKey]:
        return [_KEY.load(row) for row in self._db.all(_KEYS, {"domain": domain})]
