"""The command's verb that checks the set-up."""

import typer

from letterlock.core.mime.display import clean_line
from letterlock.faces.cli import show
from letterlock.faces.cli.program import Json, Run

_MARKS = {"ok": ("ok     ", typer.colors.GREEN), "warning": ("warning", typer.colors.YELLOW),
          "fault": ("FAULT  ", typer.colors.RED)}  # fmt: skip


def add_check(app: typer.Typer, run: Run) -> None:
    """Adds `check`."""

    @app.command("check")
    def check(json: Json = False) -> None:
        """Check DNS records, ways in, the way out, TLS and storage; exits with 1 when there is a fault."""
        found = run("server.check", {})
        if json:
            show.as_json(found)
        else:
            _print(found["lines"])
            show.line(f"\n{_many(found['faults'], 'fault')}, {_many(found['warnings'], 'warning')}")
        if not found["ok"]:
            raise typer.Exit(1)


def _print(lines: list[dict[str, str]]) -> None:
    area = ""
    for line in lines:
        if line["area"] != area:
            area = line["area"]
            typer.secho(f"\n{area}", bold=True)
        mark, colour = _MARKS[line["status"]]
        typer.secho(f"  {mark}  ", fg=colour, nl=False)
        show.line(f"{clean_line(line['what'])}: {clean_line(line['found'])}")
        if line["advice"]:
            show.line(f"           → {clean_line(line['advice'])}")


def _many(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"
