"""Which refusals mean that an address is not there at all, and not that this one message was unwelcome (RFC 3463)."""

import re
from typing import Final

_GONE: Final = frozenset(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"])
"""Bad mailbox, bad domain, bad syntax, moved, null MX, mailbox disabled."""
_SAYS_LITTLE: Final = frozenset(["", "5.0.0", "5.1.0", "5.3.0", "5.5.0", "5.5.1", "5.4.1", "5.4.4", "5.4.0"])
"""Codes that many servers give to everything: then the words decide."""
_GONE_WORDS: Final = re.compile(
    r"user unknown|unknown user|no such (?:user|mailbox|recipient|inbox|address|person|domain)|user (?:is )?not found"
    r"|does ?n[o']t exist|no mailbox here|mailbox (?:is )?(?:not found|unavailable: no such|does not exist)"
    r"|recipient (?:address )?(?:is )?(?:not found|unknown|does not exist)|unknown (?:recipient|address|local[- ]part)"
    r"|invalid (?:recipient|mailbox)|address (?:is )?unknown|no longer (?:exists|valid|available|employed|in use)"
    r"|account (?:has been |is )?(?:disabled|deleted|closed)|not a (?:valid|known) (?:user|mailbox)"
    r"|recipient address rejected: access denied|couldn't be found|there is no domain|has no mail host"
)
_OTHER_REASONS: Final = re.compile(
    r"spam|block(?:ed|list)|blacklist|denylist|reputation|policy|dmarc|\bspf\b|\bdkim\b|relay|quota|\bfull\b|over.?limit"
    r"|\brate\b|too many|greylist|sender|authenticat|virus|content|size|large|\btls\b"
)
"""Words that say the refusal is about the message, its sender, or the moment."""

_ABOUT_SENDER: Final = re.compile(
    r"sender (?:address )?(?:rejected|verif|unknown|denied|not )|(?:return path|mail from|sender|callout) verif"
    r"|could not verify (?:the )?sender|verification failed for"
)
"""A server that asked ours about the sender and was told there is none, in whatever words."""


def is_hard(status: str, words: str) -> bool:
    """Whether mail to this address will never arrive, whatever is in it.

    `status` is the enhanced code, "" where there is none; `words` the reply or diagnostic.
    """
    said = words.lower()[:500].replace("recipient address rejected: access denied", "user unknown")
    if _ABOUT_SENDER.search(said):
        return False
    if _OTHER_REASONS.search(said) and not (status in _GONE and _GONE_WORDS.search(said)):
        return False
    if status in _GONE:
        return True
    return status in _SAYS_LITTLE and said.lstrip()[:1] not in ("4", "2") and _GONE_WORDS.search(said) is not None


_STATUS = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")


def status_of(reply: str) -> str:
    """The enhanced status code within a reply such as `550 5.1.1 No such user`; "" when there is none."""
    found = _STATUS.search(reply[:100])
    return found[1] if found else ""
