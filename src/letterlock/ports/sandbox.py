"""Running untrusted parsing where it can be killed."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

on_behalf_of: Final[ContextVar[str | None]] = ContextVar("on_behalf_of", default=None)
"""Who asked for the work that is being done: a credential or a member; None where it is done for arriving mail."""


class SandboxFailure(Exception):
    """The work ran out of time or memory, or died; nothing else is affected."""


class SandboxDied(SandboxFailure):
    """The process ended before its work did, perhaps by another's doing: the work may well succeed the next time."""


class Sandbox(Protocol):
    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a module-level function of `core` in another process; raises SandboxFailure when it had to be killed."""
        ...

    async def close(self) -> None: ...
