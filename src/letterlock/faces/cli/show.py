"""How the command shows results: JSON for programs, tables and sentences for people."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

out = Console(soft_wrap=True, highlight=False)
err = Console(stderr=True, soft_wrap=True, highlight=False)


def as_json(result: Mapping[str, Any]) -> None:
    out.print_json(json.dumps(result, ensure_ascii=False))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table; cells are data, not markup."""
    shown = Table(*columns, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        shown.add_row(*(cell.replace("[", r"\[") for cell in row))
    out.print(shown)


def line(text: str) -> None:
    out.print(text, markup=False)


def failure(message: str) -> None:
    err.print(f"letterlock: {message}", markup=False)
