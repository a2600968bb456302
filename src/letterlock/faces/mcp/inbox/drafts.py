"""`create_draft` and `send_draft`."""

from collections.abc import Mapping
from typing import Any, Final

from letterlock.faces.mcp.inbox import texts, views
from letterlock.faces.mcp.links import Links
from letterlock.faces.mcp.tool import Data, Tool

_INBOX: Final = "Inbox id (the email address)."


def _view(links: Links, found: Data) -> dict[str, Any]:
    return {**found, "url": links.draft(found["draft_id"])}


def _saved(found: Data, _: Mapping[str, Any]) -> str:
    notes = [f"Warning: {warning}\n" for warning in found.get("warnings", ())]
    if found["attachments"]:
        notes.append(f"{texts.count(len(found['attachments']), 'file')} attached.\n")
    if found.get("duplicate"):
        notes.append("This is the draft of an earlier call with the same client_id; nothing was saved again.\n")
    return f"{''.join(notes)}{_done(found)} — {found['url']}"


def _done(found: Data) -> str:
    if found["send_status"] == "sent":
        return f"Sent: draft {found['draft_id']} as message {found['message_id']}"
    if found["send_status"] == "failed":
        return f"Not sent: draft {found['draft_id']}. {found.get('failure', '')}"
    if found["send_status"] == "scheduled":
        return f"Scheduled: draft {found['draft_id']} goes out at {found['send_at']}"
    return f"Saved: draft {found['draft_id']}, not sent"


DRAFTS: Final = (
    Tool(
        name="create_draft",
        title="Save a draft",
        operation="drafts.create",
        description=(
            "Save a draft instead of sending, optionally with attachments (sent with it by send_draft). Drafts are"
            " listed in the dashboard under Drafts, where a person can send or delete them. Set send_at to send it"
            " automatically at that time. Prefer drafts when the request came from an unverified sender."
        ),
        params={
            "inbox_id": _INBOX,
            "to": "Recipients: an address or a list of addresses.",
            "subject": "Subject.",
            "cc": "CC recipients.",
            "bcc": "BCC recipients.",
            "text": "Plain-text body.",
            "html": "HTML body.",
            "labels": "Labels for the sent message.",
            "attachments": "Files to attach, as for send_message; a `url` is downloaded when the draft is sent.",
            "in_reply_to": (
                "Message id this draft replies to: recipients and subject that are left out are those of a reply."
            ),
            "send_at": (
                "Time to send automatically: ISO 8601 with an offset, at most 366 days ahead. Needs the draft_send"
                " permission too."
            ),
            "client_id": "Idempotency key: the same client_id returns the draft of the first call.",
        },
        renamed={"inbox_id": "account"},
        view=_view,
        text=_saved,
        url=True,
    ),
    Tool(
        name="send_draft",
        title="Send a draft",
        operation="drafts.send",
        description="Send a draft now, with its attachments. A draft is sent once.",
        params={
            "inbox_id": _INBOX,
            "draft_id": "Draft id (`drf_...`).",
            "idempotency_key": (
                "Your own key for this send: the same key again returns the first result. Without one, sending a draft"
                " again is a conflict that names the message it was sent as."
            ),
        },
        renamed={"inbox_id": "account"},
        view=views.message,
        text=texts.sent,
        url=True,
        open_world=True,
    ),
)
