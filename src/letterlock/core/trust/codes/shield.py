"""All secrets of one message, from what a reader sees of it and from its other parts."""

from collections.abc import Sequence

from letterlock.core.trust.codes.action_links import MAX_LINKS, find_action_links
from letterlock.core.trust.codes.find import MAX_CODES, find_codes
from letterlock.core.trust.codes.secrets import ActionLink, Secrets
from letterlock.core.trust.report import Link


def find_secrets(subject: str, texts: Sequence[str], links: Sequence[Link]) -> Secrets:
    """`texts`: what a reader sees first, then what else the message says, such as its text part beside an HTML part."""
    codes: dict[str, None] = {}
    acting: dict[str, ActionLink] = {}
    for text in texts:
        codes |= dict.fromkeys(find_codes(subject, text))
        acting |= {link.url: link for link in find_action_links(subject, text, links)}
    return Secrets(tuple(codes)[:MAX_CODES], tuple(acting.values())[:MAX_LINKS])
