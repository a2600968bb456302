"""Accounts, and the domains their addresses are of."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

CodesMode = Literal["give", "ask", "withhold"]
"""give: agents get them, as fields too where the sender is known. ask, withhold: a person releases them one by one."""


@dataclass(frozen=True, slots=True)
class Account:
    """A mailbox an agent can reach; a hosted one is an inbox and its `address` is the inbox id."""

    id: str
    workspace_id: str
    provider: str
    address: str
    """Lower case, domain in A-labels: the address's key."""
    display_name: str | None
    created_by: str
    """`agent`, `person` or `system`."""
    created_at: datetime
    updated_at: datetime
    client_id: str | None = None
    expires_at: datetime | None = None
    paused_at: datetime | None = None
    quota_bytes: int | None = None
    used_bytes: int = 0
    authserv_ids: tuple[str, ...] | None = None
    """Servers whose Authentication-Results are believed, of mail that a trusted relay brings; None for no more than
    the settings name."""

    codes: CodesMode | None = None
    """What agents get of one-time codes and acting links; None: as is usual for the provider (`codes_mode`)."""

    @property
    def codes_mode(self) -> CodesMode:
        return self.codes or ("give" if self.provider == "hosted" else "withhold")

    def over(self, now: datetime) -> bool:
        """Its time is up: it neither receives nor can be reached, though its rows may still be there."""
        return self.expires_at is not None and self.expires_at <= now


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain we host. `verified_at` None: published records not seen yet."""

    name: str
    workspace_id: str
    created_at: datetime
    verified_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DkimKey:
    """A signing key of a domain; `sealed_private` is encrypted by the secrets port."""

    domain: str
    selector: str
    algorithm: Literal["rsa-sha256", "ed25519-sha256"]
    public_record: str
    created_at: datetime
    sealed_private: bytes = field(repr=False)
