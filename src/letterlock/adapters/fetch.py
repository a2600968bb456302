"""Downloads over HTTP/1.1 (RFC 9110, RFC 9112) from hosts anyone may name: one request, no redirect, nothing kept.

Every address is checked by egress and the connection is made to the checked address; no proxy, cookie or credential of
the environment is used. The answer is counted as it comes and taken only in the form it is stored in, so that a small
answer cannot grow.
"""

import asyncio
import re
import ssl
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address
from urllib.parse import quote, unquote, urlsplit

import h11

from letterlock.adapters.egress import Egress, normal_host
from letterlock.core.errors import LetterlockError
from letterlock.core.mime.parameters import parse_parameters
from letterlock.ports.dns import Resolver
from letterlock.ports.fetch import Fetched, FetchFailed, TooLarge

LONGEST_URL = 2_000
_PORTS = {"http": 80, "https": 443}
_UNSENDABLE = re.compile(r"[\x00-\x20\x7f\\<>\"^`{|}]")
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\Z")
_CHUNK = 64 * 1024
_FREE_PIECES = 1_000
_MEAN_PIECE = 64
"""Bytes that the pieces of an answer (RFC 9112 section 7.1) have on average, beyond the free ones: reading each takes
time of ours, and costs the other side none.
"""


@dataclass(frozen=True, slots=True)
class _Place:
    """A URL taken apart, ready to be asked for."""

    secure: bool
    host: str
    """A name in A-labels, or an address without brackets."""
    port: int
    target: str
    """Path and query."""

    @property
    def authority(self) -> str:
        """The Host field: without the port where it is the scheme's own."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == _PORTS["https" if self.secure else "http"]
        return name if usual else f"{name}:{self.port}"


class HttpFetcher:
    """`trusted` replaces the system's certificate authorities, for tests."""

    def __init__(self, egress: Egress, resolver: Resolver, *, trusted: ssl.SSLContext | None = None) -> None:
        self._egress = egress
        self._resolver = resolver
        self._tls = trusted

    def check(self, url: str) -> str:
        """The host of an acceptable URL; raises FetchFailed for one that is never downloaded."""
        place = _place(url)
        try:
            self._egress.check(ip_address(place.host))
        except ValueError:
            pass  # a name: its addresses are checked when it is connected to
        except LetterlockError as error:
            raise FetchFailed(f"leads where nothing is downloaded from: {error.message}") from None
        return place.host

    async def get(self, url: str, *, most: int, seconds: float) -> Fetched:
        """The file, at most `most` bytes, within `seconds` in all. Raises FetchFailed."""
        place = _place(url)
        try:
            async with asyncio.timeout(seconds):
                return await self._get(place, most, seconds)
        except TimeoutError:
            raise FetchFailed(f"was not downloaded: {place.host} took too long (20 seconds are the most)") from None
        except LetterlockError as error:
            raise FetchFailed(f"was not downloaded: {error.message}") from None
        except ssl.SSLError as error:
            why = getattr(error, "verify_message", "") or error.reason or "TLS failed"
            raise FetchFailed(f"was not downloaded: no trusted TLS connection to {place.host} ({why})") from None
        except OSError:
            raise FetchFailed(
                f"was not downloaded: the connection to {place.host}, port {place.port}, failed"
            ) from None
        except h11.RemoteProtocolError:
            raise FetchFailed(f"was not downloaded: {place.host} broke off, or gave no proper HTTP answer") from None

    async def _get(self, place: _Place, most: int, seconds: float) -> Fetched:
        reader, writer = await self._connect(place, seconds)
        try:
            return await _Exchange(place, reader, writer, most).run()
        finally:
            writer.transport.abort()

    async def _connect(self, place: _Place, seconds: float) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """To the first address that answers, each of them checked."""
        failure: OSError = OSError("no address")
        for address in await self._egress.resolve_public(place.host, self._resolver, seconds=seconds):
            try:
                connection = await self._egress.connect(address, place.port, host=place.host, seconds=seconds / 2)
            except OSError as error:
                failure = error
                continue
            try:
                if not place.secure:
                    return await asyncio.open_connection(sock=connection)
                tls = self._tls or ssl.create_default_context()
                return await asyncio.open_connection(sock=connection, ssl=tls, server_hostname=place.host)
            except BaseException:
                connection.close()
                raise
        raise failure


class _Exchange:
    """One request and its answer."""

    def __init__(self, place: _Place, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int) -> None:
        self._place = place
        self._reader = reader
        self._writer = writer
        self._most = most
        self._http = h11.Connection(our_role=h11.CLIENT)

    async def run(self) -> Fetched:
        headers = [
            ("Host", self._place.authority),
            ("User-Agent", "Letterlock"),
            ("Accept", "*/*"),
            ("Accept-Encoding", "identity"),
            ("Connection", "close"),
        ]
        request = h11.Request(method="GET", target=self._place.target, headers=headers)
        self._writer.write((self._http.send(request) or b"") + (self._http.send(h11.EndOfMessage()) or b""))
        await self._writer.drain()
        response = await self._response()
        self._judge(response)
        return Fetched(await self._body(), _header(response, b"content-type"), self._name(response))

    async def _event(self) -> h11.Event | type[h11.PAUSED]:
        while True:
            event = self._http.next_event()
            if event is not h11.NEED_DATA:
                return event  # type: ignore[return-value]  # what is left are events
            self._http.receive_data(await self._reader.read(_CHUNK))

    async def _response(self) -> h11.Response:
        while True:
            event = await self._event()
            if isinstance(event, h11.Response):
                return event
            if not isinstance(event, h11.InformationalResponse):
                raise FetchFailed(f"was not downloaded: {self._place.host} gave no proper HTTP answer")

    def _judge(self, response: h11.Response) -> None:
        """Raises FetchFailed for what is not the file itself."""
        status = response.status_code
        if 300 <= status < 400:
            raise FetchFailed(f"was not downloaded: it redirects ({status}), which is not followed; give the final URL")
        if status != 200:
            raise FetchFailed(f"was not downloaded: {self._place.host} answered {status}")
        coding = _header(response, b"content-encoding")
        if coding is not None and coding.strip().lower() not in ("", "identity"):
            raise FetchFailed(f"was not downloaded: {self._place.host} sent it compressed although asked not to")
        length = _header(response, b"content-length")
        if length is not None and int(length) > self._most:  # h11 has seen to it that it is a number
            raise TooLarge(f"was not downloaded: it has more than {self._most:,} bytes")

    async def _body(self) -> bytes:
        content = bytearray()
        pieces = 0
        while True:
            event = await self._event()
            if not isinstance(event, h11.Data):
                return bytes(content)
            content += event.data
            pieces += 1
            if len(content) > self._most:
                raise TooLarge(f"was not downloaded: it has more than {self._most:,} bytes")
            if (pieces - _FREE_PIECES) * _MEAN_PIECE > len(content):
                raise FetchFailed(f"was not downloaded: {self._place.host} sends it in too many small pieces")

    def _name(self, response: h11.Response) -> str | None:
        """What Content-Disposition calls it (RFC 6266), else the end of the URL's path."""
        declared = parse_parameters(_header(response, b"content-disposition") or "").parameters.get("filename")
        return declared or unquote(self._place.target.partition("?")[0].rpartition("/")[2]) or None


def _header(response: h11.Response, name: bytes) -> str | None:
    found = next((value for key, value in response.headers if key == name), None)
    return None if found is None else found.decode("utf-8", "replace")


def _place(url: str) -> _Place:
    """Raises FetchFailed where it is not a URL that is downloaded from."""
    if len(url) > LONGEST_URL:
        raise FetchFailed(f"is longer than {LONGEST_URL} characters")
    text = url.strip()
    if _UNSENDABLE.search(text):
        raise FetchFailed("has a space or another character in it that no URL has; percent-encode it")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise FetchFailed("is not a URL") from None
    scheme = parts.scheme.lower()
    if scheme not in _PORTS:
        raise FetchFailed("must begin with http:// or https://")
    if "@" in parts.netloc:
        raise FetchFailed("carries a user name or password, which is not sent; take it out")
    host = _host(parts.hostname or "")
    if port == 0:
        raise FetchFailed("names port 0, which is none")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._[]")
    query = "?" + quote(parts.query, safe="/?%:@!$&'()*+,;=~-._[]") if parts.query else ""
    return _Place(scheme == "https", host, port or _PORTS[scheme], path + query)


def _host(named: str) -> str:
    if ":" in named:
        try:
            return str(ip_address(named)) if "%" not in named else _no_host()
        except ValueError:
            return _no_host()
    host = normal_host(named)
    if not host.isascii():
        host = _a_labels(host)
    if not _HOST.match(host):
        return _no_host()
    if host.rpartition(".")[2].isdigit():  # it would be read as an address, in whatever form
        try:
            return str(IPv4Address(host))
        except ValueError:
            return _no_host()
    return host


def _a_labels(host: str) -> str:
    """Internationalised names as DNS has them (UTS #46)."""
    import idna

    try:
        return idna.encode(host, uts46=True).decode("ascii").lower() if len(host) <= 253 else ""
    except (idna.IDNAError, UnicodeError):
        return ""


def _no_host() -> str:
    raise FetchFailed("names no host")
