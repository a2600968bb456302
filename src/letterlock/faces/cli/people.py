"""The command's verbs about people: members, their roles, and letting them in."""

from typing import Annotated

import typer

from letterlock.faces.cli import show
from letterlock.faces.cli.program import Json, Run

_WORKSPACE = ("owner", "admin", "member")
_MAILBOX = ("owner", "admin", "sender", "reader", "none")
Email = Annotated[str, typer.Argument(help="The person's e-mail address.")]


def add_people(app: typer.Typer, run: Run) -> None:
    """Adds `member …` and `sign-in-link`."""
    member = typer.Typer(help="People and their roles.", no_args_is_help=True)
    app.add_typer(member, name="member")

    @member.command("add")
    def add(
        email: Email,
        name: Annotated[str, typer.Option(help="The person's name.")] = "",
        role: Annotated[str, typer.Option(help="owner, admin or member.")] = "member",
    ) -> None:
        """Add a person to the workspace."""
        run("members.add", {"email": email, "name": name, "role": role})
        show.line(f"{email} is now {role} of the workspace; `letterlock sign-in-link {email}` lets them in")

    @member.command("list")
    def list_members(json: Json = False) -> None:
        """List the people of the workspace."""
        found = run("members.list", {})
        if json:
            show.as_json(found)
            return
        show.table(
            ("email", "role", "id", "mailboxes", "name"),
            (
                (m["email"], m["role"], m["member_id"], ", ".join(f"{k}: {v}" for k, v in m["accounts"].items()),
                 m["name"])
                for m in found["members"]
            ),
        )  # fmt: skip

    @member.command("role")
    def role(
        email: Email,
        role: Annotated[
            str, typer.Argument(help="owner, admin, member; on an inbox owner, admin, sender, reader, none.")
        ],
        inbox: Annotated[str | None, typer.Option(help="On this mailbox instead of the workspace.")] = None,
    ) -> None:
        """Change a person's role in the workspace, or on one mailbox."""
        known = _WORKSPACE if inbox is None else _MAILBOX
        if role not in known:
            on = "in the workspace" if inbox is None else "on a mailbox"
            hint = "; --inbox ADDRESS gives it on a mailbox" if inbox is None and role in _MAILBOX else ""
            show.failure(f"There is no role {role!r} {on}; there are {', '.join(known)}{hint}")
            raise typer.Exit(1)
        if inbox is None:
            run("members.set_role", {"email": email, "role": role})
            show.line(f"{email} is now {role} of the workspace")
            return
        run("members.set_account_role", {"email": email, "account": inbox, "role": role})
        show.line(f"{email} now has {'no role' if role == 'none' else f'the role {role}'} on {inbox}")

    @member.command("remove")
    def remove(email: Email) -> None:
        """Take a person away: their sessions end and their keys stop working."""
        run("members.remove", {"email": email})
        show.line(f"{email} is no longer in the workspace")

    @app.command("sign-in-link")
    def sign_in_link(
        email: Annotated[str, typer.Argument(help="Whom to let in.")] = "owner@localhost",
    ) -> None:
        """Make a one-time link that signs a person in."""
        show.line(str(run("members.sign_in_link", {"email": email})["url"]))
