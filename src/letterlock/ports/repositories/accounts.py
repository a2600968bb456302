"""Accounts of a workspace, and the domains they are at."""

from collections.abc import Collection, Sequence, Set
from datetime import datetime
from typing import Protocol

from letterlock.ports.records import Account, CodesMode, DkimKey, Domain, Page


class AddressTaken(Exception):
    """The address belongs, or once belonged, to another account."""


class Accounts(Protocol):
    def add(self, account: Account) -> None:
        """Raises AddressTaken when the address is in use, or ever belonged to another workspace."""

    def get(self, workspace_id: str, account_id: str) -> Account | None: ...
    def by_address(self, address: str) -> Account | None:
        """The account that receives at this address key now (for SMTP: any workspace)."""

    def in_workspace(self, workspace_id: str, address: str) -> Account | None: ...
    def by_client_id(self, workspace_id: str, client_id: str) -> Account | None: ...
    def list(
        self, workspace_id: str, *, only: Collection[str] | None, limit: int, after: Page | None
    ) -> Sequence[Account]:
        """Newest first; `only` narrows to these account ids."""

    def set_codes(self, account_id: str, codes: CodesMode, at: datetime) -> None: ...
    def set_authserv_ids(self, account_id: str, authserv_ids: tuple[str, ...] | None, at: datetime) -> None: ...
    def add_used(self, account_id: str, size: int) -> None: ...
    def remove(self, account_id: str) -> None:
        """Takes the account and every row about it; its address stays reserved to its workspace."""

    def all_ids(self) -> Sequence[tuple[str, str]]:
        """(workspace id, account id) of every account, for sweeping blobs."""

    def named_blobs(self, account_id: str) -> Set[str]:
        """The hashes that its messages and its unsent drafts name."""


class Domains(Protocol):
    def add(self, domain: Domain) -> None: ...
    def get(self, name: str) -> Domain | None: ...
    def list(self, workspace_id: str) -> Sequence[Domain]: ...
    def add_key(self, key: DkimKey) -> None: ...
    def keys(self, domain: str) -> Sequence[DkimKey]: ...
