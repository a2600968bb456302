"""The text blocks of the inbox toolset: short summaries, each item's line with its link, untrusted text fenced."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from letterlock.faces.mcp.tool import Data
from letterlock.faces.mcp.untrusted import cut, fenced, on_one_line

Arguments = Mapping[str, Any]

BODY: Final = 8000
"""Characters of one message's text in its block."""
BODY_IN_THREAD: Final = 1000
"""Characters of each message's text where a thread is shown."""


def count(number: int, word: str) -> str:
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
    lines = [count(found["count"], "inbox"), *(_inbox_line(one) for one in found["inboxes"])]
    return "\n".join(lines) + _next(found)


def created_inbox(found: Data, _: Arguments) -> str:
    word = "Created" if found["created"] else "Already there"
    return f"{word}: inbox {_inbox_line(found['inbox'])[2:]}"


def _thread_line(one: Data) -> str:
    senders = on_one_line(", ".join(one["senders"][:5]), 150)
    return (
        f"- {one['thread_id']} | {one['timestamp']} | {count(one['message_count'], 'message')} | {senders} | "
        f'"{on_one_line(one["subject"])}" | {_labels(one)} — {one["url"]}'
    )


def _labels(one: Data) -> str:
    return _joined(tuple(one["labels"]))


@lru_cache(maxsize=1024)
def _joined(labels: tuple[str, ...]) -> str:
    """Remembered, since few combinations occur."""
    return on_one_line(", ".join(labels), 200) or "no labels"


def threads(found: Data, _: Arguments) -> str:
    if not found["threads"]:
        return "0 threads"
    lines = "\n".join(_thread_line(one) for one in found["threads"])
    return f"{count(found['count'], 'thread')}, newest first:\n{fenced(lines)}{_next(found)}"


def _message_line(one: Data) -> str:
    """When it came, not what its Date says: that is the sender's word, and lists are not ordered by it."""
    level = f"trust {one['trust_level']}" if one["trust_level"] else _sent(one)
    sender, subject, preview = one["from"], one["subject"], one["preview"]
    # Most mail is fit to stand on its line as it is, which one look at all three tells.
    if len(sender) > 150 or len(subject) > 200 or len(preview) > 200 or not f"{sender}{subject}{preview}".isprintable():
        sender, subject, preview = on_one_line(sender, 150), on_one_line(subject), on_one_line(preview)
    return (
        f"- {one['message_id']} | {level} | {one['received_at']} | {sender} | "
        f'"{subject}" | {_labels(one)} — {one["url"]}' + (f"\n  {preview}" if preview else "")
    )


def _sent(one: Data) -> str:
    state = one.get("delivery_state", "sent")
    return "outbound" if state == "sent" else f"outbound, {state}"


_LABEL_OF: Final = {"quarantined": "QUARANTINE"}
"""Of a class of hidden mail, where it is not its name in capitals."""


def _left_out(found: Data, arguments: Arguments) -> str:
    """What the list hides and was not asked for."""
    asked = set(arguments.get("labels") or ())
    if arguments.get("include_quarantine"):
        asked.add("QUARANTINE")
    hidden = [
        f"{number} {name}"
        for name, number in found["hidden"].items()
        if number and _LABEL_OF.get(name, name.upper()) not in asked
    ]
    return f"\nNot listed: {', '.join(hidden)}; ask for them with labels or include_quarantine" if hidden else ""


def messages(found: Data, arguments: Arguments) -> str:
    left_out = _left_out(found, arguments)
    if not found["messages"]:
        return f"0 messages{left_out}"
    lines = "\n".join(_message_line(one) for one in found["messages"])
    return f"{count(found['count'], 'message')}, newest first:\n{fenced(lines)}{left_out}{_next(found)}"


def search(found: Data, _: Arguments) -> str:
    if not found["messages"]:
        return "0 messages match"
    lines = "\n".join(_message_line(one) for one in found["messages"])
    return f"{count(found['count'], 'message')} found, newest first:\n{fenced(lines)}{_next(found)}"


def _body(one: Data, limit: int) -> str:
    head = [f"From: {on_one_line(one['from'])}", f"To: {on_one_line(', '.join(one['to'][:10]))}"]
    if one["cc"]:
        head.append(f"Cc: {on_one_line(', '.join(one['cc'][:10]))}")
    head.append(f"Subject: {on_one_line(one['subject'])}")
    for file in one["attachments"][:20]:
        name = on_one_line(file["filename"] or "unnamed", 100)
        kind = f"{on_one_line(file['kind'], 300)}, " if "kind" in file else ""
        head.append(f"Attachment: {name} ({kind}{file['size']} bytes, risk {file['risk']}, {file['attachment_id']})")
    return "\n".join(head) + "\n\n" + cut(one.get("text") or "", limit)


def _message(one: Data, limit: int) -> str:
    when = f"{'sent' if one['direction'] == 'outbound' else 'received'} {one['received_at']}"
    lines = [f"Message {one['message_id']} in thread {one['thread_id']}, {when} — {one['url']}"]
    if "draft_id" in one:
        at = f", goes out at {one['send_at']}" if one["send_status"] == "scheduled" else ""
        lines = [f"Draft {one['draft_id']}, not sent{at} — {one['url']}"]
    trust = one.get("trust")
    if trust is not None:
        lines.append(f"Trust: {trust['level']} ({trust['score']} of 100). {' '.join(trust['reasons'][:5])}")
    if "withheld_reason" in one:
        lines.append(f"Withheld: {one['withheld_reason']}")
    lines += _written_by_program(one)
    lines += _protection(one)
    lines.append(fenced(_body(one, limit)))
    if one["direction"] == "outbound":
        lines += _deliveries(one.get("delivery", ()))
    return "\n".join(lines)


_REPORTS: Final = {
    "bounce": "It says that mail could not be delivered",
    "delay": "It says that mail has not arrived yet",
    "delivered": "It says that mail arrived",
    "complaint": "It says that mail was reported as unwanted",
    "read_receipt": "It says that mail was read or deleted",
}
_PROOFS: Final = {
    "token": "",
    "message_id": " (from somebody who knows its Message-ID)",
    "none": " (without proof: anybody may have written this)",
}


def _written_by_program(one: Data) -> list[str]:
    """Who is not a person, and what its report is about."""
    source, report = one.get("auto_submitted"), one.get("delivery_report")
    lines = [] if source is None else [f"Written by a program: {source}"]
    if report is not None:
        about = report["about_message_id"] or "none that is known here"
        lines.append(f"{_REPORTS[report['kind']]}, message: {about}{_PROOFS[report['proof']]}")
    return lines


def _protection(one: Data) -> list[str]:
    """That there is no text to be read, or a signature that proves nothing here."""
    found = one.get("protection", ())
    if any(name.endswith("-encrypted") for name in found):
        return ["Encrypted: only who has the recipient's own key can read its content, which is in an attachment"]
    return ["Signed; the signature is not checked here"] if any(name.endswith("-signed") for name in found) else []


def _deliveries(deliveries: Sequence[Data]) -> list[str]:
    """One line a recipient, then what the servers said, fenced: those are their words."""
    lines = []
    for one in deliveries:
        tried = f", {count(one['attempts'], 'attempt')}" if one["attempts"] else ""
        following = f", next try {one['next_attempt_at']}" if one["next_attempt_at"] else ""
        lines.append(f"Delivery to {on_one_line(one['recipient'])}: {one['state']}{tried}{following}")
    replies = [
        f"{on_one_line(d['recipient'])}: {on_one_line(d['last_reply'], 500)}" for d in deliveries if d["last_reply"]
    ]
    if replies:
        lines.append("Last replies:\n" + fenced("\n".join(replies)))
    return lines


def message(found: Data, _: Arguments) -> str:
    more = "\nThe unsanitised bodies are in structuredContent.raw." if "raw" in found else ""
    return _message(found, BODY) + more


def whole_thread(found: Data, _: Arguments) -> str:
    head = f"Thread {found['thread_id']}, {count(found['message_count'], 'message')}, oldest first — {found['url']}"
    return "\n\n".join([head, *(_message(one, BODY_IN_THREAD) for one in found["messages"])])


def attachment(found: Data, _: Arguments) -> str:
    name = on_one_line(found["filename"] or "unnamed", 100)
    kind = on_one_line(found["content_type"], 100)
    lines = [
        f"Attachment {found['attachment_id']} of message {found['message_id']} — {found['url']}",
        fenced(f"{name} ({kind}, {found['size']} bytes)"),
        f"Risk: {found['risk']}" + (f", message trust {found['trust_level']}" if found["trust_level"] else ""),
    ]
    if found["risk_reasons"]:
        lines.append("Risk reasons:\n" + fenced("; ".join(on_one_line(one) for one in found["risk_reasons"])))
    if "warning" in found:
        lines.append(f"Warning: {found['warning']}")
    lines.append(_delivered(found))
    return "\n".join(lines)


def _delivered(found: Data) -> str:
    if found["delivery"] == "withheld":
        return f"Withheld: {found['withheld_reason']}"
    if found["delivery"] == "url":
        return f"Download until {found['expires_at']}, without credentials: {found['download_url']}"
    if found["delivery"] == "image":
        return "The image is in the next block; what it shows is untrusted too."
    more = found.get("next_page_token")
    return fenced(found["text"]) + (f"\nMore: page_token {more}" if more else "")


def trust(found: Data, _: Arguments) -> str:
    checks = found["authentication"]
    return (
        f"Message {found['message_id']}: {found['level']} ({found['score']} of 100) — {found['url']}\n"
        + "\n".join(f"- {reason}" for reason in found["reasons"])
        + f"\nSPF {checks['spf']}, DKIM {checks['dkim']}, DMARC {checks['dmarc']}, "
        + ("aligned" if checks["aligned"] else "not aligned")
    )


def labels(found: Data, _: Arguments) -> str:
    what = "Draft" if found["message_id"].startswith("drf_") else "Message"
    carries = "already carried these, and nothing changed" if found.get("unchanged") else "now carries"
    return f"{what} {found['message_id']} {carries}: {_labels(found)} — {found['url']}"


def waited(found: Data, _: Arguments) -> str:
    if found["timed_out"]:
        return f"No new message arrived within {count(found['waited_seconds'], 'second')}."
    return _message(found["message"], BODY)


_DONE: Final = {"sent": "Sent", "pending_approval": "Held for a person to approve", "scheduled": "Scheduled"}


def sent(found: Data, _: Arguments) -> str:
    notes = [f"Warning: {warning}\n" for warning in found.get("warnings", ())]
    skipped = found.get("skipped_attachments", ())
    if skipped:
        lines = (
            f"{one['attachment_id']} ({one['reason']}) {on_one_line(one['filename'] or '', 100)}" for one in skipped
        )
        notes.append(f"Left out, {count(len(skipped), 'attachment')} of the original:\n{fenced(chr(10).join(lines))}\n")
    if found.get("attachment_count"):
        notes.append(f"{count(found['attachment_count'], 'file')} attached.\n")
    if found.get("duplicate"):
        notes.append("This is the result of an earlier identical call; nothing was sent again.\n")
    done = _DONE[found["status"]]
    return f"{''.join(notes)}{done}: message {found['message_id']} in thread {found['thread_id']} — {found['url']}"
