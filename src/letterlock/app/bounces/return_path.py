"""The envelope sender of what we send: the inbox's address with a token of this one recipient (VERP).

Bounces go to the envelope sender (RFC 5321 section 4.5.5), so one that comes to such an address was sent by somebody
who had the message on its way to that recipient.
"""

from base64 import b32encode
from hashlib import sha256

from letterlock.core.address import LOCAL_OCTETS

_MARK = "b-"
_TOKEN = 16
"""Characters of base 32, in lower case since some servers change the case: 80 bits."""


def new_token(chance: str) -> str:
    """A token out of a random text."""
    return b32encode(sha256(chance.encode()).digest())[:_TOKEN].decode().lower()


def return_path(address: str, token: str | None) -> str:
    """The inbox's own address where it leaves no room for a token, or has a tag already."""
    local, _, domain = address.rpartition("@")
    tagged = f"{local}+{_MARK}{token}"
    if not token or "+" in local or len(tagged.encode()) > LOCAL_OCTETS:
        return address
    return f"{tagged}@{domain}"


def token_in(address: str) -> str | None:
    """The token of an address made by `return_path`."""
    tag = address.rpartition("@")[0].rpartition("+")[2].lower()
    token = tag.removeprefix(_MARK)
    return token if tag.startswith(_MARK) and len(token) == _TOKEN and token.isalnum() else None
