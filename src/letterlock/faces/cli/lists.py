"""The command's verbs about verified and blocked senders."""

from typing import Annotated

import typer

from letterlock.faces.cli import show
from letterlock.faces.cli.program import Json, Run


def add_lists(app: typer.Typer, run: Run) -> None:
    """Adds `list …`."""
    lists = typer.Typer(help="Verified and blocked senders.", no_args_is_help=True)
    app.add_typer(lists, name="list")

    def command(name: str, kind: str, about: str) -> None:
        @lists.command(name, help=about)
        def change(
            entry: Annotated[str, typer.Argument(help="An address, or a domain with all below it.")],
            remove: Annotated[bool, typer.Option("--remove", help="Take it off again.")] = False,
            inbox: Annotated[str | None, typer.Option(help="For this inbox alone; else for all.")] = None,
        ) -> None:
            run("lists.remove" if remove else "lists.add", {"kind": kind, "entry": entry, "inbox": inbox})
            where = f" of {inbox}" if inbox else ""
            show.line(f"{entry} is {'no longer' if remove else 'now'} on the {kind} list{where}")

    command("verify", "verified", "Trust mail from this sender, when it is authenticated.")
    command("block", "blocked", "Keep mail from this sender out of sight.")

    @lists.command("show")
    def show_lists(json: Json = False) -> None:
        """Show who is on the verified list and who on the block list."""
        found = run("lists.list", {})
        if json:
            show.as_json(found)
            return
        show.table(
            ("list", "since", "inbox", "entry"),
            ((e["kind"], e["added_at"], e["inbox"] or "all", e["entry"]) for e in found["entries"]),
        )
