"""What is fuzzed: each target takes any bytes, and raises only when the program is wrong."""

from collections.abc import Callable
from typing import Final

from letterlock.core.address import read_addresses
from letterlock.core.mime.message import Attachment
from letterlock.core.mime.parse import parse
from letterlock.core.mime.quoting import strip_quotes
from letterlock.core.mime.visible import visible_parts
from letterlock.core.trust.attachments import rate
from letterlock.core.trust.codes.mask import mask
from letterlock.core.trust.codes.shield import find_secrets
from letterlock.core.trust.links import read_links
from letterlock.core.trust.read import read


class Wrong(Exception):
    """Something came out that never may."""


def mime(data: bytes) -> None:
    """A whole message; what `read` catches is as wrong as what it lets through."""
    for why in read(data).message.exceeded:
        if why.startswith("reading ended with"):
            raise Wrong(why)


def headers(data: bytes) -> None:
    message = parse(data + b"\r\n\r\nx")
    for address in (*message.from_, *message.to, *message.reply_to):
        if any(char in address.spec for char in "\r\n\0"):
            raise Wrong("an address with a line break")
    read_addresses(data.decode("utf-8", "replace"))


def html(data: bytes) -> None:
    seen = visible_parts((data.decode("utf-8", "replace"),))
    if any("\U000e0000" <= char <= "\U000e007f" for char in seen.text):
        raise Wrong("invisible letters in what a reader sees")


def css(data: bytes) -> None:
    rules, _, attribute = data.decode("utf-8", "replace").partition("\0")
    attribute = attribute.replace('"', "'")
    visible_parts((f'<style>{rules}</style><p class="a" id="b" style="{attribute}">one <b>two</b></p>',))


def quoting(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    reply = strip_quotes(text)
    if len(reply.text) > len(text) + 1:
        raise Wrong("a reply longer than the message")


def files(data: bytes) -> None:
    name, _, content = data.partition(b"\n")
    rate((Attachment(name.decode("utf-8", "replace"), "application/octet-stream", "attachment", None, content),))


def codes(data: bytes) -> None:
    subject, _, text = data.decode("utf-8", "replace").partition("\n")
    found = find_secrets(subject, (text,), read_links((), text))
    if found.codes and mask(text, found) == text and mask(subject, found) == subject:
        raise Wrong("a code that cannot be masked")


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "mime": mime,
    "headers": headers,
    "html": html,
    "css": css,
    "quoting": quoting,
    "files": files,
    "codes": codes,
}
