"""Whether a message was written by a program: answers to such mail make loops (RFC 3834 section 2, RFC 5230 4.6)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from letterlock.core.mime.message import Message

Source = Literal["auto-replied", "auto-generated", "list", "bulk"]
"""An answer no person wrote; a notice no person wrote; mail of a mailing list; mail to many."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """Where a message comes from if not from a person, and the sign that says so, in words for a reader."""

    source: Source
    sign: str


_DECLARED: Final = frozenset(["auto-generated", "auto-replied", "auto-notified"])
"""Other values are their sender's own words, and are not repeated."""
_LIST_FIELDS: Final = ("list-id", "list-post", "list-unsubscribe", "list-help", "mailing-list", "x-mailing-list")
_REPLIED_FIELDS: Final = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-autoreply-from",
                          "x-mail-autoreply")  # fmt: skip
_PRECEDENCE: Final[dict[str, Source]] = {"bulk": "bulk", "junk": "bulk", "list": "list", "auto_reply": "auto-replied"}
_SUPPRESSES = re.compile(r"\b(?:all|autoreply|oof)\b", re.IGNORECASE)
_SYSTEM_NAMES = re.compile(r"mailer-?daemon|mail-?daemon|mdaemon|microsoftexchange[0-9a-f]{16,40}|double-bounce")
_AWAY = re.compile(
    r"(?:\[?auto(?:matic|mated|matische|matisch|mática)?[ -]?(?:reply|response|answer|antwort)\]?\s*:"
    r"|automatisch(?:e|es)? (?:antwort|antwoord)|auto: |autosvar|automatiskt svar|respuesta autom[aá]tica"
    r"|r[eé]ponse automatique|risposta automatica|resposta autom[aá]tica|odpowied[zź] automatyczna"
    r"|автоматический ответ|автоответ|自动回复|自動回覆|自動応答|不在通知|부재중"
    r"|out of (?:the )?office\b|abwesenheits|abwesend:|absence du bureau|fuera de la oficina|afwezig|fuori sede"
    r"|i am (?:currently )?out of (?:the )?office|vacation (?:reply|response|auto))",
    re.IGNORECASE,
)
"""How subjects of out-of-office notes begin; anchored after Re: and the like, so a talk about one is none."""


NULL_SENDER: Final = Automatic("auto-replied", "its envelope has the null sender")
"""What a message is whose envelope names nobody to answer (RFC 5321 section 4.5.5), if nothing says more."""


def automatic(message: Message) -> Automatic | None:
    """What program wrote this, or None when nothing in it says that one did."""
    fields: dict[str, str] = {}
    for name, value in message.headers:
        fields.setdefault(name.lower(), value)
    declared = _token(fields.get("auto-submitted"))
    if declared and declared != "no":
        shown = f"Auto-Submitted: {declared}" if declared in _DECLARED else "Auto-Submitted"
        return Automatic("auto-replied" if declared == "auto-replied" else "auto-generated", shown)
    if _token(fields.get("content-type")) == "multipart/report":
        return Automatic("auto-replied", "it is a report of a mail system")
    if any(_SYSTEM_NAMES.fullmatch(address.local.lower()) for address in message.from_[:5]):
        return Automatic("auto-generated", "its From names a mail system")
    return _replied(message, fields) or _listed(fields) or _suppressing(fields)


def _replied(message: Message, fields: Mapping[str, str]) -> Automatic | None:
    for name in _REPLIED_FIELDS:
        if name in fields and _token(fields[name]) not in ("no", "false"):
            return Automatic("auto-replied", f"it has {name.title()}")
    if _AWAY.match(message.subject.strip()[:200]):
        return Automatic("auto-replied", "its subject is that of an out-of-office note")
    return None


def _listed(fields: Mapping[str, str]) -> Automatic | None:
    for name in _LIST_FIELDS:
        if fields.get(name):
            return Automatic("list", f"it has {name.title()}")
    precedence = _token(fields.get("precedence"))
    if precedence in _PRECEDENCE:
        return Automatic(_PRECEDENCE[precedence], f"Precedence: {precedence}")
    return None


def _suppressing(fields: Mapping[str, str]) -> Automatic | None:
    suppress = fields.get("x-auto-response-suppress")
    if suppress and _SUPPRESSES.search(suppress[:200]):
        return Automatic("auto-generated", "X-Auto-Response-Suppress")
    return None


def _token(value: str | None) -> str:
    """The first word of a field, lower case, without parameters and comments."""
    words = re.split(r"[\s;(]", (value or "")[:200].strip(), maxsplit=1)
    return words[0].strip("\"'").lower()
