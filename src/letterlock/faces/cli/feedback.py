"""The command's verb about feedback: what agents said of the tools."""

from typing import Annotated

import typer

from letterlock.faces.cli import show
from letterlock.faces.cli.program import Json, Run


def add_feedback(app: typer.Typer, run: Run) -> None:
    """Adds `feedback list`."""
    feedback = typer.Typer(help="What agents say of the tools.", no_args_is_help=True)
    app.add_typer(feedback, name="feedback")

    @feedback.command("list")
    def list_feedback(
        limit: Annotated[int, typer.Option(help="How many, the newest first.")] = 100, json: Json = False
    ) -> None:
        """List what agents sent with send_feedback within the last 180 days."""
        found = run("feedback.list", {"limit": limit})
        if json:
            show.as_json(found)
            return
        rows = [
            (one["received_at"], one["rating"], one["category"], one["tool_name"] or "", one["client"])
            for one in found["feedback"]
        ]
        messages = (one["message"] for one in found["feedback"])
        show.table(("received", "rating", "category", "about", "client"), rows, notes=messages)
