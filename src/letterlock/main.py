"""The composition root: the only place that builds adapters, and the program behind the command."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from letterlock import settings as settings_module
from letterlock.core.errors import Invalid, LetterlockError
from letterlock.settings import Settings

if TYPE_CHECKING:
    from letterlock.faces.cli.program import Inspecting, RawMail, SettingLine
    from letterlock.serving import Server

ROLES = frozenset({"http", "smtp", "work"})
TOOLSETS = ("inbox",)
"""What is served at /mcp/<toolset>. Named here, as loading the tools to learn it would double the bridge's start."""


class Program:
    """Implements `faces.cli.program.Program`. Heavy parts are imported when a command needs them."""

    def settings(self) -> "list[SettingLine]":
        from letterlock.faces.cli.program import SettingLine

        values = settings_module.load().values.values()
        return [SettingLine(v.setting.variable, v.shown, v.source, v.setting.about) for v in values]

    def serve(self, roles: frozenset[str]) -> None:
        from letterlock import logs
        from letterlock.serving import Server

        settings = settings_module.load()
        if roles != ROLES and not settings.database_url.startswith("postgresql"):
            raise Invalid("Roles run alone need PostgreSQL (LETTERLOCK_DATABASE_URL); `letterlock up` runs all in one")
        logs.configure()
        _run(Server(settings, roles))

    def operate(self, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        from letterlock import logs
        from letterlock.building import require_data

        logs.configure(level=30)
        settings = settings_module.load()
        require_data(settings)
        return asyncio.run(_operate(settings, operation, arguments))

    def inspect(
        self, files: "Iterable[RawMail]", told: "Inspecting", each: Callable[[str, Mapping[str, Any]], None]
    ) -> None:
        from letterlock.inspecting import inspect

        asyncio.run(inspect(files, told, each))

    def bridge(self, toolset: str) -> None:
        from letterlock.faces.mcp.bridge import run

        if toolset not in TOOLSETS:
            raise Invalid(f"There is no toolset {toolset!r} to serve; for now there is {', '.join(TOOLSETS)}")
        settings = settings_module.load()
        run(url=f"{settings.server_url}/mcp/{toolset}", key=client_key(settings))


def client_key(settings: Settings) -> str:
    """The key clients use: LETTERLOCK_KEY, else the first key; raises Invalid when there is neither."""
    if settings.key:
        return str(settings.key)
    file = Path(settings.data_dir) / "first-key"
    try:
        return file.read_text("ascii").strip()
    except UnicodeDecodeError:
        raise Invalid(f"{file} does not hold an API key; set LETTERLOCK_KEY, or put back the file") from None
    except OSError:
        raise Invalid(f"No API key: set LETTERLOCK_KEY, or start the server here so that {file} is made") from None


async def _operate(settings: Settings, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    from letterlock.app.invoke import Gate
    from letterlock.building import app_settings, build_ports

    async with build_ports(settings) as ports:
        gate = Gate(ports, app_settings(settings))
        return await gate.invoke(await gate.people.operator(), operation, arguments)


def _run(server: "Server") -> None:
    """Runs until SIGINT or SIGTERM; a second signal ends it at once."""
    import uvloop

    # Threads of the store hand their results to the loop: with the default of 5 ms a busy loop keeps them waiting.
    sys.setswitchinterval(0.0005)
    # What is loaded by now stays: the collector need not go through it again, nor so often through what is new.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)

    async def serve() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def on_signal() -> None:
            if stop.is_set():
                os._exit(130)
            stop.set()

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, on_signal)
        await server.run(stop)

    uvloop.run(serve())


def cli() -> None:
    """The `letterlock` command."""
    from letterlock.faces.cli import show
    from letterlock.faces.cli.app import build

    try:
        build(Program())()
    except LetterlockError as error:
        show.failure(error.message)
        raise SystemExit(1) from None


if __name__ == "__main__":
    cli()
