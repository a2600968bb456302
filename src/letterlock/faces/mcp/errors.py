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


def _message(error: LetterlockError, tool: Tool, toolset: Toolset) -> str:
    if isinstance(error, Forbidden):
        missing = error.message.split(" or ")
        if all(name in PERMISSIONS for name in missing):
            named = " or ".join(alias(name, toolset) for name in missing)
            return f"API key lacks the {named} permission"
    if error.param is not None and error.message.startswith(error.param):
        return tool.shown(error.param) + error.message[len(error.param) :]
    return error.message
