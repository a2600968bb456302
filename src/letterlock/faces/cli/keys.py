"""The command's verbs about API keys."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from letterlock.core.permission import alias
from letterlock.faces.cli import show
from letterlock.faces.cli.program import Json, Run

_TOOLSET = "inbox, accounts, drafts; all when left out. For now only inbox has tools."
_PERMISSION = "What it may do, such as message_read (docs/permissions.md); what its toolsets need when left out."
_HOLD = "Hold whatever it sends for a person to approve. For now nothing can be approved: such a key refuses to send."


def add_keys(app: typer.Typer, run: Run) -> None:
    """Adds `key …`."""
    key = typer.Typer(help="API keys.", no_args_is_help=True)
    app.add_typer(key, name="key")

    @key.command("create")
    def create(
        name: Annotated[str, typer.Option(help="What the key is for.")] = "key",
        toolset: Annotated[list[str] | None, typer.Option(help=_TOOLSET)] = None,
        permission: Annotated[list[str] | None, typer.Option(help=_PERMISSION)] = None,
        inbox: Annotated[list[str] | None, typer.Option("--inbox", "--account", help="Only these inboxes.")] = None,
        hold: Annotated[bool, typer.Option("--hold", help=_HOLD)] = False,
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
        show.line(f"{made['key_id']} may: {', '.join(_both_names(made['permissions']))}")

    @key.command("list")
    def list_keys(json: Json = False) -> None:
        """List the API keys, without the keys themselves."""
        found = run("keys.list", {})
        if json:
            show.as_json(found)
            return
        show.table(
            ("id", "key", "toolsets", "made", "ends", "name"),
            ((k["key_id"], k["hint"], ",".join(k["toolsets"]), k["created_at"], _end(k), k["name"])
             for k in found["keys"]),
        )  # fmt: skip

    @key.command("revoke")
    def revoke(key_id: Annotated[str, typer.Argument(help="Id of the key (key_…).")]) -> None:
        """Revoke an API key at once, everywhere."""
        run("keys.revoke", {"key_id": key_id})
        show.line(f"{key_id} is revoked: it works no more")


def _both_names(permissions: Sequence[str]) -> list[str]:
    """Each as docs/permissions.md has it, with its other name where it has one."""
    shown = ((name, alias(name, "inbox")) for name in permissions)
    return [name if other == name else f"{name} ({other})" for name, other in shown]


def _end(key: dict[str, Any]) -> str:
    if key["revoked_at"]:
        return f"revoked {key['revoked_at']}"
    return str(key["expires_at"] or "never")
