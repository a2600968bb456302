"""Dashboard links: the `url` of results, for a person to open."""

from collections.abc import Callable
from urllib.parse import quote


class Links:
    """Links of one workspace. `origin` is the server's public URL without a final slash, `here` gives the origin that
    the client connected to."""

    __slots__ = ("_here", "_inboxes", "_origin", "_query")

    def __init__(self, origin: str, workspace_id: str, here: Callable[[], str] | None = None) -> None:
        self._origin = origin
        self._here = here
        self._query = f"?org={_segment(workspace_id)}"
        self._inboxes: dict[str, str] = {}

    def inbox(self, inbox_id: str) -> str:
        return self._inbox(inbox_id) + self._query

    def thread(self, inbox_id: str, thread_id: str) -> str:
        return f"{self._inbox(inbox_id)}/{_segment(thread_id)}{self._query}"

    def message(self, inbox_id: str, thread_id: str, message_id: str) -> str:
        if not _plain(thread_id + message_id):
            thread_id, message_id = _segment(thread_id), _segment(message_id)
        return f"{self._inbox(inbox_id)}/{thread_id}{self._query}#{message_id}"

    def here(self, path: str) -> str:
        """A path on the host the client connected to: whoever it is for reaches the server as the client does."""
        return (self._origin if self._here is None else self._here()) + path

    def draft(self, draft_id: str) -> str:
        return f"{self._origin}/app/drafts/{_segment(draft_id)}{self._query}"

    def _inbox(self, inbox_id: str) -> str:
        """Without the query; a list names one inbox many times."""
        found = self._inboxes.get(inbox_id)
        if found is None:
            found = self._inboxes[inbox_id] = f"{self._origin}/app/inboxes/{_segment(inbox_id)}"
        return found


def _segment(text: str) -> str:
    """Percent-encoded except for `@`; ids have nothing to encode, and quoting is slow to find that out."""
    return text if _plain(text) else quote(text, safe="@")


def _plain(text: str) -> bool:
    return text.isascii() and text.isidentifier()
