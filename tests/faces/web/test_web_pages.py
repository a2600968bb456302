"""Pages: who may see them, how one signs in and out, and that what mail says stays text."""

import html
import re

import httpx
import pytest
from starlette.applications import Starlette

from letterlock.app.invoke import Caller, SignedIn
from letterlock.core.credential import Credential
from letterlock.core.errors import NotFound, Temporary, Unauthorised
from letterlock.faces.web.pages import routes
from letterlock.faces.web.session import safe_place

ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=1>"
INBOX = {
    "inbox_id": "agent@x.example", "display_name": ATTACK, "ephemeral": True, "expires_at": "2026-12-01T10:00:00Z"
}  # fmt: skip
TRUST = {
    "level": "suspicious", "score": 20, "reasons": [ATTACK],
    "authentication": {"spf": "fail", "dkim": "none", "dmarc": "fail"},
}  # fmt: skip
MESSAGE = {
    "message_id": "msg_1", "thread_id": "thd_1", "labels": ["INBOX", "UNREAD"], "timestamp": "2020-01-01T00:00:00Z", "received_at": "2026-11-30T12:00:00.123Z",
    "direction": "inbound", "from": ATTACK, "to": [ATTACK], "cc": [], "subject": ATTACK, "preview": ATTACK,
    "trust_level": "suspicious", "trust": TRUST, "text": ATTACK,
    "attachments": [{"filename": ATTACK, "size": 5000, "risk": "high"}],
}  # fmt: skip
HIDDEN = {"spam": 3, "unauthenticated": 0, "quarantined": 0, "blocked": 0, "trash": 0}


class People:
    def __init__(self):
        self.links, self.sessions = {"right-token"}, {}

    async def sign_in(self, token):
        if token not in self.links:
            raise Unauthorised("This sign-in link is unknown, used or expired")
        self.links.discard(token)
        self.sessions["cookie-1"] = "csrf-1"
        return SignedIn("cookie-1", "csrf-1", "mem_1", 3600)

    async def session(self, cookie):
        if cookie not in self.sessions:
            raise Unauthorised("You are signed out")
        credential = Credential("mem_1", "org_1", "Ann", frozenset())
        return Caller(credential, person=True), self.sessions[cookie]

    async def sign_out(self, cookie):
        self.sessions.pop(cookie)


class Gate:
    def __init__(self):
        self.people, self.calls = People(), []
        self.answers = {
            "inboxes.list": {"count": 1, "next_page_token": "next page", "inboxes": [INBOX]},
            "messages.list": {"count": 1, "next_page_token": None, "messages": [MESSAGE], "hidden": HIDDEN},
            "threads.get": {"thread_id": "thd_1", "subject": ATTACK, "messages": [MESSAGE]},
        }

    async def invoke(self, caller, operation, arguments):
        self.calls.append((caller, operation, arguments))
        answer = self.answers[operation]
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def gate():
    return Gate()


def browser(gate, *, secure=False):
    app = Starlette(routes=routes(gate, secure=secure))
    scheme = "https" if secure else "http"
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"{scheme}://letterlock.example")


@pytest.fixture
async def visitor(gate):
    async with browser(gate) as http:
        yield http


@pytest.fixture
async def person(gate):
    async with browser(gate) as http:
        await http.post("/app/sign-in", data={"token": "right-token"})
        yield http


async def test_opening_the_link_does_not_use_it_and_the_button_does(gate, visitor):
    page = await visitor.get("/app/sign-in")
    assert page.status_code == 200
    assert '<form method="post" action="/app/sign-in"' in page.text
    assert gate.people.links == {"right-token"}
    answer = await visitor.post("/app/sign-in", data={"token": "right-token"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/app")
    assert gate.people.links == set()
    assert "agent@x.example" in (await visitor.get("/app")).text


@pytest.mark.parametrize("secure", [False, True])
async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(gate, secure):
    async with browser(gate, secure=secure) as http:
        answer = await http.post("/app/sign-in", data={"token": "http://letterlock.example/app/sign-in#right-token"})
    cookie = next(c for c in answer.headers.get_list("set-cookie") if c.startswith("letterlock_session=cookie-1"))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/app" in cookie
    assert "Max-Age=3600" in cookie
    assert ("Secure" in cookie) == secure


@pytest.mark.parametrize("token", ["wrong", "", "right-token\x00"])
async def test_a_wrong_link_signs_nobody_in(gate, visitor, token):
    answer = await visitor.post("/app/sign-in", data={"token": token})
    assert answer.status_code == 401
    assert "letterlock sign-in-link" in answer.text
    assert gate.people.sessions == {}


@pytest.mark.parametrize("path", ["/app", "/app/inboxes/a@x.example", "/app/inboxes/a@x.example/thd_1", "/app/other"])
async def test_signed_out_visitors_see_nothing_and_are_told_how_to_sign_in(gate, visitor, path):
    answer = await visitor.get(path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/app/sign-in")
    assert gate.calls == []
    assert "letterlock sign-in-link" in (await visitor.get("/app/sign-in")).text


async def test_after_signing_in_they_land_where_they_wanted(gate, visitor):
    await visitor.get("/app/inboxes/a%2Bb@x.example/thd_1?org=org_1")
    page = await visitor.get("/app/sign-in")
    place = html.unescape(re.search(r'name="next" id="next" value="([^"]*)"', page.text)[1])
    assert place == "/app/inboxes/a%2Bb@x.example/thd_1?org=org_1"
    answer = await visitor.post("/app/sign-in", data={"token": "right-token", "next": f"{place}#msg_1"})
    assert answer.headers["location"] == f"{place}#msg_1"
    assert "letterlock_wanted" not in visitor.cookies


@pytest.mark.parametrize(
    "place",
    [
        "https://evil.example", "//evil.example", "/app//evil", "/application", "/app\\evil", "/app/\r\nSet-Cookie: a=b",
        "javascript:alert(1)", "/app/" + "x" * 3000, "/app/../mcp/%0d\n", "/mcp",
    ],
)  # fmt: skip
async def test_nobody_is_sent_elsewhere(gate, visitor, place):
    assert safe_place(place) == ""
    answer = await visitor.post("/app/sign-in", data={"token": "right-token", "next": place})
    assert answer.headers["location"] == "/app"


async def test_what_mail_says_stays_text(person):
    for path in ("/app", "/app/inboxes/agent@x.example", "/app/inboxes/agent@x.example/thd_1"):
        page = await person.get(path)
        assert page.status_code == 200
        assert html.escape("<script>alert(1)") in page.text
        assert "<script>alert" not in page.text
        assert "<img" not in page.text


async def test_the_mail_is_shown_with_its_trust_level(gate, person):
    page = (await person.get("/app/inboxes/agent@x.example")).text
    assert '<span class="level suspicious">suspicious</span>' in page
    assert 'href="/app/inboxes/agent@x.example/thd_1#msg_1"' in page
    assert re.search(r"Spam\s+\(3\)", page)
    caller, operation, arguments = gate.calls[-1]
    assert caller.person is True
    assert (operation, arguments["account"], arguments["include_quarantine"]) == (
        "messages.list",
        "agent@x.example",
        True,
    )


async def test_a_thread_shows_why(person):
    page = (await person.get("/app/inboxes/agent@x.example/thd_1")).text
    assert 'id="msg_1"' in page
    assert "suspicious, 20 of 100" in page
    assert "SPF fail, DKIM none" in page


async def test_quarantined_mail_says_that_it_is_withheld(gate, person):
    withheld = {**MESSAGE, "withheld_reason": "This message is quarantined"}
    withheld.pop("text")
    gate.answers["threads.get"] = {"thread_id": "thd_1", "subject": "", "messages": [withheld]}
    assert "This message is quarantined" in (await person.get("/app/inboxes/a@x.example/thd_1")).text


async def test_mail_that_lists_leave_out_is_shown_when_asked_for(gate, person):
    await person.get("/app/inboxes/a@x.example?label=SPAM&page=abc")
    asked = gate.calls[-1][2]
    assert (asked["labels"], asked["page_token"]) == (["SPAM"], "abc")
    assert (await person.get("/app/inboxes/a@x.example?label=OTHER")).status_code == 400


async def test_the_organisation_is_dropped_from_the_address(person):
    answer = await person.get("/app/inboxes/a%2Bb@x.example/thd_1?org=org_1&label=SPAM")
    assert (answer.status_code, answer.headers["location"]) == (303, "/app/inboxes/a%2Bb@x.example/thd_1?label=SPAM")


async def test_a_link_for_another_organisation_says_so(gate, person):
    answer = await person.get("/app/inboxes/a@x.example?org=org_2")
    assert answer.status_code == 403
    assert "another organization" in answer.text
    assert gate.calls == []


@pytest.mark.parametrize(("error", "status"), [(NotFound("No such inbox"), 404), (Temporary("Busy"), 503)])
async def test_refusals_are_pages(gate, person, error, status):
    gate.answers["messages.list"] = error
    answer = await person.get("/app/inboxes/a@x.example")
    assert (answer.status_code, error.message in answer.text) == (status, True)


async def test_signing_out_needs_the_pages_own_token(gate, person):
    page = (await person.get("/app")).text
    assert 'name="csrf" value="csrf-1"' in page
    for fields in ({"other": "x"}, {"csrf": "wrong"}):
        assert (await person.post("/app/sign-out", data=fields)).status_code == 403
    assert gate.people.sessions
    answer = await person.post("/app/sign-out", data={"csrf": "csrf-1"})
    assert answer.headers["location"] == "/app/sign-in"
    assert gate.people.sessions == {}
    assert (await person.get("/app")).status_code == 303


async def test_large_and_foreign_forms_are_refused(gate, visitor):
    assert (await visitor.post("/app/sign-in", data={"token": "x" * 9000})).status_code == 400
    assert (await visitor.post("/app/sign-in", json={"token": "right-token"})).status_code == 400
    assert gate.people.links == {"right-token"}


async def test_pages_are_not_kept_by_caches_and_their_files_are_there(person):
    page = await person.get("/app")
    assert page.headers["cache-control"] == "no-store"
    assert (await person.get("/app/static/letterlock.css")).headers["content-type"].startswith("text/css")
    assert (await person.get("/app/static/sign-in.js")).headers["content-type"].startswith("text/javascript")
    assert (await person.get("/app/static/..%2Fpages.py")).status_code == 404
    assert "<script>" not in (await person.get("/app/sign-in")).text


async def test_the_root_leads_to_the_pages(visitor):
    answer = await visitor.get("/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/app")


async def test_times_are_those_of_receipt_and_not_what_the_sender_says(person):
    for place in ("/app/inboxes/agent@x.example", "/app/inboxes/agent@x.example/thd_1"):
        page = (await person.get(place)).text
        assert "2026-11-30 12:00:00 UTC" in page
        assert "2020-01-01" not in page


async def test_a_failed_send_is_shown_as_failed(gate, person):
    sent = {**MESSAGE, "direction": "outbound", "trust_level": None, "delivery_state": "failed"}
    del sent["trust"]
    gate.answers["messages.list"] = {**gate.answers["messages.list"], "messages": [sent]}
    assert '<span class="level failed">failed</span>' in (await person.get("/app/inboxes/agent@x.example")).text
    entry = {
        "recipient": "a@b.example",
        "state": "queued",
        "next_attempt_at": "2026-12-01T10:00:00Z",
        "last_reply": ATTACK,
    }
    gate.answers["threads.get"] = {**gate.answers["threads.get"], "messages": [{**sent, "delivery": [entry]}]}
    page = (await person.get("/app/inboxes/agent@x.example/thd_1")).text
    assert "a@b.example: queued, next try 2026-12-01 10:00:00 UTC" in page
    assert html.escape(ATTACK, quote=False).split("&")[1] in page
    assert "<script>alert" not in page


async def test_quarantined_text_is_shown_to_a_person_who_asks_and_stays_text(gate, person):
    held = {k: v for k, v in MESSAGE.items() if k != "text"} | {"withheld_reason": "withheld"}
    gate.answers["threads.get"] = {**gate.answers["threads.get"], "messages": [held]}
    gate.answers["messages.review"] = {"text": ATTACK + "SECRET"}
    place = "/app/inboxes/agent@x.example/thd_1"
    page = (await person.get(place)).text
    assert "Show quarantined text" in page
    csrf = re.search(r'name="csrf" value="([^"]+)"', page).group(1)
    for fields in ({"message_id": "msg_1"}, {"message_id": "msg_1", "csrf": "wrong"}):
        assert (await person.post(place, data=fields)).status_code == 403
    assert "SECRET" not in (await person.get(f"{place}?message_id=msg_1&csrf={csrf}")).text, "a link does not open it"
    assert "messages.review" not in [operation for _, operation, _ in gate.calls]
    shown = await person.post(place, data={"message_id": "msg_1", "csrf": csrf})
    assert shown.status_code == 200
    assert "SECRET" in shown.text
    assert "<script>alert" not in shown.text
    assert gate.calls[-2][1:] == ("messages.review", {"account": "agent@x.example", "message_id": "msg_1"})


async def test_the_source_is_a_file_that_a_browser_does_not_run(gate, person):
    gate.answers["messages.source"] = {"message_id": "msg_1", "inbox_id": "agent@x.example", "source": ATTACK.encode()}
    place = "/app/inboxes/agent@x.example/thd_1"
    csrf = re.search(r'name="csrf" value="([^"]+)"', (await person.get(place)).text).group(1)
    assert (await person.post(f"{place}/source", data={"message_id": "msg_1"})).status_code == 403
    given = await person.post(f"{place}/source", data={"message_id": "msg_1", "csrf": csrf})
    assert given.content == ATTACK.encode()
    assert given.headers["content-disposition"] == 'attachment; filename="msg_1.eml"'
    assert given.headers["content-type"] == "application/octet-stream"
    assert gate.calls[-1][1:] == ("messages.source", {"account": "agent@x.example", "message_id": "msg_1"})


async def test_what_is_hidden_with_the_field_is_not_spoken_of(visitor):
    page = (await visitor.get("/app/sign-in")).text
    script = (await visitor.get("/app/static/sign-in.js")).text
    (name,) = re.findall(r'class="hint" id="(\w+)"', page)
    assert f'getElementById("{name}").hidden = true' in script
