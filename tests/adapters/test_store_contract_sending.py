"""What every store promises of suppressed addresses, counted answers, ids relays gave, and return tokens."""

from dataclasses import replace

from letterlock.ports.records import Suppression
from letterlock.ports.store import Store, Unit
from support.records import NOW, after, entry, message, two_workspaces


def suppression(address: str, workspace: str = "wsp_1", **more: object) -> Suppression:
    given = {"reason": "bounce", "detail": "550 5.1.1 No", "message_id": "msg_1", "added_by": "system", "added_at": NOW}
    return Suppression(workspace, address, **given | more)  # type: ignore[arg-type]


async def test_a_suppressed_address_is_kept_once_listed_by_name_and_lifted(store: Store) -> None:
    one = suppression("b@example.net")

    def write(unit: Unit) -> None:
        assert unit.suppressions.add(one)
        assert not unit.suppressions.add(replace(one, detail="later"))
        assert unit.suppressions.add(suppression("a@example.net"))
        assert unit.suppressions.add(suppression("b@example.net", "wsp_2"))

    await store.write(write)

    def look(unit: Unit) -> None:
        assert [s.address for s in unit.suppressions.list("wsp_1", limit=9, after="")] == [
            "a@example.net",
            "b@example.net",
        ]
        assert unit.suppressions.list("wsp_1", limit=1, after="a@example.net") == [one]
        assert unit.suppressions.among("wsp_1", ["b@example.net", "c@example.net"]) == [one]
        assert unit.suppressions.among("wsp_1", []) == []

    await store.read(look)
    assert await store.write(lambda unit: unit.suppressions.remove("wsp_1", "b@example.net"))
    assert not await store.write(lambda unit: unit.suppressions.remove("wsp_1", "b@example.net"))
    assert len(await store.read(lambda unit: unit.suppressions.among("wsp_2", ["b@example.net"]))) == 1


async def test_answers_are_counted_by_thread_and_by_peer(store: Store) -> None:
    def write(unit: Unit) -> None:
        two_workspaces(unit)
        unit.answers.add("acc_1", "thd_1", ["a@example.net", "b@example.net"], after(1))
        unit.answers.add("acc_1", "thd_1", ["a@example.net"], after(2))
        unit.answers.add("acc_1", "thd_2", ["a@example.net"], after(3))
        unit.answers.add("acc_2", "thd_1", ["a@example.net"], after(4))

    await store.write(write)

    def look(unit: Unit) -> None:
        assert unit.answers.nth_in_thread("acc_1", "thd_1", 1) == after(2)
        assert unit.answers.nth_in_thread("acc_1", "thd_1", 2) == after(1)
        assert unit.answers.nth_in_thread("acc_1", "thd_1", 3) is None
        assert unit.answers.nth_to_peer("acc_1", "a@example.net", 3) == after(1)
        assert unit.answers.nth_to_peer("acc_1", "b@example.net", 2) is None

    await store.read(look)
    await store.write(lambda unit: unit.answers.remove_before("acc_1", after(2)))
    assert await store.read(lambda unit: unit.answers.nth_to_peer("acc_1", "a@example.net", 3)) is None
    assert await store.read(lambda unit: unit.answers.nth_to_peer("acc_2", "a@example.net", 1)) == after(4)
    await store.write(lambda unit: unit.accounts.remove("acc_1"))
    assert await store.read(lambda unit: unit.answers.nth_to_peer("acc_1", "a@example.net", 1)) is None


async def test_an_alias_leads_to_the_id_we_gave(store: Store) -> None:
    def write(unit: Unit) -> None:
        two_workspaces(unit)
        unit.messages.add(message(1, direction="outbound", rfc_message_id="ours@example.org"))
        unit.aliases.add("acc_1", "0100@eu.relay.example", "msg_0001")
        unit.aliases.add("acc_1", "0100@eu.relay.example", "msg_0002")

    await store.write(write)

    def look(unit: Unit) -> None:
        asked = ["0100@eu.relay.example", "other@example.net"]
        assert unit.aliases.own("acc_1", asked) == {"0100@eu.relay.example": "ours@example.org"}
        assert unit.aliases.own("acc_2", asked) == {}

    await store.read(look)
    await store.write(lambda unit: unit.accounts.remove("acc_1"))
    assert await store.read(lambda unit: unit.aliases.own("acc_1", ["0100@eu.relay.example"])) == {}


async def test_a_return_token_leads_to_its_entry(store: Store) -> None:
    def write(unit: Unit) -> None:
        two_workspaces(unit)
        unit.messages.add(message(1, direction="outbound"))
        unit.outbox.add([entry(1), entry(2)])
        unit.outbox.update(entry(1, state="sending", token="abc234"), None)

    await store.write(write)
    assert await store.read(lambda unit: unit.outbox.by_token("abc234")) == entry(1, state="sending", token="abc234")
    assert await store.read(lambda unit: unit.outbox.by_token("other")) is None
