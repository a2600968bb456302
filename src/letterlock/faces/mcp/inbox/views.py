"""Results of operations as the inbox toolset gives them: the same data, with a `url` on every item."""

from typing import Any, Final

from letterlock.faces.mcp.links import Links
from letterlock.faces.mcp.tool import Data

MOST_LISTED: Final = 20
"""People of one field of an item in a list."""
LONGEST_SUBJECT: Final = 500
"""Characters of a subject in a list. Who writes to an inbox must not fill what its agent can take in by it."""
_PEOPLE: Final = ("to", "cc", "bcc", "reply_to", "senders", "recipients")


def listed(found: Data) -> Data:
    """An item in a list, short whatever its sender wrote; `more_people` says how many are left out."""
    more = sum(max(0, len(found.get(name) or ()) - MOST_LISTED) for name in _PEOPLE)
    older = found.get("references") or ()
    if not more and len(found["subject"]) <= LONGEST_SUBJECT and len(older) <= MOST_LISTED:
        return found
    short = {**found, "subject": _cut(found["subject"])}
    if older:
        short["references"] = older[-MOST_LISTED:]
    for name in _PEOPLE:
        if name in found:
            short[name] = found[name][:MOST_LISTED]
    return {**short, "more_people": more} if more else short


def _cut(subject: str) -> str:
    return subject if len(subject) <= LONGEST_SUBJECT else subject[: LONGEST_SUBJECT - 1] + "…"


def inbox(links: Links, found: Data) -> dict[str, Any]:
    return {**found, "url": links.inbox(found["inbox_id"])}


def thread(links: Links, found: Data) -> dict[str, Any]:
    return {**found, "url": links.thread(found["inbox_id"], found["thread_id"])}


def message(links: Links, found: Data) -> dict[str, Any]:
    """Of anything that names a message: an item, a view, a report, what was sent."""
    if "draft_id" in found:
        return {**found, "url": links.draft(found["draft_id"])}
    return {**found, "url": links.message(found["inbox_id"], found["thread_id"], found["message_id"])}


def inboxes(links: Links, found: Data) -> dict[str, Any]:
    return {**found, "inboxes": [inbox(links, one) for one in found["inboxes"]]}


def created_inbox(links: Links, found: Data) -> dict[str, Any]:
    return {**found, "inbox": inbox(links, found["inbox"])}


def threads(links: Links, found: Data) -> dict[str, Any]:
    return {**found, "threads": [thread(links, listed(one)) for one in found["threads"]]}


def whole_thread(links: Links, found: Data) -> dict[str, Any]:
    short = thread(links, listed(found))
    return {**short, "messages": [message(links, listed(one)) for one in found["messages"]]}


def messages(links: Links, found: Data) -> dict[str, Any]:
    return {**found, "messages": [message(links, listed(one)) for one in found["messages"]]}


def attachment(links: Links, found: Data) -> dict[str, Any]:
    """Without a picture's bytes, which go into a content block alone."""
    left_out = ("content", "image_type", "thread_id")
    shown = {name: value for name, value in message(links, found).items() if name not in left_out}
    if "download_url" in shown:
        shown["download_url"] = links.here(shown["download_url"])
    return shown


def labels(links: Links, found: Data) -> dict[str, Any]:
    named = message(links, found)
    return {name: named[name] for name in ("message_id", "labels", "unchanged", "url") if name in named}


def waited(links: Links, found: Data) -> dict[str, Any]:
    if found["timed_out"]:
        return dict(found)
    return {**found, "message": message(links, found["message"])}
