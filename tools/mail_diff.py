"""Compares how mail is read here with other parsers: `mail_diff.py [--node FOLDER] [--show FIELD] FILE|FOLDER…`.

Python's `email` is always there; `fast_mail_parser` (Rust) is used where it can be imported, `postal-mime` and
`mailparser` (Node) where FOLDER/node_modules has them. Another parser's reading is a hint, not the truth.
"""

import argparse
import email
import email.policy
import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from letterlock.core.mime.parse import parse

FIELDS = ("subject", "from", "to", "text", "html", "files", "names")
Reading = dict[str, Any]


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def ours(raw: bytes) -> Reading:
    message = parse(raw)
    return {
        "subject": message.subject,
        "from": [a.spec for a in message.from_],
        "to": [a.spec for a in message.to],
        "text": message.text or "",
        "html": message.html or "",
        "files": [[a.filename, a.size, _hash(a.content)] for a in message.attachments],
        "notes": [*message.defects, *message.exceeded, *message.protection],
    }


def pythons(raw: bytes) -> Reading:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    bodies = {kind: message.get_body((kind,)) for kind in ("plain", "html")}
    files = []
    for part in message.walk():
        if part.is_multipart() or part in bodies.values():
            continue
        content = part.get_payload(decode=True) or b""
        files.append([part.get_filename(), len(content), _hash(content)])

    def people(name: str) -> list[str]:
        return [a.addr_spec for field in message.get_all(name, []) for a in field.addresses]

    texts = {kind: body.get_content() if body is not None else "" for kind, body in bodies.items()}
    return {
        "subject": str(message["subject"] or ""),
        "from": people("from"),
        "to": people("to"),
        "text": texts["plain"],
        "html": texts["html"],
        "files": files,
    }


def rusts(raw: bytes) -> Reading:
    import fast_mail_parser

    message = fast_mail_parser.parse_email(raw)
    files = [[a.filename or None, len(a.content), _hash(bytes(a.content))] for a in message.attachments]
    return {
        "subject": message.subject,
        "text": "".join(message.text_plain),
        "html": "".join(message.text_html),
        "files": files,
    }


def _squeezed(text: str) -> str:
    return "".join(text.split())


def differing(here: Reading, there: Reading) -> set[str]:
    """The fields read differently; white space and the case of domains aside."""
    found = set()
    for name in ("subject", "text", "html"):
        if name in there and _squeezed(here[name]) != _squeezed(there[name]):
            found.add(name)
    for name in ("from", "to"):
        if name in there and [a.lower() for a in here[name]] != [a.lower() for a in there[name]]:
            found.add(name)
    if sorted(file[2] for file in here["files"]) != sorted(file[2] for file in there["files"]):
        found.add("files")
    elif sorted(str(f[0]) for f in here["files"]) != sorted(str(f[0]) for f in there["files"]):
        found.add("names")
    return found


def node_readings(folder: Path, paths: list[Path]) -> tuple[list[str], list[dict[str, Reading]]]:
    script = Path(__file__).with_suffix(".mjs")
    names = "".join(f"{path.resolve()}\n" for path in paths)
    command = ["node", str(script), str(folder.resolve())]
    done = subprocess.run(command, input=names, capture_output=True, text=True, check=True)
    first, *others = done.stdout.rstrip("\n").split("\n")  # U+2028 within a string ends no line
    return json.loads(first), [json.loads(line) for line in others]


def _guarded(reader: Any, raw: bytes) -> Reading:
    try:
        return reader(raw)
    except Exception as error:  # another parser's failure is a finding, whatever it is
        return {"error": f"{type(error).__name__}: {error}"[:200]}


def readings(paths: list[Path], node: Path | None) -> Iterator[tuple[Path, Reading, dict[str, Reading]]]:
    by_node: list[dict[str, Reading]] = [{} for _ in paths]
    if node is not None:
        try:
            names, by_node = node_readings(node, paths)
            print("Node parsers:", ", ".join(names) or "none installed")
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"Node parsers skipped: {error}")
    others = {"email": pythons}
    with suppress(ImportError):
        import fast_mail_parser  # noqa: F401

        others["fast-mail-parser"] = rusts
    for path, found in zip(paths, by_node, strict=True):
        raw = path.read_bytes()
        yield path, ours(raw), {name: _guarded(reader, raw) for name, reader in others.items()} | found


def files_of(names: list[str]) -> list[Path]:
    found = []
    for name in names:
        path = Path(name)
        found += sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
    return found


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--node", type=Path)
    arguments.add_argument("--show", choices=FIELDS)
    arguments.add_argument("--agree", type=int, default=1, help="show only what so many others differ from us in")
    arguments.add_argument("paths", nargs="+")
    given = arguments.parse_args()
    counts: dict[str, Counter[str]] = {}
    total = 0
    for path, here, others in readings(files_of(given.paths), given.node):
        total += 1
        differ = {}
        for name, there in others.items():
            tally = counts.setdefault(name, Counter())
            if "error" in there:
                tally["failed"] += 1
                continue
            differ[name] = differing(here, there)
            tally.update(field for field in FIELDS if field in there or field == "names")
            tally.subtract(differ[name])
        those = [name for name, fields in differ.items() if given.show in fields]
        if given.show and len(those) >= given.agree:
            shown = "files" if given.show == "names" else given.show
            print(f"{path}  {here['notes']}\n  here: {here[shown]!r:.600}")
            for name in those:
                print(f"  {name}: {others[name][shown]!r:.600}")
    print(f"{total} messages; read alike, by parser and field:")
    for name, tally in counts.items():
        print(f"  {name}: " + ", ".join(f"{field} {tally[field]}" for field in (*FIELDS, "failed") if field in tally))
    return 0


if __name__ == "__main__":
    sys.exit(main())
