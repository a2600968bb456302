"""What an operation is: one verb on one noun, written once and reached by every face through `invoke`."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from letterlock.app.context import Context
from letterlock.core.permission import WorkspaceRole
from letterlock.ports.store import Unit

Effect = Literal["read", "organise", "draft", "send", "manage"]


class Params(BaseModel):
    """Arguments of an operation: unknown names are refused, and no type is read as another."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@dataclass(frozen=True, slots=True)
class Operation:
    """What a face may ask for.

    `permission` lists canonical permissions of which any one suffices; empty: every credential may. `account` names the
    parameter that says which account is meant (its id or address), so that scope is judged in one place. What it does
    is either `run`, or `look`: a read within the very snapshot in which scope was judged, with `then` for what needs
    more than the store. `result` is a TypedDict from which schemas are made. `once` marks operations that take
    `idempotency_key`, `untrusted` those whose results hold text that others wrote.
    """

    name: str
    params: type[Params]
    result: Any
    permission: frozenset[str]
    effect: Effect
    run: Callable[[Context, Any], Awaitable[Mapping[str, Any]]] | None = None
    look: Callable[[Unit, Context, Any], dict[str, Any]] | None = None
    then: Callable[[Context, Any, dict[str, Any]], Awaitable[Mapping[str, Any]]] | None = None
    account: str | None = None
    long: bool = False
    """Its look at the store may take more than some milliseconds."""
    once: bool = False
    untrusted: bool = False
    waits: bool = False
    """It may take seconds to come to its end, and ends before when the caller loses the right to it."""
    who: WorkspaceRole | None = None
    """The least workspace role of a person who may; None: credentials may too, and `permission` decides."""
