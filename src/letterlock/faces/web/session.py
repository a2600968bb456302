"""The browser's session: its cookie, where it wanted to go before signing in, and the forms it may send."""

import hmac
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, quote, unquote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from letterlock.app.invoke import Caller, Gate
from letterlock.core.errors import Forbidden, Invalid, Unauthorised

COOKIE: Final = "letterlock_session"
_WANTED: Final = "letterlock_wanted"
_WANTED_SECONDS: Final = 3600
_FORM_LIMIT: Final = 8192
_PLACE: Final = re.compile(
    r"/app(?:/[\w.~!$&'()*+,;=:@%-]+)*(?:\?[\w.~!$&'()*+,;=:@%/?-]*)?(?:#[\w.-]{1,100})?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Visit:
    """A signed-in person on a page; `csrf` is what their forms carry."""

    caller: Caller
    csrf: str


async def visit(gate: Gate, request: Request) -> Visit:
    """Who is looking; raises Unauthorised."""
    cookie = request.cookies.get(COOKIE, "")
    if not cookie or len(cookie) > 200:
        raise Unauthorised("You are signed out")
    caller, csrf = await gate.people.session(cookie)
    return Visit(caller, csrf)


def to_sign_in(request: Request, *, secure: bool) -> Response:
    """Sends a signed-out visitor to sign in, remembering where they wanted to go. The browser keeps the `#…`."""
    answer = RedirectResponse("/app/sign-in", 303)
    if request.method == "GET":
        query = request.scope["query_string"].decode("latin-1")
        wanted = request.scope["raw_path"].decode("latin-1") + (f"?{query}" if query else "")
        _set(answer, _WANTED, quote(wanted, safe=""), _WANTED_SECONDS, secure=secure)
    return answer


def wanted(request: Request) -> str:
    """Where the visitor wanted to go, if that is a page of ours; else the empty string."""
    return safe_place(unquote(request.cookies.get(_WANTED, "")))


def safe_place(place: str) -> str:
    """`place` when it is a path of ours to redirect to, else the empty string."""
    return place if len(place) <= 2000 and _PLACE.fullmatch(place) else ""


def signed_in(cookie: str, seconds: int, place: str, *, secure: bool) -> Response:
    answer = RedirectResponse(place or "/app", 303)
    _set(answer, COOKIE, cookie, seconds, secure=secure)
    answer.delete_cookie(_WANTED, path="/app")
    return answer


def signed_out(*, secure: bool) -> Response:
    answer = RedirectResponse("/app/sign-in", 303)
    answer.delete_cookie(COOKIE, path="/app", secure=secure, httponly=True, samesite="lax")
    return answer


async def form(request: Request) -> dict[str, str]:
    """The fields of a posted form; raises Invalid when it is large or no form."""
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        raise Invalid("A form is expected")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _FORM_LIMIT:
            raise Invalid("The form is too large")
    try:
        return dict(parse_qsl(body.decode("ascii"), max_num_fields=20))
    except ValueError:
        raise Invalid("The form cannot be read") from None


def check(fields: dict[str, str], seen: Visit) -> None:
    """Raises Forbidden unless the form comes from a page we gave this very session."""
    if not hmac.compare_digest(fields.get("csrf", "").encode(), seen.csrf.encode()):
        raise Forbidden("This form is not from the page you are signed in on; go back and try again")


def _set(answer: Response, name: str, value: str, seconds: int, *, secure: bool) -> None:
    answer.set_cookie(name, value, max_age=seconds, path="/app", secure=secure, httponly=True, samesite="lax")
