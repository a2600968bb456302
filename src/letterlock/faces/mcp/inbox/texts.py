"""The text blocks of the inbox toolset: short summaries, each item's line with its link, untrusted text fenced."""

from collections.abc import Mapping
from typing import Any, Final

from letterlock.faces.mcp.tool import Data
from letterlock.faces.mcp.untrusted import cut, fenced, on_one_line

Arguments = Mapping[str, Any]

BODY: Final = 8000
"""Characters of one message's text in its block."""
BODY_IN_THREAD: Final = 1000
"""Characters of each message's text where a thread is shown."""


def _count(number: int, word: str) -> str:
    plural = word + ("es" if word.endswith("x") else "s")
    return f"{number} {word if number == 1 else plural}"


def _next(found: Data) -> str:
    token = found["next_page_token"]
    return f"\nMore: page_token {token}" if token else ""


def _inbox_line(one: Data) -> str:
    name = f" ({on_one_line(one['display_name'], 100)})" if one["display_name"] else ""
    gone = f", deleted at {one['expires_at']}" if one["expires_at"] else ""
    return f"- {one['inbox_id']}{name}{gone} — {one['url']}"


def inboxes(found: Data, _: Arguments) -> str:
    lines = [_count(found["count"], "inbox"), *(_inbox_line(one) for one in found["inboxes"])]
    return "\n".join(lines) + _next(found)


def created_inbox(found: Data, _: Arguments) -> str:
    word = "Created" if found["created"] else "Already there"
    return f"{word}: inbox {_inbox_line(found['inbox'])[2:]}"


def _thread_line(one: Data) -> str:
    senders = on_one_line(", ".join(one["senders"][:5]), 150)
    return (
        f"- {one['thread_id']} | {one['timestamp']} | {_count(one['message_count'], 'message')} | {senders} | "
        f'"{on_one_line(one["subject"])}" | {_labels(one)} — {one["url"]}'
    )


def _labels(one: Data) -> str:
    return on_one_line(", ".join(one["labels"]), 200) or "no labels"


def threads(found: Data, _: Arguments) -> str:
    if not found["threads"]:
        return "0 threads"
    lines = "\n".join(_thread_line(one) for one in found["threads"])
    return f"{_count(found['count'], 'thread')}, newest first:\n{fenced(lines)}{_next(found)}"


def _message_line(one: Data) -> str:
    level = f"trust {one['trust_level']}" if one["trust_level"] else one["direction"]
    return (
        f"- {one['message_id']} | {level} | {one['timestamp']} | {on_one_line(one['from'], 150)} | "
        f'"{on_one_line(one["subject"])}" | {_labels(one)} — {one["url"]}'
    )


def messages(found: Data, _: Arguments) -> str:
    hidden = ", ".join(f"{number} {name}" for name, number in found["hidden"].items() if number)
    left_out = f"\nNot listed: {hidden}; ask for them with labels or include_quarantine" if hidden else ""
    if not found["messages"]:
        return f"0 messages{left_out}"
    lines = "\n".join(_message_line(one) for one in found["messages"])
    return f"{_count(found['count'], 'message')}, newest first:\n{fenced(lines)}{left_out}{_next(found)}"


def search(found: Data, _: Arguments) -> str:
    if not found["messages"]:
        return "0 messages match"
    lines = "\n".join(_message_line(one) for one in found["messages"])
    return f"{_count(found['count'], 'message')} found, newest first:\n{fenced(lines)}{_next(found)}"


def _body(one: Data, limit: int) -> str:
    head = [f"From: {on_one_line(one['from'])}", f"To: {on_one_line(', '.join(one['to'][:10]))}"]
    if one["cc"]:
        head.append(f"Cc: {on_one_line(', '.join(one['cc'][:10]))}")
    head += [f"Date: {one['timestamp']}", f"Subject: {on_one_line(one['subject'])}"]
    for file in one["attachments"][:20]:
        name = on_one_line(file["filename"] or "unnamed", 100)
        head.append(f"Attachment: {name} ({file['size']} bytes, risk {file['risk']}, {file['attachment_id']})")
    return "\n".join(head) + "\n\n" + cut(one.get("text") or "", limit)


def _message(one: Data, limit: int) -> str:
    lines = [f"Message {one['message_id']} in thread {one['thread_id']} — {one['url']}"]
    trust = one.get("trust")
    if trust is not None:
        lines.append(f"Trust: {trust['level']} ({trust['score']} of 100). {' '.join(trust['reasons'][:5])}")
    if "withheld_reason" in one:
        lines.append(f"Withheld: {one['withheld_reason']}")
    lines.append(fenced(_body(one, limit)))
    if one["direction"] == "outbound":
        lines += [f"Delivery to {d['recipient']}: {d['state']}" for d in one.get("delivery", ())]
    return "\n".join(lines)


def message(found: Data, _: Arguments) -> str:
    more = "\nThe unsanitised bodies are in structuredContent.raw." if "raw" in found else ""
    return _message(found, BODY) + more


def whole_thread(found: Data, _: Arguments) -> str:
    head = f"Thread {found['thread_id']}, {_count(found['message_count'], 'message')}, oldest first — {found['url']}"
    return "\n\n".join([head, *(_message(one, BODY_IN_THREAD) for one in found["messages"])])


def trust(found: Data, _: Arguments) -> str:
    checks = found["authentication"]
    return (
        f"Message {found['message_id']}: {found['level']} ({found['score']} of 100) — {found['url']}\n"
        + "\n".join(f"- {reason}" for reason in found["reasons"])
        + f"\nSPF {checks['spf']}, DKIM {checks['dkim']}, DMARC {checks['dmarc']}, "
        + ("aligned" if checks["aligned"] else "not aligned")
    )


def labels(found: Data, _: Arguments) -> str:
    return f"Message {found['message_id']} now carries: {_labels(found)} — {found['url']}"


def waited(found: Data, _: Arguments) -> str:
    if found["timed_out"]:
        return f"No new message arrived within {found['waited_seconds']} seconds."
    return _message(found["message"], BODY)


_DONE: Final = {"sent": "Sent", "pending_approval": "Held for a person to approve", "scheduled": "Scheduled"}


def sent(found: Data, _: Arguments) -> str:
    notes = [f"Warning: {warning}\n" for warning in found.get("warnings", ())]
    if found.get("duplicate"):
        notes.append("This is the result of an earlier identical call; nothing was sent again.\n")
    done = _DONE[found["status"]]
    return f"{''.join(notes)}{done}: message {found['message_id']} in thread {found['thread_id']} — {found['url']}"
