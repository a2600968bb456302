"""The command's verb that has messages judged again."""

import typer

from letterlock.faces.cli import show
from letterlock.faces.cli.program import Json, Run


def add_reanalyse(app: typer.Typer, run: Run) -> None:
    """Adds `reanalyse`."""

    @app.command("reanalyse")
    def reanalyse(json: Json = False) -> None:
        """Have every message judged again that an older version of the rules judged; the server does it meanwhile."""
        found = run("messages.reanalyse", {})
        if json:
            show.as_json(found)
        elif found["begun"]:
            show.line(
                f"The server judges them again by version {found['rules_version']} of the rules, in the background"
            )
        else:
            show.line(f"Every message was judged by version {found['rules_version']} of the rules")
