"""The process in the sandbox: reads calls on stdin, answers on stdout, and dies with its parent or at its limits.

A frame is its length in eight bytes and a pickle. A call is (module, function, args, kwargs); an answer is ("ok",
result), ("refused", class, message, param, retry_after) for a domain error, or ("failed", class) for anything else:
never the text of an unexpected error, which may hold text of the message.
"""

import os
import pickle
import resource
import struct
import sys
from importlib import import_module
from typing import Any, BinaryIO

from letterlock.core.errors import LetterlockError

LENGTH = struct.Struct(">Q")
READY = b"ready\n"


def main() -> None:
    """Arguments: bytes of memory, seconds of CPU a call, bytes of a result."""
    memory, seconds, size = (int(value) for value in sys.argv[1:4])
    _limit(memory)
    calls, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what is printed must not end up among the answers
    answers.write(READY)
    answers.flush()
    while (call := _read(calls)) is not None:
        _allow(seconds)
        data = pickle.dumps(_answer(call), protocol=5)
        if len(data) > size:
            data = pickle.dumps(("failed", "the result is too large"), protocol=5)
        answers.write(LENGTH.pack(len(data)))
        answers.write(data)
        answers.flush()
        del call, data


def _limit(memory: int) -> None:
    os.nice(10)  # taking mail in and answering calls come first
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))


def _allow(seconds: int) -> None:
    """Seconds of CPU from now; the kernel ends the process after them even if its parent cannot."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(usage.ru_utime + usage.ru_stime)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (spent + seconds + 1, hard))


def _read(stream: BinaryIO) -> bytes | None:
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    return stream.read(length)


def _answer(call: bytes) -> tuple[Any, ...]:
    try:
        module, name, args, kwargs = pickle.loads(call)  # noqa: S301 (our parent made it)
        return ("ok", getattr(import_module(module), name)(*args, **kwargs))
    except LetterlockError as error:
        return ("refused", type(error).__name__, error.message, error.param, error.retry_after)
    except Exception as error:
        return ("failed", type(error).__name__)


if __name__ == "__main__":
    main()
