"""A PostgreSQL cluster of the tests' own: made in a temporary folder, never a shared one, gone at the end."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

BINARIES = Path("/usr/lib/postgresql/15/bin")
_CREATE_CONF = Path("/etc/postgresql-common/createcluster.conf")


class Unavailable(Exception):
    """There is no PostgreSQL here, and the reason why."""


@dataclass
class Cluster:
    """A running server on loopback. `database()` makes a fresh one; the first becomes the others' template."""

    port: int
    template: str = "postgres"
    _names: Iterator[int] = field(default_factory=lambda: count(1))

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def database(self, template: str = "template1") -> str:
        """The URL of a new database, a copy of `template`."""
        name = f"test_{next(self._names)}"
        self.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def drop(self, url: str) -> None:
        self.execute(f'DROP DATABASE "{url.rpartition("/")[2]}" WITH (FORCE)')

    def execute(self, sql: str) -> None:
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql)


def _binaries() -> Path:
    if (BINARIES / "initdb").exists():
        return BINARIES
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    if os.geteuid() != 0:
        raise Unavailable("PostgreSQL is not installed, and only root could install it (Debian package postgresql)")
    _install()
    if not (BINARIES / "initdb").exists():
        raise Unavailable("PostgreSQL 15 could not be installed with apt-get")
    return BINARIES


def _install() -> None:
    # Debian starts a shared cluster at installation unless told not to.
    _CREATE_CONF.parent.mkdir(parents=True, exist_ok=True)
    _CREATE_CONF.write_text("create_main_cluster = false\n")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update"], env=environment, check=False, **quiet)
    keep = ["-o", "Dpkg::Options::=--force-confold"]
    command = ["apt-get", "install", "-y", *keep, "postgresql-15"]
    subprocess.run(command, env=environment, check=False, stdin=subprocess.DEVNULL, **quiet)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _as_postgres(command: list[str | Path]) -> list[str]:
    """initdb and postgres refuse to run as root."""
    plain = [str(part) for part in command]
    if os.geteuid() != 0:
        return plain
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *plain]


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Starts a cluster and stops it at the end; raises Unavailable where there can be none."""
    binaries = _binaries()
    folder = Path(tempfile.mkdtemp(prefix="letterlock-postgres-"))
    try:
        _give_to_postgres(folder)
        yield from _running(binaries, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _give_to_postgres(folder: Path) -> None:
    if os.geteuid() != 0:
        return
    try:
        user = pwd.getpwnam("postgres")
    except KeyError as error:
        raise Unavailable("PostgreSQL refuses to run as root, and there is no user postgres") from error
    os.chown(folder, user.pw_uid, user.pw_gid)


def _running(binaries: Path, folder: Path) -> Iterator[Cluster]:
    data, log = folder / "data", folder / "log"
    initdb = [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
    _run(initdb, folder)
    port = _free_port()
    # Without fsync a commit is as visible as ever, and the tests are not about PostgreSQL's own durability.
    options = (
        f"-c listen_addresses=127.0.0.1 -p {port} -c unix_socket_directories={folder} -c fsync=off "
        "-c full_page_writes=off -c max_connections=60 -c shared_buffers=32MB"
    )
    _run([binaries / "pg_ctl", "-D", data, "-l", log, "-w", "-o", options, "start"], folder)
    try:
        yield Cluster(port)
    finally:
        _run([binaries / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"], folder)


def _run(command: list[str | Path], folder: Path) -> None:
    # To a file, since a server that is started keeps a pipe open.
    output = folder / "output"
    with output.open("wb") as stream:
        done = subprocess.run(_as_postgres(command), cwd=folder, stdout=stream, stderr=stream, check=False)
    if done.returncode != 0:
        raise Unavailable(f"{Path(str(command[0])).name} failed: {output.read_text(errors='replace')[-500:]}")
