"""Pages for people: sign in by a one-time link, see the inboxes, their mail and how far each message can be trusted."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from letterlock.app.invoke import Gate
from letterlock.core.errors import Forbidden, Invalid, LetterlockError, NotFound, Unauthorised
from letterlock.faces.web import drafts, paging, render, session
from letterlock.faces.web.session import Visit

Page = Callable[[Request], Awaitable[Response]]
SignedInPage = Callable[[Request, Visit], Awaitable[Response]]

_STATUS: Final = {
    "invalid": 400,
    "forbidden": 403,
    "policy_denied": 403,
    "not_found": 404,
    "conflict": 409,
    "paused": 409,
    "temporary": 503,
}
_SHOWN: Final = ("SPAM", "UNAUTHENTICATED", "BLOCKED", "TRASH")
"""Labels whose mail a list leaves out, and that a page may be asked for."""


def routes(gate: Gate, *, secure: bool) -> list[Route]:
    """The pages. `secure`: the public URL is HTTPS, and so are the cookies."""
    pages = _Pages(gate, secure=secure)
    return [
        Route("/", pages.home),
        Route("/app", pages.signed_in(pages.inboxes)),
        Route("/app/sign-in", pages.guarded(pages.sign_in_form), methods=["GET"]),
        Route("/app/sign-in", pages.guarded(pages.sign_in), methods=["POST"]),
        Route("/app/sign-out", pages.signed_in(pages.sign_out), methods=["POST"]),
        Route("/app/static/{name}", pages.static),
        Route("/app/inboxes", pages.signed_in(pages.inboxes)),
        Route("/app/inboxes/{inbox_id}", pages.signed_in(pages.inbox)),
        Route("/app/inboxes/{inbox_id}/{thread_id}", pages.signed_in(pages.thread)),
        Route("/app/inboxes/{inbox_id}/{thread_id}", pages.signed_in(pages.review), methods=["POST"]),
        Route("/app/inboxes/{inbox_id}/{thread_id}/source", pages.signed_in(pages.source), methods=["POST"]),
        *drafts.routes(gate, pages.signed_in),
        Route("/app/{rest:path}", pages.signed_in(pages.missing)),
    ]


class _Pages:
    def __init__(self, gate: Gate, *, secure: bool) -> None:
        self._gate = gate
        self._secure = secure

    def guarded(self, show: Page) -> Page:
        """`show`, with refusals as pages."""

        async def answer(request: Request) -> Response:
            try:
                return await show(request)
            except LetterlockError as error:
                return render.page("notice", _STATUS.get(error.kind, 500), message=error.message, visit=None)

        return answer

    def signed_in(self, show: SignedInPage) -> Page:
        """`show` for people who are signed in; others are sent to do so, and links for another workspace told apart."""

        async def answer(request: Request) -> Response:
            try:
                seen = await session.visit(self._gate, request)
            except Unauthorised:
                return session.to_sign_in(request, secure=self._secure)
            org = request.query_params.get("org")
            if org is not None:
                return _without_org(request, seen, org)
            try:
                return await show(request, seen)
            except LetterlockError as error:
                return render.page("notice", _STATUS.get(error.kind, 500), message=error.message, visit=seen)

        return self.guarded(answer)

    async def home(self, _: Request) -> Response:
        return RedirectResponse("/app", 303)

    async def sign_in_form(self, request: Request) -> Response:
        return render.page("sign_in", wanted=session.wanted(request), error="", visit=None)

    async def sign_in(self, request: Request) -> Response:
        fields = await session.form(request)
        place = session.safe_place(fields.get("next", ""))
        token = fields.get("token", "").strip().rpartition("#")[2]
        try:
            if not token:
                raise Unauthorised("Paste the one-time link, or open it again")
            opened = await self._gate.people.sign_in(token)
        except Unauthorised as error:
            return render.page("sign_in", 401, wanted=place, error=error.message, visit=None)
        return session.signed_in(opened.cookie, opened.seconds, place, secure=self._secure)

    async def sign_out(self, request: Request, seen: Visit) -> Response:
        session.check(await session.form(request), seen)
        await self._gate.people.sign_out(request.cookies[session.COOKIE])
        return session.signed_out(secure=self._secure)

    async def static(self, request: Request) -> Response:
        return render.static(request.path_params["name"]) or render.page(
            "notice", 404, message="There is no such file", visit=None
        )

    async def inboxes(self, request: Request, seen: Visit) -> Response:
        found = await self._ask(seen, "inboxes.list", {"limit": 100, **paging.asked(request)})
        return render.page("inboxes", visit=seen, found=found, more=paging.more(found))

    async def inbox(self, request: Request, seen: Visit) -> Response:
        inbox_id, label = request.path_params["inbox_id"], request.query_params.get("label")
        if label is not None and label not in _SHOWN:
            raise Invalid(f"label is one of {', '.join(_SHOWN)}")
        asked: dict[str, Any] = {
            "account": inbox_id,
            "limit": 50,
            "include_quarantine": label is None,
            **paging.asked(request),
        }
        if label is not None:
            asked["labels"] = [label]
        found = await self._ask(seen, "messages.list", asked)
        more = paging.more(found, label=label)
        return render.page("inbox", visit=seen, inbox_id=inbox_id, found=found, label=label, labels=_SHOWN, more=more)

    async def thread(self, request: Request, seen: Visit, reviewed: Mapping[str, str] | None = None) -> Response:
        """A thread; `reviewed` holds the withheld text a person asked to see, by message id."""
        inbox_id = request.path_params["inbox_id"]
        asked = {"account": inbox_id, "thread_id": request.path_params["thread_id"]}
        found = await self._ask(seen, "threads.get", asked)
        return render.page("thread", visit=seen, inbox_id=inbox_id, found=found, reviewed=reviewed or {})

    async def review(self, request: Request, seen: Visit) -> Response:
        """The thread with one message's withheld text, or its codes released: by a button, never by a link in mail."""
        fields = await session.form(request)
        session.check(fields, seen)
        message_id = fields.get("message_id", "")
        asked = {"account": request.path_params["inbox_id"], "message_id": message_id}
        if fields.get("act") == "release":
            await self._ask(seen, "codes.release", asked)
            return await self.thread(request, seen)
        found = await self._ask(seen, "messages.review", asked)
        return await self.thread(request, seen, {message_id: found["text"]})

    async def source(self, request: Request, seen: Visit) -> Response:
        """The message as it came, as a file: never shown by the browser, which might run what is in it."""
        fields = await session.form(request)
        session.check(fields, seen)
        asked = {"account": request.path_params["inbox_id"], "message_id": fields.get("message_id", "")}
        found = await self._ask(seen, "messages.source", asked)
        named = {"Content-Disposition": f'attachment; filename="{found["message_id"]}.eml"'}
        return Response(found["source"], media_type="application/octet-stream", headers=named)

    async def missing(self, _: Request, __: Visit) -> Response:
        raise NotFound("There is no such page")

    async def _ask(self, seen: Visit, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return await self._gate.invoke(seen.caller, operation, arguments)


def _without_org(request: Request, seen: Visit, org: str) -> Response:
    if org != seen.caller.workspace_id:
        raise Forbidden("This link is for another organization, to which you do not belong")
    rest = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != "org"])
    path = request.scope["raw_path"].decode("latin-1")
    return RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
