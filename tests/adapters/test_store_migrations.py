"""The shipped migrations lead to the schema the code is written against, also when processes start together."""

import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from letterlock.adapters.sql.migrate import HEAD, alembic_config, migrate, postgres_engine, sqlite_engine
from letterlock.adapters.sql.opening import open_store
from letterlock.adapters.sql.schema import FULL_TEXT, METADATA
from letterlock.core.errors import Invalid


def engine_of(url: str):
    return sqlite_engine(Path(url.removeprefix("sqlite:///"))) if url.startswith("sqlite") else postgres_engine(url)


def test_the_migrated_schema_is_the_one_in_the_code(database_url: str) -> None:
    def counts(_: object, name: str | None, kind: str, reflected: bool, __: object) -> bool:
        return not (kind == "table" and reflected and name is not None and name.startswith(FULL_TEXT))

    with engine_of(database_url).connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True, "include_object": counts}
        )
        assert compare_metadata(context, METADATA) == []


def test_partial_indexes_are_partial(database_url: str) -> None:
    query = (
        "SELECT sql FROM sqlite_master WHERE type = 'index'"
        if database_url.startswith("sqlite")
        else "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"
    )
    with engine_of(database_url).connect() as connection:
        found = [row[0] or "" for row in connection.execute(text(query))]
    partial = {index.name for table in METADATA.tables.values() for index in table.indexes
               if index.dialect_options["sqlite"]["where"] is not None}  # fmt: skip
    assert len(partial) >= 5
    for name in partial:
        assert any(str(name) in sql and " WHERE " in sql for sql in found), name


def test_the_head_named_in_the_code_is_the_newest_script(database_url: str) -> None:
    with engine_of(database_url).connect() as connection:
        assert ScriptDirectory.from_config(alembic_config(connection)).get_heads() == [HEAD]
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD


def test_migrating_again_changes_nothing(database_url: str) -> None:
    migrate(engine_of(database_url))
    migrate(engine_of(database_url))


@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def test_mail_from_before_turns_gets_turns_and_counters(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/old.db"
    if engine == "postgresql":
        url = request.getfixturevalue("postgres").database()
    opened = engine_of(url)
    with opened.begin() as connection:
        command.upgrade(alembic_config(connection), "0005")
        _insert(connection, "workspaces", id="x")
        _insert(connection, "accounts", id="x", workspace_id="x")
        for at, (direction, state, hidden) in enumerate(
            [
                ("inbound", "ready", ""),
                ("outbound", "ready", ""),
                ("inbound", "pending", ""),
                ("inbound", "ready", "spam"),
            ]
        ):
            _insert(connection, "messages", id=f"msg_{at}", direction=direction, state=state, hidden=hidden)
    migrate(opened)
    with opened.connect() as connection:
        turns = {row[0]: row[1] for row in connection.execute(text("SELECT id, turn FROM messages"))}
        counted = {row[0]: row[1] for row in connection.execute(text("SELECT name, number FROM account_counters"))}
    assert turns["msg_1"] is turns["msg_2"] is None
    assert turns["msg_0"] < turns["msg_3"]
    assert counted == {"ready": turns["msg_3"], "spam": 1}


@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def test_mail_from_before_files_were_counted_has_them_counted(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/old.db"
    if engine == "postgresql":
        url = request.getfixturevalue("postgres").database()
    opened = engine_of(url)
    with opened.begin() as connection:
        command.upgrade(alembic_config(connection), "0007")
        _insert(connection, "workspaces", id="x")
        _insert(connection, "accounts", id="x", workspace_id="x")
        for at in range(3):
            _insert(connection, "messages", id=f"msg_{at}")
            for file in range(at):
                _insert(connection, "attachments", id=f"att_{at}_{file}", message_id=f"msg_{at}")
    migrate(opened)
    with opened.connect() as connection:
        files = {row[0]: row[1] for row in connection.execute(text("SELECT id, files FROM messages"))}
    assert files == {"msg_0": None, "msg_1": 1, "msg_2": 2}


def _insert(connection: Connection, table: str, **values: str) -> None:
    """A row with what is given, and with something in every other column that must hold something."""
    for column in inspect(connection).get_columns(table):
        if not column["nullable"] and column["name"] not in values and column["name"] != "seq":
            values[column["name"]] = 1 if column["type"].python_type is int else "x"  # type: ignore[assignment]
    names = ", ".join(f'"{name}"' for name in values)
    given = ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({given})"), values)


def test_a_database_of_a_newer_version_is_refused(database_url: str) -> None:
    engine = engine_of(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Invalid, match="revision 9999"):
        migrate(engine)


_OPEN = (
    "import sys; from letterlock.adapters.sql.opening import open_store; "
    "store, events = open_store(sys.argv[1]); import asyncio; asyncio.run(store.check()); print('open')"
)


@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def test_processes_that_start_together_on_an_empty_database_all_open(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/new/letterlock.db"
    if engine == "postgresql":
        url = request.getfixturevalue("postgres").database()
    starting = [
        subprocess.Popen([sys.executable, "-c", _OPEN, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    ended = [process.communicate(timeout=60) for process in starting]
    assert [out for out, _ in ended] == ["open\n"] * 3, ended
    shutil.rmtree(tmp_path / "new", ignore_errors=True)


def test_what_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "letterlock.sqlite"
    file.write_bytes(b"not a database at all" * 300)
    with pytest.raises(Invalid, match="cannot be opened: file is not a database"):
        open_store(f"sqlite:///{file}")
    with pytest.raises(Invalid, match="cannot be opened"):
        open_store(f"sqlite:///{file}/below/letterlock.sqlite")


def test_a_database_server_that_is_away_is_refused_in_words_without_the_password() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        with pytest.raises(Invalid, match=r"cannot be opened: .*refused") as error:
            open_store(f"postgresql://me:hunter2@127.0.0.1:{port}/x")
    assert "hunter2" not in error.value.message
