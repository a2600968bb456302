"""A mailbox that is emptied over IMAP: new mail by IDLE (RFC 2177), dealt-with mail moved aside (RFC 6851)."""

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError

from letterlock.adapters.imap.place import ImapPlace, tls
from letterlock.ports.pulled import Filing, PullFailed, Waiting

T = TypeVar("T")

log = logging.getLogger("letterlock.pull")

SECONDS: Final = 60.0
"""For one answer of the server."""
AT_ONCE: Final = 500
"""Messages of one round."""
_SLICE: Final = 1.0
"""Seconds of waiting at a time, so that stopping takes no longer."""
_FOLDER: Final = "Letterlock"


class ImapPulled:
    """Implements `ports.pulled.PulledMailbox`."""

    def __init__(self, place: ImapPlace, *, trusted: ssl.SSLContext | None = None) -> None:
        """`trusted` replaces the system's certificate authorities, for tests."""
        self._place = place
        self._tls = trusted
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="imap")
        self._client: IMAPClient | None = None
        self._folders: dict[str, str] = {}
        self._validity = 0
        self._stop = threading.Event()

    async def waiting(self) -> Sequence[Waiting]:
        return await self._run(self._list)

    async def fetch(self, uid: int) -> bytes | None:
        return await self._run(lambda client: _body(client.fetch([uid], ["BODY.PEEK[]"]).get(uid)))

    async def file(self, uid: int, filing: Filing) -> None:
        await self._run(lambda client: self._move(client, uid, self._folder(client, filing)))

    async def wait(self, seconds: float) -> None:
        await self._run(lambda client: self._wait(client, seconds))

    async def close(self) -> None:
        self._stop.set()
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(OSError):  # a thread that waits for an answer gives up
                client.socket().shutdown(socket.SHUT_RDWR)
        await asyncio.get_running_loop().run_in_executor(self._thread, lambda: _leave(client))
        self._stop.clear()

    async def _run(self, work: Callable[[IMAPClient], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: self._safely(work))

    def _safely(self, work: Callable[[IMAPClient], T]) -> T:
        try:
            return work(self._connected())
        except LoginError:
            raise PullFailed(f"{self._place.host} refuses user and password") from None
        except ssl.SSLError as error:
            why = getattr(error, "verify_message", "") or error.reason or "TLS failed"
            raise PullFailed(f"no trusted TLS connection to {self._place.host}: {why}") from None
        except (IMAPClientError, OSError, EOFError, ValueError, UnicodeError) as error:
            # What the server says may hold anything: only what kind of trouble it is goes on.
            raise PullFailed(f"{self._place.host}: {type(error).__name__}") from error

    def _connected(self) -> IMAPClient:
        if self._client is None:
            client = self._connect()
            try:
                client.login(self._place.user, self._place.password)
                self._folders = {}
                self._validity = int(client.select_folder(self._place.folder).get(b"UIDVALIDITY", 0))
            except BaseException:
                _leave(client)
                raise
            self._client = client
        return self._client

    def _connect(self) -> IMAPClient:
        place = self._place
        context = self._tls or tls()
        client = IMAPClient(place.host, place.port, ssl=place.implicit_tls, ssl_context=context, timeout=SECONDS)
        if not place.implicit_tls and (place.needs_tls or client.has_capability("STARTTLS")):
            try:
                client.starttls(context)
            except BaseException:
                _leave(client)
                raise
        return client

    def _list(self, client: IMAPClient) -> list[Waiting]:
        client.noop()
        uids = sorted(client.search(["UNDELETED"]))[:AT_ONCE]
        if not uids:
            return []
        sizes = client.fetch(uids, ["RFC822.SIZE"])
        return [Waiting(uid, int(sizes[uid][b"RFC822.SIZE"]), self._handover(uid)) for uid in uids if uid in sizes]

    def _handover(self, uid: int) -> str:
        place = self._place
        return f"imap {place.user}@{place.host}/{place.folder} {self._validity} {uid}"

    def _folder(self, client: IMAPClient, filing: Filing) -> str:
        """The name of the folder for dealt-with mail, below the user's own, made where it is missing."""
        if filing not in self._folders:
            prefix, delimiter = _personal(client)
            name = f"{prefix}{_FOLDER}{delimiter}{filing}"
            if not client.folder_exists(name):
                client.create_folder(name)
            self._folders[filing] = name
        return self._folders[filing]

    def _move(self, client: IMAPClient, uid: int, folder: str) -> None:
        if client.has_capability("MOVE"):
            client.move([uid], folder)
            return
        client.copy([uid], folder)
        client.add_flags([uid], [b"\\Deleted"], silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge([uid])

    def _wait(self, client: IMAPClient, seconds: float) -> None:
        end = time.monotonic() + seconds
        if not client.has_capability("IDLE"):
            self._stop.wait(min(seconds, SECONDS))
            return
        client.idle()
        try:
            while not self._stop.is_set() and time.monotonic() < end:
                begun = time.monotonic()
                said = client.idle_check(timeout=_SLICE)
                if any(len(one) > 1 and one[1] in (b"EXISTS", b"RECENT") for one in said):
                    return
                if any(one[:1] == (b"BYE",) for one in said) or (not said and time.monotonic() - begun < _SLICE / 2):
                    raise OSError("the server ended the connection")
        finally:
            with contextlib.suppress(IMAPClientError, OSError):
                client.idle_done()


def _body(found: Any) -> bytes | None:
    body = None if found is None else found.get(b"BODY[]")
    return body if isinstance(body, bytes) else None


def _personal(client: IMAPClient) -> tuple[str, str]:
    """Prefix and delimiter of the user's own folders (RFC 2342)."""
    if client.has_capability("NAMESPACE"):
        personal = client.namespace().personal
        if personal:
            prefix, delimiter = personal[0]
            return str(prefix), str(delimiter or "/")
    for _, delimiter, _ in client.list_folders("", "INBOX"):
        return "", delimiter.decode("ascii", "replace") if delimiter else "/"
    return "", "/"


def _leave(client: IMAPClient | None) -> None:
    if client is not None:
        with contextlib.suppress(Exception):
            client.shutdown()
