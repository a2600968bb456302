"""Search in every store agrees with the matcher that says what a search means."""

import asyncio
import random
import unicodedata
from collections.abc import Sequence
from datetime import timedelta

import pytest

from letterlock.adapters.sql import search
from letterlock.adapters.sql.full_text import lines
from letterlock.core.query import Document, matches, parse_query
from letterlock.ports.records import Page, StoredAttachment, StoredMessage
from letterlock.ports.store import Store, Unit
from support.records import NOW, after, analysis, attachment, message, two_workspaces

WORDS = [
    "hello",
    "report",
    "Report",
    "reports",
    "invoice",
    "2026",
    "007",
    "ana",
    "bob",
    "müller",
    "MÜLLER",
    "straße",
    "x_y",
    "a-b",
    "3.14",
    "日本語",
    "東京",
    "wörld",
    "naïve",
    "été",
    "don't",
    "C++",
    "İstanbul",
    "ﬁle",
    "٣٤",
    "привет",
    "Привет",
    "and",
    "or",
    "not",
    "😀",
    "ꭰ",
]
PEOPLE = [
    "Ana Muster <ana@example.net>",
    "bob@mail.example.com",
    "Zoë Ö <zoe@xn--strae-oqa.example>",
    "Bob Ana <b@x.org>",
]
LEVELS = ["verified", "known", "unknown", "suspicious", "quarantined"]
LABELS = ["INBOX", "UNREAD", "FLAGGED", "Work", "STRASSE", "ÉTÉ"]

Mail = tuple[StoredMessage, list[StoredAttachment], Document]


def some(chance: random.Random, most: int) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(chance.randint(0, most)))


def generated(number: int, chance: random.Random, account_id: str = "acc_1") -> Mail:
    subject, text = some(chance, 4), some(chance, 12)
    people = {role: chance.sample(PEOPLE, chance.randint(0, 2)) for role in ("from", "to", "cc", "bcc")}
    names = [f"{some(chance, 2)}.pdf" for _ in range(chance.choice([0, 0, 1, 2]))]
    labels = frozenset(chance.sample(LABELS, chance.randint(0, 3)))
    level = chance.choice(LEVELS)
    moment = NOW - timedelta(days=chance.randint(0, 90), seconds=number)
    mail = message(
        number,
        account_id=account_id,
        received_at=after(number % 7),
        timestamp=moment,
        subject=subject,
        search_text=text,
        search_people="\n".join(f"{role} {one}" for role, found in people.items() for one in found),
        labels=labels,
        trust_level=level,
        size=chance.choice([10, 5000, 5_000_000]),
        hidden=chance.choice(["", "", "spam"]),
    )
    files = [attachment(i, id=f"att_{number}_{i}", message_id=mail.id, filename=name) for i, name in enumerate(names)]
    document = Document(
        moment,
        text,
        subject,
        *(tuple(people[role]) for role in ("from", "to", "cc", "bcc")),
        filenames=tuple(names),
        labels=labels,
        folders=labels,
        size=mail.size,
        level=level,  # type: ignore[arg-type]
    )
    return mail, files, document


def some_query(chance: random.Random, depth: int = 0) -> str:
    """Words, phrases, prefixes, operators, negation and alternatives, in any order."""
    terms = []
    for _ in range(chance.randint(1, 3)):
        word = chance.choice(WORDS)
        field = chance.choice(["from:", "to:", "cc:", "bcc:", "subject:", "filename:"])
        person = chance.choice(["ana", "bob", "example", '"example com"', '"ana muster"', "x.org", "zo*"])
        term = chance.choice(
            [
                word,
                word,
                f'"{word} {chance.choice(WORDS)}"',
                f'"{chance.choice(WORDS)} {word} {chance.choice(WORDS)}"',
                f"{word[:2]}*",
                f"{field}{word}",
                f"{field}{person}",
                chance.choice(["is:unread", "is:read", "is:flagged", "has:attachment"]),
                f"label:{chance.choice(LABELS).lower()}",
                f"in:{chance.choice(LABELS)}",
                chance.choice(["after:2026-04-01", "before:2026-05-10", "newer_than:20d", "older_than:10d"]),
                chance.choice(["larger:4K", "smaller:1M"]),
                f"trust:{chance.choice(LEVELS)}",
                f"({some_query(chance, depth + 1)})" if depth < 2 else word,
            ]
        )
        terms.append(chance.choice(["", "", "", "-"]) + term)
    return chance.choice([" ", " ", " OR "]).join(terms)


async def load(store: Store, mails: Sequence[Mail]) -> None:
    await store.write(two_workspaces)
    await store.write(lambda unit: [unit.messages.add(mail, files) for mail, files, _ in mails])


@pytest.mark.parametrize("few", [search.FEW, 5])
async def test_search_finds_what_the_matcher_says_and_nothing_else(
    store: Store, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "FEW", few)  # messages that have files, up to which those are gone through
    chance = random.Random(20260517)
    mails = [generated(number, chance) for number in range(120)]
    others = [generated(number, chance, "acc_2") for number in range(200, 240)]
    await load(store, mails + others)
    queries = [some_query(chance) for _ in range(300)]
    queries += [f"has:attachment {some_query(chance, 1)}" for _ in range(60)]
    hits = 0

    def look(unit: Unit) -> None:
        nonlocal hits
        for written in queries:
            query = parse_query(written, NOW)
            found = unit.messages.search("acc_1", query, hidden=[""], limit=500, after=None)
            expected = [m for m, _, document in mails if m.hidden == "" and matches(query, document)]
            assert [one.id for one in found] == [one.id for one in reversed(expected)], written
            hits += bool(found)

    await store.read(look)
    assert hits > 100


@pytest.mark.parametrize("written", ["hello", "-hello is:unread", "subject:hello OR text", "has:attachment"])
async def test_pages_of_a_search_give_every_match_once_newest_first(store: Store, written: str) -> None:
    chance = random.Random(7)
    mails = [generated(number, chance) for number in range(80)]
    await load(store, mails)
    query = parse_query(written, NOW)

    def walk(unit: Unit, limit: int) -> list[str]:
        found: list[str] = []
        page: Page | None = None
        while rows := unit.messages.search("acc_1", query, hidden=["", "spam"], limit=limit, after=page):
            found += [one.id for one in rows]
            page = Page(rows[-1].received_at, rows[-1].id, rows[-1].place)
        return found

    whole, pages = await asyncio.gather(*[store.read(lambda unit, n=n: walk(unit, n)) for n in (500, 3)])
    assert len(whole) > 5
    assert whole == pages


async def test_a_phrase_is_found_however_far_down_the_text_it_stands(store: Store) -> None:
    filler = " ".join(f"w{number % 900}" for number in range(30_000))
    far = message(1, search_text=f"{filler} needle in hay")
    apart = message(2, search_text=f"{filler} needle hay in")
    await load(store, [(far, [], Document(NOW)), (apart, [], Document(NOW))])

    found = await store.read(
        lambda unit: unit.messages.search(
            "acc_1", parse_query('"needle in hay"', NOW), hidden=[""], limit=9, after=None
        )
    )

    assert [one.id for one in found] == ["msg_0001"]


async def test_text_without_end_is_indexed_up_to_a_bound(store: Store) -> None:
    huge = " ".join(f"{number:x}{chr(0x430 + number % 32)}" for number in range(300_000))
    many = message(1, search_text=f"first {huge} last", subject=huge, search_people=f"from {huge}")
    await load(store, [(many, [attachment(filename=huge)], Document(NOW))])

    def found(unit: Unit, written: str) -> int:
        return len(unit.messages.search("acc_1", parse_query(written, NOW), hidden=[""], limit=9, after=None))

    assert await store.read(lambda unit: found(unit, "first")) == 1
    assert await store.read(lambda unit: found(unit, "last")) == 0


async def test_a_search_ignores_pending_messages_until_they_are_analysed(store: Store) -> None:
    await load(store, [(message(1, state="pending", search_text="early"), [], Document(NOW))])
    query = parse_query("early", NOW)

    found = await store.read(lambda unit: unit.messages.search("acc_1", query, hidden=[""], limit=9, after=None))

    assert found == []


async def test_what_has_files_is_found_by_them_once_analysed_and_as_they_are_after_a_new_analysis(store: Store) -> None:
    async def found() -> list[str]:
        query = parse_query("has:attachment", NOW)
        rows = await store.read(lambda unit: unit.messages.search("acc_1", query, hidden=[""], limit=9, after=None))
        return [one.id for one in rows]

    await load(store, [(message(n, state="pending"), [], Document(NOW)) for n in (1, 2)])
    await store.write(lambda unit: unit.messages.analysed("msg_0001", analysis(), [attachment(1), attachment(2)]))
    await store.write(lambda unit: unit.messages.analysed("msg_0002", analysis(), []))
    assert await found() == ["msg_0001"]
    more = attachment(3, message_id="msg_0002")
    await store.write(lambda unit: unit.messages.renewed("msg_0002", analysis(), [more]))
    assert await found() == ["msg_0002", "msg_0001"]
    await store.write(lambda unit: unit.messages.renewed("msg_0001", analysis(), []))
    assert await found() == ["msg_0002"]


def test_words_of_different_people_and_files_never_stand_side_by_side() -> None:
    files = [attachment(1, filename="one.pdf"), attachment(2, filename="two.pdf")]
    indexed = lines(message(search_people="to Ana a@x.org\nto Bob b@x.org", search_text="t"), files)

    assert indexed.split("\n") == [
        " t ",
        " subject 1 ",
        "",
        " ana a x org _ bob b x org ",
        "",
        "",
        " one pdf _ two pdf ",
    ]
    assert unicodedata.category("_") == "Pc"
