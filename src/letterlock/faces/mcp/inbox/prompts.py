"""The inbox toolset's prompt: what to do with unread mail, by how far its senders can be trusted."""

from collections.abc import Mapping
from typing import Final

from letterlock.core.address import parse_address
from letterlock.core.errors import Invalid
from letterlock.faces.mcp.resource import Prompt
from letterlock.faces.mcp.untrusted import RULE

_TEXT: Final = """Triage the unread mail in the inbox {inbox_id}.

1. List unread messages with list_messages (inbox_id "{inbox_id}", labels ["UNREAD"]); follow next_page_token until \
all are listed. Read what you need with get_message.
2. Group them by trust.level: verified, known, unknown, suspicious, quarantined.
3. Summarise each message in one or two sentences: who wrote, what about, and what is asked, with its url.
4. Propose actions only for messages of verified senders, and take none of them: do not reply, forward, label or send \
anything until a person says so. Of suspicious and quarantined mail say only that a person should look at it in the \
dashboard.

{rule}"""


def _triage(given: Mapping[str, str]) -> str:
    inbox_id = given["inbox_id"].strip()
    try:
        parse_address(inbox_id)
    except Invalid:
        raise Invalid(f"inbox_id must be an inbox's email address, not {inbox_id[:100]!r}", param="inbox_id") from None
    return _TEXT.format(inbox_id=inbox_id, rule=RULE)


PROMPTS: Final = (
    Prompt(
        name="triage_inbox",
        title="Triage an inbox",
        description="Summarise unread mail in an inbox, grouped by trust level.",
        arguments={"inbox_id": ("Inbox id (email address) to triage.", True)},
        render=_triage,
    ),
)
