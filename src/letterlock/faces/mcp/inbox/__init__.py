"""The inbox toolset: an agent with an address of its own, as data over the operations."""

from letterlock.faces.mcp.inbox.tools import INBOX

__all__ = ["INBOX"]
