"""Bounces that say so in words alone: qmail, Exim, sendmail, old Gmail, Exchange and Yahoo.

Read only from senders that name themselves as a mail system, and only above the copy of the message that came back, so
that neither a person's mail about a bounce nor an out-of-office note is taken for one.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from letterlock.core.mime.display import clean_line
from letterlock.core.mime.message import Message
from letterlock.core.mime.message_ids import parse_ids

_SYSTEM_NAMES: Final = re.compile(
    r"(?:mailer-?daemon|mail-?daemon|postmaster|mdaemon|mail-?system|maildelivery|mail\.delivery|bounces?"
    r"|microsoftexchange[0-9a-f]*|double-bounce)\Z"
)
_LOOKED_AT = 20_000
"""Characters of the text above the copy."""
_COPY = re.compile(
    r"^[ \t>]*(?:"
    r"-{2,20} ?(?:below this line is a copy of the message|this is a copy of (?:the|your) (?:message|email)"
    r"|original message|the header of the original message|unsent message below|message header|message text"
    r"|here is a copy of|undelivered message|the message headers? follows?|returned message|message follows)"
    r"|original message headers?:|your message \(beginning\) was)[^\n]{0,200}$",
    re.IGNORECASE | re.MULTILINE,
)
_FAILED: Final = (
    "this is the qmail-send program",
    "this message was created automatically by mail delivery software",
    "delivery to the following recipient failed permanently",
    "delivery to the following recipients failed",
    "delivery has failed to these recipients or groups",
    "your message did not reach some or all of the intended recipients",
    "the following addresses had permanent fatal errors",
    "could not be delivered to one or more recipients",
    "we were unable to deliver your message to the following",
    "unable to deliver message to the following recipients",
    "could not be delivered to the following",
    "wasn't delivered to",
    "was not delivered to",
    "couldn't be delivered",
    "could not be delivered",
    "cannot be delivered",
    "undeliverable",
    "undelivered mail returned to sender",
    "delivery status notification (failure)",
    "delivery failure",
    "delivery failed",
    "mail delivery failed",
    "message was undeliverable",
    "returned mail",
    "permanent fatal error",
    "permanent error",
    "zustellung fehlgeschlagen",
    "unzustellbar",
    "non remis",
    "no se pudo entregar",
    "non recapitabile",
)
_DELAYED: Final = (
    "has not yet been delivered",
    "not yet been delivered",
    "delivery status notification (delay)",
    "delivery is delayed",
    "delivery delayed",
    "message delayed",
    "delayed mail",
    "warning: message",
    "will be retried",
    "will continue to try",
    "will keep trying",
    "still trying",
    "had transient non-fatal errors",
    "this is a warning message only",
    "delivery to the following recipient has been delayed",
)
_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}")
_STATUS = re.compile(r"(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])")
_REPLY = re.compile(r"(?<![\d.])[45]\d\d(?=[ -])")
_ID_LINE = re.compile(
    r"^[ \t>]{0,20}(?:original )?message-id:[ \t]{0,80}\n?[ \t>]{0,80}(<[^<>\n]{1,900}>)", re.I | re.M
)
_MOST_RECIPIENTS = 50


@dataclass(frozen=True, slots=True)
class TextBounce:
    """What a bounce's words say. `recipients` are lower case, in order."""

    kind: Literal["bounce", "delay"]
    recipients: tuple[str, ...]
    status: str
    diagnostic: str
    message_ids: tuple[str, ...]


def read_text_bounce(message: Message) -> TextBounce | None:
    """What this message says of mail that could not be delivered, or None when it does not look like a bounce."""
    named = _named(message.header_all("x-failed-recipients"))
    if not named and not from_mail_system(message):
        return None
    text = message.text or ""
    copy = _COPY.search(text, 0, _LOOKED_AT * 4)
    told = text[: copy.start() if copy else len(text)][:_LOOKED_AT]
    kind = _kind(f"{message.subject}\n{told}".lower(), named=bool(named))
    if kind is None:
        return None
    found = tuple(dict.fromkeys((*named, *(match[0].lower().rstrip(".") for match in _ADDRESS.finditer(told)))))
    status, diagnostic = _reason(told)
    ids = parse_ids(" ".join(match[1] for match in _ID_LINE.finditer(text, 0, _LOOKED_AT * 4)))
    return TextBounce(kind, found[:_MOST_RECIPIENTS], status, diagnostic, ids[:20])


def from_mail_system(message: Message) -> bool:
    """Whether From names a mail system: `MAILER-DAEMON@…`, `postmaster@…`; or nobody, as with an empty address."""
    if not message.from_:
        return "<>" in (message.header("return-path") or "")
    return any(_SYSTEM_NAMES.match(address.local.lower()) for address in message.from_)


def _kind(words: str, *, named: bool) -> Literal["bounce", "delay"] | None:
    if any(phrase in words for phrase in _DELAYED) and "gave up" not in words and "given up" not in words:
        return "delay"
    return "bounce" if named or any(phrase in words for phrase in _FAILED) else None


def _named(values: tuple[str, ...]) -> tuple[str, ...]:
    """X-Failed-Recipients, which Exim and Gmail write."""
    return tuple(match[0].lower() for value in values[:20] for match in _ADDRESS.finditer(value[:4_000]))


def _reason(told: str) -> tuple[str, str]:
    """The status code and the line it stands on, else the line of the first reply code."""
    found = _STATUS.search(told) or _REPLY.search(told)
    if found is None:
        return "", ""
    start = told.rfind("\n", 0, found.start()) + 1
    end = told.find("\n", found.end())
    line = clean_line(told[start : end if end >= 0 else len(told)])
    status = _STATUS.search(line)
    return status[1] if status else "", line[:300]
