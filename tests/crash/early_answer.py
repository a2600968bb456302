"""A build with a fault: it answers 250 before anything of the message is written. The crash tests have to notice it."""

import asyncio
from typing import Any

from letterlock.app import accept
from letterlock.main import cli

_store = accept.Accept._store
_running: set[asyncio.Task[Any]] = set()


async def _answer_first(self: accept.Accept, *arguments: Any) -> Any:
    task = asyncio.get_running_loop().create_task(_store(self, *arguments))
    _running.add(task)
    task.add_done_callback(_running.discard)
    return accept._ACCEPTED


accept.Accept._store = _answer_first  # type: ignore[method-assign]

if __name__ == "__main__":
    cli()
