"""Who is who: API keys, one-time links, sessions; roles are read at each call, so taking one away works at once."""

import hashlib
from dataclasses import replace
from datetime import datetime, timedelta

from letterlock.app.caller import Caller, SignedIn
from letterlock.core.credential import Credential
from letterlock.core.errors import Unauthorised
from letterlock.core.permission import PERMISSIONS
from letterlock.ports import Ports
from letterlock.ports.records import Member, Session
from letterlock.ports.store import Unit

SESSION_LIFE = timedelta(days=14)

_WRONG_KEY = "This API key is unknown, expired or revoked; make one with `letterlock key create`"
_WRONG_LINK = "This sign-in link is unknown, used or expired; make a new one with `letterlock sign-in-link`"
_WRONG_SESSION = "You are signed out; make a sign-in link with `letterlock sign-in-link`"


def secret_hash(secret: str) -> str:
    """What is kept of a key, link or cookie: they are random enough that a plain digest gives nothing away.

    Looking the digest up costs the same whether or not it is there, so a wrong key learns nothing from the time.
    """
    return hashlib.sha256(secret.encode()).hexdigest()


class People:
    """Turns keys and cookies into callers."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def authenticate(self, key: str) -> Caller:
        digest, now = secret_hash(key), self._ports.clock.now()

        def find(unit: Unit) -> Caller | None:
            credential = unit.credentials.by_hash(digest)
            if credential is None or not credential.live(now):
                return None
            return _caller(unit, credential)

        caller = await self._ports.store.read(find)
        if caller is None:
            raise Unauthorised(_WRONG_KEY)
        return caller

    async def behind(self, workspace_id: str, maker_id: str, *, person: bool) -> Caller:
        """Whose work something is that happens by itself, with the rights they have now; raises Unauthorised."""
        now = self._ports.clock.now()
        found = await self._ports.store.read(
            lambda unit: _member(unit, workspace_id, maker_id) if person else _live(unit, workspace_id, maker_id, now)
        )
        if found is None:
            raise Unauthorised(
                "Whoever scheduled this may not act any more: the API key was revoked, or its maker left"
            )
        return found

    async def again(self, workspace_id: str, caller_id: str) -> Caller:
        """The credential or member of that id with the rights of this moment; raises Unauthorised when it has none."""
        now = self._ports.clock.now()
        caller = await self._ports.store.read(lambda unit: _by_id(unit, workspace_id, caller_id, now))
        if caller is None:
            raise Unauthorised(_WRONG_KEY)
        return caller

    async def sign_in(self, token: str) -> SignedIn:
        """Uses up a one-time link and opens a session."""
        now, cookie, csrf = self._ports.clock.now(), self._ports.ids.token(), self._ports.ids.token()

        def use(unit: Unit) -> str | None:
            link = unit.people.use_link(secret_hash(token), now)
            if link is None:
                return None
            unit.people.add_session(
                Session(secret_hash(cookie), link.workspace_id, link.member_id, csrf, now, now + SESSION_LIFE)
            )
            return link.member_id

        member_id = await self._ports.store.write(use)
        if member_id is None:
            raise Unauthorised(_WRONG_LINK)
        return SignedIn(cookie, csrf, member_id, int(SESSION_LIFE.total_seconds()))

    async def session(self, cookie: str) -> tuple[Caller, str]:
        """The person behind a cookie, and the token its forms must carry."""
        now = self._ports.clock.now()

        def find(unit: Unit) -> tuple[Caller, str] | None:
            session = unit.people.session(secret_hash(cookie), now)
            if session is None:
                return None
            caller = _member(unit, session.workspace_id, session.member_id)
            return None if caller is None else (caller, session.csrf)

        found = await self._ports.store.read(find)
        if found is None:
            raise Unauthorised(_WRONG_SESSION)
        return found

    async def operator(self) -> Caller:
        """The owner, for whoever may open the database itself: a command run where the server's data is."""

        def find(unit: Unit) -> Caller | None:
            workspace = unit.people.first_workspace()
            members = unit.people.members(workspace.id) if workspace else ()
            owner = next((m for m in members if m.role == "owner" and m.removed_at is None), None)
            return None if owner is None else person(unit, owner)

        found = await self._ports.store.read(find)
        if found is None:
            raise Unauthorised("There is no workspace yet; start the server once with `letterlock up`")
        return found

    async def sign_out(self, cookie: str) -> None:
        await self._ports.store.write(lambda unit: unit.people.end_session(secret_hash(cookie)))


def present(unit: Unit, caller: Caller, now: datetime) -> Caller:
    """The caller with the rights its key has at this moment; raises Unauthorised when it has none any more."""
    if caller.person:
        return caller
    found = _live(unit, caller.workspace_id, caller.credential.id, now)
    if found is None:
        raise Unauthorised(_WRONG_KEY)
    return replace(found, client=caller.client, toolset=caller.toolset)


def _live(unit: Unit, workspace_id: str, credential_id: str, now: datetime) -> Caller | None:
    credential = unit.credentials.get(workspace_id, credential_id)
    return _caller(unit, credential) if credential is not None and credential.live(now) else None


def _member(unit: Unit, workspace_id: str, member_id: str) -> Caller | None:
    member = unit.people.member(workspace_id, member_id)
    return None if member is None or member.removed_at is not None else person(unit, member)


def _by_id(unit: Unit, workspace_id: str, caller_id: str, now: datetime) -> Caller | None:
    credential = unit.credentials.get(workspace_id, caller_id)
    if credential is not None:
        return _caller(unit, credential) if credential.live(now) else None
    member = unit.people.member(workspace_id, caller_id)
    return None if member is None or member.removed_at is not None else person(unit, member)


def person(unit: Unit, member: Member) -> Caller:
    """A caller that is a member: everything their roles allow."""
    return Caller(
        credential=Credential(
            id=member.id,
            workspace_id=member.workspace_id,
            name=member.name,
            permissions=frozenset(PERMISSIONS),
            toolsets=frozenset(),
            maker_id=member.id,
            created_at=member.created_at,
        ),
        person=True,
        maker_role=member.role,
        account_roles=unit.people.account_roles(member.workspace_id, member.id),
    )


def _caller(unit: Unit, credential: Credential) -> Caller | None:
    """The credential with its maker's present roles; None when the maker is gone."""
    if credential.maker_id is None:
        return Caller(credential)
    maker = unit.people.member(credential.workspace_id, credential.maker_id)
    if maker is None or maker.removed_at is not None:
        return None
    # An owner's or admin's role on the workspace decides: their mailbox roles need no look.
    everywhere = maker.role in ("owner", "admin")
    roles = {} if everywhere else unit.people.account_roles(credential.workspace_id, maker.id)
    return Caller(credential, maker_role=maker.role, account_roles=roles)
