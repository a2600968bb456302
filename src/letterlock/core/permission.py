"""Permissions: the canonical names, every other name for them in one table, presets by toolset, and what roles imply.

Two vocabularies are accepted everywhere. Names with an underscore (`message_read`) name one permission each. Names with
a colon are canonical; the broad ones among them (`mail:read`) also grant the narrower ones that `GRANTS` lists.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, Literal

from letterlock.core.errors import Invalid

Toolset = Literal["inbox", "accounts", "drafts"]
WorkspaceRole = Literal["owner", "admin", "member"]
MailboxRole = Literal["owner", "admin", "sender", "reader"]

TOOLSETS: Final[frozenset[Toolset]] = frozenset({"inbox", "accounts", "drafts"})

PERMISSIONS: Final[dict[str, str]] = {
    "inbox:read": "see inboxes",
    "inbox:create": "create inboxes",
    "inbox:update": "change an inbox's settings",
    "inbox:delete": "delete inboxes",
    "thread:read": "list and read conversations",
    "mail:read": "list, read and search messages and open their files",
    "mail:organize": "label, move, archive and trash messages",
    "mail:reply": "reply to messages",
    "mail:send": "send, reply to and forward messages",
    "draft:read": "see drafts",
    "mail:draft": "create, change and discard drafts",
    "draft:send": "send drafts",
    "accounts:read": "see accounts, profiles and their policies",
    "accounts:manage": "connect, pause and group accounts",
    "calendar:read": "see calendars and events",
    "calendar:write": "create, change and delete events",
    "calendar:respond": "answer invitations",
    "approvals:read": "see and withdraw own approval requests",
    "list:read": "see verified and blocked senders",
    "list:manage": "change verified and blocked senders",
    "usage:read": "see usage and limits",
}
"""Every permission there is, with what it lets one do."""

ALIASES: Final[dict[str, str]] = {
    "inbox_read": "inbox:read",
    "inbox_create": "inbox:create",
    "inbox_update": "inbox:update",
    "inbox_delete": "inbox:delete",
    "thread_read": "thread:read",
    "message_read": "mail:read",
    "message_update": "mail:organize",
    "thread_update": "mail:organize",
    "thread_delete": "mail:organize",
    "message_delete": "mail:organize",
    "message_send": "mail:send",
    "message_reply": "mail:reply",
    "draft_read": "draft:read",
    "draft_create": "mail:draft",
    "draft_update": "mail:draft",
    "draft_delete": "mail:draft",
    "draft_send": "draft:send",
    "list_entry_read": "list:read",
    "list_entry_create": "list:manage",
    "list_entry_delete": "list:manage",
}
"""The one table of other names, each with the permission it means. Where several mean the same, the first is shown."""

GRANTS: Final[dict[str, frozenset[str]]] = {
    "mail:read": frozenset({"thread:read", "draft:read"}),
    "mail:draft": frozenset({"draft:read"}),
    "mail:send": frozenset({"mail:reply", "draft:send"}),
    "accounts:read": frozenset({"inbox:read"}),
}
"""What a canonical name grants beside itself; the aliases grant only the permission they name."""

_SHOWN: Final[dict[str, str]] = {permission: name for name, permission in reversed(ALIASES.items())}


def canonical(name: str) -> str:
    """The permission that `name` means; raises Invalid, naming the nearest known names, when there is none."""
    permission = ALIASES.get(name, name)
    if permission in PERMISSIONS:
        return permission
    shown = name if len(name) <= 50 else name[:50] + "…"
    known = [*PERMISSIONS, *ALIASES]
    near = get_close_matches(name[:50], known, n=3) or sorted(known)
    raise Invalid(f"Unknown permission {shown!r}. Known: {', '.join(near)}.", param="permissions")


def granted(names: Iterable[str]) -> frozenset[str]:
    """Every permission that `names` grant together; raises Invalid for an unknown name.

    For names as a person or client gave them, once: in what it returns `mail:read` stands for itself alone.
    """
    held: set[str] = set()
    for name in names:
        held.add(canonical(name))
        held |= GRANTS.get(name, frozenset())
    return frozenset(held)


def alias(permission: str, toolset: Toolset) -> str:
    """What callers of `toolset` call it: `mail:send` is `message_send` in inbox and itself elsewhere."""
    return _SHOWN.get(permission, permission) if toolset == "inbox" else permission


_READING: Final = frozenset({"inbox:read", "thread:read", "mail:read", "draft:read", "list:read"})
_READING_ACCOUNTS: Final = _READING | {"accounts:read", "calendar:read", "approvals:read", "usage:read"}
_DRAFTING: Final = frozenset({"mail:organize", "mail:draft"})
_SENDING: Final = frozenset({"mail:reply", "mail:send", "draft:send", "calendar:write", "calendar:respond"})
_MANAGING: Final = frozenset({"inbox:update", "inbox:delete", "accounts:manage", "list:manage"})

PRESETS: Final[dict[Toolset, frozenset[str]]] = {
    "inbox": _READING | _DRAFTING | {"inbox:create", "mail:reply", "mail:send", "draft:send"},
    "accounts": _READING_ACCOUNTS | _DRAFTING | _SENDING,
    "drafts": frozenset({"inbox:read", "accounts:read", "thread:read", "mail:read", "draft:read", "mail:draft"}),
}
"""What a credential for a toolset is given when nothing else is asked for. The drafts toolset can never send."""

_WORKSPACE_IMPLIES: Final[dict[WorkspaceRole, frozenset[str]]] = {
    "owner": frozenset(PERMISSIONS),
    "admin": frozenset(PERMISSIONS),
    "member": frozenset(
        # draft:read: may list drafts; each is shown by the role on its own mailbox.
        {
            "inbox:read",
            "inbox:create",
            "draft:read",
            "accounts:read",
            "accounts:manage",
            "approvals:read",
            "list:read",
            "usage:read",
        }
    ),
}
_MAILBOX_IMPLIES: Final[dict[MailboxRole, frozenset[str]]] = {
    "owner": _READING_ACCOUNTS | _DRAFTING | _SENDING | _MANAGING,
    "admin": _READING_ACCOUNTS | _DRAFTING | _SENDING | _MANAGING,
    "sender": _READING_ACCOUNTS | _DRAFTING | _SENDING,
    "reader": _READING_ACCOUNTS,
}


def of_workspace_role(role: WorkspaceRole) -> frozenset[str]:
    """What a member may do where no mailbox is concerned, such as creating an inbox."""
    return _WORKSPACE_IMPLIES[role]


def of_mailbox_role(role: MailboxRole | None) -> frozenset[str]:
    """What a member may do with a mailbox; nothing without a role on it."""
    return frozenset() if role is None else _MAILBOX_IMPLIES[role]


def mailbox_role(workspace: WorkspaceRole, given: MailboxRole | None, *, shared: bool) -> MailboxRole | None:
    """A member's role on a mailbox: the one given there; without one, owner of a `shared` one for workspace admins.

    Inboxes are shared; a connected account is its connector's alone until shared. None: no role, no access.
    """
    if given is not None:
        return given
    return "owner" if shared and workspace in ("owner", "admin") else None
