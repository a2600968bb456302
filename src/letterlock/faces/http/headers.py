"""Security headers: what a browser may do with what we answer."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ALL: Final = [(b"x-content-type-options", b"nosniff")]
_ANSWERS: Final = [(b"referrer-policy", b"no-referrer")]
_PAGES: Final = [
    # Under no-referrer a browser posts our own forms with `Origin: null`.
    (b"referrer-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
_SECURE: Final = [(b"strict-transport-security", b"max-age=31536000")]


class SecurityHeaders:
    """Adds them to every answer; those of pages to `/app` alone. `secure`: the public URL is HTTPS."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        everywhere = _ALL + (_SECURE if secure else [])
        self._plain = everywhere + _ANSWERS
        self._pages = everywhere + _PAGES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        added = self._pages if path == "/app" or path.startswith("/app/") else self._plain

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        await self._app(scope, receive, with_headers)
