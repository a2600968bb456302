"""Free TCP ports for servers under test, none given out twice and none that an outgoing connection could take."""

import os
import socket
from itertools import count

_FIRST, _LAST = 12_000, 32_000
"""Below the range the system takes for outgoing connections."""
_next = count(os.getpid() * 97)


def free_port() -> int:
    for number in _next:
        port = _FIRST + number % (_LAST - _FIRST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("unreachable")
