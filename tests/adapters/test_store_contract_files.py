"""What the files of a message say, found by search in every store."""

import pytest

from letterlock.core.query import parse_query
from letterlock.ports.store import Store, Unit
from support.records import NOW, attachment, message, two_workspaces


def found(unit: Unit, text: str) -> list[str]:
    query = parse_query(text, NOW)
    return [one.id for one in unit.messages.search("acc_1", query, hidden=[""], limit=10, after=None)]


@pytest.fixture
async def filled(store: Store) -> Store:
    def fill(unit: Unit) -> None:
        two_workspaces(unit)
        unit.messages.add(message(1, search_text="body words"), [attachment(1, filename="plan.pdf")])
        unit.messages.add(message(2, search_text=""))

    await store.write(fill)
    return store


async def test_words_of_files_are_found_beside_those_of_the_message(filled: Store) -> None:
    await filled.write(lambda unit: unit.messages.index_files("msg_0001", "Quarterly figures für Müller"))
    ids = await filled.read(
        lambda unit: {
            text: found(unit, text)
            for text in (
                "quarterly",
                '"quarterly figures"',
                "muller",
                "body",
                '"body words"',
                "filename:plan",
                "figur*",
            )
        }
    )
    assert ids == {text: ["msg_0001"] for text in ids}


async def test_a_phrase_does_not_run_from_the_message_into_its_files(filled: Store) -> None:
    await filled.write(lambda unit: unit.messages.index_files("msg_0001", "quarterly"))
    assert await filled.read(lambda unit: found(unit, '"words quarterly"')) == []


async def test_adding_again_replaces_what_was_added_before(filled: Store) -> None:
    for text in ("first", "second", "second", ""):
        await filled.write(lambda unit, text=text: unit.messages.index_files("msg_0001", text))
    await filled.write(lambda unit: unit.messages.index_files("msg_0001", "second"))
    assert await filled.read(lambda unit: (found(unit, "first"), found(unit, "second"), found(unit, "body"))) == (
        [], ["msg_0001"], ["msg_0001"],
    )  # fmt: skip


async def test_a_message_without_text_is_found_by_its_files(filled: Store) -> None:
    await filled.write(lambda unit: unit.messages.index_files("msg_0002", "lonely"))
    await filled.write(lambda unit: unit.messages.index_files("msg_none", "lonely"))
    assert await filled.read(lambda unit: found(unit, "lonely")) == ["msg_0002"]


async def test_an_account_that_goes_takes_the_words_of_its_files_along(filled: Store) -> None:
    await filled.write(lambda unit: unit.messages.index_files("msg_0001", "quarterly"))
    await filled.write(lambda unit: unit.accounts.remove("acc_1"))
    assert await filled.read(lambda unit: found(unit, "quarterly")) == []


async def test_more_words_than_are_indexed_are_left_out(filled: Store) -> None:
    long = " ".join(f"w{at}" for at in range(200_000))
    await filled.write(lambda unit: unit.messages.index_files("msg_0001", long))
    assert await filled.read(lambda unit: (found(unit, "w5"), found(unit, "w199999"))) == (["msg_0001"], [])
