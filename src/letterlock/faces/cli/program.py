"""What the command needs of the program: main gives it, so that the face builds nothing itself."""

from collections.abc import Callable, Mapping
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
