"""The letterlock command."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from letterlock.core.errors import LetterlockError
from letterlock.faces.cli import show
from letterlock.faces.cli.people import add_people
from letterlock.faces.cli.program import Program

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Run = Callable[[str, Mapping[str, Any]], Mapping[str, Any]]


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
    _add_keys(app, run)
    _add_inboxes(app, run)
    _add_lists(app, run)
    _add_domains(app, run)
    add_people(app, run)
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
        """Answer MCP, REST and the dashboard."""
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
        toolset: Annotated[str, typer.Option(help="inbox, accounts or drafts.")] = "inbox",
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
        show.table(
            ("setting", "value", "source", "meaning"),
            ((line.variable, line.value, line.source, line.about) for line in program.settings()),
        )


def _add_keys(app: typer.Typer, run: Run) -> None:
    key = typer.Typer(help="API keys.", no_args_is_help=True)
    app.add_typer(key, name="key")

    @key.command("create")
    def create(
        name: Annotated[str, typer.Option(help="What the key is for.")] = "key",
        toolset: Annotated[list[str] | None, typer.Option(help="inbox, accounts, drafts; all when left out.")] = None,
        permission: Annotated[list[str] | None, typer.Option(help="What it may do, such as message_read.")] = None,
        inbox: Annotated[list[str] | None, typer.Option("--inbox", "--account", help="Only these inboxes.")] = None,
        hold: Annotated[bool, typer.Option("--hold", help="Hold whatever it sends for a person.")] = False,
        ttl_seconds: Annotated[int | None, typer.Option(help="How long it works.")] = None,
        json: Json = False,
    ) -> None:
        """Make an API key; it is shown this once."""
        made = run(
            "keys.create",
            {
                "name": name,
                "toolsets": toolset or [],
                "permissions": permission or [],
                "accounts": inbox or [],
                "hold_every_send": hold,
                "ttl_seconds": ttl_seconds,
            },
        )
        if json:
            show.as_json(made)
            return
        show.line(str(made["key"]))
        show.line(f"{made['key_id']}: {', '.join(made['permissions'])}")

    @key.command("list")
    def list_keys(json: Json = False) -> None:
        """List the API keys, without the keys themselves."""
        found = run("keys.list", {})
        if json:
            show.as_json(found)
            return
        show.table(
            ("id", "key", "name", "toolsets", "state"),
            (
                (k["key_id"], k["hint"], k["name"], ", ".join(k["toolsets"]), "revoked" if k["revoked_at"] else "")
                for k in found["keys"]
            ),
        )

    @key.command("revoke")
    def revoke(key_id: Annotated[str, typer.Argument(help="Id of the key (key_…).")]) -> None:
        """Revoke an API key at once, everywhere."""
        run("keys.revoke", {"key_id": key_id})


def _add_inboxes(app: typer.Typer, run: Run) -> None:
    inbox = typer.Typer(help="Inboxes.", no_args_is_help=True)
    app.add_typer(inbox, name="inbox")

    @inbox.command("create")
    def create(
        username: Annotated[str | None, typer.Argument(help="Local part; random when left out.")] = None,
        domain: Annotated[str | None, typer.Option(help="Domain; the default one when left out.")] = None,
        name: Annotated[str | None, typer.Option(help="Display name.")] = None,
        ttl_seconds: Annotated[int | None, typer.Option(help="Deleted after this many seconds.")] = None,
        json: Json = False,
    ) -> None:
        """Make an inbox and print its address."""
        made = run(
            "inboxes.create",
            {"username": username, "domain": domain, "display_name": name, "ttl_seconds": ttl_seconds},
        )
        if json:
            show.as_json(made)
            return
        show.line(made["inbox"]["inbox_id"])

    @inbox.command("list")
    def list_inboxes(json: Json = False) -> None:
        """List the inboxes."""
        found, token = [], None
        while True:
            page = run("inboxes.list", {"limit": 100, "page_token": token})
            found += page["inboxes"]
            token = page["next_page_token"]
            if token is None:
                break
        if json:
            show.as_json({"inboxes": found})
            return
        show.table(
            ("address", "name", "made", "expires"),
            ((i["inbox_id"], i["display_name"] or "", i["created_at"], i["expires_at"] or "") for i in found),
        )

    @inbox.command("messages")
    def messages(
        address: Annotated[str, typer.Argument(help="The inbox.")],
        limit: Annotated[int, typer.Option(help="How many, newest first.")] = 20,
        quarantine: Annotated[bool, typer.Option("--quarantine", help="Quarantined ones too.")] = False,
        json: Json = False,
    ) -> None:
        """List an inbox's messages with their trust levels."""
        found = run("messages.list", {"account": address, "limit": limit, "include_quarantine": quarantine})
        if json:
            show.as_json(found)
            return
        show.table(
            ("received", "trust", "from", "subject", "preview"),
            (
                (m["received_at"], m["trust_level"] or "sent", m["from"], m["subject"], m["preview"][:60])
                for m in found["messages"]
            ),
        )
        hidden = ", ".join(f"{count} {name}" for name, count in found["hidden"].items() if count)
        if hidden:
            show.line(f"not listed: {hidden}")


def _add_lists(app: typer.Typer, run: Run) -> None:
    lists = typer.Typer(help="Verified and blocked senders.", no_args_is_help=True)
    app.add_typer(lists, name="list")

    def command(name: str, kind: str, about: str) -> None:
        @lists.command(name, help=about)
        def change(
            entry: Annotated[str, typer.Argument(help="An address, or a domain with all below it.")],
            remove: Annotated[bool, typer.Option("--remove", help="Take it off again.")] = False,
        ) -> None:
            run("lists.remove" if remove else "lists.add", {"kind": kind, "entry": entry})

    command("verify", "verified", "Trust mail from this sender, when it is authenticated.")
    command("block", "blocked", "Keep mail from this sender out of sight.")


def _add_domains(app: typer.Typer, run: Run) -> None:
    domain = typer.Typer(help="Domains.", no_args_is_help=True)
    app.add_typer(domain, name="domain")

    @domain.command("show")
    def show_domain(
        name: Annotated[str | None, typer.Argument(help="The domain; the default one when left out.")] = None,
        json: Json = False,
    ) -> None:
        """Print the DNS records to publish."""
        found = run("domains.show", {"domain": name})
        if json:
            show.as_json(found)
            return
        for record in found["records"]:
            show.line(f"; {record['purpose']}")
            show.line(f"{record['name']}. {record['type']} {record['value']}")
