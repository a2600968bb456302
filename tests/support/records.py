"""Records with everything filled in that a test does not care about."""

from datetime import UTC, datetime, timedelta
from typing import Any

from letterlock.ports.records import (
    Account,
    Analysis,
    Job,
    Member,
    OutboxEntry,
    StoredAttachment,
    StoredDraft,
    StoredMessage,
    Thread,
    Workspace,
)
from letterlock.ports.store import Unit

NOW = datetime(2026, 5, 17, 12, 0, 0, 123457, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def account(number: int = 1, **more: Any) -> Account:
    given = {
        "id": f"acc_{number}",
        "workspace_id": "wsp_1",
        "provider": "hosted",
        "address": f"agent{number}@example.org",
        "display_name": None,
        "created_by": "agent",
        "created_at": after(number),
        "updated_at": after(number),
    }
    return Account(**given | more)


def message(number: int = 1, **more: Any) -> StoredMessage:
    given = {
        "id": f"msg_{number:04}",
        "workspace_id": "wsp_1",
        "account_id": "acc_1",
        "direction": "inbound",
        "state": "ready",
        "received_at": after(number),
        "content_hash": f"{number:064x}",
        "size": 1000 + number,
        "envelope": {"mail_from": "ana@example.net", "via": "smtp"},
        "subject": f"Subject {number}",
        "item": {"preview": f"preview {number}"},
        "view": {"text": "text"},
        "report": {"level": "known"},
        "trust_level": "known",
        "thread_id": "thd_1",
        "timestamp": after(number),
        "labels": frozenset({"INBOX", "UNREAD"}),
    }
    return StoredMessage(**given | more)


def analysis(**more: Any) -> Analysis:
    given = {
        "thread_id": "thd_1",
        "rfc_message_id": "one@example.net",
        "timestamp": after(5),
        "subject": "Analysed",
        "from_address": "ana@example.net",
        "labels": frozenset({"INBOX", "UNREAD"}),
        "hidden": "",
        "trust_level": "known",
        "item": {"preview": "seen"},
        "view": {"text": "seen"},
        "report": {"level": "known"},
        "search_text": "visible words",
        "search_people": "from Ana Muster <ana@example.net>\nto agent1@example.org",
    }
    return Analysis(**given | more)


def attachment(number: int = 1, **more: Any) -> StoredAttachment:
    given = {
        "id": f"att_{number}",
        "message_id": "msg_0001",
        "index": number,
        "filename": f"file{number}.pdf",
        "content_type": "application/pdf",
        "size": 10,
        "disposition": "attachment",
        "content_id": None,
        "risk": "low",
        "risk_reasons": ("plain", "small"),
    }
    return StoredAttachment(**given | more)


def thread(number: int = 1, **more: Any) -> Thread:
    given = {
        "id": f"thd_{number}",
        "workspace_id": "wsp_1",
        "account_id": "acc_1",
        "subject": f"Re: Subject {number}",
        "created_at": NOW,
        "updated_at": NOW,
        "last_at": after(number),
        "last_message_id": f"msg_{number:04}",
        "message_count": 1,
        "senders": ("Ana <ana@example.net>",),
        "recipients": ("agent1@example.org",),
        "labels": frozenset({"INBOX"}),
        "people": frozenset({"ana@example.net"}),
    }
    return Thread(**given | more)


def draft(number: int = 1, **more: Any) -> StoredDraft:
    given = {
        "id": f"drf_{number}",
        "workspace_id": "wsp_1",
        "account_id": "acc_1",
        "status": "draft",
        "created_at": after(number),
        "updated_at": after(number),
        "created_by": "cred_1",
        "person": False,
        "content": {"to": ["ana@example.net"], "text": f"text {number}"},
    }
    return StoredDraft(**given | more)


def entry(number: int = 1, **more: Any) -> OutboxEntry:
    given = {
        "id": f"out_{number}",
        "workspace_id": "wsp_1",
        "account_id": "acc_1",
        "message_id": "msg_0001",
        "recipient": f"to{number}@example.net",
        "state": "queued",
        "created_at": NOW,
        "next_attempt_at": NOW,
    }
    return OutboxEntry(**given | more)


def job(number: int = 1, **more: Any) -> Job:
    given = {
        "id": f"job_{number}",
        "kind": "deliver",
        "key": f"msg_{number:04}",
        "workspace_id": "wsp_1",
        "run_at": after(number),
    }
    return Job(**given | more)


def member(number: int = 1, **more: Any) -> Member:
    given = {
        "id": f"mem_{number}",
        "workspace_id": "wsp_1",
        "name": f"Person {number}",
        "email": f"person{number}@example.org",
        "role": "member",
        "created_at": after(number),
    }
    return Member(**given | more)


def two_workspaces(unit: Unit) -> None:
    """wsp_1 with acc_1 and acc_2, wsp_2 with acc_3."""
    unit.people.add_workspace(Workspace("wsp_1", "One", NOW))
    unit.people.add_workspace(Workspace("wsp_2", "Two", after(1)))
    unit.accounts.add(account(1))
    unit.accounts.add(account(2))
    unit.accounts.add(account(3, workspace_id="wsp_2"))
