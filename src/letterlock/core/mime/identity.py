"""When two deliveries are the same message: same bytes, but for the trace headers that each hop adds on top."""

import hashlib
import re

_TRACE = re.compile(rb"^(?:received|return-path|delivered-to|x-original-to|x-received)[ \t]*:", re.IGNORECASE)
_MESSAGE_ID = re.compile(rb"^message-id[ \t]*:[ \t]*(?:\r?\n[ \t]+)?(<[^>\r\n]{1,998}>)", re.IGNORECASE | re.MULTILINE)
_MAX_HEAD = 512 * 1024
"""Bytes of the header that are looked at field by field."""
_NEW_FIELD = re.compile(rb"\r?\n(?![ \t])")


def identity(raw: bytes) -> str | None:
    """A digest that redeliveries share; None without a Message-ID, since then identical mails may be meant twice.

    Everything but trace headers counts, signatures too: a copy with another Reply-To or without its DKIM signature is
    another message, so nobody can make us drop the genuine one by sending a forgery first.
    """
    end = raw.find(b"\r\n\r\n", 0, _MAX_HEAD)
    head = raw[: _MAX_HEAD if end < 0 else end]
    if _MESSAGE_ID.search(head) is None:
        return None
    digest = hashlib.sha256()
    for field in _NEW_FIELD.split(head):
        if not _TRACE.match(field):
            digest.update(field)
            digest.update(b"\n")
    digest.update(b"\n")
    digest.update(raw[len(head) :])
    return digest.hexdigest()
