"""Domains that a reader takes for another one: other letters that look alike, one letter off, added words, other ends.

`keys` are kept of the domains that are known, `probes` are looked up for one that is not: of two domains that are alike
some key is a probe, so that a handful of exact look-ups finds a look-alike among any number of domains.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from letterlock.core.trust.domains import is_within, registrable_domain
from letterlock.core.trust.report import Likeness

WORST_FIRST: Final[tuple[Likeness, ...]] = ("letters", "one letter", "words", "part", "ending")
SHORTEST_EDITED: Final = 6
"""Letters a name has at least before one of them may be wrong: many short words are one letter apart."""
SHORTEST: Final = 4
"""Letters a name has at least to be found within another, or under another top-level domain."""
_MOST_PARTS = 8

_FOREIGN = {
    "а": "a", "ɑ": "a", "α": "a", "ạ": "a", "в": "b", "ʙ": "b", "β": "b", "ь": "b", "с": "c", "ϲ": "c", "ԁ": "d",
    "ɗ": "d", "е": "e", "ҽ": "e", "є": "e", "ε": "e", "ɛ": "e", "ƒ": "f", "ɡ": "g", "ց": "g", "һ": "h", "հ": "h",
    "н": "h", "і": "l", "ı": "l", "ι": "l", "ɩ": "l", "ӏ": "l", "ⅼ": "l", "ǀ": "l", "ј": "j", "ϳ": "j", "к": "k",
    "κ": "k", "м": "m", "ո": "n", "п": "n", "η": "n", "и": "n", "о": "o", "ο": "o", "օ": "o", "ө": "o", "ø": "o",
    "σ": "o", "р": "p", "ρ": "p", "ԛ": "q", "г": "r", "ѕ": "s", "ʂ": "s", "т": "t", "τ": "t", "ս": "u", "υ": "u",
    "ʋ": "u", "ц": "u", "ν": "v", "ѵ": "v", "ԝ": "w", "ω": "w", "ш": "w", "щ": "w", "х": "x", "χ": "x", "у": "y",
    "γ": "y", "ү": "y", "ʏ": "y", "ʐ": "z", "ƶ": "z", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ß": "b", "þ": "p",
}  # fmt: skip
_ALIKE = str.maketrans({**_FOREIGN, "0": "o", "1": "l", "3": "e", "5": "s", "i": "l", "|": "l"})
_PAIRS = (("rn", "m"), ("vv", "w"))

_WORDS = frozenset(
    (
        "account", "accounts", "admin", "alert", "alerts", "app", "auth", "bank", "billing", "bonus", "business",
        "care", "center", "check", "claim", "client", "cloud", "co", "confirm", "contact", "corp", "customer",
        "delivery", "desk", "direct", "docs", "email", "eu", "finance", "gift", "global", "gmbh", "group", "help",
        "helpdesk", "hq", "hr", "inc", "info", "intl", "invoice", "invoices", "it", "llc", "login", "ltd", "mail",
        "mailer", "me", "members", "my", "news", "notice", "notification", "notifications", "now", "office",
        "official", "online", "order", "orders", "pay", "payment", "payments", "payroll", "portal", "promo", "refund",
        "rewards", "safe", "sales", "secure", "security", "service", "services", "share", "shop", "sign", "signin",
        "sso", "store", "support", "team", "tech", "tracking", "uk", "update", "us", "usa", "vendor", "verify", "web",
        "www",
    )
)  # fmt: skip
"""What is put before or after a name to make another that seems to be the same company's."""


@lru_cache(maxsize=4096)
def skeleton(text: str) -> str:
    """The text by how it looks: what readers take for the same letters is the same."""
    plain = unicodedata.normalize("NFKC", text[:255]).casefold()
    bare = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    seen = bare.translate(_ALIKE)
    for pair, one in _PAIRS:
        seen = seen.replace(pair, one)
    return seen


def keys(domain: str) -> frozenset[str]:
    """What a known domain is found by."""
    name = _squeezed(_label(domain))
    found = {name}
    if len(name) >= SHORTEST_EDITED:
        found |= {f"-{less}" for less in _less(name)}
    return frozenset(found) if len(name) >= SHORTEST else frozenset()


def probes(domain: str) -> frozenset[str]:
    """What to look up for a domain that may look like a known one."""
    label = _label(domain)
    name = _squeezed(label)
    found = {name, f"-{name}", _core(label)}
    if len(name) >= SHORTEST_EDITED:
        less = _less(name)
        found |= less
        found |= {f"-{one}" for one in less}
    found |= {_squeezed(_decoded(part)) for part in _parts(domain)}
    return frozenset(one for one in found if len(one) >= SHORTEST)


def likeness(domain: str, known: str) -> Likeness:
    """How `domain` looks like `known`; "" when it does not, or is of the same organisation."""
    own, other = registrable_domain(known), registrable_domain(domain)
    if other == own or is_within(domain, known) or is_within(known, domain) or len(_squeezed(_label(own))) < SHORTEST:
        return ""
    return _of_names(_label(other), _label(own)) or ("part" if _shows(domain, own) else "")


def _of_names(label: str, wanted: str) -> Likeness:
    name, sought = _squeezed(label), _squeezed(wanted)
    if label == wanted:
        return "ending"
    if name == sought:
        return "letters"
    if min(len(name), len(sought)) >= SHORTEST_EDITED and _one_off(name, sought):
        return "one letter"
    return "words" if _core(label) == sought else ""


def _shows(domain: str, own: str) -> bool:
    """Whether `own` stands whole before the registered name: `bank.example.login.test`, `bank.example-login.test`."""
    return any(f".{own}." in f".{seen}" for seen in (domain, domain.replace("-", ".")))


def _label(domain: str) -> str:
    """The name that somebody registered, without what it stands under."""
    return _decoded(registrable_domain(domain).partition(".")[0])


def _decoded(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except (UnicodeError, ValueError):
        return label


def _parts(domain: str) -> list[str]:
    """The labels before the registered name."""
    own = registrable_domain(domain)
    return domain[: -len(own)].rstrip(".").split(".")[-_MOST_PARTS:] if domain != own else []


def _squeezed(label: str) -> str:
    return skeleton(label.replace("-", ""))


_SEEN_WORDS = frozenset(skeleton(word) for word in _WORDS)
_LONGEST_WORD = max(map(len, _SEEN_WORDS))


def _core(label: str) -> str:
    """The label without the words that are added to names; the label itself where nothing else is left."""
    tokens = [skeleton(token) for token in label.split("-") if token]
    left = [token for token in tokens if token not in _SEEN_WORDS]
    name = "".join(left or tokens)
    return name if len(left) < len(tokens) else _unglued(name)


def _unglued(name: str) -> str:
    """The name without a word glued to its start or end."""
    for size in range(min(_LONGEST_WORD, len(name) - SHORTEST), 1, -1):
        if name[:size] in _SEEN_WORDS:
            return name[size:]
        if name[-size:] in _SEEN_WORDS:
            return name[:-size]
    return name


def _less(name: str) -> set[str]:
    return {name[:at] + name[at + 1 :] for at in range(len(name))}


def _one_off(one: str, other: str) -> bool:
    """One letter more, less or other, or two letters swapped."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, wanted = one[start:], other[start:]
    if len(one) == len(other):
        swapped = rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:]
        return rest[1:] == wanted[1:] or swapped
    return rest[1:] == wanted if len(one) > len(other) else rest == wanted[1:]
