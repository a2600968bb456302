"""Databases for the tests: a file of SQLite or a database of PostgreSQL each, copied from one with the schema."""

import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import hypothesis
import pytest
import pytest_asyncio

sys.path.insert(0, str(Path(__file__).parent))

from letterlock.adapters.sql.migrate import migrate, postgres_engine, sqlite_engine
from letterlock.adapters.sql.opening import open_store
from letterlock.ports.store import Store
from support.postgres import Cluster, Unavailable, cluster

# A law holds however busy the machine is: examples are not timed.
hypothesis.settings.register_profile("untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("untimed")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A running PostgreSQL of this test session alone."""
    try:
        with cluster() as running:
            yield running
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def _postgres_template(postgres: Cluster) -> str:
    url = postgres.database()
    engine = postgres_engine(url)
    migrate(engine)
    return url.rpartition("/")[2]


@pytest.fixture
def postgres_url(postgres: Cluster, _postgres_template: str) -> Iterator[str]:
    """A database with the schema, of this test alone."""
    url = postgres.database(_postgres_template)
    yield url
    postgres.drop(url)


@pytest.fixture(scope="session")
def _sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "letterlock.db"
    migrate(sqlite_engine(path))
    return path


@pytest.fixture
def sqlite_url(_sqlite_template: Path, tmp_path: Path) -> str:
    """A file with the schema, of this test alone."""
    path = tmp_path / "letterlock.db"
    shutil.copy(_sqlite_template, path)
    return f"sqlite:///{path}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def database_url(request: pytest.FixtureRequest) -> str:
    """Each test that takes it runs on both engines."""
    found: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return found


@pytest_asyncio.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An open store on either engine."""
    opened, events = open_store(database_url)
    yield opened
    await opened.close()
    await events.close()
