"""The command's verbs about inboxes and what is in them."""

from typing import Annotated, Any

import typer

from letterlock.faces.cli import show
from letterlock.faces.cli.program import Json, Run

_PREVIEW = 100
_CODES = {
    "give": "get one-time codes and acting links",
    "ask": "are told to ask a person for one-time codes and acting links",
    "withhold": "do not get one-time codes and acting links unless a person releases them",
}


def add_inboxes(app: typer.Typer, run: Run) -> None:
    """Adds `inbox …`."""
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
            ("address", "id", "made", "expires", "codes", "name"),
            (
                (
                    i["inbox_id"],
                    i["account_id"],
                    i["created_at"],
                    i["expires_at"] or "never",
                    i["codes"],
                    i["display_name"] or "",
                )
                for i in found
            ),
        )

    @inbox.command("believe")
    def believe(
        address: Annotated[str, typer.Argument(help="The inbox.")],
        names: Annotated[list[str] | None, typer.Argument(help="Their authserv-ids; none: no longer any.")] = None,
    ) -> None:
        """Say whose Authentication-Results it believes, of mail that a trusted relay brings it."""
        run("inboxes.believe", {"account": address, "authserv_ids": names or []})
        whom = ", ".join(names) if names else "nobody but the relays in the settings"
        show.line(f"{address} believes {whom}")

    @inbox.command("codes")
    def codes(
        address: Annotated[str, typer.Argument(help="The inbox.")],
        mode: Annotated[str, typer.Argument(help="give, ask or withhold.")],
    ) -> None:
        """Choose what agents get of one-time codes and sign-in, reset and confirmation links."""
        done = run("codes.set", {"account": address, "codes": mode})
        show.line(f"{done['inbox_id']}: agents {_CODES[done['codes']]}")

    @inbox.command("release")
    def release(
        address: Annotated[str, typer.Argument(help="The inbox.")],
        message_id: Annotated[str, typer.Argument(help="The message (msg_...).")],
        json: Json = False,
    ) -> None:
        """Let agents have the codes and links of one message that are withheld from them."""
        released = run("codes.release", {"account": address, "message_id": message_id})
        if json:
            show.as_json(released)
            return
        show.line(f"released: {len(released['codes'])} codes, {len(released['action_links'])} links")

    @inbox.command("messages")
    def messages(
        address: Annotated[str, typer.Argument(help="The inbox.")],
        limit: Annotated[int, typer.Option(help="How many, newest first.")] = 20,
        quarantine: Annotated[bool, typer.Option("--quarantine", help="Quarantined ones too.")] = False,
        json: Json = False,
    ) -> None:
        """List an inbox's messages with their trust levels; outgoing ones as outbound, delivered or not."""
        found = run("messages.list", {"account": address, "limit": limit, "include_quarantine": quarantine})
        waiting = run("messages.pending", {"account": address})
        if json:
            show.as_json({**found, "pending": waiting["pending"]})
            return
        if waiting["pending"]:
            more = " or more" if waiting["more"] else ""
            show.line(f"still being analysed: {waiting['pending']}{more}; look again in a moment")
        if waiting["pending"] and not found["messages"]:
            return
        show.table(
            ("received", "trust", "from", "id"),
            ((m["received_at"], _trust(m), m["from"], m["message_id"]) for m in found["messages"]),
            notes=(f"{m['subject'] or '(no subject)'} | {m['preview'][:_PREVIEW]}" for m in found["messages"]),
        )
        hidden = ", ".join(
            f"{count} {name}"
            for name, count in found["hidden"].items()
            if count and not (quarantine and name == "quarantined")
        )
        if hidden:
            show.line(f"not listed: {hidden}")


def _trust(message: dict[str, Any]) -> str:
    return "outbound" if message["direction"] == "outbound" else str(message["trust_level"])
