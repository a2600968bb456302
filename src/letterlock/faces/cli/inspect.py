"""The command's verb that prints the trust report of raw mail in files."""

import ipaddress
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from letterlock.core.errors import LetterlockError
from letterlock.core.mime.display import clean_line
from letterlock.faces.cli import show
from letterlock.faces.cli.mail_files import MailFile, find, read
from letterlock.faces.cli.program import Inspecting, Program

_COLOURS = {
    "verified": typer.colors.GREEN,
    "known": typer.colors.GREEN,
    "unknown": typer.colors.YELLOW,
    "suspicious": typer.colors.RED,
    "quarantined": typer.colors.RED,
}


def add_inspect(app: typer.Typer, program: Program) -> None:
    """Adds `inspect`."""

    @app.command("inspect")
    def inspect(
        paths: Annotated[
            list[Path],
            typer.Argument(metavar="FILE|DIR…", help="Raw mail, mbox files, folders; - reads standard input."),
        ],
        json: Annotated[bool, typer.Option("--json", help="Print a line of JSON for each message.")] = False,
        html: Annotated[bool, typer.Option("--html", help="The files hold HTML alone, without headers.")] = False,
        markdown: Annotated[bool, typer.Option("--markdown", help="Give the text as Markdown too.")] = False,
        nameserver: Annotated[
            list[str] | None,
            typer.Option(help="Ask this name server, address or address:port. Without one nothing is asked."),
        ] = None,
        client_ip: Annotated[
            str | None, typer.Option(help="The address of the client that handed the mail over, for SPF.")
        ] = None,
        helo: Annotated[str, typer.Option(help="What that client greeted with.")] = "",
        mail_from: Annotated[str, typer.Option(help="The sender of the SMTP envelope.")] = "",
        processes: Annotated[
            int | None, typer.Option(min=1, max=256, help="How many read at once; all cores when left out.")
        ] = None,
    ) -> None:
        """Print the trust report of raw mail, offline; exits with 1 when a file could not be read."""
        told = Inspecting(html, tuple(nameserver or ()), _address(client_ip), helo, mail_from, markdown, processes)
        if not nameserver and (client_ip or helo or mail_from):
            raise typer.BadParameter(
                "say which name server to ask, or leave out how the mail came", param_hint="--nameserver"
            )
        found = find(paths)
        failed = 0

        def sources(advance: Callable[[], None]) -> Iterator[MailFile]:
            nonlocal failed
            for path in found:
                for file in read(path, whole=html):
                    if file.error:
                        failed += 1
                        show.failure(f"{file.name} {file.error}")
                        continue
                    yield file
                advance()

        with _progress(len(found)) as advance:
            try:
                program.inspect(sources(advance), told, _as_json if json else _print)
            except LetterlockError as error:
                show.failure(error.message)
                raise typer.Exit(1) from None
        if failed:
            raise typer.Exit(1)


def _address(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no IP address", param_hint="--client-ip") from None


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error, where a person is looking and there is more than one file."""
    console = Console(stderr=True)
    columns = (TextColumn("inspecting"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=total < 2 or not console.is_terminal) as bar:
        task = bar.add_task("inspecting", total=total)
        yield lambda: bar.advance(task)


def _as_json(name: str, found: Mapping[str, Any]) -> None:
    line = json.dumps({"file": name, **found}, ensure_ascii=False)
    sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")  # a file's name may be no UTF-8


def _print(name: str, found: Mapping[str, Any]) -> None:
    trust = found["trust"]
    show.line("")
    typer.secho(clean_line(name), bold=True)
    typer.secho(f"  {trust['level']}, score {trust['score']}", fg=_COLOURS[trust["level"]])
    for sender in found.get("from", ()):
        show.line(f"  from: {clean_line(sender['name'])} <{clean_line(sender['address'])}>")
    if "subject" in found:
        show.line(f"  subject: {clean_line(found['subject'])}")
    _each("because", trust["reasons"])
    _each("signs", found["signs"])
    _each("hidden", (f"{one['text']} {one['where']}: {one['why']}" for one in found["hidden"]))
    _each("links", (_flagged(one["host"], one["flags"]) for one in found["links"]))
    _each("codes", found["codes"])
    _each("links that act", (f"{one['kind'].replace('_', ' ')}: {one['url']}" for one in found["action_links"]))
    _each(
        "files",
        (_flagged(f"{one['filename'] or 'unnamed'}: {one['risk']}", one["reasons"]) for one in found["attachments"]),
    )
    _each(f"text, from the {found['text_source']} part", found["text"].splitlines())


def _each(about: str, lines: Any) -> None:
    shown = [clean_line(line) for line in lines]
    if not shown:
        return
    show.line(f"  {about}:")
    for line in shown:
        show.line(f"    {line}")


def _flagged(what: str, flags: list[str]) -> str:
    return f"{what} ({'; '.join(flags)})" if flags else what
