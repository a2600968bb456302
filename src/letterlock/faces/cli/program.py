"""What the command needs of the program: main gives it, so that the face builds nothing itself."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

import typer

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Run = Callable[[str, Mapping[str, Any]], Mapping[str, Any]]
"""Runs an operation by its name; a refusal is told and ends the command."""


class Program(Protocol):
    """The server and its operations, as the command line reaches them."""

    def serve(self, roles: frozenset[str]) -> None:
        """Runs the roles (http, smtp, work) until a signal comes; raises domain errors."""
        ...

    def operate(self, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Runs one operation as the owner, on the database itself; raises domain errors, and makes no database."""
        ...

    def bridge(self, toolset: str) -> None:
        """Speaks MCP on standard input and output for a running server; raises domain errors."""
        ...

    def inspect(
        self, files: Iterable["RawMail"], told: "Inspecting", each: Callable[[str, Mapping[str, Any]], None]
    ) -> None:
        """Gives `each` the name and the trust report of every file, in their order; raises domain errors."""
        ...

    def settings(self) -> list["SettingLine"]:
        """Every setting with its value and source."""
        ...


@dataclass(frozen=True, slots=True)
class SettingLine:
    """One line of `letterlock config`."""

    variable: str
    value: str
    source: str
    about: str


class RawMail(Protocol):
    """One message, or HTML alone, with the name it is told by."""

    @property
    def name(self) -> str: ...
    @property
    def raw(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Inspecting:
    """What `letterlock inspect` is told: without `nameservers` DNS is not asked."""

    html: bool
    nameservers: tuple[str, ...]
    client_ip: str | None
    helo: str
    mail_from: str
    markdown: bool
    processes: int | None
    """How many read at once; None: as many as there are cores."""
