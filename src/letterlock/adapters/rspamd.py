"""rspamd over its HTTP API (`/checkv2`): one request a message, a bounded answer, within some seconds."""

import asyncio
import json
import ssl
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import h11

from letterlock.adapters.egress import Egress
from letterlock.core.envelope import Envelope
from letterlock.core.trust.filtered import Filtered
from letterlock.ports.spam_filter import FilterAway

SECONDS: Final = 10.0
"""For one message, in all."""
LONGEST: Final = 2**20
"""Bytes of an answer."""
_PORTS: Final = {"http": 80, "https": 443}
_CHUNK: Final = 64 * 1024


class Rspamd:
    """Implements `ports.spam_filter.SpamFilter`. A password in `url` is sent as rspamd's own."""

    def __init__(self, url: str, egress: Egress, *, seconds: float = SECONDS) -> None:
        parts = urlsplit(url)
        self._secure = parts.scheme == "https"
        self._host = parts.hostname or ""
        self._port = parts.port or _PORTS[parts.scheme]
        self._path = f"{parts.path.rstrip('/')}/checkv2"
        self._password = unquote(parts.password or "")
        self._egress = egress
        self._seconds = seconds

    async def judge(self, raw: bytes, envelope: Envelope) -> Filtered:
        try:
            async with asyncio.timeout(self._seconds):
                answer = await self._ask(raw, envelope)
            return _read(json.loads(answer))
        except (OSError, TimeoutError, h11.ProtocolError, ValueError, TypeError, KeyError) as error:
            raise FilterAway(type(error).__name__) from error

    async def _ask(self, raw: bytes, envelope: Envelope) -> bytes:
        connection = await self._egress.connect_trusted(self._host, self._port, seconds=self._seconds)
        try:
            tls = ssl.create_default_context() if self._secure else None
            reader, writer = await asyncio.open_connection(
                sock=connection, ssl=tls, server_hostname=self._host if tls else None
            )
        except BaseException:
            connection.close()
            raise
        try:
            http = h11.Connection(our_role=h11.CLIENT)
            request = h11.Request(method="POST", target=self._path, headers=self._headers(raw, envelope))
            writer.write((http.send(request) or b"") + (http.send(h11.Data(data=raw)) or b""))
            writer.write(http.send(h11.EndOfMessage()) or b"")
            await writer.drain()
            return await _answer(http, reader)
        finally:
            writer.transport.abort()

    def _headers(self, raw: bytes, envelope: Envelope) -> list[tuple[str, str]]:
        headers = [
            ("Host", f"[{self._host}]" if ":" in self._host else self._host),
            ("Content-Length", str(len(raw))),
            ("Connection", "close"),
        ]
        if envelope.client_ip:
            headers.append(("IP", str(ip_address(envelope.client_ip))))
        if envelope.helo.isascii() and envelope.helo.isprintable() and envelope.helo.strip():
            headers.append(("Helo", envelope.helo.strip()))
        if envelope.mail_from.isascii() and envelope.mail_from.isprintable() and envelope.mail_from:
            headers.append(("From", envelope.mail_from))
        if self._password:
            headers.append(("Password", self._password))
        return headers


async def _answer(http: h11.Connection, reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while True:
        event = http.next_event()
        if event is h11.NEED_DATA:
            http.receive_data(await reader.read(_CHUNK))
        elif isinstance(event, h11.Response) and event.status_code != 200:
            raise ValueError(f"status {event.status_code}")
        elif isinstance(event, h11.Data):
            body += event.data
            if len(body) > LONGEST:
                raise ValueError("too long an answer")
        elif isinstance(event, h11.EndOfMessage):
            return bytes(body)


def _read(found: Any) -> Filtered:
    symbols = found.get("symbols", {}) if isinstance(found, dict) else None
    if not isinstance(symbols, dict) or not all(isinstance(symbol, dict) for symbol in symbols.values()):
        raise ValueError("not an answer of rspamd")
    return Filtered(
        score=float(found["score"]),
        required=float(found["required_score"]),
        action=str(found["action"]),
        symbols=frozenset(name for name, symbol in symbols.items() if float(symbol.get("score", 0)) > 0),
    )
