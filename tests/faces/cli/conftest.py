"""The command as it is, in a folder of its own: on the data of a server that was started once, or on none."""

import asyncio
import contextlib
import logging
import os

import pytest
from typer.testing import CliRunner

from letterlock import logs
from letterlock.app.invoke import Gate
from letterlock.app.start import start
from letterlock.building import app_settings, build_ports
from letterlock.core.errors import LetterlockError
from letterlock.faces.cli.app import build
from letterlock.main import Program
from letterlock.settings import load

KEY = "ll_live_" + "k" * 43


class Command:
    """Runs `letterlock …` in this process: 80 columns wide, its output no terminal."""

    def __init__(self, folder):
        self.folder = folder
        self._runner = CliRunner()

    def __call__(self, *arguments, exit_code=0):
        """What it printed; of a refusal, which `exit_code` expects, what it said of the error."""
        result = self._runner.invoke(build(Program()), [str(part) for part in arguments], env={"COLUMNS": "80"})
        if isinstance(result.exception, LetterlockError):  # as `letterlock.main.cli` has it
            assert exit_code == 1
            return f"letterlock: {result.exception.message}"
        assert result.exit_code == exit_code, result.output
        return result.stdout if exit_code == 0 else result.stderr

    def work(self, use):
        """Runs `await use(gate, ports)` on the data."""

        async def run():
            settings = load()
            async with build_ports(settings) as ports:
                return await use(Gate(ports, app_settings(settings)), ports)

        return asyncio.run(run())


@pytest.fixture
def _logging():
    """Logging as it was: the command sets it up for its process, which here is that of other tests too."""
    root = logging.getLogger()
    loggers = [root, *(logging.getLogger(name) for name in ("letterlock", *logs._FOREIGN_SILENT))]
    handlers, levels = root.handlers[:], [logger.level for logger in loggers]
    yield
    root.handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.fixture
def bare(tmp_path, monkeypatch, _logging):
    """The command in an empty folder."""
    for name in [name for name in os.environ if name.startswith("LETTERLOCK_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return Command(tmp_path)


@pytest.fixture
def letterlock(bare, monkeypatch):
    """The command where a server was started before."""
    monkeypatch.setenv("LETTERLOCK_NAMESERVERS", "none")
    monkeypatch.setenv("LETTERLOCK_DOMAIN", "agents.example")
    settings = load()

    async def first():
        async with contextlib.AsyncExitStack() as stack:
            ports = await stack.enter_async_context(build_ports(settings))
            await start(ports, app_settings(settings), lambda: KEY)

    asyncio.run(first())
    return bare
