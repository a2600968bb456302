"""The letterlock command."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from letterlock.core.errors import LetterlockError
from letterlock.faces.cli import show
from letterlock.faces.cli.check import add_check
from letterlock.faces.cli.domains import add_domains
from letterlock.faces.cli.feedback import add_feedback
from letterlock.faces.cli.inboxes import add_inboxes
from letterlock.faces.cli.inspect import add_inspect
from letterlock.faces.cli.keys import add_keys
from letterlock.faces.cli.lists import add_lists
from letterlock.faces.cli.people import add_people
from letterlock.faces.cli.program import Program
from letterlock.faces.cli.reanalyse import add_reanalyse
from letterlock.faces.cli.suppressions import add_suppressions


def build(program: Program) -> typer.Typer:
    """The whole command over one program."""
    app = typer.Typer(
        name="letterlock",
        help="A self-hosted mail server for AI agents.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )

    def run(operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            return program.operate(operation, arguments)
        except LetterlockError as error:
            show.failure(error.message)
            raise typer.Exit(1) from None

    _add_serving(app, program)
    add_keys(app, run)
    add_inboxes(app, run)
    add_lists(app, run)
    add_suppressions(app, run)
    add_domains(app, run)
    add_people(app, run)
    add_feedback(app, run)
    add_check(app, run)
    add_reanalyse(app, run)
    add_inspect(app, program)
    return app


def _add_serving(app: typer.Typer, program: Program) -> None:
    def serve_roles(*roles: str) -> None:
        try:
            program.serve(frozenset(roles))
        except LetterlockError as error:
            show.failure(error.message)
            raise typer.Exit(1) from None

    @app.command()
    def up() -> None:
        """Run everything in one process: HTTP, SMTP and the work behind them."""
        serve_roles("http", "smtp", "work")

    serve = typer.Typer(help="Run one role alone, against PostgreSQL.", no_args_is_help=True)
    app.add_typer(serve, name="serve")

    @serve.command("http")
    def serve_http() -> None:
        """Answer MCP and the dashboard."""
        serve_roles("http")

    @serve.command("smtp")
    def serve_smtp() -> None:
        """Take mail in by SMTP and LMTP."""
        serve_roles("smtp")

    @app.command()
    def work() -> None:
        """Analyse, deliver and expire."""
        serve_roles("work")

    @app.command()
    def mcp(
        toolset: Annotated[str, typer.Option(help="Which tools; for now there is inbox alone.")] = "inbox",
    ) -> None:
        """Speak MCP on standard input and output: a bridge to a running server."""
        try:
            program.bridge(toolset)
        except LetterlockError as error:
            show.failure(error.message)
            raise typer.Exit(1) from None

    @app.command()
    def config() -> None:
        """Print every setting, its value and where it came from."""
        for setting in program.settings():
            show.line("  ".join((setting.variable, setting.value or "(unset)", setting.source)))
            show.line(f"    {setting.about}")
