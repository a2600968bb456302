"""What every store promises of people, credentials, senders, what is written down of calls, jobs and domains."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from letterlock.core.credential import Credential, Scope
from letterlock.core.errors import Conflict
from letterlock.ports.records import (
    AuditEntry,
    Contact,
    DkimKey,
    Domain,
    Habit,
    IdempotencyRecord,
    Job,
    ListEntry,
    Relation,
    Session,
    Shown,
    SignInLink,
    Workspace,
)
from letterlock.ports.store import Store, Unit
from support.records import NOW, after, job, member, two_workspaces


def credential(number: int = 1, workspace: str = "wsp_1") -> Credential:
    return Credential(
        f"cred_{number}",
        workspace,
        "a key",
        frozenset({"mail:read", "mail:send"}),
        Scope("inboxes", frozenset({"acc_1", "agent1@example.org"})),
        frozenset({"inbox"}),
        True,
        "mem_1",
        NOW,
        after(9),
    )


async def test_workspaces_and_members_are_kept(store: Store) -> None:
    assert await store.read(lambda unit: unit.people.first_workspace()) is None
    await store.write(two_workspaces)
    await store.write(lambda unit: [unit.people.add_member(member(n)) for n in (1, 2)])
    await store.write(lambda unit: unit.people.add_member(member(3, workspace_id="wsp_2")))
    await store.write(lambda unit: unit.people.set_role("wsp_1", "mem_2", "admin"))
    await store.write(lambda unit: unit.people.set_role("wsp_1", "mem_3", "owner"))

    def look(unit: Unit) -> None:
        assert unit.people.first_workspace() == Workspace("wsp_1", "One", NOW)
        assert [one.id for one in unit.people.workspaces()] == ["wsp_1", "wsp_2"]
        assert unit.people.members("wsp_1") == [member(1), member(2, role="admin")]
        assert unit.people.member("wsp_1", "mem_3") is None
        assert unit.people.member("wsp_2", "mem_3") == member(3, workspace_id="wsp_2")
        assert unit.people.member_by_email("wsp_1", "person1@example.org") == member(1)
        assert unit.people.member_by_email("wsp_2", "person1@example.org") is None

    await store.read(look)


async def test_account_roles_are_given_changed_and_taken(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.people.add_member(member(1)))
    await store.write(lambda unit: unit.people.set_account_role("acc_1", "mem_1", "reader"))
    await store.write(lambda unit: unit.people.set_account_role("acc_1", "mem_1", "sender"))
    await store.write(lambda unit: unit.people.set_account_role("acc_2", "mem_1", "reader"))
    await store.write(lambda unit: unit.people.set_account_role("acc_2", "mem_1", None))

    assert await store.read(lambda unit: unit.people.account_roles("wsp_1", "mem_1")) == {"acc_1": "sender"}
    assert await store.read(lambda unit: unit.people.account_roles("wsp_2", "mem_1")) == {}


async def test_a_removed_member_loses_sessions_and_links_and_may_come_again(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: [unit.people.add_member(member(n)) for n in (1, 2)])
    await store.write(lambda unit: [unit.people.add_session(session(n)) for n in (1, 2)])
    await store.write(lambda unit: [unit.people.add_link(link(n)) for n in (1, 2)])

    await store.write(lambda unit: unit.people.remove_member("wsp_2", "mem_1", after(5)))
    assert await store.read(lambda unit: unit.people.session("session_1", NOW)) == session(1)
    await store.write(lambda unit: unit.people.remove_member("wsp_1", "mem_1", after(5)))
    await store.write(lambda unit: unit.people.add_member(member(4, email="person1@example.org")))

    def look(unit: Unit) -> None:
        assert unit.people.session("session_1", NOW) is None
        assert unit.people.session("session_2", NOW) == session(2)
        assert unit.people.member("wsp_1", "mem_1") == member(1, removed_at=after(5))
        found = unit.people.member_by_email("wsp_1", "person1@example.org")
        assert found is not None and found.id == "mem_4"

    await store.read(look)
    assert await store.write(lambda unit: unit.people.use_link("link_1", NOW)) is None
    assert await store.write(lambda unit: unit.people.use_link("link_2", NOW)) == replace(link(2), used_at=NOW)


def session(number: int) -> Session:
    return Session(f"session_{number}", "wsp_1", f"mem_{number}", "csrf", NOW, after(60))


def link(number: int) -> SignInLink:
    return SignInLink(f"link_{number}", "wsp_1", f"mem_{number}", after(60))


async def test_a_session_ends_when_told_to_or_when_its_time_is_up(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.people.add_member(member(1)))
    await store.write(lambda unit: unit.people.add_session(session(1)))
    assert await store.read(lambda unit: unit.people.session("session_1", after(59))) == session(1)
    assert await store.read(lambda unit: unit.people.session("session_1", after(60))) is None
    await store.write(lambda unit: unit.people.end_session("session_1"))
    assert await store.read(lambda unit: unit.people.session("session_1", NOW)) is None


async def test_a_link_works_once_in_time_and_of_twenty_who_race_for_one(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.people.add_member(member(1)))
    await store.write(lambda unit: unit.people.add_link(link(1)))
    assert await store.write(lambda unit: unit.people.use_link("link_1", after(60))) is None
    assert await store.write(lambda unit: unit.people.use_link("unknown", NOW)) is None

    used = await asyncio.gather(*[store.write(lambda unit: unit.people.use_link("link_1", NOW)) for _ in range(20)])

    assert [one for one in used if one] == [replace(link(1), used_at=NOW)]


async def test_credentials_are_found_by_hash_and_revoked_in_their_workspace(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.credentials.add(credential(1), "hash1", "ll_live_ab"))
    plain = Credential("cred_2", "wsp_2", "plain", frozenset())
    await store.write(lambda unit: unit.credentials.add(plain, "hash2", "ll_live_cd"))

    def look(unit: Unit) -> None:
        assert unit.credentials.by_hash("hash1") == credential(1)
        assert unit.credentials.by_hash("hash2") == plain
        assert unit.credentials.by_hash("hash3") is None
        assert unit.credentials.get("wsp_1", "cred_1") == credential(1)
        assert unit.credentials.get("wsp_2", "cred_1") is None
        assert unit.credentials.list("wsp_1") == [(credential(1), "ll_live_ab")]

    await store.read(look)
    assert not await store.write(lambda unit: unit.credentials.revoke("wsp_2", "cred_1", NOW))
    assert await store.write(lambda unit: unit.credentials.revoke("wsp_1", "cred_1", NOW))
    assert not await store.write(lambda unit: unit.credentials.revoke("wsp_1", "cred_1", after(1)))
    found = await store.read(lambda unit: unit.credentials.by_hash("hash1"))
    assert found is not None and found.revoked_at == NOW


async def test_complaints_are_counted_and_taken_back_and_never_below_none(store: Store) -> None:
    def change(unit: Unit) -> list[int]:
        found = []
        for change in (-1, 1, 1, -1, -1, -1, 1):
            unit.relations.complained("acc_1", "ana@example.net", change)
            found.append(unit.relations.get("acc_1", "ana@example.net").complaints)
        unit.relations.received("acc_1", "ana@example.net", authenticated=True, at=after(1))
        assert unit.relations.get("acc_1", "ana@example.net").complaints == 1
        assert unit.relations.get("acc_2", "ana@example.net").complaints == 0
        return found

    assert await store.write(change) == [0, 1, 2, 1, 0, 0, 1]


async def test_relations_count_what_came_and_remember_who_wrote(store: Store) -> None:
    await store.write(two_workspaces)
    assert await store.read(lambda unit: unit.relations.get("acc_1", "ana@example.net")) == Relation()

    def write(unit: Unit) -> None:
        unit.relations.received("acc_1", "ana@example.net", authenticated=False, at=after(5))
        unit.relations.received("acc_1", "ana@example.net", authenticated=True, at=after(3))
        unit.relations.received("acc_1", "ana@example.net", authenticated=True, at=after(9))
        unit.relations.wrote("acc_1", "ana@example.net", person=True, at=after(10))
        unit.relations.wrote("acc_1", "ana@example.net", person=False, at=after(11))
        unit.relations.wrote("acc_1", "ana@example.net", person=False, at=after(13))
        unit.relations.wrote("acc_2", "ana@example.net", person=False, at=after(12))

    await store.write(write)

    def look(unit: Unit) -> None:
        assert unit.relations.get("acc_1", "ana@example.net") == Relation(
            3, 2, after(3), after(9), after(3), after(10), after(13), person_count=1, agent_count=2
        )
        assert unit.relations.get("acc_2", "ana@example.net") == Relation(agent_wrote_at=after(12), agent_count=1)

    await store.read(look)


async def test_lists_are_kept_by_workspace_and_matched_by_candidates(store: Store) -> None:
    await store.write(two_workspaces)
    entries = [
        ListEntry("wsp_1", "blocked", "example.com", "mem_1", NOW),
        ListEntry("wsp_1", "verified", "ana@example.net", "mem_1", NOW),
        ListEntry("wsp_2", "verified", "example.com", "mem_3", NOW),
    ]
    await store.write(lambda unit: [unit.lists.add(one) for one in entries])
    await store.write(lambda unit: unit.lists.add(replace(entries[0], added_by="mem_2")))

    def look(unit: Unit) -> None:
        assert unit.lists.entries("wsp_1") == entries[:2]
        candidates = ["x@mail.example.com", "mail.example.com", "example.com", "com"]
        assert unit.lists.matching("wsp_1", "acc_1", candidates) == entries[:1]
        assert unit.lists.matching("wsp_1", "acc_1", []) == []

    await store.read(look)
    assert not await store.write(lambda unit: unit.lists.remove("wsp_1", "verified", "example.com"))
    assert await store.write(lambda unit: unit.lists.remove("wsp_1", "blocked", "example.com"))
    assert await store.read(lambda unit: unit.lists.entries("wsp_1")) == entries[1:2]


async def test_an_entry_of_one_account_holds_there_alone(store: Store) -> None:
    await store.write(two_workspaces)
    whole = ListEntry("wsp_1", "blocked", "example.com", "mem_1", NOW)
    of_one = replace(whole, kind="verified", account_id="acc_1")
    await store.write(lambda unit: [unit.lists.add(one) for one in (whole, of_one)])

    def look(unit: Unit) -> None:
        assert unit.lists.matching("wsp_1", "acc_1", ["example.com"]) == [whole, of_one]
        assert unit.lists.matching("wsp_1", "acc_2", ["example.com"]) == [whole]
        assert unit.lists.entries("wsp_1") == [whole, of_one]

    await store.read(look)
    assert not await store.write(lambda unit: unit.lists.remove("wsp_1", "verified", "example.com"))
    assert await store.write(lambda unit: unit.lists.remove("wsp_1", "verified", "example.com", "acc_1"))


async def test_habits_are_counted_for_each_way_mail_of_an_address_comes(store: Store) -> None:
    await store.write(two_workspaces)

    def write(unit: Unit) -> None:
        unit.habits.seen("acc_1", "ana@example.net", {("signer", "a.example"), ("network", "192.0.2.0/24")}, after(5))
        unit.habits.seen("acc_1", "ana@example.net", {("signer", "a.example")}, after(3))
        unit.habits.seen("acc_2", "ana@example.net", {("signer", "b.example")}, after(3))
        unit.habits.seen("acc_1", "ana@example.net", set(), after(9))

    await store.write(write)
    first = Habit("signer", "a.example", 2, after(3), after(5))

    def look(unit: Unit) -> None:
        assert unit.habits.of("acc_1", "ana@example.net", 10) == [
            first,
            Habit("network", "192.0.2.0/24", 1, after(5), after(5)),
        ]
        assert unit.habits.of("acc_1", "ana@example.net", 1) == [first]
        assert unit.habits.of("acc_1", "eve@example.net", 10) == []

    await store.read(look)


async def test_contacts_are_found_by_any_of_their_keys_in_their_own_workspace(store: Store) -> None:
    await store.write(two_workspaces)
    bank = Contact("bank.example", "person", "acc_1")

    def write(unit: Unit) -> None:
        unit.contacts.know("wsp_1", "domain", bank, ["bank", "-ank"])
        unit.contacts.know("wsp_1", "domain", replace(bank, known_by="acc_2"), ["bank"])
        unit.contacts.know("wsp_1", "domain", Contact("bank.example", "listed", ""), ["bank"])
        unit.contacts.know("wsp_1", "name", Contact("ana@bank.example", "seen", "acc_1"), ["ana muster"])
        unit.contacts.know("wsp_2", "domain", Contact("other.example", "seen", "acc_3"), ["bank"])

    await store.write(write)

    def look(unit: Unit) -> None:
        listed = Contact("bank.example", "listed", "")
        assert unit.contacts.found("wsp_1", "domain", ["bank", "-ank", "x"], 10) == [listed, bank]
        assert unit.contacts.found("wsp_1", "domain", ["bank", "-ank"], 1) == [listed]
        assert unit.contacts.found("wsp_1", "name", ["bank"], 10) == []
        assert unit.contacts.known("wsp_1", "domain", "bank.example") == {"person", "listed"}
        assert unit.contacts.known("wsp_2", "domain", "bank.example") == frozenset()

    await store.read(look)
    await store.write(lambda unit: unit.contacts.unlist("wsp_1", "bank.example"))
    assert await store.read(lambda unit: unit.contacts.known("wsp_1", "domain", "bank.example")) == {"person"}


def record(fingerprint: str = "f", created: datetime = NOW, expires: datetime | None = None) -> IdempotencyRecord:
    return IdempotencyRecord("cred_1", "send", "key", fingerprint, {"id": "msg"}, created, expires or after(60))


async def test_the_first_record_of_a_key_stays_until_it_expires(store: Store) -> None:
    assert await store.write(lambda unit: unit.idempotency.add(record("first"))) is None
    assert await store.write(lambda unit: unit.idempotency.add(record("second"))) == record("first")
    assert await store.read(lambda unit: unit.idempotency.find("cred_1", "send", "key", after(59))) == record("first")
    assert await store.read(lambda unit: unit.idempotency.find("cred_1", "send", "key", after(60))) is None
    assert await store.read(lambda unit: unit.idempotency.find("cred_2", "send", "key", NOW)) is None
    later = record("third", after(60), after(99))
    assert await store.write(lambda unit: unit.idempotency.add(later)) is None
    assert await store.write(lambda unit: unit.idempotency.remove_expired(after(98))) == 0
    assert await store.write(lambda unit: unit.idempotency.remove_expired(after(99))) == 1


async def test_of_twenty_who_add_one_key_one_is_first(store: Store) -> None:
    adds = [store.write(lambda unit, n=n: unit.idempotency.add(record(str(n)))) for n in range(20)]

    found = await asyncio.gather(*adds)

    assert sum(one is None for one in found) == 1
    (kept,) = {one.fingerprint for one in found if one is not None}
    assert found[int(kept)] is None


async def test_the_audit_is_listed_newest_first(store: Store) -> None:
    entries = [
        AuditEntry(f"aud_{n}", "wsp_1", after(n // 2), "cred_1", "client", "send", ("a", "b"), "allow", ("why",), "ok")
        for n in range(5)
    ]
    await store.write(lambda unit: [unit.audit.add(one) for one in entries])

    assert await store.read(lambda unit: unit.audit.list("wsp_1", 3)) == entries[:1:-1]
    assert await store.read(lambda unit: unit.audit.list("wsp_2", 3)) == []


async def test_provenance_since_a_moment_is_read_back(store: Store) -> None:
    shown = [Shown("wsp_1", "acc_1", "cred_1", after(n), "get", (("msg_1", "known"), ("m", ""))) for n in range(3)]
    await store.write(lambda unit: [unit.provenance.add(one) for one in shown])

    assert await store.read(lambda unit: unit.provenance.since("acc_1", after(1))) == shown[1:]
    assert await store.read(lambda unit: unit.provenance.since("acc_2", NOW)) == []


async def test_a_job_deferred_again_moves_earlier_only(store: Store) -> None:
    for run_at in (5, 3, 9):
        await store.write(lambda unit, at=run_at: unit.jobs.defer(job(1, id=f"job_{at}", run_at=after(at))))

    assert await store.read(lambda unit: unit.jobs.next_due(["deliver"])) == after(3)
    claimed = await store.write(lambda unit: claim(unit, 10))
    assert claimed == [job(1, id="job_5", run_at=after(3), attempts=1)]


def claim(unit: Unit, now: float, limit: int = 10, kinds: tuple[str, ...] = ("deliver", "analyse")) -> list[Job]:
    return list(unit.jobs.claim(kinds, after(now), limit=limit, lease_until=after(now + 30)))  # type: ignore[arg-type]


async def test_due_jobs_are_claimed_once_oldest_first(store: Store) -> None:
    jobs = [job(3), job(1, kind="analyse"), job(2), job(4, kind="expire"), job(50)]
    await store.write(lambda unit: [unit.jobs.defer(one) for one in jobs])

    assert [one.id for one in await store.write(lambda unit: claim(unit, 10, limit=2))] == ["job_1", "job_2"]
    assert [one.id for one in await store.write(lambda unit: claim(unit, 10))] == ["job_3"]
    assert await store.write(lambda unit: claim(unit, 10)) == []
    assert await store.read(lambda unit: unit.jobs.next_due(["deliver"])) == after(40)
    assert await store.read(lambda unit: unit.jobs.next_due(["expire"])) == after(4)
    assert await store.read(lambda unit: unit.jobs.next_due(["renew"])) is None


async def test_a_lease_that_runs_out_is_claimed_by_another(store: Store) -> None:
    await store.write(lambda unit: unit.jobs.defer(job(1)))
    await store.write(lambda unit: claim(unit, 10))
    await store.write(lambda unit: unit.jobs.extend(["job_1", "job_gone"], after(60)))

    assert await store.write(lambda unit: claim(unit, 59)) == []
    assert await store.write(lambda unit: claim(unit, 60)) == [job(1, attempts=2)]


async def test_a_finished_job_is_gone_and_a_retried_one_is_due_again(store: Store) -> None:
    await store.write(lambda unit: [unit.jobs.defer(one) for one in (job(1), job(2))])
    await store.write(lambda unit: claim(unit, 10))
    await store.write(lambda unit: unit.jobs.finish("job_1"))
    await store.write(lambda unit: unit.jobs.retry("job_2", after(20)))
    await store.write(lambda unit: unit.jobs.extend(["job_2"], after(99)))

    assert await store.write(lambda unit: claim(unit, 19)) == []
    assert await store.write(lambda unit: claim(unit, 20)) == [job(2, run_at=after(20), attempts=2)]


async def test_what_is_deferred_while_somebody_works_on_it_is_done_afterwards(store: Store) -> None:
    await store.write(lambda unit: [unit.jobs.defer(one) for one in (job(1), job(2))])
    await store.write(lambda unit: claim(unit, 10))
    await store.write(lambda unit: [unit.jobs.defer(job(n, id="other", run_at=after(12))) for n in (1, 2)])
    assert await store.write(lambda unit: claim(unit, 15)) == []

    await store.write(lambda unit: unit.jobs.finish("job_1"))
    await store.write(lambda unit: unit.jobs.retry("job_2", after(99)))

    assert [one.id for one in await store.write(lambda unit: claim(unit, 15))] == ["job_1", "job_2"]
    await store.write(lambda unit: unit.jobs.finish("job_1"))
    await store.write(lambda unit: unit.jobs.finish("job_2"))
    assert await store.read(lambda unit: unit.jobs.next_due(["deliver"])) is None


async def test_every_lease_is_dropped_at_once(store: Store) -> None:
    await store.write(lambda unit: [unit.jobs.defer(one) for one in (job(1), job(2))])
    await store.write(lambda unit: claim(unit, 10))

    assert await store.write(lambda unit: unit.jobs.release_all()) == 2
    assert [one.attempts for one in await store.write(lambda unit: claim(unit, 10))] == [2, 2]


async def test_claimers_that_race_never_get_the_same_job(store: Store) -> None:
    await store.write(lambda unit: [unit.jobs.defer(job(n)) for n in range(40)])

    rounds = await asyncio.gather(*[store.write(lambda unit: claim(unit, 50, limit=4)) for _ in range(16)])

    claimed = [one.id for found in rounds for one in found]
    assert len(claimed) == len(set(claimed))
    rest = await store.write(lambda unit: claim(unit, 50, limit=40))
    assert len(claimed) + len(rest) == 40


async def test_domains_and_their_keys_are_kept(store: Store) -> None:
    await store.write(two_workspaces)
    domain = Domain("example.org", "wsp_1", NOW)
    keys = [
        DkimKey("example.org", f"s{n}", "ed25519-sha256", "v=DKIM1; p=…", after(n), bytes(range(256))) for n in (1, 2)
    ]
    await store.write(lambda unit: unit.domains.add(domain))
    await store.write(lambda unit: [unit.domains.add_key(key) for key in reversed(keys)])

    def look(unit: Unit) -> None:
        assert unit.domains.get("example.org") == domain
        assert unit.domains.get("example.com") is None
        assert unit.domains.list("wsp_1") == [domain]
        assert unit.domains.list("wsp_2") == []
        assert unit.domains.keys("example.org") == keys

    await store.read(look)
    verified = replace(domain, verified_at=datetime(2026, 1, 1, tzinfo=UTC))
    await store.write(lambda unit: unit.domains.add(verified))
    assert await store.read(lambda unit: unit.domains.get("example.org")) == verified
    with pytest.raises(Conflict, match="already hosted"):
        await store.write(lambda unit: unit.domains.add(replace(domain, workspace_id="wsp_2")))
