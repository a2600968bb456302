"""What the first start makes, and what every start makes sure of."""

from collections.abc import Callable
from dataclasses import dataclass

from letterlock.app.blobs import FIRST_SWEEP, SWEEP, remove_of_the_gone
from letterlock.app.keys.create import HINT_LENGTH, KEY_FORM
from letterlock.app.members.change import LINK_LIFE, sign_in_url
from letterlock.app.people import secret_hash
from letterlock.app.settings import AppSettings
from letterlock.app.signing import new_keys
from letterlock.core.credential import Credential
from letterlock.core.errors import Conflict, Invalid
from letterlock.core.permission import PERMISSIONS
from letterlock.ports import Ports
from letterlock.ports.records import Account, DkimKey, Domain, Job, Member, SignInLink, Workspace
from letterlock.ports.store import AddressTaken, Unit

WELCOME = "welcome"


@dataclass(frozen=True, slots=True)
class Started:
    """What a newcomer needs: the first inbox and the owner's fresh one-time link."""

    inbox: str
    sign_in_url: str
    first: bool


async def start(ports: Ports, settings: AppSettings, first_key: Callable[[], str]) -> Started:
    """Makes workspace, owner, first key, domain and welcome inbox where they are missing.

    `first_key` gives the first API key, safely written down before anything depends on it; it is asked only when there
    is no workspace yet. Raises Invalid when what it gives has not the form of a key.
    """
    workspace = await ports.store.read(lambda unit: unit.people.first_workspace())
    first = workspace is None
    if workspace is None:
        key = first_key()
        if not KEY_FORM.fullmatch(key):
            raise Invalid(
                "The first API key (first-key in LETTERLOCK_DATA_DIR) is not of the form ll_live_ and 43 letters,"
                " digits, - or _; correct the file, or remove it to have a key made"
            )
        workspace = await ports.store.write(lambda unit: _first(unit, ports, key))
    home = workspace
    known = await ports.store.read(lambda unit: unit.domains.get(settings.domain))
    if known is None:
        keys = new_keys(ports, settings.domain, ports.clock.now())
        await ports.store.write(lambda unit: _add_domain(unit, ports, home, settings.domain, keys))
    address, token = f"{WELCOME}@{settings.domain}", ports.ids.token()
    await ports.store.write(lambda unit: _each_start(unit, ports, home, address, token))
    await remove_of_the_gone(ports)
    return Started(address, sign_in_url(settings.public_url, token), first)


def _first(unit: Unit, ports: Ports, key: str) -> Workspace:
    existing = unit.people.first_workspace()
    if existing is not None:
        return existing
    now = ports.clock.now()
    workspace = Workspace(ports.ids.new("org"), "Home", now)
    owner = Member(ports.ids.new("mem"), workspace.id, "Owner", "owner@localhost", "owner", now)
    unit.people.add_workspace(workspace)
    unit.people.add_member(owner)
    credential = Credential(
        id=ports.ids.new("key"),
        workspace_id=workspace.id,
        name="first key",
        permissions=frozenset(PERMISSIONS),
        maker_id=owner.id,
        created_at=now,
    )
    unit.credentials.add(credential, secret_hash(key), key[:HINT_LENGTH])
    return workspace


def _add_domain(unit: Unit, ports: Ports, workspace: Workspace, name: str, keys: list[DkimKey]) -> None:
    """The server's own domain needs no proof: whoever runs the server named it."""
    if unit.domains.get(name) is not None:
        return
    now = ports.clock.now()
    unit.domains.add(Domain(name, workspace.id, now, verified_at=now))
    for key in keys:
        unit.domains.add_key(key)


def _each_start(unit: Unit, ports: Ports, workspace: Workspace, address: str, token: str) -> None:
    """The welcome inbox, a fresh link for the owner, no idempotency records past their time, blobs swept soon."""
    now = ports.clock.now()
    if unit.accounts.in_workspace(workspace.id, address) is None:
        welcome = Account(
            id=ports.ids.new("acc"),
            workspace_id=workspace.id,
            provider="hosted",
            address=address,
            display_name="Welcome",
            created_by="system",
            created_at=now,
            updated_at=now,
        )
        try:
            unit.accounts.add(welcome)
        except AddressTaken:
            raise Conflict(f"{address} belongs to another workspace; set LETTERLOCK_DOMAIN to another domain") from None
    owner = next(m for m in unit.people.members(workspace.id) if m.role == "owner" and m.removed_at is None)
    unit.people.add_link(SignInLink(secret_hash(token), workspace.id, owner.id, now + LINK_LIFE))
    unit.idempotency.remove_expired(now)
    unit.jobs.defer(Job(ports.ids.new("job"), "sweep", SWEEP, workspace.id, now + FIRST_SWEEP))
