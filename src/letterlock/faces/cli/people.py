"""The command's verbs about people: members, their roles, and letting them in."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from letterlock.faces.cli import show

Run = Callable[[str, Mapping[str, Any]], Mapping[str, Any]]
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

    @member.command("list")
    def list_members() -> None:
        """List the people of the workspace."""
        show.table(
            ("email", "name", "role", "mailboxes"),
            (
                (m["email"], m["name"], m["role"], ", ".join(f"{k}: {v}" for k, v in m["accounts"].items()))
                for m in run("members.list", {})["members"]
            ),
        )

    @member.command("role")
    def role(
        email: Email,
        role: Annotated[
            str, typer.Argument(help="owner, admin, member; on an inbox owner, admin, sender, reader, none.")
        ],
        inbox: Annotated[str | None, typer.Option(help="On this mailbox instead of the workspace.")] = None,
    ) -> None:
        """Change a person's role in the workspace, or on one mailbox."""
        if inbox is None:
            run("members.set_role", {"email": email, "role": role})
        else:
            run("members.set_account_role", {"email": email, "account": inbox, "role": role})

    @member.command("remove")
    def remove(email: Email) -> None:
        """Take a person away: their sessions end and their keys stop working."""
        run("members.remove", {"email": email})

    @app.command("sign-in-link")
    def sign_in_link(
        email: Annotated[str, typer.Argument(help="Whom to let in.")] = "owner@localhost",
    ) -> None:
        """Make a one-time link that signs a person in."""
        show.line(str(run("members.sign_in_link", {"email": email})["url"]))
