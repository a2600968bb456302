"""A milter that puts one field on top of every message, as OpenDKIM and its like do (libmilter's protocol, version 6)."""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from typing import IO

_ADD_HEADERS = 0x01
_OPTIONS, _END_OF_MESSAGE, _QUIT, _ABORT, _MACROS = b"O", b"E", b"Q", b"A", b"D"
_INSERT, _ACCEPT, _CONTINUE = b"i", b"a", b"c"


@contextlib.contextmanager
def milter(name: str, value: str, *, index: int) -> Iterator[int]:
    """Listens while it is open; gives its port. `index` is where the field goes, as milters count."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        field = struct.pack("!I", index) + f"{name}\0{value}\0".encode()

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                threading.Thread(target=_talk, args=(connection, field), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


def _talk(connection: socket.socket, field: bytes) -> None:
    with connection, connection.makefile("rb") as stream:
        while packet := _packet(stream):
            command = packet[:1]
            if command == _QUIT:
                return
            if command == _OPTIONS:
                _send(connection, _OPTIONS, struct.pack("!III", 6, _ADD_HEADERS, 0))
            elif command == _END_OF_MESSAGE:
                _send(connection, _INSERT, field)
                _send(connection, _ACCEPT)
            elif command not in (_MACROS, _ABORT):
                _send(connection, _CONTINUE)


def _packet(stream: IO[bytes]) -> bytes:
    size = stream.read(4)
    return stream.read(struct.unpack("!I", size)[0]) if len(size) == 4 else b""


def _send(connection: socket.socket, command: bytes, data: bytes = b"") -> None:
    connection.sendall(struct.pack("!I", len(data) + 1) + command + data)
