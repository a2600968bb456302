"""What every store promises of messages, threads and the outbox."""

import asyncio
from dataclasses import replace

import pytest

from letterlock.core.query import parse_query
from letterlock.ports.records import Attempt, Listed, Page, StoredMessage
from letterlock.ports.store import Store, Unit
from support.records import NOW, account, after, analysis, attachment, entry, message, thread, two_workspaces


def ids(found: object) -> list[str]:
    return [one.id for one in found]  # type: ignore[attr-defined]


async def test_a_message_is_read_back_as_it_was_added(store: Store) -> None:
    await store.write(two_workspaces)
    whole = message(
        identity="abc",
        rfc_message_id="x@example.net",
        from_address="ana@example.net",
        hidden="spam",
        sent_by="cred_1",
        envelope={"mail_from": "", "client_ip": None, "odd": "\x00 \ud83d ü"},
        view={"text": "日本\n" * 3000},
        search_text="not read back",
    )
    await store.write(lambda unit: unit.messages.add(whole, [attachment(2), attachment(1, filename=None)]))

    def look(unit: Unit) -> None:
        expected = replace(whole, search_text="")
        assert unit.messages.get("acc_1", "msg_0001") == expected
        assert unit.messages.find("msg_0001") == expected
        assert unit.messages.get("acc_2", "msg_0001") is None
        assert unit.messages.attachments("msg_0001") == [attachment(1, filename=None), attachment(2)]

    await store.read(look)


async def test_text_that_engines_refuse_is_stored_without_what_they_refuse(store: Store) -> None:
    await store.write(two_workspaces)
    hostile = "a\x00b \ud800 c"
    await store.write(
        lambda unit: unit.messages.add(
            message(subject=hostile, search_text=hostile, search_people=hostile, labels=frozenset({hostile})),
            [attachment(filename=hostile)],
        )
    )
    found = await store.read(lambda unit: unit.messages.find("msg_0001"))
    assert found is not None and found.subject == "ab ? c"


async def test_a_duplicate_is_known_by_its_identity_in_its_account(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.messages.add(message(1, identity="same")))
    await store.write(lambda unit: unit.messages.add(message(2, account_id="acc_2", identity="same")))
    await store.write(lambda unit: unit.messages.add(message(3, identity="other", direction="outbound")))

    def look(unit: Unit) -> None:
        assert unit.messages.duplicate_of("acc_1", "same") == "msg_0001"
        assert unit.messages.duplicate_of("acc_2", "same") == "msg_0002"
        assert unit.messages.duplicate_of("acc_1", "other") is None

    await store.read(look)


async def test_of_racing_deliveries_of_one_message_one_is_stored(store: Store) -> None:
    await store.write(two_workspaces)

    def deliver(number: int) -> object:
        def work(unit: Unit) -> str:
            found = unit.messages.duplicate_of("acc_1", "same")
            if found is None:
                unit.messages.add(message(number, identity="same"))
            return found or f"msg_{number:04}"

        return store.write(work)

    kept = await asyncio.gather(*[deliver(number) for number in range(20)])

    assert len(set(kept)) == 1


async def test_a_pending_message_is_not_listed_until_it_is_analysed(store: Store) -> None:
    await store.write(two_workspaces)
    pending = [message(n, state="pending", item=None, view=None, report=None, thread_id=None) for n in (2, 1)]
    await store.write(lambda unit: [unit.messages.add(one) for one in pending])

    def look(unit: Unit) -> None:
        assert unit.messages.pending(10) == ["msg_0001", "msg_0002"]
        assert unit.messages.pending(1) == ["msg_0001"]
        assert unit.messages.list("acc_1", labels=(), hidden=[""], limit=9, after=None) == []
        assert unit.messages.list("acc_1", labels=["INBOX"], hidden=[""], limit=9, after=None) == []
        assert unit.messages.first_after("acc_1", NOW) is None

    await store.read(look)
    found = analysis(labels=frozenset({"INBOX", "WORK"}))
    assert await store.write(lambda unit: unit.messages.analysed("msg_0001", found, [attachment()]))
    assert not await store.write(lambda unit: unit.messages.analysed("msg_0001", found, [attachment(2)]))
    assert not await store.write(lambda unit: unit.messages.analysed("msg_none", found, []))

    def look_again(unit: Unit) -> None:
        assert unit.messages.pending(10) == ["msg_0002"]
        one = unit.messages.get("acc_1", "msg_0001")
        assert one is not None
        assert (one.state, one.subject, one.labels) == ("ready", "Analysed", frozenset({"INBOX", "WORK"}))
        assert (one.view, one.item, one.report) == (found.view, found.item, found.report)
        assert (one.timestamp, one.thread_id, one.rfc_message_id) == (after(5), "thd_1", "one@example.net")
        assert ids(unit.messages.list("acc_1", labels=["WORK"], hidden=[""], limit=9, after=None)) == ["msg_0001"]
        assert unit.messages.attachments("msg_0001") == [attachment()]

    await store.read(look_again)


async def test_a_renewed_report_keeps_what_is_not_the_reports(store: Store) -> None:
    await store.write(two_workspaces)
    labels = frozenset({"INBOX", "MINE", "SPAM"})
    await store.write(lambda unit: unit.messages.add(message(1, labels=labels, hidden="spam", subject="kept")))
    await store.write(lambda unit: unit.messages.add(message(2, labels=frozenset({"TRASH"}), hidden="trash")))
    await store.write(lambda unit: unit.messages.add(message(3, state="pending")))
    renewed = analysis(labels=frozenset({"UNREAD", "UNAUTHENTICATED"}), hidden="unauthenticated", subject="new")

    await store.write(lambda unit: [unit.messages.renewed(f"msg_{n:04}", renewed, []) for n in (1, 2, 3)])

    def look(unit: Unit) -> None:
        one = unit.messages.find("msg_0001")
        assert one is not None
        assert one.labels == {"INBOX", "MINE", "UNAUTHENTICATED"}
        assert (one.hidden, one.view, one.subject) == ("unauthenticated", renewed.view, "kept")
        two, three = unit.messages.find("msg_0002"), unit.messages.find("msg_0003")
        assert two is not None and (two.hidden, two.labels) == ("trash", {"TRASH", "UNAUTHENTICATED"})
        assert three is not None and (three.state, three.view) == ("pending", {"text": "text"})
        listed = unit.messages.list("acc_1", labels=["MINE"], hidden=["unauthenticated"], limit=9, after=None)
        assert ids(listed) == ["msg_0001"]
        assert unit.messages.hidden_counts("acc_1") == {"unauthenticated": 1, "trash": 1}

    await store.read(look)


def _walk(unit: Unit, limit: int, **more: object) -> list[str]:
    """Page after page, until there is none."""
    found: list[StoredMessage] = []
    page: Page | None = None
    while rows := unit.messages.list("acc_1", limit=limit, after=page, **more):  # type: ignore[arg-type]
        found += rows
        page = Page(rows[-1].received_at, rows[-1].id)
    return ids(found)


@pytest.mark.parametrize("limit", [1, 3, 50])
async def test_pages_of_a_list_give_every_message_once_newest_first(store: Store, limit: int) -> None:
    await store.write(two_workspaces)
    kinds = ["", "spam", "", "quarantined", "trash", ""]
    labels = [{"INBOX"}, {"WORK"}, {"INBOX", "WORK"}, set()]
    mails = [
        message(
            n, received_at=after(n // 3), hidden=kinds[n % 6], labels=frozenset(labels[n % 4]), account_id=account_id
        )
        for n, account_id in zip(range(40), ["acc_1", "acc_1", "acc_1", "acc_1", "acc_2"] * 8, strict=True)
    ]
    await store.write(lambda unit: [unit.messages.add(mail) for mail in mails])

    def expected(wanted: set[str], hidden: list[str]) -> list[str]:
        return ids(
            sorted(
                (
                    mail
                    for mail in mails
                    if mail.account_id == "acc_1"
                    and mail.hidden in hidden
                    and (not wanted or not mail.labels.isdisjoint(wanted))
                ),
                key=lambda mail: (mail.received_at, mail.id),
                reverse=True,
            )
        )

    def look(unit: Unit) -> None:
        for wanted in (set(), {"INBOX"}, {"INBOX", "WORK"}, {"NONE"}):
            for hidden in ([""], ["", "spam", "trash"], ["quarantined"], []):
                assert _walk(unit, limit, labels=wanted, hidden=hidden) == expected(wanted, hidden)

    await store.read(look)


async def test_lists_give_what_they_need_and_lighter_rows_come_without_view_report_and_envelope(store: Store) -> None:
    await store.write(two_workspaces)
    one = message()
    await store.write(lambda unit: unit.messages.add(one))
    light = replace(one, view=None, report=None, envelope={})
    assert one.item is not None
    listed = Listed(one.id, "thd_1", "inbound", one.received_at, one.labels, "", "known", one.item, 1)

    def look(unit: Unit) -> None:
        assert unit.messages.list("acc_1", labels=(), hidden=[""], limit=1, after=None) == [listed]
        assert unit.messages.list("acc_1", labels=["INBOX"], hidden=[""], limit=1, after=None) == [listed]
        assert unit.messages.listed_of_thread("acc_1", "thd_1", 5) == [light]
        assert unit.messages.of_thread("acc_1", "thd_1", 5) == [message()]

    await store.read(look)


async def test_hidden_messages_are_counted_by_class(store: Store) -> None:
    await store.write(two_workspaces)
    kinds = ["", "", "spam", "spam", "quarantined"]
    mails = [message(n, hidden=kind) for n, kind in enumerate(kinds)]
    await store.write(lambda unit: [unit.messages.add(mail) for mail in mails])
    await store.write(lambda unit: unit.messages.add(message(9, hidden="spam", state="pending")))
    await store.write(lambda unit: unit.messages.add(message(10, hidden="spam", account_id="acc_2")))

    counts = await store.read(lambda unit: unit.messages.hidden_counts("acc_1"))

    assert counts == {"spam": 2, "quarantined": 1}


async def test_a_thread_gives_its_ready_messages_oldest_first(store: Store) -> None:
    await store.write(two_workspaces)
    mails = [message(3), message(1), message(2, state="pending"), message(4, thread_id="thd_2"), message(5)]
    await store.write(lambda unit: [unit.messages.add(mail) for mail in mails])

    def look(unit: Unit) -> None:
        assert ids(unit.messages.of_thread("acc_1", "thd_1", 9)) == ["msg_0001", "msg_0003", "msg_0005"]
        assert ids(unit.messages.of_thread("acc_1", "thd_1", 2)) == ["msg_0003", "msg_0005"]
        assert ids(unit.messages.listed_of_thread("acc_1", "thd_1", 2)) == ["msg_0003", "msg_0005"]
        assert unit.messages.of_thread("acc_2", "thd_1", 9) == []

    await store.read(look)


async def test_the_first_after_a_moment_is_the_shown_inbound_one_that_was_ready_first(store: Store) -> None:
    await store.write(two_workspaces)
    mails = [
        message(1),
        message(2, direction="outbound"),
        message(3, hidden="spam"),
        message(4, state="pending"),
        message(5, account_id="acc_2"),
        message(7),
        message(6),
    ]
    await store.write(lambda unit: [unit.messages.add(mail) for mail in mails])  # in the order they became ready

    def look(unit: Unit) -> None:
        assert unit.messages.first_after("acc_1", after(1)) == message(7)
        assert unit.messages.first_after("acc_1", after(6)) == message(7)
        assert unit.messages.first_after("acc_1", NOW) == message(1)
        assert unit.messages.first_after("acc_1", after(7)) is None

    await store.read(look)


async def test_mail_has_its_turn_when_it_becomes_ready(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: [unit.messages.add(message(number, state="pending")) for number in (1, 2, 3)])
    await store.write(lambda unit: unit.messages.add(message(4, account_id="acc_2")))
    for number in (2, 3, 1):
        hidden = "spam" if number == 3 else ""
        found = analysis(hidden=hidden)
        await store.write(lambda unit, n=number, found=found: unit.messages.analysed(f"msg_000{n}", found, []))

    def look(unit: Unit) -> list[str | None]:
        turns, last = [], 0
        while (mail := unit.messages.next_turn("acc_1", last)) is not None:
            found = unit.messages.turn_of("acc_1", mail.received_at)
            assert found is not None
            assert found > last
            turns.append(mail.id)
            last = found
        assert unit.messages.turn_of("acc_1", after(99)) is None
        assert unit.messages.turn("acc_1") == 3 + (len(turns) == 3)
        return turns

    assert await store.read(look) == ["msg_0002", "msg_0001"]
    # What is hidden no longer has its turn only now.
    await store.write(lambda unit: unit.messages.renewed("msg_0003", analysis(), []))
    assert await store.read(look) == ["msg_0002", "msg_0001", "msg_0003"]


async def test_how_much_is_hidden_follows_every_change(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.messages.add(message(1, hidden="spam")))
    await store.write(lambda unit: unit.messages.add(message(2, state="pending")))
    assert await store.read(lambda unit: unit.messages.hidden_counts("acc_1")) == {"spam": 1}
    await store.write(lambda unit: unit.messages.analysed("msg_0002", analysis(hidden="quarantined"), []))
    assert await store.read(lambda unit: unit.messages.hidden_counts("acc_1")) == {"spam": 1, "quarantined": 1}
    await store.write(lambda unit: unit.messages.set_labels("msg_0001", frozenset({"TRASH"}), "trash"))
    await store.write(lambda unit: unit.messages.renewed("msg_0002", analysis(), []))
    assert await store.read(lambda unit: unit.messages.hidden_counts("acc_1")) == {"trash": 1}
    await store.write(lambda unit: unit.accounts.remove("acc_1"))
    assert await store.read(lambda unit: unit.messages.hidden_counts("acc_1")) == {}


async def test_messages_are_found_by_their_message_ids(store: Store) -> None:
    await store.write(two_workspaces)
    mails = [
        message(1, rfc_message_id="a"),
        message(2, rfc_message_id="b", state="pending"),
        message(3, rfc_message_id="c", state="pending", direction="outbound"),
        message(4, rfc_message_id="a", account_id="acc_2"),
    ]
    await store.write(lambda unit: [unit.messages.add(mail) for mail in mails])

    def look(unit: Unit) -> None:
        assert ids(unit.messages.by_rfc_ids("acc_1", ["a", "b", "c", "d"])) == ["msg_0001", "msg_0003"]
        assert unit.messages.by_rfc_ids("acc_1", []) == []

    await store.read(look)


async def test_labels_set_anew_are_what_lists_go_by(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.messages.add(message()))

    await store.write(lambda unit: unit.messages.set_labels("msg_0001", frozenset({"TRASH", "Kept"}), "trash"))

    def look(unit: Unit) -> None:
        def listed(labels: list[str], hidden: list[str]) -> list[str]:
            return ids(unit.messages.list("acc_1", labels=labels, hidden=hidden, limit=9, after=None))  # type: ignore[arg-type]

        assert listed(["INBOX"], ["", "trash"]) == []
        assert listed(["Kept"], ["trash"]) == ["msg_0001"]
        assert listed(["Kept"], [""]) == []
        assert listed([], [""]) == []
        found = unit.messages.find("msg_0001")
        assert found is not None and (found.labels, found.hidden) == ({"TRASH", "Kept"}, "trash")

    await store.read(look)


async def test_threads_are_saved_listed_and_replaced(store: Store) -> None:
    await store.write(two_workspaces)
    threads = [thread(n, labels=frozenset({"INBOX"}), hidden="spam" if n == 3 else "") for n in range(1, 6)]
    await store.write(lambda unit: [unit.threads.save(one) for one in threads])
    moved = replace(threads[0], last_at=after(9), labels=frozenset({"SENT"}), message_count=2)
    await store.write(lambda unit: unit.threads.save(moved))
    await store.write(lambda unit: unit.threads.save(thread(8, account_id="acc_2")))

    def look(unit: Unit) -> None:
        assert unit.threads.get("acc_1", "thd_1") == moved
        assert unit.threads.get("acc_2", "thd_1") is None
        first = unit.threads.list("acc_1", labels=(), limit=2, after=None)
        assert ids(first) == ["thd_1", "thd_5"]
        rest = unit.threads.list("acc_1", labels=(), limit=9, after=Page(first[-1].last_at, first[-1].id))
        assert ids(rest) == ["thd_4", "thd_2"]
        labelled = unit.threads.list("acc_1", labels=["INBOX", "SENT"], limit=3, after=None)
        assert ids(labelled) == ["thd_1", "thd_5", "thd_4"]
        rest = unit.threads.list("acc_1", labels=["INBOX"], limit=3, after=Page(after(4), "thd_4"))
        assert ids(rest) == ["thd_3", "thd_2"]

    await store.read(look)


async def test_a_thread_of_another_account_is_not_replaced(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.threads.save(thread(1)))
    await store.write(lambda unit: unit.threads.save(thread(1, account_id="acc_2", subject="Other")))

    assert await store.read(lambda unit: unit.threads.get("acc_1", "thd_1")) == thread(1)


async def test_recent_threads_are_found_by_their_bare_subject(store: Store) -> None:
    await store.write(two_workspaces)
    subjects = ["Re: Hello", "HELLO", "hello there", "AW: hello"]
    await store.write(lambda unit: [unit.threads.save(thread(n, subject=s)) for n, s in enumerate(subjects)])
    await store.write(lambda unit: [unit.threads.save(thread(n, subject="many")) for n in range(50, 65)])

    def look(unit: Unit) -> None:
        assert ids(unit.threads.recent_by_subject("acc_1", "hello", NOW)) == ["thd_3", "thd_1", "thd_0"]
        assert ids(unit.threads.recent_by_subject("acc_1", "hello", after(1))) == ["thd_3", "thd_1"]
        assert unit.threads.recent_by_subject("acc_2", "hello", NOW) == []
        assert ids(unit.threads.recent_by_subject("acc_1", "many", NOW)) == [f"thd_{n}" for n in range(64, 54, -1)]

    await store.read(look)


async def test_the_outbox_keeps_entries_and_every_attempt(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.messages.add(message(direction="outbound")))
    await store.write(lambda unit: unit.outbox.add([entry(1), entry(2)]))
    first = Attempt("out_1", after(1), "deferred", "mx1.example.net", "450 4.2.0 Later", True)
    second = Attempt("out_1", after(2), "delivered", "mx2.example.net", "250 2.0.0 Ok")
    sent = replace(entry(1), state="sent", attempts=2, last_reply="250 2.0.0 Ok")
    await store.write(lambda unit: unit.outbox.update(replace(entry(1), attempts=1), first))
    await store.write(lambda unit: unit.outbox.update(sent, second))
    await store.write(lambda unit: unit.outbox.update(replace(entry(2), state="failed"), None))

    def look(unit: Unit) -> None:
        assert unit.outbox.of_message("msg_0001") == [sent, replace(entry(2), state="failed")]
        assert unit.outbox.states(["msg_0001", "msg_none"]) == {"msg_0001": {"sent", "failed"}}
        assert unit.messages.history("msg_0001") == [first, second]
        assert unit.messages.history("msg_none") == []

    await store.read(look)


async def test_a_message_needs_an_account(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await store.write(lambda unit: unit.messages.add(message(account_id=account(77).id)))


async def test_messages_that_other_rules_judged_are_found_in_order(store: Store) -> None:
    await store.write(two_workspaces)
    said = {"content": {"text": 'it says "rules_version":"2"'}}
    reports = [{"rules_version": "1"}, {"rules_version": "2"}, {}, said, {"rules_version": "2"}]
    for number, report in enumerate(reports, 1):
        await store.write(lambda unit, n=number, r=report: unit.messages.add(message(n, report=r)))  # type: ignore[misc]
    await store.write(lambda unit: unit.messages.add(message(6, direction="outbound", report=None)))

    def look(unit: Unit) -> None:
        assert unit.messages.judged_otherwise("wsp_1", "2", "", 9) == ["msg_0001", "msg_0003", "msg_0004"]
        assert unit.messages.judged_otherwise("wsp_1", "2", "msg_0001", 1) == ["msg_0003"]
        assert unit.messages.judged_otherwise("wsp_2", "2", "", 9) == []

    await store.read(look)


async def test_renewing_keeps_the_ids_of_files_and_changes_what_is_said_of_them(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: unit.messages.add(message(1), [attachment(1), attachment(2)]))
    rated = attachment(7, index=1, risk="high", risk_reasons=("new",), filename="other.txt")
    more, found = attachment(9), analysis(search_text="walrus")
    await store.write(lambda unit: unit.messages.renewed("msg_0001", found, [rated, more]))

    def look(unit: Unit) -> None:
        assert unit.messages.attachments("msg_0001") == [replace(rated, id="att_1"), more]

        for words in ("walrus", "filename:other.txt"):
            assert ids(unit.messages.search("acc_1", parse_query(words, NOW), hidden=[""], limit=9, after=None)) == [
                "msg_0001"
            ]
        assert not unit.messages.search(
            "acc_1", parse_query("filename:file2.pdf", NOW), hidden=[""], limit=9, after=None
        )

    await store.read(look)


async def test_only_a_pending_message_is_withdrawn_and_its_bytes_are_free_again(store: Store) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: [unit.messages.add(message(n, state=s)) for n, s in ((1, "pending"), (2, "ready"))])
    await store.write(lambda unit: unit.accounts.add_used("acc_1", 5000))
    await store.write(lambda unit: [unit.messages.withdraw(f"msg_{n:04}") for n in (1, 2, 3)])

    def look(unit: Unit) -> None:
        assert unit.messages.find("msg_0001") is None
        assert unit.messages.find("msg_0002") is not None
        found = unit.accounts.get("wsp_1", "acc_1")
        assert found is not None and found.used_bytes == 5000 - 1001

    await store.read(look)


async def test_what_is_pending_is_counted_by_account_up_to_a_number(store: Store) -> None:
    def add(unit: Unit) -> None:
        two_workspaces(unit)
        for number, (account_id, state) in enumerate(
            [("acc_1", "pending"), ("acc_1", "pending"), ("acc_1", "ready"), ("acc_2", "pending")]
        ):
            unit.messages.add(message(number, account_id=account_id, state=state))

    await store.write(add)
    counted = [("acc_1", 9), ("acc_1", 1), ("acc_2", 9), ("acc_3", 9)]
    found = await store.read(lambda unit: [unit.messages.pending_count(*one) for one in counted])
    assert found == [2, 1, 1, 0]
