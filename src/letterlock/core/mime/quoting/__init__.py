"""The reply alone: quoted history, signatures and footers cut; answers between quotes and forwarded mail kept.

Read from the wording in the languages of the larger mail programs (`strip_quotes`), and in HTML from what the writing
program marked as well (`reply_in_html`).
"""

from letterlock.core.mime.quoting.limits import MAX_LINES
from letterlock.core.mime.quoting.marks import mark
from letterlock.core.mime.quoting.reply import Quoted, Reply

__all__ = ["Quoted", "strip_quotes"]


def strip_quotes(text: str, *, forwarded: bool = False, writer: tuple[str, ...] = ()) -> Quoted:
    """Cut history and footers from a plain text; with `forwarded` (by its subject) an embedded mail is content.

    When in doubt the text stays. A text that is nothing but quotes without a reply stays too, unless it is a whole
    history with its introduction. `writer` are names and addresses of who sent it, for a signature without a mark.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > MAX_LINES:
        return Quoted(text)
    return Reply(mark(lines), forwarded, writer).strip()
