"""Who calls: a credential, or a person who is signed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from letterlock.core.credential import Credential
from letterlock.core.permission import MailboxRole, WorkspaceRole, mailbox_role, of_mailbox_role, of_workspace_role


@dataclass(frozen=True, slots=True)
class Caller:
    """`credential` carries what the caller may do; a person's is made from their roles for the length of a call."""

    credential: Credential
    client: str = ""
    """Name and version the client gave of itself, cut to 100 characters; for the audit only."""
    person: bool = False
    toolset: str | None = None
    maker_role: WorkspaceRole | None = None
    """The present role of whoever made the credential; None for the server's own, which nobody's role bounds."""
    account_roles: Mapping[str, MailboxRole] = field(default_factory=dict)
    """The maker's mailbox roles, by account id."""

    @property
    def workspace_id(self) -> str:
        return self.credential.workspace_id

    def allows(self, permissions: frozenset[str], account_id: str | None) -> bool:
        """Whether one of `permissions` is held, and is within what the maker's roles allow (on that account)."""
        held = permissions & self.credential.permissions
        if self.maker_role is None:
            return bool(held)
        if account_id is None:
            return bool(held & of_workspace_role(self.maker_role))
        return bool(held & of_mailbox_role(self._role(self.maker_role, account_id)))

    def reaches(self, account_id: str) -> bool:
        """Whether the account is in scope, and the maker has any role on it."""
        if not self.credential.reaches(account_id):
            return False
        return self.maker_role is None or self._role(self.maker_role, account_id) is not None

    def only_accounts(self) -> frozenset[str] | None:
        """Ids of the accounts within reach; None when the whole workspace is."""
        scope = self.credential.scope
        named = None if scope.kind == "workspace" else scope.ids
        if self.maker_role in (None, "owner", "admin"):
            return named
        held = frozenset(self.account_roles)
        return held if named is None else held & named

    def _role(self, workspace: WorkspaceRole, account_id: str) -> MailboxRole | None:
        return mailbox_role(workspace, self.account_roles.get(account_id), shared=True)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A fresh browser session: `cookie` is its secret, shown once."""

    cookie: str
    csrf: str
    member_id: str
    seconds: int
