"""The inbox toolset's resources: every inbox, and a thread by its URI."""

from typing import Any, Final

from letterlock.faces.mcp.inbox import views
from letterlock.faces.mcp.links import Links
from letterlock.faces.mcp.resource import Resource
from letterlock.faces.mcp.tool import Data
from letterlock.faces.mcp.untrusted import RULE


def _thread(links: Links, found: Data) -> dict[str, Any]:
    return {"notice": RULE, **views.whole_thread(links, found)}


RESOURCES: Final = (
    Resource(
        uri="letterlock://inboxes",
        name="inboxes",
        title="Inboxes",
        description="Every inbox this API key can access (up to 100), as JSON.",
        operation="inboxes.list",
        fixed={"limit": 100},
        view=views.inboxes,
    ),
    Resource(
        uri="letterlock://inboxes/{inbox_id}/threads/{thread_id}",
        name="thread",
        title="Thread",
        description=f"A thread with its messages in agent-safe form. Not listed; read it by URI.\n\n{RULE}",
        operation="threads.get",
        renamed={"inbox_id": "account"},
        view=_thread,
    ),
)
