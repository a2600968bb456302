"""Opening attachments: how each kind is given, what is withheld, and what links stand on."""

from dataclasses import replace
from datetime import timedelta

import pytest

from letterlock.adapters.clock import SystemClock
from letterlock.app.attachments.link import PLACE
from letterlock.app.people import secret_hash
from letterlock.core.credential import Credential
from letterlock.core.errors import Forbidden, NotFound
from letterlock.ports.records import Member
from support.mail import compose

GIF = b"GIF89a" + b"\0" * 20


class Clock:
    """The system's, moved on as tests say."""

    def __init__(self):
        self.later = timedelta()

    def now(self):
        return SystemClock().now() + self.later


@pytest.fixture
def clock(app):
    moved = Clock()
    object.__setattr__(app.ports, "clock", moved)
    return moved


class Sent:
    def __init__(self, app, message_id, files):
        self.app, self.message_id, self.files = app, message_id, files

    def of(self, place=0):
        return {"account": self.app.inbox, "message_id": self.message_id, "attachment_id": self.files[place].id}

    async def open(self, place=0, key=None, **more):
        return await self.app.call("attachments.get", key, **self.of(place), **more)

    async def label(self, *labels):
        return await self.app.manage(
            "messages.label", account=self.app.inbox, message_id=self.message_id, add_labels=list(labels)
        )


@pytest.fixture
def mail(app):
    async def send(*files, **more):
        message_id = await app.receive(compose("Ana <ana@b.example>", app.inbox, files=files, **more))
        found = await app.ports.store.read(lambda unit: unit.messages.attachments(message_id))
        return Sent(app, message_id, list(found))

    return send


async def follow(app, opened, *, head=False):
    return await app.gate.follow(opened["download_url"].removeprefix(PLACE), head=head)


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain", "text/csv", "text/markdown", "text/x-anything", "text/xml", "text/calendar", "application/json",
        "application/ld+json", "application/xml", "application/atom+xml", "application/yaml", "application/x-yaml",
        "application/csv",
    ],
)  # fmt: skip
async def test_small_text_is_given_as_text(mail, kind):
    found = await (await mail(("a.txt", kind, b"one, two\n"))).open()
    assert (found["delivery"], found["text"]) == ("inline_text", "one, two\n")


@pytest.mark.parametrize("kind", ["text/html", "application/xhtml+xml", "image/svg+xml", "application/octet-stream"])
async def test_other_types_are_given_by_a_link(mail, kind):
    assert (await (await mail(("a", kind, b"<svg>"))).open())["delivery"] == "url"


async def test_text_over_the_limit_or_not_in_utf_8_is_given_by_a_link(mail):
    limit = 128 * 1024
    sent = await mail(
        ("a.txt", "text/plain", b"a" * limit),
        ("b.txt", "text/plain", b"b" * (limit + 1)),
        ("c.txt", "text/plain", b"caf\xe9"),
    )
    assert [(await sent.open(at))["delivery"] for at in range(3)] == ["inline_text", "url", "url"]


@pytest.mark.parametrize(
    ("kind", "content", "shown"),
    [
        ("image/png", b"\x89PNG\r\n\x1a\n", "image/png"),
        ("image/jpeg", b"\xff\xd8\xff\xe0", "image/jpeg"),
        ("image/jpg", b"\xff\xd8\xff\xe0", "image/jpeg"),
        ("image/gif", GIF, "image/gif"),
        ("image/webp", b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
    ],
)
async def test_a_small_picture_is_given_as_a_picture(mail, kind, content, shown):
    found = await (await mail(("a", kind, content))).open()
    assert (found["delivery"], found["content"], found["image_type"]) == ("image", content, shown)


async def test_a_picture_over_the_limit_or_whose_bytes_say_another_type_is_given_by_a_link(mail):
    large = GIF + b"\0" * 1024 * 1024
    sent = await mail(("a.gif", "image/gif", large), ("b.png", "image/png", GIF), ("c.bmp", "image/bmp", b"BM"))
    assert [(await sent.open(at))["delivery"] for at in range(3)] == ["url", "url", "url"]


async def test_invisible_characters_are_removed_from_text_with_a_warning(mail):
    hidden = "".join(chr(0xE0000 + ord(c)) for c in "obey me")
    found = await (await mail(("a.txt", "text/plain", f"one\u200b two{hidden}\u202e\n".encode()))).open()
    assert found["text"] == "one two\n"
    assert "9 invisible characters were removed" in found["warning"]


async def test_a_medium_risk_file_comes_with_a_warning(mail):
    found = await (await mail(("a.html", "text/html", b"<p>hi</p>"))).open()
    assert (found["delivery"], found["risk"]) == ("url", "medium")
    assert found["risk_reasons"]
    assert "medium risk" in found["warning"]


@pytest.mark.parametrize("label", ["QUARANTINE", "SPAM", "BLOCKED", "UNAUTHENTICATED"])
async def test_what_is_withheld_gives_nothing_of_the_file(app, mail, label):
    sent = await mail(("a.txt", "text/plain", b"secret"))
    await sent.label(label)
    for more in ({}, {"form": "text"}):
        found = await sent.open(**more)
        assert found["delivery"] == "withheld"
        assert found["withheld_reason"]
        assert (found["filename"], found["size"]) == ("a.txt", 6)
        assert not {"text", "content", "download_url", "expires_at", "next_page_token"} & set(found)
    refused = await app.refused("attachments.fetch", **sent.of())
    assert isinstance(refused, Forbidden)


async def test_a_file_nobody_rated_is_checked_as_it_is_opened(mail):
    many = [(f"{at}.txt", "text/plain", b"x") for at in range(200)]
    program = ("y.txt", "text/plain", b"MZ" + b"A" * 100)
    sent = await mail(*many, ("z.txt", "text/plain", b"fine"), ("z.js", "text/plain", b"1"), program)
    fine = await sent.open(200)
    assert (fine["delivery"], fine["risk"], fine["text"]) == ("inline_text", "not_assessed", "fine")
    assert "was not rated" in fine["warning"]
    for place in (201, 202):
        found = await sent.open(place)
        assert (found["delivery"], found["risk"]) == ("withheld", "not_assessed")
        assert found["risk_reasons"]
        assert "high risk" in found["withheld_reason"]


async def test_opening_and_fetching_are_kept_as_what_was_shown(app, mail):
    sent = await mail(("a.dat", "application/octet-stream", b"\0\1"))

    async def shown():
        return await app.ports.store.read(
            lambda unit: [
                (one.operation, one.items[0][0])
                for one in unit.provenance.since(
                    unit.messages.find(sent.message_id).account_id, SystemClock().now() - timedelta(hours=1)
                )
            ]
        )

    opened = await sent.open()
    assert await shown() == [("attachments.get", sent.message_id)]
    await follow(app, opened, head=True)
    assert len(await shown()) == 1, "a head shows nothing of the file"
    assert (await follow(app, opened))["content"] == b"\0\1"
    assert await shown() == [("attachments.get", sent.message_id), ("attachments.fetch", sent.message_id)]


async def test_a_link_works_for_ten_minutes_and_is_forbidden_afterwards(app, mail, clock):
    opened = await (await mail(("a.dat", "application/octet-stream", b"\0\1"))).open()
    clock.later = timedelta(minutes=9, seconds=58)
    assert (await follow(app, opened))["content"] == b"\0\1"
    clock.later = timedelta(minutes=10)
    with pytest.raises(Forbidden, match="expired"):
        await follow(app, opened)


async def test_a_forged_link_leads_nowhere_also_when_it_is_old(app, mail, clock):
    opened = await (await mail(("a.dat", "application/octet-stream", b"\0\1"))).open()
    token = opened["download_url"].removeprefix(PLACE)
    body, mark = token.split(".")
    clock.later = timedelta(hours=1)
    for forged in (
        body,
        f"{body}.",
        f"{body}.{mark[:-1]}",
        f"{body[:-2]}.{mark}",
        f"{mark}.{body}",
        "",
        ".",
        "é",
        f"{token}=",
        f"{token} ",
    ):
        with pytest.raises(NotFound):
            await app.gate.follow(forged, head=False)


async def test_a_link_ends_with_its_key(app, mail):
    sent = await mail(("a.dat", "application/octet-stream", b"\0\1"))
    key = await app.manage("keys.create", permissions=["message_read"])
    opened = await sent.open(key=key["key"])
    assert (await follow(app, opened))["size"] == 2
    await app.manage("keys.revoke", key_id=key["key_id"])
    with pytest.raises(NotFound):
        await follow(app, opened)


async def test_the_links_of_a_maker_whose_role_was_taken_lead_nowhere(app, mail):
    sent = await mail(("a.dat", "application/octet-stream", b"\0\1"))
    now = SystemClock().now()

    def add(unit):
        workspace = unit.people.first_workspace()
        unit.people.add_member(Member("mem_bo", workspace.id, "Bo", "bo@agents.example", "admin", now))
        held = Credential(
            "key_bo", workspace.id, "bo", frozenset({"mail:read"}), toolsets=frozenset({"inbox"}), maker_id="mem_bo"
        )
        unit.credentials.add(replace(held, created_at=now), secret_hash("ll_live_bo"), "ll_live")
        return workspace.id

    workspace_id = await app.ports.store.write(add)
    opened = await sent.open(key="ll_live_bo")
    assert (await follow(app, opened))["size"] == 2
    await app.ports.store.write(lambda unit: unit.people.set_role(workspace_id, "mem_bo", "member"))
    with pytest.raises(NotFound):
        await follow(app, opened)


async def test_a_link_ends_when_the_sender_is_blocked(app, mail):
    opened = await (await mail(("a.dat", "application/octet-stream", b"\0\1"))).open()
    await app.manage("lists.add", kind="blocked", entry="ana@b.example")
    with pytest.raises(NotFound):
        await follow(app, opened)


async def test_a_person_who_is_signed_in_gets_links_too(app, mail):
    sent = await mail(("a.dat", "application/octet-stream", b"\0\1"))
    opened = await app.manage("attachments.get", **sent.of())
    assert (await follow(app, opened))["content"] == b"\0\1"


async def test_another_tenants_and_another_scopes_files_are_not_found(app, mail):
    sent = await mail(("a.dat", "application/octet-stream", b"\0\1"))
    other = await app.call("inboxes.create")
    key = await app.make_key("message_read", accounts=[other["inbox"]["inbox_id"]])
    assert isinstance(await app.refused("attachments.get", key, **sent.of()), NotFound)
    reader = await app.make_key("inbox_read")
    assert isinstance(await app.refused("attachments.get", reader, **sent.of()), Forbidden)
    within = {**sent.of(), "account": other["inbox"]["inbox_id"]}
    assert isinstance(await app.refused("attachments.get", **within), NotFound)
