"""Dashboard links: the `url` of results, for a person to open."""

from urllib.parse import quote


class Links:
    """Links of one workspace. `origin` is the server's public URL without a final slash."""

    __slots__ = ("_origin", "_query")

    def __init__(self, origin: str, workspace_id: str) -> None:
        self._origin = origin
        self._query = f"?org={quote(workspace_id, safe='')}"

    def inbox(self, inbox_id: str) -> str:
        return f"{self._origin}/app/inboxes/{quote(inbox_id, safe='@')}{self._query}"

    def thread(self, inbox_id: str, thread_id: str) -> str:
        return f"{self._origin}/app/inboxes/{quote(inbox_id, safe='@')}/{quote(thread_id, safe='@')}{self._query}"

    def message(self, inbox_id: str, thread_id: str, message_id: str) -> str:
        return f"{self.thread(inbox_id, thread_id)}#{quote(message_id, safe='@')}"
