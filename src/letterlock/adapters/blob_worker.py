"""The process that writes blobs: reads them from the socket it gets as stdin, and says of each how it went.

A process of its own since writing is a dozen short system calls a blob: in a thread each of them costs two changes of
who holds the interpreter's lock. It ends when its parent is gone, once it has written what it was handed.
"""

import signal
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from letterlock.adapters.blob_writing import BlobWriting, Put

REQUEST = struct.Struct(">QHQ")
"""Number of the request, bytes of the path under the root, bytes of the content; both follow."""
ANSWER = struct.Struct(">QI")
"""Number of the request, and the error's number, 0 for none."""
READ = 1 << 20
BATCH_LIMIT = 64
"""Blobs that share the syncing of their folder."""
BATCH_BYTES = 16 << 20


def main() -> None:
    """Argument: the folder of the blobs."""
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.SIG_IGN)  # the parent may still have something to be written: it says when to end
    root = Path(sys.argv[1])
    with socket.socket(fileno=0) as parent:
        writing = BlobWriting(root)
        for batch in _batches(parent):
            errors = writing.write([Put(root / path, content) for _, path, content in batch])
            answers = [ANSWER.pack(request[0], _number(error)) for request, error in zip(batch, errors, strict=True)]
            try:
                parent.sendall(b"".join(answers))
            except OSError:
                return


Request = tuple[int, str, bytes]


def _batches(parent: socket.socket) -> Iterator[list[Request]]:
    """All that is waiting, so much at a time."""
    buffer = bytearray()
    while data := _received(parent):
        buffer += data
        while batch := _taken(buffer):
            yield batch


def _received(parent: socket.socket) -> bytes:
    try:
        return parent.recv(READ)
    except ConnectionError:
        return b""


def _taken(buffer: bytearray) -> list[Request]:
    """Takes the whole requests off the front of the buffer, as many as go into a batch."""
    batch: list[Request] = []
    at = 0
    while len(batch) < BATCH_LIMIT and at < BATCH_BYTES and len(buffer) - at >= REQUEST.size:
        number, path, size = REQUEST.unpack_from(buffer, at)
        begin = at + REQUEST.size
        end = begin + path + size
        if len(buffer) < end:
            break
        batch.append((number, buffer[begin : begin + path].decode("ascii"), bytes(buffer[begin + path : end])))
        at = end
    del buffer[:at]
    return batch


def _number(error: OSError | None) -> int:
    return 0 if error is None else error.errno or 5


if __name__ == "__main__":
    main()
