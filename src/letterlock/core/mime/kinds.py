"""What a file is to its mail, in plain words: a calendar invitation, a signature, an attached message."""

import re

from letterlock.core.mime.display import clean_line
from letterlock.core.mime.parts import Part

MESSAGES = frozenset(("message/rfc822", "message/global", "message/news"))
CMS = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime"))
_CMS_SIGNATURES = frozenset(("application/pkcs7-signature", "application/x-pkcs7-signature"))
_METHOD = re.compile(rb"^METHOD[^:\r\n]{0,80}:([A-Za-z-]{1,30})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)

_BY_TYPE = {
    "message/delivery-status": "delivery report",
    "message/global-delivery-status": "delivery report",
    "message/disposition-notification": "read receipt",
    "message/global-disposition-notification": "read receipt",
    "message/feedback-report": "abuse report",
    "text/rfc822-headers": "headers of a message",
    "message/global-headers": "headers of a message",
    "application/pgp-encrypted": "mark of a PGP encrypted message",
    "application/pgp-keys": "PGP public key",
    "application/applefile": "Macintosh resource fork",
    "application/mac-binhex40": "file packed as BinHex",
    "text/x-vcard": "contact",
    "text/vcard": "contact",
    "application/pgp-signature": "PGP signature",
    **dict.fromkeys(MESSAGES, "attached message"),
    **dict.fromkeys(_CMS_SIGNATURES, "S/MIME signature"),
}


def kind_of(part: Part, content: bytes) -> str:
    """ "" where the file's type says all there is to say."""
    declared = part.type.value
    if declared == "text/calendar":
        return calendar_kind(part.type.parameters.get("method"), content)
    if declared == "message/partial":
        number, total = (clean_line(part.type.parameters.get(name, "?"))[:10] for name in ("number", "total"))
        return f"piece {number} of {total} of a message"
    if declared == "message/external-body":
        return _elsewhere(part)
    if declared == "application/octet-stream" and part.parent is not None and part.parent.subtype == "encrypted":
        return "PGP encrypted message"
    return _BY_TYPE.get(declared, "")


def calendar_kind(method: str | None, content: bytes) -> str:
    """A calendar object with its method (RFC 5546 section 1.4), by the part's parameter or else its own word."""
    if not method:
        own = _METHOD.search(content, 0, 8_192)
        method = own[1].decode("ascii") if own else ""
    method = clean_line(method)[:30].upper()
    return f"calendar {method}" if method else "calendar"


def protection_of(part: Part) -> str | None:
    """What a part says of the message it lies in: signed or encrypted, with what (RFC 1847)."""
    within = part.parent.subtype if part.parent is not None else ""
    if within == "signed" and part.type.value in _CMS_SIGNATURES:
        return "smime-signed"
    if within == "signed" and part.type.value == "application/pgp-signature":
        return "pgp-signed"
    if within == "encrypted" and part.type.value == "application/pgp-encrypted":
        return "pgp-encrypted"
    return None


def _elsewhere(part: Part) -> str:
    """RFC 2046 section 5.2.3: only where the file is; nothing is fetched."""
    parameters = part.type.parameters
    access = clean_line(parameters.get("access-type", "")).lower()[:30]
    place = parameters.get("url") or "/".join(
        parameters[name] for name in ("site", "server", "directory", "name") if parameters.get(name)
    )
    words = " ".join(word for word in (access, clean_line(place)[:200]) if word)
    return f"file kept elsewhere ({words})" if words else "file kept elsewhere"
