"""Large results, encoded once.

The library copies and validates a result several times on its way to the wire, which for a list of messages costs more
than finding them. So it is given small stand-ins, and what they stand for is put in their place in the bytes it sends.
"""

import json
from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any, Final

from pydantic_core import to_json
from starlette.types import Message, Send

_TEXT_MARK: Final = f"letterlock-text-{token_hex(16)}"
_DATA_MARK: Final = f"letterlock-data-{token_hex(16)}"
"""Secret and always replaced, so that nothing a client or a mail says can be taken for them."""
_IMAGE_MARK: Final = f"letterlock-image-{token_hex(16)}"
_TEXT: Final = f'"{_TEXT_MARK}"'.encode()
_IMAGE: Final = f'"{_IMAGE_MARK}"'.encode()
_DATA: Final = f'{{"{_DATA_MARK}":true}}'.encode()
_NO_TOOLS: Final = b'"tools":[]'
"""Nowhere else in an answer: in a string, such as the request's id, its quotes would be escaped."""
_TOLD: Final = b'"message":"Validation error: '
"""How the library begins the text of its own exception, which it tells clients of the older revisions."""
_MALFORMED: Final = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": None,
        "error": {
            "code": -32600,
            "message": "Body must be a single JSON-RPC request or notification object, its params an object",
        },
    },
    separators=(",", ":"),
).encode()


class Splice:
    """Stands between the library and the connection for one request."""

    __slots__ = ("_data", "_image", "_listed", "_send", "_start", "_text")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._data = self._text = self._image = self._listed = b""

    def stand_in(self, text: str, data: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """What to give the library in place of a result's text and structured content."""
        self._data, self._text = _json(data), _json(text)
        return _TEXT_MARK, {_DATA_MARK: True}

    def blocks(self, blocks: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """What to give the library in place of further content blocks, of which at most one is an image."""
        found: list[Mapping[str, Any]] = []
        for block in blocks:
            if block["type"] == "image":
                self._image = _json(block["data"])
                found.append({**block, "data": _IMAGE_MARK})
            else:
                found.append(block)
        return found

    def list(self, tools: bytes) -> None:
        """What to put in place of the empty list of tools that the library is given."""
        self._listed = tools

    async def send(self, message: Message) -> None:
        """Sends a message of the library's, with the stand-ins replaced and the length set right."""
        if message["type"] == "http.response.start":
            if any(name == b"content-length" for name, _ in message["headers"]):
                self._start = message
                return
        elif message["type"] == "http.response.body":
            body = message.get("body", b"")
            if self._data and _DATA in body:
                message = {**message, "body": self._filled(body)}
            elif self._listed and _NO_TOOLS in body:
                message = {**message, "body": body.replace(_NO_TOOLS, b'"tools":' + self._listed, 1)}
        if self._start is not None:
            start, self._start = self._start, None
            if start["status"] == 400 and _TOLD in message.get("body", b""):
                message = {**message, "body": _MALFORMED}
            length = str(len(message.get("body", b""))).encode()
            start["headers"] = [(n, length if n == b"content-length" else v) for n, v in start["headers"]]
            await self._send(start)
        await self._send(message)

    def _filled(self, body: bytes) -> bytes:
        return body.replace(_TEXT, self._text).replace(_DATA, self._data).replace(_IMAGE, self._image)


def _json(value: Any) -> bytes:
    try:
        return to_json(value)
    except ValueError:
        # Half of a surrogate pair, which has no UTF-8: escaped, as JSON allows.
        return json.dumps(value, separators=(",", ":")).encode()
