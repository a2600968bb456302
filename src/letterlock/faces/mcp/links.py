"""Dashboard links: the `url` of results, for a person to open."""

from urllib.parse import quote


class Links:
    """Links of one workspace. `origin` is the server's public URL without a final slash."""

    __slots__ = ("_inboxes", "_origin", "_query")

    def __init__(self, origin: str, workspace_id: str) -> None:
        self._origin = origin
        self._query = f"?org={_segment(workspace_id)}"
        self._inboxes: dict[str, str] = {}

    def inbox(self, inbox_id: str) -> str:
        return self._inbox(inbox_id) + self._query

    def thread(self, inbox_id: str, thread_id: str) -> str:
        return f"{self._inbox(inbox_id)}/{_segment(thread_id)}{self._query}"

    def message(self, inbox_id: str, thread_id: str, message_id: str) -> str:
        return f"{self._inbox(inbox_id)}/{_segment(thread_id)}{self._query}#{_segment(message_id)}"

    def _inbox(self, inbox_id: str) -> str:
        """Without the query; a list names one inbox many times."""
        found = self._inboxes.get(inbox_id)
        if found is None:
            found = self._inboxes[inbox_id] = f"{self._origin}/app/inboxes/{_segment(inbox_id)}"
        return found


def _segment(text: str) -> str:
    """Percent-encoded except for `@`; ids have nothing to encode, and quoting is slow to find that out."""
    return text if text.isascii() and text.isidentifier() else quote(text, safe="@")
