"""The inbox toolset's errors: one table from domain errors to its types, and the result that carries one."""

from typing import Any, Final

from letterlock.core.errors import Forbidden, LetterlockError
from letterlock.core.permission import PERMISSIONS, Toolset, alias
from letterlock.faces.mcp.tool import MisnamedError, Tool

TYPES: Final[dict[str, str]] = {
    "invalid": "validation",
    "unauthorised": "unauthorized",
    "forbidden": "forbidden",
    "not_found": "not_found",
    "conflict": "conflict",
    "policy_denied": "forbidden",
    "paused": "conflict",
    "unsupported": "validation",
    "rate_limited": "rate_limited",
    "temporary": "unavailable",
    "internal": "internal",
}
"""Every kind of `core.errors` and the `type` this toolset calls it."""


def envelope(error: LetterlockError, tool: Tool, toolset: Toolset) -> dict[str, Any]:
    """`{type, message, param?, retry_after?}`, in the tool's own parameter names."""
    found: dict[str, Any] = {"type": TYPES[error.kind], "message": _message(error, tool, toolset)}
    if error.param is not None:
        found["param"] = error.param if isinstance(error, MisnamedError) else tool.shown(error.param)
    if error.retry_after is not None:
        found["retry_after"] = error.retry_after
    return found


def plain_envelope(error: LetterlockError, toolset: Toolset) -> dict[str, Any]:
    """The same where it is no tool that was called."""
    found: dict[str, Any] = {"type": TYPES[error.kind], "message": _lacks(error, toolset) or error.message}
    if error.retry_after is not None:
        found["retry_after"] = error.retry_after
    return found


def _lacks(error: LetterlockError, toolset: Toolset) -> str | None:
    """Which permission the key lacks, by the toolset's own name for it."""
    missing = error.message.split(" or ")
    if not isinstance(error, Forbidden) or not all(name in PERMISSIONS for name in missing):
        return None
    return f"API key lacks the {' or '.join(alias(name, toolset) for name in missing)} permission"


def _message(error: LetterlockError, tool: Tool, toolset: Toolset) -> str:
    lacks = _lacks(error, toolset)
    if lacks is not None:
        return lacks
    if error.param is not None and error.message.startswith(error.param):
        return tool.shown(error.param) + error.message[len(error.param) :]
    return error.message
