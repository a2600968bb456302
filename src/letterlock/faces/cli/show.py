"""How the command shows results: JSON for programs, plain columns and sentences for people; nothing is ever cut."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import typer
from rich.cells import cell_len
from rich.console import Console

from letterlock.core.mime.display import clean_line

_GAP = "  "


def as_json(result: Mapping[str, Any]) -> None:
    Console(soft_wrap=True).print_json(json.dumps(result, ensure_ascii=False))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, notes: Iterable[str] = ()) -> None:
    """Aligned columns whatever the width of the screen; each row's text of `notes`, if any, is indented below it.

    Cells may be what strangers wrote: control characters, which a terminal would obey, do not get through.
    """
    cells = [[clean_line(cell) for cell in row] for row in rows]
    if not cells:
        line("none")
        return
    widths = [max(map(cell_len, column)) for column in zip(columns, *cells, strict=True)]
    below = iter(notes)
    typer.secho(_aligned(columns, widths), bold=True)
    for row in cells:
        line(_aligned(row, widths))
        note = clean_line(next(below, ""))
        if note:
            line(f"    {note}")


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
    return _GAP.join(padded).rstrip()


def line(text: str) -> None:
    typer.echo(text)


def failure(message: str) -> None:
    typer.echo(f"letterlock: {message}", err=True)
