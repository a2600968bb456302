"""How a draft reads to callers: as a draft, and as a message where its id is given for one."""

from collections.abc import Mapping
from typing import Any

from letterlock.app import views
from letterlock.core.address import Address
from letterlock.ports.records import Account, StoredDraft

PREVIEW = 200


def view(draft: StoredDraft, account: Account) -> dict[str, Any]:
    content = draft.content
    found: dict[str, Any] = {
        "draft_id": draft.id,
        "inbox_id": account.address,
        "client_id": draft.client_id,
        "labels": list(content["labels"]),
        "to": list(content["to"]),
        "cc": list(content["cc"]),
        "bcc": list(content["bcc"]),
        "subject": content["subject"],
        "preview": _preview(content),
        "text": content["text"],
        "html": content["html"],
        "attachments": [_file(row) for row in content["files"]],
        "in_reply_to": content["in_reply_to"],
        "send_status": None if draft.status == "draft" else draft.status,
        "send_at": views.iso(draft.send_at) if draft.send_at else None,
        "message_id": draft.message_id,
        "created_by": "person" if draft.person else "agent",
        "created_at": views.iso(draft.created_at),
        "updated_at": views.iso(draft.updated_at),
    }
    if draft.failure:
        found["failure"] = draft.failure
    return found


def as_message(draft: StoredDraft, account: Account, thread_id: str) -> dict[str, Any]:
    """An unsent draft as the message it would be. `thread_id` is that of what it answers, else the empty string."""
    content = draft.content
    local, _, domain = account.address.rpartition("@")
    return {
        "message_id": draft.id,
        "draft_id": draft.id,
        "send_status": None if draft.status == "draft" else draft.status,
        "send_at": views.iso(draft.send_at) if draft.send_at else None,
        "inbox_id": account.address,
        "thread_id": thread_id,
        "labels": sorted({*content["labels"], "DRAFT"}),
        "timestamp": views.iso(draft.updated_at),
        "received_at": views.iso(draft.created_at),
        "direction": "outbound",
        "from": views.person(Address(local, domain, account.display_name or "")),
        "to": list(content["to"]),
        "cc": list(content["cc"]),
        "bcc": list(content["bcc"]),
        "subject": content["subject"],
        "preview": _preview(content),
        "attachment_count": len(content["files"]),
        "size": draft.size,
        "trust_level": None,
        "reply_to": [],
        "rfc_message_id": None,
        "in_reply_to": None,
        "references": [],
        "text": content["text"] or "",
        "text_source": "text",
        "attachments": [
            {
                **file,
                "content_type": file["content_type"] or "application/octet-stream",
                "size": file["size"] or 0,
                "risk": "not_assessed",
                "risk_reasons": [],
            }
            for file in map(_file, content["files"])
        ],
        "delivery": [],
    }


def _preview(content: Mapping[str, Any]) -> str:
    return " ".join((content["text"] or "").split())[:PREVIEW]


def _file(row: Mapping[str, Any]) -> dict[str, Any]:
    """From a row as `files.to_json` makes it."""
    item = row.get("item")
    if item is None:
        return {
            "attachment_id": row["attachment_id"],
            "filename": row["filename"],
            "content_type": row["content_type"],
            "size": row["size"],
            "content_disposition": row["disposition"],
            "content_id": row["content_id"],
        }
    content_id = item.get("content_id")
    return {
        "attachment_id": row["attachment_id"],
        "filename": item.get("filename"),
        "content_type": item.get("content_type"),
        "size": None,
        "content_disposition": item.get("content_disposition") or ("inline" if content_id else "attachment"),
        "content_id": content_id,
        "source_url": item["url"],
    }
