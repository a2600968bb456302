"""What a draft says and to whom, as it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from letterlock.app import views
from letterlock.app.drafts import files
from letterlock.app.drafts.files import File
from letterlock.app.messages import outgoing
from letterlock.core.address import Address
from letterlock.ports.records import Account, StoredDraft


@dataclass(frozen=True, slots=True)
class Saved:
    """Everything needed to send it but for its account; any of it may still be missing."""

    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    subject: str = ""
    text: str | None = None
    html: str | None = None
    labels: frozenset[str] = frozenset()
    in_reply_to: str | None = None
    """Id of the message it answers."""
    files: tuple[File, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "to": [views.person(address) for address in self.to],
            "cc": [views.person(address) for address in self.cc],
            "bcc": [views.person(address) for address in self.bcc],
            "subject": self.subject,
            "text": self.text,
            "html": self.html,
            "labels": sorted(self.labels),
            "in_reply_to": self.in_reply_to,
            "files": [files.to_json(file) for file in self.files],
        }

    @property
    def draft(self) -> outgoing.Draft:
        """As it would be sent, without its files and its place in a thread."""
        return outgoing.Draft(
            to=self.to,
            cc=self.cc,
            bcc=self.bcc,
            subject=self.subject,
            text=self.text,
            html=self.html,
            labels=self.labels,
        )


def read(content: Mapping[str, Any]) -> Saved:
    """What `to_json` made."""
    return Saved(
        to=outgoing.addresses(list(content["to"]), "to"),
        cc=outgoing.addresses(list(content["cc"]), "cc"),
        bcc=outgoing.addresses(list(content["bcc"]), "bcc"),
        subject=content["subject"],
        text=content["text"],
        html=content["html"],
        labels=frozenset(content["labels"]),
        in_reply_to=content["in_reply_to"],
        files=tuple(files.from_json(row) for row in content["files"]),
    )


def view(draft: StoredDraft, account: Account) -> dict[str, Any]:
    """The draft as callers see it."""
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
        "preview": " ".join((content["text"] or "").split())[:200],
        "text": content["text"],
        "html": content["html"],
        "attachments": [_file(files.from_json(row)) for row in content["files"]],
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


def _file(file: File) -> dict[str, Any]:
    if isinstance(file, files.Kept):
        return {
            "attachment_id": file.attachment_id,
            "filename": file.filename,
            "content_type": file.content_type,
            "size": file.size,
            "content_disposition": file.disposition,
            "content_id": file.content_id,
        }
    item = file.item
    return {
        "attachment_id": file.attachment_id,
        "filename": item.filename,
        "content_type": item.content_type,
        "size": None,
        "content_disposition": item.content_disposition or ("inline" if item.content_id else "attachment"),
        "content_id": item.content_id,
        "source_url": item.url,
    }
