"""Drafts of every inbox, where a person sends or deletes them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from letterlock.app.invoke import Gate
from letterlock.core.errors import Conflict, Forbidden, Invalid
from letterlock.faces.web import paging, render, session
from letterlock.faces.web.session import Visit

SignedInPage = Callable[[Request, Visit], Awaitable[Response]]
_DONE: Final = {"send": "drafts.send", "delete": "drafts.delete"}


def routes(gate: Gate, signed_in: Callable[[SignedInPage], Callable[[Request], Awaitable[Response]]]) -> list[Route]:
    """The pages; `signed_in` lets people in who are."""
    pages = _Drafts(gate)
    return [
        Route("/app/drafts", signed_in(pages.many)),
        Route("/app/drafts/{draft_id}", signed_in(pages.one), methods=["GET"]),
        Route("/app/drafts/{draft_id}", signed_in(pages.act), methods=["POST"]),
    ]


class _Drafts:
    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    async def many(self, request: Request, seen: Visit) -> Response:
        found = await self._ask(seen, "drafts.list", {"limit": 50, **paging.asked(request)})
        return render.page("drafts", visit=seen, found=found, more=paging.more(found))

    async def one(self, request: Request, seen: Visit) -> Response:
        """The draft; the message, once it was sent."""
        draft = await self._draft(request, seen)
        if draft["message_id"] is not None:
            return await self._to_message(seen, draft, draft["message_id"])
        return render.page("draft", visit=seen, draft=draft)

    async def act(self, request: Request, seen: Visit) -> Response:
        fields = await session.form(request)
        session.check(fields, seen)
        operation = _DONE.get(fields.get("do", ""))
        if operation is None:
            raise Invalid("A draft is sent or deleted here")
        draft = await self._draft(request, seen)
        about = {"account": draft["inbox_id"], "draft_id": draft["draft_id"]}
        try:
            found = await self._ask(seen, operation, about)
        except Forbidden:
            raise Forbidden("Your role on this inbox does not let you send or delete its drafts") from None
        except Conflict:  # pressed twice, or sent by its agent meanwhile: show what became of it
            after = await self._draft(request, seen)
            if after["message_id"] is None:
                raise
            return await self._to_message(seen, after, after["message_id"])
        if operation == "drafts.send":
            return _to(draft["inbox_id"], found["thread_id"], found["message_id"])
        return RedirectResponse("/app/drafts", 303)

    async def _draft(self, request: Request, seen: Visit) -> Mapping[str, Any]:
        return await self._ask(seen, "drafts.get", {"draft_id": request.path_params["draft_id"]})

    async def _to_message(self, seen: Visit, draft: Mapping[str, Any], message_id: str) -> Response:
        asked = {"account": draft["inbox_id"], "message_id": message_id}
        found = await self._ask(seen, "messages.get", asked)
        return _to(draft["inbox_id"], found["thread_id"], message_id)

    async def _ask(self, seen: Visit, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return await self._gate.invoke(seen.caller, operation, arguments)


def _to(inbox_id: str, thread_id: str, message_id: str) -> Response:
    inbox, thread = quote(inbox_id, safe="@"), quote(thread_id, safe="")
    return RedirectResponse(f"/app/inboxes/{inbox}/{thread}#{quote(message_id, safe='')}", 303)
