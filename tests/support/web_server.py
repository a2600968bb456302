"""A web server for downloads in tests: answers with the very bytes it is told, over HTTP or TLS.

with WebServer({"/a.txt": answer(b"hello")}) as web:
    web.url("/a.txt"), web.requests
"""

import contextlib
import socket
import ssl
import threading
from collections.abc import Mapping
from pathlib import Path


def answer(body: bytes = b"", status: str = "200 OK", **headers: str) -> bytes:
    """A whole response; `content_type="text/csv"` is a header, and Content-Length is added unless it is given."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    named.setdefault("content-length", str(len(body)))
    head = "".join(f"{name}: {value}\r\n" for name, value in named.items() if value)
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body


class WebServer:
    """`pages` maps a path to what is sent; a path that is not there is never answered, its connection stays open."""

    def __init__(self, pages: Mapping[str, bytes], *, certificate: tuple[Path, Path] | None = None) -> None:
        self.pages = dict(pages)
        self.requests: list[bytes] = []
        self._scheme = "https" if certificate else "http"
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if certificate else None
        if self._tls is not None and certificate is not None:
            self._tls.load_cert_chain(*certificate)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"{self._scheme}://{host}:{self.port}{path}"

    def __enter__(self) -> "WebServer":
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for connection in self._open:
            with contextlib.suppress(OSError):
                connection.close()
        self._thread.join(5)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        self._open.append(connection)
        with contextlib.suppress(OSError):
            if self._tls is not None:
                connection = self._tls.wrap_socket(connection, server_side=True)
                self._open.append(connection)
            request = b""
            while b"\r\n\r\n" not in request:
                data = connection.recv(65536)
                if not data:
                    return
                request += data
            self.requests.append(request)
            page = self.pages.get(request.split(b" ", 2)[1].decode())
            if page is not None:
                connection.sendall(page)
                connection.close()
