"""A credential: an API key or OAuth grant, what it may do and which accounts it reaches."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from letterlock.core.permission import TOOLSETS, Toolset

ScopeKind = Literal["workspace", "inboxes", "accounts", "profiles"]


@dataclass(frozen=True, slots=True)
class Scope:
    """Which accounts of its workspace a credential reaches; `ids` are of the `kind` and empty for `workspace`.

    An inbox is named by its account id or its address.
    """

    kind: ScopeKind = "workspace"
    ids: frozenset[str] = frozenset()

    def reaches(self, account_id: str, *, inbox_id: str | None = None, profile_id: str | None = None) -> bool:
        """Whether the account is in scope. `inbox_id` is a hosted account's address, `profile_id` its profile."""
        if self.kind == "workspace":
            return True
        if self.kind == "profiles":
            return profile_id is not None and profile_id in self.ids
        if self.kind == "inboxes":
            return account_id in self.ids or (inbox_id is not None and inbox_id in self.ids)
        return self.kind == "accounts" and account_id in self.ids


@dataclass(frozen=True, slots=True)
class Credential:
    """What a caller proved to hold. `permissions` are canonical and expanded (`permission.granted`)."""

    id: str
    workspace_id: str
    name: str
    permissions: frozenset[str]
    scope: Scope = Scope()
    toolsets: frozenset[Toolset] = TOOLSETS
    hold_every_send: bool = False
    maker_id: str | None = None
    """The member who made it and whose present roles bound it; None for the server's own."""
    created_at: datetime | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None

    def allows(self, permission: str) -> bool:
        """Whether it holds the canonical `permission`."""
        return permission in self.permissions

    def reaches(self, account_id: str, *, inbox_id: str | None = None, profile_id: str | None = None) -> bool:
        """Whether the account is in its scope; see `Scope.reaches`. Its workspace is the caller's to compare."""
        return self.scope.reaches(account_id, inbox_id=inbox_id, profile_id=profile_id)

    def live(self, now: datetime) -> bool:
        """Neither revoked nor expired at `now`."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    def bounded(self, rights: frozenset[str]) -> "Credential":
        """Narrowed to its maker's present `rights` (permissions implied by the roles the maker has now)."""
        if self.permissions <= rights:
            return self
        return replace(self, permissions=self.permissions & rights)
