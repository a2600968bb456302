"""How much one key and one workspace may ask for: calls, sends and new inboxes by token buckets, and calls at once.

Of one process, in memory: it must cost next to nothing, and what it guards is this process. Several processes on one
database each allow as much.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from letterlock.app.caller import Caller
from letterlock.app.operation import Operation
from letterlock.core.bucket import Bucket, Limits, whole_seconds
from letterlock.core.errors import RateLimited

_MOST: Final = 10_000
"""Keys and workspaces remembered; beyond it those are forgotten that nothing is known of."""


@dataclass(slots=True)
class _Used:
    limits: Limits
    calls: int = 0
    """When the bucket of calls is full again, and below it those of sends and inboxes, in microseconds of the clock."""
    sends: int = 0
    inboxes: int = 0
    open: int = 0


@dataclass(slots=True)
class Usage:
    """What was asked for. `key` limits each credential, `workspace` all of a workspace's together."""

    key: Limits
    workspace: Limits
    _used: dict[str, _Used] = field(default_factory=dict)

    @contextmanager
    def call(self, caller: Caller, operation: Operation) -> Iterator[None]:
        """Around a call; raises RateLimited, having counted nothing, where there is no room. People are not limited."""
        if caller.person:
            yield
            return
        used = (
            self._of(caller.credential.id, self.key),
            self._of(caller.workspace_id, self.workspace),
        )
        self._take(used, sends=operation.effect == "send", inboxes=operation.name == "inboxes.create")
        for one in used:
            one.open += 1
        try:
            yield
        finally:
            for one in used:
                one.open -= 1

    def _of(self, name: str, limits: Limits) -> _Used:
        found = self._used.get(name)
        if found is None:
            if len(self._used) >= _MOST:
                self._forget()
            found = self._used[name] = _Used(limits)
        return found

    def _forget(self) -> None:
        now = _now()
        self._used = {
            name: one for name, one in self._used.items() if one.open or max(one.calls, one.sends, one.inboxes) > now
        }

    def _take(self, used: tuple[_Used, _Used], *, sends: bool, inboxes: bool) -> None:
        now, taken = _now(), []
        for one, whose in zip(used, ("this key", "this workspace"), strict=True):
            limits = one.limits
            if limits.at_once is not None and one.open >= limits.at_once:
                raise RateLimited(
                    f"{limits.at_once} calls of {whose} are under way, which is as many as may be at once; wait for one"
                    " of them to end",
                    retry_after=1,
                )
            taken.append(
                (_token(limits.calls, one.calls, now, whose, "calls"),
                 _token(limits.sends, one.sends, now, whose, "sends") if sends else one.sends,
                 _token(limits.inboxes, one.inboxes, now, whose, "new inboxes") if inboxes else one.inboxes)
            )  # fmt: skip
        for one, (calls, sent, made) in zip(used, taken, strict=True):
            one.calls, one.sends, one.inboxes = calls, sent, made


def _token(bucket: Bucket | None, full_at: int, now: int, whose: str, what: str) -> int:
    if bucket is None:
        return full_at
    after, wait = bucket.take(full_at, now)
    if wait:
        seconds = whole_seconds(wait)
        raise RateLimited(
            f"Too many {what} of {whose}: at most {bucket.size} in {bucket.period // 1_000_000} seconds. Try again in"
            f" {seconds} {'second' if seconds == 1 else 'seconds'}",
            retry_after=seconds,
        )
    return after


def _now() -> int:
    return time.monotonic_ns() // 1000
