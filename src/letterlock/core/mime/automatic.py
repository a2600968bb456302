"""Whether a message was written by a program: answers to such mail make loops (RFC 3834 section 2, RFC 5230 4.6)."""

import re
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


def automatic(message: Message, mail_from: str | None) -> Automatic | None:
    """What program wrote this, or None when nothing says that one did. `mail_from` "" is the null sender."""
    declared = _token(message.header("auto-submitted"))
    if declared and declared != "no":
        return Automatic(
            "auto-replied" if declared == "auto-replied" else "auto-generated", f"Auto-Submitted: {declared}"
        )
    kind = _token(message.header("content-type"))
    if kind == "multipart/report":
        return Automatic("auto-replied", "it is a report of a mail system")
    if mail_from == "":
        return Automatic("auto-replied", "its envelope has the null sender")
    if any(_SYSTEM_NAMES.fullmatch(address.local.lower()) for address in message.from_[:5]):
        return Automatic("auto-generated", "its From names a mail system")
    return _replied(message) or _listed(message) or _suppressing(message)


def _replied(message: Message) -> Automatic | None:
    for name in _REPLIED_FIELDS:
        value = message.header(name)
        if value is not None and _token(value) not in ("no", "false"):
            return Automatic("auto-replied", f"it has {name.title()}")
    if _AWAY.match(message.subject.strip()[:200]):
        return Automatic("auto-replied", "its subject is that of an out-of-office note")
    return None


def _listed(message: Message) -> Automatic | None:
    for name in _LIST_FIELDS:
        if message.header(name):
            return Automatic("list", f"it has {name.title()}")
    precedence = _token(message.header("precedence"))
    if precedence in _PRECEDENCE:
        return Automatic(_PRECEDENCE[precedence], f"Precedence: {precedence}")
    return None


def _suppressing(message: Message) -> Automatic | None:
    suppress = message.header("x-auto-response-suppress")
    if suppress and _SUPPRESSES.search(suppress[:200]):
        return Automatic("auto-generated", "X-Auto-Response-Suppress")
    return None


def _token(value: str | None) -> str:
    """The first word of a field, lower case, without parameters and comments."""
    words = re.split(r"[\s;(]", (value or "")[:200].strip(), maxsplit=1)
    return words[0].strip("\"'").lower()
