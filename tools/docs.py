"""Generates docs/where.md, settings.md, permissions.md and the tables of trust.md; a test says when they are stale."""

import inspect
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from letterlock.app.invoke import OPERATIONS
from letterlock.app.operation import Operation
from letterlock.core.permission import ALIASES, GRANTS, PERMISSIONS, PRESETS
from letterlock.core.trust.explained import EXPLAINED
from letterlock.core.trust.level import CEILINGS
from letterlock.core.trust.rules import RULES
from letterlock.faces.mcp.inbox import INBOX
from letterlock.settings import SETTINGS

ROOT = Path(__file__).resolve().parent.parent
TOOLS = {tool.operation: tool.name for tool in INBOX.tools}


def where() -> str:
    """Verb → use case, tool, command and test, a line an operation."""
    commands, tests, routes = _commands(), _tests(), _routes()
    lines = [
        "# Where things are",
        "",
        "Made by `make docs`: every verb, the module that does it, and the ways to it. Scope, permission and policy are"
        " judged in [`app/invoke.py`](../src/letterlock/app/invoke.py) for all of them. REST routes come later.",
        "",
        "| verb | use case | permission | tool (inbox) | command | page or route | tests |",
        "|---|---|---|---|---|---|---|",
    ]
    for operation in OPERATIONS.values():
        cells = [
            f"`{operation.name}`",
            _link(_module(operation)),
            _permission(operation),
            f"`{TOOLS[operation.name]}`" if operation.name in TOOLS else "",
            "<br>".join(f"`{command}`" for command in commands.get(operation.name, ())),
            "<br>".join(_link(file) for file in routes.get(operation.name, ())),
            "<br>".join(_link(test) for test in tests.get(operation.name, ())[:3]),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def settings() -> str:
    """Every setting, its default and its meaning."""
    lines = [
        "# Settings",
        "",
        "Made by `make docs`. Settings come from the environment, then from `letterlock.toml` in the working folder"
        " (the same names in lower case, without `LETTERLOCK_`), then from these defaults. `letterlock config` prints"
        " them with their source; an unknown or malformed one is an error.",
        "",
        "| setting | default | meaning |",
        "|---|---|---|",
    ]
    for setting in SETTINGS:
        default = f"`{setting.default}`" if setting.default else "unset"
        lines.append(f"| `{setting.variable}` | {default} | {setting.about} |")
    return "\n".join(lines) + "\n"


def permissions() -> str:
    """Every permission by its canonical name, its other names, what it lets one do and grants beside itself."""
    lines = [
        "# Permissions",
        "",
        "Made by `make docs`: what `letterlock key create --permission` takes. Both vocabularies are accepted"
        " everywhere, and may be mixed. A name with a colon is the canonical one; broad ones also grant what the fourth"
        " column names."
        " A name with an underscore means the one permission in its row and nothing beside it: `mail:read` also grants"
        " `thread:read`, `message_read` does not. `letterlock key create` prints what a key was given in the end.",
        "",
        "| permission | other names | lets a key | also grants | given when none are named, by toolset |",
        "|---|---|---|---|---|",
    ]
    for name, about in PERMISSIONS.items():
        cells = [
            f"`{name}`",
            _names(other for other, permission in ALIASES.items() if permission == name),
            about,
            _names(sorted(GRANTS.get(name, ()))),
            ", ".join(toolset for toolset, given in PRESETS.items() if name in given),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    lines += [
        "",
        "Only the `inbox` toolset has tools for now. A key made by a member does no more than that member's roles allow"
        " at the moment of each call.",
    ]
    return "\n".join(lines) + "\n"


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _module(operation: Operation) -> Path:
    return Path(inspect.getsourcefile(operation.look or operation.run) or "").resolve().relative_to(ROOT)


def _permission(operation: Operation) -> str:
    if operation.who is not None:
        return f"person: {operation.who}"
    return " or ".join(f"`{name}`" for name in sorted(operation.permission)) or "any"


def _link(path: Path) -> str:
    return f"[{path.name if path.parts[0] == 'tests' else '/'.join(path.parts[-2:])}](../{path.as_posix()})"


def _commands() -> dict[str, list[str]]:
    """Which commands run an operation, read from the command line's source: groups, names and what they run."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "src/letterlock/faces/cli").glob("*.py")):
        command = ""
        for line in file.read_text("utf-8").splitlines():
            named = re.search(r'@(\w+)\.command\("([\w-]+)"\)', line) or re.search(r'(command)\("(verify|block)"', line)
            if named:
                group = {"app": "", "command": "list", "lists": "list"}.get(named[1], named[1])
                command = f"letterlock {group} {named[2]}".replace("  ", " ")
            for operation in re.findall(r'"([a-z]+\.[a-z_]+)"', line):
                if operation in OPERATIONS and command not in found.setdefault(operation, []):
                    found[operation].append(command)
    for operation in ("lists.add", "lists.remove"):
        option = " --remove" if operation == "lists.remove" else ""
        found[operation] = [f"letterlock list {kind} ENTRY{option}" for kind in ("verify", "block")]
    return found


def _routes() -> dict[str, list[Path]]:
    """What asks for an operation in the faces for browsers and plain HTTP, and the gate where a signed link does."""
    found: dict[str, list[Path]] = {}
    source = ROOT / "src/letterlock"
    for file in sorted([*source.glob("faces/web/*.py"), *source.glob("faces/http/*.py"), source / "app/invoke.py"]):
        for operation in sorted(set(re.findall(r'"([a-z]+\.[a-z_]+)"', file.read_text("utf-8")))):
            if operation in OPERATIONS:
                found.setdefault(operation, []).append(file.relative_to(ROOT))
    return found


def _tests() -> dict[str, list[Path]]:
    """Test files of the app and of the whole server that name an operation or its tool."""
    found: dict[str, list[Path]] = {}
    for file in sorted((*(ROOT / "tests/app").glob("test_*.py"), *(ROOT / "tests/e2e").glob("test_*.py"))):
        text = file.read_text("utf-8")
        for operation in OPERATIONS:
            if any(f'"{name}"' in text for name in (operation, TOOLS.get(operation, operation))):
                found.setdefault(operation, []).append(file.relative_to(ROOT))
    return found


RULES_SHOWN = {
    "grounds": ("known", "verified"),
    "quarantine": ("quarantine",),
    "adverse": ("adverse",),
    "doubt": ("doubt",),
    "remarks": ("remark",),
}
"""The tables of docs/trust.md, and the effects of the rules in each."""


def trust() -> str:
    """The page as it stands, its tables of rules made anew."""
    page = (ROOT / "docs" / "trust.md").read_text("utf-8")
    for name, effects in RULES_SHOWN.items():
        begin, end = f"<!-- rules: {name} -->\n", "<!-- rules: end -->"
        before, found, rest = page.partition(begin)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise ValueError(f"docs/trust.md has no place for the rules: {name}")
        page = before + begin + _rules(effects) + end + after
    return page


def _rules(effects: tuple[str, ...]) -> str:
    lines = ["| rule | score | level | holds when | for example |", "|---|---|---|---|---|"]
    for rule in RULES:
        if rule.effect not in effects:
            continue
        level = {"known": "known", "verified": "verified", **CEILINGS}.get(rule.effect, "")
        bound = f"at most {level}" if rule.effect in CEILINGS else level
        words = EXPLAINED[rule.name]
        score = f"{rule.change:+}".replace("-", "−") if rule.change else "0"
        lines.append(f"| `{rule.name}` | {score} | {bound} | {words.holds} | {words.example} |")
    return "\n".join(lines) + "\n"


PAGES = {
    "docs/where.md": where,
    "docs/settings.md": settings,
    "docs/permissions.md": permissions,
    "docs/trust.md": trust,
}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (ROOT / name).write_text(page(), "utf-8")
        sys.stdout.write(f"wrote {name}\n")
