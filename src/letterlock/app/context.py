"""What a running operation has at hand: the ports, who calls, the account meant, and the ways to read and write."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

from letterlock.app.caller import Caller
from letterlock.app.settings import AppSettings
from letterlock.core.errors import Conflict, NotFound
from letterlock.ports import Ports
from letterlock.ports.records import Account, AuditEntry, IdempotencyRecord, Shown, StoredMessage
from letterlock.ports.store import Unit

T = TypeVar("T")


def fingerprint(value: Mapping[str, Any]) -> str:
    """A digest equal for equal JSON-able contents."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()


@dataclass(slots=True)
class Context:
    """One call. `found` is the account it is about, already judged to be in scope; None when it is about none."""

    ports: Ports
    settings: AppSettings
    caller: Caller
    operation: str
    now: datetime
    reasons: tuple[str, ...] = ()
    """Why the gate allowed it, for the audit."""
    key: str | None = None
    """The caller's idempotency key, and below it the fingerprint of what it asked for with it."""
    asked: str = ""
    found: Account | None = None
    looked_at: StoredMessage | None = None
    """The message a read found, for what follows it."""
    shown: list[tuple[str, str]] = field(default_factory=list)

    @property
    def account(self) -> Account:
        assert self.found is not None, f"{self.operation} names no account"
        return self.found

    @property
    def workspace_id(self) -> str:
        return self.caller.workspace_id

    def show(self, message_id: str, level: str | None) -> None:
        """Notes that the caller is about to be shown this message (provenance)."""
        self.shown.append((message_id, level or "unknown"))

    def provenance(self) -> Shown | None:
        """What was shown, as a row; None when nothing was, or to a person."""
        if not self.shown or self.caller.person:
            return None
        return Shown(
            workspace_id=self.workspace_id,
            account_id=self.account.id,
            credential_id=self.caller.credential.id,
            at=self.now,
            operation=self.operation,
            items=tuple(self.shown),
        )

    def audit(self, outcome: str, targets: tuple[str, ...] = (), *, decision: str = "allow") -> AuditEntry:
        return AuditEntry(
            id=self.ports.ids.new("aud"),
            workspace_id=self.workspace_id,
            at=self.now,
            actor=self.caller.credential.id,
            client=self.caller.client,
            operation=self.operation,
            targets=targets,
            decision=decision,
            reasons=self.reasons,
            outcome=outcome,
        )

    async def read(self, work: Callable[[Unit], T]) -> T:
        return await self.ports.store.read(work)

    async def write(self, work: Callable[[Unit], T], *, targets: tuple[str, ...] = ()) -> T:
        """Runs `work` and its audit entry in one transaction."""
        entry = self.audit("done", targets)

        def audited(unit: Unit) -> T:
            self._stays(unit)
            result = work(unit)
            unit.audit.add(entry)
            return result

        return await self.ports.store.write(audited)

    async def write_once(
        self,
        work: Callable[[Unit], Mapping[str, Any]],
        *,
        content: str | None,
        targets: tuple[str, ...] = (),
    ) -> Mapping[str, Any]:
        """Runs `work` unless this call was made before (promise 3); work, record and audit entry commit together.

        `content` is the fingerprint of what leaves, None when identical content may leave again.
        """
        entry = self.audit("done", targets)

        def once(unit: Unit) -> Mapping[str, Any]:
            self._stays(unit)
            earlier = self._earlier(unit, content)
            if earlier is not None:
                return earlier
            result = work(unit)
            if self.key is not None:
                unit.idempotency.add(self._record(f"key:{self.key}", self.asked, result, self.settings.key_memory))
            if content is not None:
                name = f"content:{content}"
                unit.idempotency.add(self._record(name, content, result, self.settings.duplicate_window))
            unit.audit.add(entry)
            return result

        return await self.ports.store.write(once)

    def _stays(self, unit: Unit) -> None:
        """Raises NotFound when the account has gone since it was found to be in scope, as an ephemeral inbox may."""
        if self.found is not None and unit.accounts.get(self.workspace_id, self.found.id) is None:
            raise NotFound(f"{self.found.address} is gone: its time was over", param="account")

    def first_result(self, unit: Unit) -> Mapping[str, Any] | None:
        """The result of the first call with this key, if there was one; a conflict when it asked for something else."""
        if self.key is None:
            return None
        record = unit.idempotency.find(self.caller.credential.id, self.operation, f"key:{self.key}", self.now)
        if record is None:
            return None
        if record.fingerprint != self.asked:
            first = record.result.get("message_id", "an earlier call")
            raise Conflict(
                f"idempotency_key {self.key!r} was used before with other content, for {first}; use a new key",
                param="idempotency_key",
            )
        return {**record.result, "duplicate": True}

    def _earlier(self, unit: Unit, content: str | None) -> Mapping[str, Any] | None:
        if self.key is not None:
            return self.first_result(unit)
        if content is None:
            return None
        name = f"content:{content}"
        record = unit.idempotency.find(self.caller.credential.id, self.operation, name, self.now)
        return None if record is None else {**record.result, "duplicate": True}

    def _record(self, key: str, digest: str, result: Mapping[str, Any], keep: timedelta) -> IdempotencyRecord:
        return IdempotencyRecord(
            credential_id=self.caller.credential.id,
            operation=self.operation,
            key=key,
            fingerprint=digest,
            result=dict(result),
            created_at=self.now,
            expires_at=self.now + keep,
        )
