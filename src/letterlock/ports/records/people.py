"""The tenant and the people in it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Workspace:
    """The tenant. Every row belongs to one."""

    id: str
    name: str
    created_at: datetime


WorkspaceRole = Literal["owner", "admin", "member"]


AccountRole = Literal["owner", "admin", "sender", "reader"]


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a workspace."""

    id: str
    workspace_id: str
    name: str
    email: str
    role: WorkspaceRole
    created_at: datetime
    removed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SignInLink:
    """A one-time link. Only the hash of its token is kept."""

    token_hash: str
    workspace_id: str
    member_id: str
    expires_at: datetime
    used_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in browser. Only the hash of its cookie is kept; `csrf` goes into its forms."""

    token_hash: str
    workspace_id: str
    member_id: str
    csrf: str
    created_at: datetime
    expires_at: datetime
