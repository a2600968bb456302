"""The command's verbs about domains."""

from typing import Annotated

import typer

from letterlock.faces.cli import show
from letterlock.faces.cli.program import Json, Run


def add_domains(app: typer.Typer, run: Run) -> None:
    """Adds `domain …`."""
    domain = typer.Typer(help="Domains.", no_args_is_help=True)
    app.add_typer(domain, name="domain")

    @domain.command("show")
    def show_domain(
        name: Annotated[str | None, typer.Argument(help="The domain; the default one when left out.")] = None,
        json: Json = False,
    ) -> None:
        """Print the DNS records to publish, as a zone file takes them."""
        found = run("domains.show", {"domain": name})
        if json:
            show.as_json(found)
            return
        for record in found["records"]:
            for comment in filter(None, (record["purpose"], record["note"])):
                show.line(f"; {comment}")
            show.line(record["zone_line"])
