"""The command's verbs about addresses that nothing is sent to."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from letterlock.faces.cli import show
from letterlock.faces.cli.program import Json, Run

Address = Annotated[str, typer.Argument(help="The address.")]


def add_suppressions(app: typer.Typer, run: Run) -> None:
    """Adds `suppress …`."""
    suppress = typer.Typer(help="Addresses that nothing is sent to.", no_args_is_help=True)
    app.add_typer(suppress, name="suppress")

    @suppress.command("list")
    def list_suppressions(json: Json = False) -> None:
        """Show to which addresses nothing is sent, and why."""
        found = list(pages(run))
        if json:
            show.as_json({"suppressions": found})
            return
        show.table(
            ("address", "why", "since"),
            ((one["address"], one["reason"], one["added_at"]) for one in found),
            notes=(one["detail"] for one in found),
        )

    @suppress.command("add")
    def add(address: Address) -> None:
        """Send nothing to this address any more."""
        run("suppressions.add", {"address": address})
        show.line(f"Nothing is sent to {address} any more")

    @suppress.command("remove")
    def remove(address: Address) -> None:
        """Let mail to this address leave again."""
        run("suppressions.remove", {"address": address})
        show.line(f"Mail to {address} leaves again")


def pages(run: Run) -> Iterator[Mapping[str, Any]]:
    """All of them, asked for page by page."""
    after: str | None = None
    while True:
        found = run("suppressions.list", {"after": after})
        yield from found["suppressions"]
        if not found["more"]:
            return
        after = found["suppressions"][-1]["address"]
