"""The envelope of a posted message: base64 of a JSON object, as strict as the MAIL and RCPT commands it stands for."""

import base64
import binascii
import re
from ipaddress import ip_address
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from letterlock.core.address import Address
from letterlock.core.errors import Invalid
from letterlock.core.mismatch import mismatch
from letterlock.faces.smtp import reply
from letterlock.faces.smtp.command import CommandError
from letterlock.faces.smtp.path import read_mail, read_recipient

_MOST = 1 << 20
_HELO = re.compile(r"[!-~]{1,255}")


class PostedEnvelope(BaseModel):
    """What the sender knows of how the message reached it; what it does not know it leaves out."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    mail_from: Annotated[str, Field(max_length=512)]
    """The SMTP sender; "" for the null sender."""
    recipients: Annotated[list[Annotated[str, Field(max_length=512)]], Field(min_length=1, max_length=100)]
    client_ip: Annotated[str | None, Field(max_length=64)] = None
    """The server it came from; without it SPF is `none`."""
    helo: Annotated[str, Field(max_length=1024)] = ""
    tls: bool = False
    id: Annotated[str, Field(max_length=255)] = ""
    """The sender's own name for this handing over: the same one again is stored once."""

    @field_validator("helo")
    @classmethod
    def _is_name(cls, text: str) -> str:
        """The client chose it: what would not do for HELO counts as none."""
        return text if _HELO.fullmatch(text) else ""

    @field_validator("client_ip")
    @classmethod
    def _is_address(cls, text: str | None) -> str | None:
        if not text:
            return None
        address = ip_address(text)
        return str(getattr(address, "ipv4_mapped", None) or address)


def read_envelope(header: str) -> PostedEnvelope:
    """Raises Invalid saying what is wrong with the header."""
    try:
        padded = header.replace("-", "+").replace("_", "/") + "=" * (-len(header) % 4)
        return PostedEnvelope.model_validate_json(base64.b64decode(padded, validate=True))
    except (binascii.Error, ValueError) as error:
        raise Invalid(f"letterlock-envelope: {_words(error)}", param="letterlock-envelope") from None


def _words(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "not base64 of a JSON object"
    return mismatch(error)[0]


def read_sender(text: str) -> tuple[str, bool]:
    """The sender as MAIL would have it, and whether it needs SMTPUTF8. Raises CommandError with MAIL's reply."""
    utf8 = not text.isascii()
    path = _path("FROM", "" if text == "<>" else text)
    return read_mail(f"{path} SMTPUTF8" if utf8 else path, extended=True, largest=_MOST).address, utf8


def read_posted_recipient(text: str, hostname: str) -> Address:
    """Raises CommandError with the reply RCPT would be given."""
    return read_recipient(_path("TO", text), smtputf8=True, hostname=hostname)


def _path(keyword: str, text: str) -> str:
    if set(text) & set("<>\r\n"):
        raise CommandError(reply.BAD_SENDER if keyword == "FROM" else reply.BAD_RECIPIENT)
    return f"{keyword}:<{text}>"
