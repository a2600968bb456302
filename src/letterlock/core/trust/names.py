"""Display names as people compare them, so that a known name at a new address is noticed."""

import re
from functools import lru_cache
from typing import Final

from letterlock.core.trust.lookalike import skeleton

MAX_NAME: Final = 200
SHORTEST: Final = 6
"""Letters of the shortest name that says who somebody is."""
_MOST_WORDS = 6

_ASIDE = re.compile(r"[(\[{<][^)\]}>]{0,200}[)\]}>]")
_WORD = re.compile(r"[^\W_]+")
_TITLES = frozenset(["dr", "prof", "mr", "mrs", "ms", "herr", "frau", "ing", "mag", "jr", "sr", "phd", "mba", "msc"])
_GENERAL = frozenset(
    (
        "account", "accounts", "admin", "administrator", "alert", "alerts", "automatic", "billing", "bot", "center",
        "centre", "contact", "customer", "daily", "desk", "digest", "do", "email", "events", "express", "finance",
        "from", "global", "group", "hello", "help", "helpdesk", "hr", "info", "information", "invoice", "invoices",
        "it", "jobs", "mail", "mailer", "mailing", "marketing", "member", "my", "news", "newsletter", "no", "noreply",
        "not", "notice", "notification", "notifications", "of", "office", "online", "order", "orders", "our",
        "payment", "payments", "people", "reply", "sales", "security", "service", "services", "shipping", "shop",
        "store", "support", "team", "the", "update", "updates", "us", "via", "web", "weekly", "your",
    )
)  # fmt: skip
"""Words that say what a mail is about, not who wrote it."""


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """What two spellings of one name share, "" for a name that many have: order, case, titles, look-alike letters."""
    words = [word for word in _WORD.findall(_ASIDE.sub(" ", name[:MAX_NAME]).casefold()) if word not in _TITLES]
    if not 2 <= len(words) <= _MOST_WORDS or _GENERAL.issuperset(words):
        return ""
    seen = sorted(skeleton(word) for word in words)
    return " ".join(seen) if sum(map(len, seen)) >= SHORTEST else ""
