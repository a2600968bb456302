"""Raw bodies of a message without its codes and acting links. Runs where it can be killed."""

import html
import re
from typing import Final

from letterlock.core.mime.parse import parse
from letterlock.core.mime.visible import visible_parts
from letterlock.core.trust.codes.mask import mask
from letterlock.core.trust.codes.secrets import Secrets

WITHHELD: Final = "[the HTML body holds codes or links that are withheld, in a form that they cannot be taken out of]"
_TAG: Final = re.compile(r"<[^<>]{0,4000}>")


def masked_bodies(raw: bytes, secrets: Secrets) -> tuple[str | None, str | None]:
    """The text and the HTML body; in place of HTML that still says a code once it is shown, a word about that."""
    message = parse(raw)
    text = None if message.text is None else mask(message.text, secrets)
    if message.html is None:
        return text, None
    masked = mask(message.html, secrets)
    shown = "\n".join((visible_parts((masked,)).text, html.unescape(_TAG.sub("", masked)), html.unescape(masked)))
    return text, masked if mask(shown, secrets) == shown else WITHHELD
