"""However many contacts a workspace has, a look-up goes to the keys asked for and no further."""

import json
import sqlite3
from pathlib import Path

from letterlock.adapters.sql.contacts import _FOUND, _HABITS, _KNOWN
from letterlock.adapters.sql.migrate import migrate, sqlite_engine

_ASKED = {
    "workspace_id": "w", "kind": "domain", "keys": json.dumps(["a"]), "value": "b.example", "limit": 9,
    "account_id": "a", "address": "x@b.example",
}  # fmt: skip


def test_look_ups_seek_by_all_that_they_are_given(tmp_path: Path) -> None:
    migrate(sqlite_engine(tmp_path / "x.db"))
    database = sqlite3.connect(tmp_path / "x.db")

    def plan(text: str) -> str:
        named = {name: value for name, value in _ASKED.items() if f":{name}" in text}
        return " ".join(str(row[3]) for row in database.execute(f"EXPLAIN QUERY PLAN {text}", named))

    assert "(workspace_id=? AND kind=? AND key=?)" in plan(_FOUND.text("sqlite"))
    assert "(workspace_id=? AND kind=? AND value=?)" in plan(_KNOWN.text("sqlite"))
    assert "(account_id=? AND address=?)" in plan(_HABITS.text("sqlite"))
    database.close()
