"""What the server says of itself without authentication: its description and its OAuth resource metadata (RFC 9728)."""

from typing import Any, Final

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from letterlock.core.permission import PRESETS, Toolset, alias

METADATA: Final = "/.well-known/oauth-protected-resource"
_VERSIONS: Final = [*reversed(MODERN_PROTOCOL_VERSIONS), *reversed(HANDSHAKE_PROTOCOL_VERSIONS)]


def scopes(toolset: Toolset = "inbox") -> list[str]:
    """Permissions a client of the toolset may ask for."""
    return sorted(alias(permission, toolset) for permission in PRESETS[toolset])


def description(origin: str, version: str, toolsets: tuple[Toolset, ...]) -> dict[str, Any]:
    """The description document (`/.well-known/mcp.json`)."""
    return {
        "name": "letterlock",
        "title": "Letterlock",
        "version": version,
        "description": "Email for AI agents, with a trust report on every message.",
        "url": f"{origin}/mcp",
        "transport": "streamable-http",
        "protocol_versions": _VERSIONS,
        "authentication": {
            "type": "bearer",
            "header": "Authorization",
            "resource_metadata": f"{origin}{METADATA}/mcp",
            "scopes": scopes(),
        },
        "toolsets": {name: f"{origin}/mcp/{name}" for name in toolsets},
    }


def resource_metadata(origin: str, path: str) -> dict[str, Any]:
    """The metadata of the resource at `path` (`/mcp` or a toolset's)."""
    return {
        "resource": f"{origin}{path}",
        "resource_name": "Letterlock",
        "bearer_methods_supported": ["header"],
        "scopes_supported": scopes(),
    }
