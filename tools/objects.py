"""What objects callers get, read from the code: their fields, types, and which are optional.

A test compares docs/objects.md with it; run it to see the tables as they should begin.
"""

import sys
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict

from letterlock.app.invoke import OPERATIONS
from letterlock.faces.mcp.inbox import INBOX
from letterlock.faces.mcp.schemas import LINKED

NAMES = {
    "InboxList": "Inboxes",
    "CreatedInbox": "Created inbox",
    "ThreadList": "Threads",
    "ThreadItem": "Thread item",
    "ThreadView": "Thread",
    "MessageList": "Messages",
    "MessageItem": "Message item",
    "MessageView": "Message",
    "ActionLink": "Action link",
    "WithheldCodes": "Withheld codes",
    "DeliveryReport": "Delivery report",
    "ReportedRecipient": "Reported recipient",
    "OpenedAttachment": "Opened attachment",
    "SkippedAttachment": "Skipped attachment",
    "TrustSummary": "Trust",
    "AuthenticationSummary": "Authentication",
    "SenderSummary": "Sender",
    "ClassificationSummary": "Classification",
    "FlaggedLink": "Flagged link",
    "RiskyAttachment": "Risky attachment",
    "Trust": "TrustReport",
    "AuthenticationView": "Full authentication",
    "SignatureView": "Signature",
    "SenderView": "Full sender",
    "WayView": "Way",
    "ClassificationView": "Full classification",
    "ContentView": "Content",
    "HiddenView": "Hidden text",
    "LinkView": "Link",
    "AttachmentView": "Rated attachment",
    "DraftFile": "Draft file",
    "DraftList": "Drafts",
    "FeedbackReceived": "Feedback",
}
"""What the page calls a shape, where that is not its name in the code."""
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}

Field = tuple[str, str]
"""A field's name, and its type in words."""


def objects() -> dict[str, list[Field]]:
    """Every object of the tools' results and of the drafts a page lists, by name, in the order first met."""
    found: dict[str, list[Field]] = {}
    tools = {OPERATIONS[tool.operation].result: tool for tool in INBOX.tools}
    for result in [*tools, OPERATIONS["drafts.list"].result]:
        for shape in _shapes(result):
            name, tool = _name(shape), tools.get(shape)
            linked = shape.__name__ in LINKED or (tool is not None and tool.url)
            if name not in found:
                found[name] = _fields(shape, only=tool.fields if tool else None, with_url=linked)
    return found


def _name(shape: Any) -> str:
    return NAMES.get(shape.__name__, shape.__name__)


def _shapes(hint: Any) -> Iterator[Any]:
    """`hint` and what it holds, where those are objects. They nest to the depth of our own types."""
    if is_typeddict(hint):
        yield hint
        for part in get_type_hints(hint).values():
            yield from _shapes(part)
        return
    for part in get_args(hint):
        yield from _shapes(part)


def _fields(shape: Any, *, only: tuple[str, ...] | None, with_url: bool) -> list[Field]:
    hints = get_type_hints(shape, include_extras=True)
    fields = [(name, words(hint)) for name, hint in hints.items() if only is None or name in only]
    return [*fields, ("url", "string")] if with_url else fields


def words(hint: Any) -> str:
    """A type in words: `array of string`, `string or null, optional`."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return f"{words(parts[0])}, optional"
    if origin is Annotated:
        return words(parts[0])
    if origin in (Union, UnionType):
        return " or ".join("null" if part is NoneType else words(part) for part in parts)
    if origin is Literal:
        return ", ".join(f"`{part}`" for part in parts)
    if origin is list:
        return f"array of {words(parts[0])}"
    if is_typeddict(hint):
        name = _name(hint)
        return f"[{name}](#{name.lower().replace(' ', '-')})"
    return _PLAIN[hint]


if __name__ == "__main__":
    for name, fields in objects().items():
        sys.stdout.write(f"\n## {name}\n\n| field | type | |\n|---|---|---|\n")
        sys.stdout.writelines(f"| `{field}` | {kind} |  |\n" for field, kind in fields)
