"""Drafts: saved once, shown whole, sent once, judged again when they go out."""

import asyncio
import base64
from dataclasses import replace
from datetime import timedelta

import pytest

from letterlock.app.blobs import remove_of_the_gone
from letterlock.app.invoke import Gate
from letterlock.app.people import person
from letterlock.core.errors import LetterlockError
from letterlock.core.mime.parse import parse
from letterlock.ports.blobs import BlobKey
from support.mail import compose

LETTER = {"to": ["Ana <ana@b.example>"], "cc": "bob@b.example", "subject": "Plan", "text": "As agreed."}
FILE = {"content": base64.b64encode(b"a,b\n1,2\n").decode(), "filename": "table.csv", "content_type": "text/csv"}


def letter(**more):
    return compose("Ana <ana@b.example>", "welcome@agents.example", **more)


async def make(app, key=None, /, **more):
    return await app.call("drafts.create", key, account=app.inbox, **more)


async def send(app, draft, key=None, /, **more):
    return await app.call("drafts.send", key, account=app.inbox, draft_id=draft["draft_id"], **more)


async def raw_of(app, message_id):
    message = await app.ports.store.read(lambda unit: unit.messages.find(message_id))
    return await app.ports.blobs.get(BlobKey(message.workspace_id, message.account_id, message.content_hash))


async def stored(app, draft):
    return await app.ports.store.read(lambda unit: unit.drafts.find(draft["draft_id"]))


async def used(app):
    account = await app.ports.store.read(lambda unit: unit.accounts.by_address(app.inbox))
    return account.used_bytes


def blobs(app):
    return sorted(path.name for path in app.blobs.rglob("*") if path.is_file())


async def test_a_draft_is_saved_as_given_and_sent_as_saved(app):
    draft = await make(app, **LETTER, bcc=["Cy <cy@b.example>"], html="<p>As agreed.</p>", labels=["plan"])
    assert draft | {"draft_id": "", "created_at": "", "updated_at": ""} == {
        "draft_id": "",
        "inbox_id": app.inbox,
        "client_id": None,
        "labels": ["plan"],
        "to": ["Ana <ana@b.example>"],
        "cc": ["bob@b.example"],
        "bcc": ["Cy <cy@b.example>"],
        "subject": "Plan",
        "preview": "As agreed.",
        "text": "As agreed.",
        "html": "<p>As agreed.</p>",
        "attachments": [],
        "in_reply_to": None,
        "send_status": None,
        "send_at": None,
        "message_id": None,
        "created_by": "agent",
        "created_at": "",
        "updated_at": "",
    }
    assert draft["draft_id"].startswith("drf_")
    sent = await send(app, draft)
    assert sent["status"] == "sent"
    shown = await app.call("messages.get", account=app.inbox, message_id=sent["message_id"])
    assert (shown["to"], shown["cc"], shown["bcc"]) == (draft["to"], draft["cc"], draft["bcc"])
    assert (shown["subject"], shown["text"], set(shown["labels"])) == ("Plan", "As agreed.", {"plan", "SENT"})
    raw = await raw_of(app, sent["message_id"])
    assert b"Auto-Submitted: auto-generated" in raw
    assert b"cy@b.example" not in raw


async def test_everything_but_the_inbox_may_be_left_out_until_it_is_sent(app):
    draft = await make(app)
    assert (draft["to"], draft["subject"], draft["text"]) == ([], "", None)
    error = await app.refused("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    assert (error.kind, error.param) == ("invalid", "text")
    wordy = await make(app, text="to nobody yet")
    error = await app.refused("drafts.send", account=app.inbox, draft_id=wordy["draft_id"])
    assert (error.kind, error.param) == ("invalid", "to")


async def test_a_draft_goes_out_once_and_a_second_send_names_the_message(app):
    draft = await make(app, **LETTER)
    sent = await send(app, draft)
    error = await app.refused("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    assert (error.kind, error.param) == ("conflict", "draft_id")
    assert sent["message_id"] in error.message


async def test_with_an_idempotency_key_a_second_send_returns_the_first_result(app):
    draft = await make(app, **LETTER)
    sent = await send(app, draft, idempotency_key="k")
    again = await send(app, draft, idempotency_key="k")
    assert again == {**sent, "duplicate": True}


async def test_calls_that_race_send_one_message_and_leave_nothing_else(app):
    draft = await make(app, **LETTER, attachments=[FILE])
    before = await used(app)
    results = await asyncio.gather(*(send(app, draft) for _ in range(20)), return_exceptions=True)
    sent = [result for result in results if isinstance(result, dict)]
    assert len(sent) == 1
    assert {(error.kind, sent[0]["message_id"] in error.message) for error in results if error is not sent[0]} == {
        ("conflict", True)
    }
    listed = await app.call("messages.list", account=app.inbox, labels=["SENT"])
    assert listed["count"] == 1
    message = await app.ports.store.read(lambda unit: unit.messages.find(sent[0]["message_id"]))
    assert blobs(app) == [message.content_hash]
    assert await used(app) == before - (await stored(app, draft)).size + message.size


async def test_two_drafts_that_say_the_same_are_two_messages(app):
    first, second = await make(app, **LETTER), await make(app, **LETTER)
    assert (await send(app, first))["message_id"] != (await send(app, second))["message_id"]


async def test_the_same_client_id_returns_the_first_draft_without_storing_anything_again(app):
    first = await make(app, **LETTER, attachments=[FILE], client_id="c")
    before, bytes_before = blobs(app), await used(app)
    again = await make(app, **LETTER, attachments=[FILE], client_id="c")
    assert again == {**first, "duplicate": True}
    assert (blobs(app), await used(app)) == (before, bytes_before)
    sent = await send(app, first)
    once_more = await make(app, **LETTER, attachments=[FILE], client_id="c")
    assert (once_more["draft_id"], once_more["message_id"]) == (first["draft_id"], sent["message_id"])


async def test_calls_with_one_client_id_that_race_save_one_draft(app):
    made = await asyncio.gather(*(make(app, **LETTER, attachments=[FILE], client_id="c") for _ in range(20)))
    assert len({draft["draft_id"] for draft in made}) == 1
    assert sum("duplicate" not in draft for draft in made) == 1
    assert blobs(app) == [(await stored(app, made[0])).content_hash]
    assert await used(app) == (await stored(app, made[0])).size


async def test_a_client_id_with_other_content_is_a_conflict_and_belongs_to_its_credential(app):
    first = await make(app, **LETTER, client_id="c")
    error = await app.refused("drafts.create", account=app.inbox, **{**LETTER, "text": "Else"}, client_id="c")
    assert (error.kind, error.param) == ("conflict", "client_id")
    assert first["draft_id"] in error.message
    other = await app.make_key("draft_create")
    assert (await make(app, other, **LETTER, client_id="c"))["draft_id"] != first["draft_id"]


async def test_fifty_recipients_are_the_most_a_draft_takes(app):
    people = [f"p{number}@b.example" for number in range(51)]
    error = await app.refused("drafts.create", account=app.inbox, to=people[:30], cc=people[30:50], bcc=people[50:])
    assert (error.kind, error.param) == ("invalid", "to")
    assert "50" in error.message
    assert len((await make(app, to=people[:50] + people[:1]))["to"]) == 50


async def test_files_are_stored_with_the_draft_and_sent_with_it(app):
    raw = letter(files=[("plan.pdf", "application/pdf", b"%PDF-1.4 plan")])
    received = await app.receive(raw)
    shown = await app.call("messages.get", account=app.inbox, message_id=received)
    (named,) = shown["attachments"]
    reference = {"message_id": received, "attachment_id": named["attachment_id"]}
    draft = await make(app, **LETTER, attachments=[FILE, reference, {**FILE, "filename": "second.csv"}])
    assert [(one["filename"], one["content_type"], one["size"]) for one in draft["attachments"]] == [
        ("table.csv", "text/csv", 8),
        ("plan.pdf", "application/pdf", 13),
        ("second.csv", "text/csv", 8),
    ]
    sent = await send(app, draft)
    parsed = parse(await raw_of(app, sent["message_id"]))
    assert [one.filename for one in parsed.attachments] == ["table.csv", "plan.pdf", "second.csv"]
    assert b"\r\nJVBERi0xLjQgcGxhbg==" in await raw_of(app, sent["message_id"])


async def test_a_copy_of_a_file_is_not_sent_when_its_mail_is_quarantined_by_then(app):
    received = await app.receive(letter(files=[("plan.pdf", "application/pdf", b"%PDF-1.4 plan")]))
    (named,) = (await app.call("messages.get", account=app.inbox, message_id=received))["attachments"]
    draft = await make(app, **LETTER, attachments=[{"message_id": received, "attachment_id": named["attachment_id"]}])
    await app.call("messages.label", account=app.inbox, message_id=received, add_labels=["QUARANTINE"])
    error = await app.refused("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    assert (error.kind, error.param) == ("forbidden", "attachments[0]")


async def test_an_answer_is_filled_in_and_sent_in_its_thread(app):
    received = await app.receive(letter(subject="Question", message_id="<q@b.example>"))
    original = await app.call("messages.get", account=app.inbox, message_id=received)
    draft = await make(app, in_reply_to=received, text="Answer")
    assert (draft["to"], draft["subject"], draft["in_reply_to"]) == ([original["from"]], "Re: Question", received)
    sent = await send(app, draft)
    assert sent["thread_id"] == original["thread_id"]
    raw = await raw_of(app, sent["message_id"])
    assert b"In-Reply-To: <q@b.example>" in raw
    assert b"References: <q@b.example>" in raw
    own = await make(app, in_reply_to=received, to="cy@b.example", subject="Other", text="x")
    assert (own["to"], own["subject"]) == (["cy@b.example"], "Other")


async def test_whom_mail_would_be_answered_to_is_told_to_those_who_may_read_or_answer_it(app):
    received = await app.receive(letter())
    key = await app.make_key("draft_create")
    error = await app.refused("drafts.create", key, account=app.inbox, in_reply_to=received, text="x")
    assert (error.kind, error.param) == ("forbidden", "in_reply_to")
    for allowed in ("message_read", "message_reply"):
        assert await make(app, await app.make_key("draft_create", allowed), in_reply_to=received, text="x")


async def test_an_answer_to_nothing_or_to_quarantined_mail_is_refused(app):
    error = await app.refused("drafts.create", account=app.inbox, in_reply_to="msg_none", text="x")
    assert (error.kind, error.param) == ("not_found", "in_reply_to")
    received = await app.receive(letter())
    draft = await make(app, in_reply_to=received, text="x")
    await app.call("messages.label", account=app.inbox, message_id=received, add_labels=["QUARANTINE"])
    error = await app.refused("drafts.create", account=app.inbox, in_reply_to=received, text="x")
    assert (error.kind, error.param) == ("conflict", "in_reply_to")
    error = await app.refused("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    assert error.kind == "conflict"


async def test_saving_and_sending_need_their_own_permissions(app):
    reader, saver, sender = [await app.make_key(name) for name in ("message_read", "draft_create", "draft_send")]
    assert (await app.refused("drafts.create", reader, account=app.inbox)).kind == "forbidden"
    assert (await app.refused("drafts.create", sender, account=app.inbox)).kind == "forbidden"
    draft = await make(app, saver, **LETTER)
    assert (await app.refused("drafts.send", saver, account=app.inbox, draft_id=draft["draft_id"])).kind == "forbidden"
    assert (await send(app, draft, sender))["status"] == "sent"


async def test_a_draft_of_another_inbox_is_not_found(app):
    other = (await app.call("inboxes.create"))["inbox"]["inbox_id"]
    draft = await make(app, **LETTER)
    for operation in ("drafts.send", "drafts.delete"):
        error = await app.refused(operation, account=other, draft_id=draft["draft_id"])
        assert (error.kind, error.param) == ("not_found", "draft_id")
    key = await app.make_key("draft_read", accounts=[other])
    assert (await app.refused("drafts.get", key, draft_id=draft["draft_id"])).kind == "not_found"
    assert (await app.call("drafts.list", key))["count"] == 0
    assert (await app.call("drafts.list"))["drafts"] == [await app.call("drafts.get", draft_id=draft["draft_id"])]


async def test_a_deleted_draft_is_gone_with_its_bytes_and_a_sent_one_stays(app):
    draft = await make(app, **LETTER, attachments=[FILE])
    assert await app.call("drafts.delete", account=app.inbox, draft_id=draft["draft_id"]) == {"done": True}
    assert (blobs(app), await used(app)) == ([], 0)
    error = await app.refused("drafts.send", account=app.inbox, draft_id=draft["draft_id"])
    assert error.kind == "not_found"
    gone = await make(app, **LETTER)
    sent = await send(app, gone)
    error = await app.refused("drafts.delete", account=app.inbox, draft_id=gone["draft_id"])
    assert error.kind == "conflict"
    assert sent["message_id"] in error.message


async def test_drafts_are_paged_newest_first_and_those_sent_are_left_out(app):
    made = [await make(app, subject=str(number), to="a@b.example") for number in range(5)]
    await app.call("drafts.delete", account=app.inbox, draft_id=made[1]["draft_id"])
    worded = await make(app, **LETTER)
    await send(app, worded)
    first = await app.call("drafts.list", limit=3)
    rest = await app.call("drafts.list", limit=3, page_token=first["next_page_token"])
    assert [one["subject"] for one in first["drafts"] + rest["drafts"]] == ["4", "3", "2", "0"]
    assert rest["next_page_token"] is None


async def test_drafts_count_towards_what_an_inbox_may_hold(app):
    app.gate = Gate(app.ports, replace(app.settings, default_quota=3_000))
    await make(app, text="x" * 2_000)
    error = await app.refused("drafts.create", account=app.inbox, text="x" * 2_000, attachments=[FILE])
    assert (error.kind, blobs(app)) == ("conflict", [])


async def test_a_key_that_holds_every_send_saves_drafts_and_sends_none(app):
    key = await app.make_key("draft_create", "draft_send", hold_every_send=True)
    draft = await make(app, key, **LETTER)
    assert (
        await app.refused("drafts.send", key, account=app.inbox, draft_id=draft["draft_id"])
    ).kind == "policy_denied"
    later = (app.ports.clock.now() + timedelta(hours=1)).isoformat()
    error = await app.refused("drafts.create", key, account=app.inbox, send_at=later, **LETTER)
    assert error.kind == "policy_denied"


@pytest.mark.parametrize("param", ["subject", "text", "html", "to", "labels"])
async def test_what_could_not_be_sent_is_refused_when_it_is_saved(app, param):
    wrong = {
        "subject": "a\nBcc: x@b.example",
        "text": "x" * 1_000_001,
        "html": "x" * 1_000_001,
        "to": ["nobody"],
        "labels": [""],
    }
    error = await app.refused("drafts.create", account=app.inbox, **{param: wrong[param]})
    assert error.kind == "invalid"
    assert error.param.startswith(param)


async def test_a_drafts_id_shows_it_as_the_message_it_would_be(app):
    received = await app.receive(letter())
    thread = (await app.call("messages.get", account=app.inbox, message_id=received))["thread_id"]
    draft = await make(app, in_reply_to=received, text="Answer", html="<p>Answer</p>", attachments=[FILE])
    shown = await app.call("messages.get", account=app.inbox, message_id=draft["draft_id"], include_raw=True)
    assert (shown["message_id"], shown["draft_id"]) == (draft["draft_id"], draft["draft_id"])
    assert (shown["thread_id"], shown["labels"], shown["text"]) == (thread, ["DRAFT"], "Answer")
    assert (shown["direction"], shown["from"], shown["to"]) == ("outbound", f"Welcome <{app.inbox}>", draft["to"])
    assert [one["filename"] for one in shown["attachments"]] == ["table.csv"]
    assert shown["raw"] == {"text": "Answer", "html": "<p>Answer</p>"}


async def test_the_id_of_a_draft_that_was_sent_stands_for_the_message(app):
    draft = await make(app, **LETTER)
    sent = await send(app, draft)
    about = {"account": app.inbox, "message_id": draft["draft_id"]}
    assert (await app.call("messages.get", **about))["message_id"] == sent["message_id"]
    labelled = await app.call("messages.label", **about, add_labels=["done"])
    assert labelled["message_id"] == sent["message_id"]
    answer = await app.call("messages.reply", **about, text="One more thing")
    assert answer["thread_id"] == sent["thread_id"]


async def test_an_unsent_draft_is_no_message_to_act_on_and_is_shown_to_those_who_may_see_drafts(app):
    draft = await make(app, **LETTER)
    about = {"account": app.inbox, "message_id": draft["draft_id"]}
    error = await app.refused("messages.reply", **about, text="x")
    assert (error.kind, "not sent yet" in error.message) == ("not_found", True)
    reader = await app.make_key("message_read")
    assert (await app.refused("messages.get", reader, **about)).kind == "not_found"
    assert (await app.call("messages.get", await app.make_key("message_read", "draft_read"), **about))["draft_id"]


async def test_an_inbox_that_goes_takes_its_drafts_and_their_bytes(app):
    made = (await app.call("inboxes.create", ttl_seconds=60))["inbox"]
    later = (app.ports.clock.now() + timedelta(hours=1)).isoformat()
    draft = await app.call("drafts.create", account=made["inbox_id"], **LETTER, attachments=[FILE], send_at=later)
    kept = await make(app, attachments=[FILE])
    await app.ports.store.write(lambda unit: unit.accounts.remove(made["account_id"]))
    await remove_of_the_gone(app.ports)
    assert await stored(app, draft) is None
    assert blobs(app) == [(await stored(app, kept)).content_hash]
    assert await app.ports.store.read(lambda unit: unit.jobs.next_due(["schedule"])) is None


async def test_a_member_sees_the_drafts_of_inboxes_they_have_a_role_on(app):
    other = (await app.call("inboxes.create"))["inbox"]["inbox_id"]
    mine = await make(app, text="mine")
    hidden = await app.call("drafts.create", account=other, text="hidden")
    await app.manage("members.add", email="mo@example.org", name="Mo", role="member")
    await app.manage("members.set_account_role", email="mo@example.org", account=app.inbox, role="reader")

    def find(unit):
        return person(unit, unit.people.member_by_email(unit.people.first_workspace().id, "mo@example.org"))

    member = await app.ports.store.read(find)
    listed = await app.gate.invoke(member, "drafts.list", {})
    assert [one["draft_id"] for one in listed["drafts"]] == [mine["draft_id"]]
    assert (await app.gate.invoke(member, "drafts.get", {"draft_id": mine["draft_id"]}))["text"] == "mine"
    for draft, operation in ((hidden, "drafts.get"), (mine, "drafts.send"), (mine, "drafts.delete")):
        about = {"draft_id": draft["draft_id"]} | ({} if operation == "drafts.get" else {"account": app.inbox})
        with pytest.raises(LetterlockError) as error:
            await app.gate.invoke(member, operation, about)
        assert error.value.kind == ("not_found" if operation == "drafts.get" else "forbidden")


async def test_labels_of_an_unsent_draft_are_those_its_message_will_carry(app):
    draft = await make(app, **LETTER, labels=["one", "two"])
    about = {"account": app.inbox, "message_id": draft["draft_id"]}
    changed = await app.call("messages.label", **about, add_labels=["three"], remove_labels=["one"])
    assert (changed["draft_id"], changed["labels"]) == (draft["draft_id"], ["three", "two"])
    sent = await send(app, draft)
    shown = await app.call("messages.get", account=app.inbox, message_id=sent["message_id"])
    assert shown["labels"] == ["SENT", "three", "two"]
