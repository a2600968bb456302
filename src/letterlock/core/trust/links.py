"""Links: where each leads, and what is wrong with it. Nothing is fetched (RFC 3986, UTS 39)."""

import ipaddress
import re
import unicodedata
from urllib.parse import SplitResult, unquote

from letterlock.core.mime.invisible import strip_invisible
from letterlock.core.trust.brands import is_brand, taken_for
from letterlock.core.trust.domains import normal_domain, registrable_domain
from letterlock.core.trust.link_hosts import COUNTERS, REDIRECTORS, TARGET_PARAMETERS
from letterlock.core.trust.link_lists import FREE_HOSTS, SHORTENERS
from letterlock.core.trust.report import Link
from letterlock.core.trust.unwrap import parameters_of, split_of, unwrapped
from letterlock.core.words import word_set

MAX_LINKS = 500
MAX_URL = 4_000
MAX_TEXT = 500

_IN_TEXT = re.compile(r"(?:https?://|www\.)[^\s<>\"'`{}|\\^\[\]]{3,2000}", re.I)
_TRAILING = ".,;:!?)>]}'\"*"
_NAMED = re.compile(
    r"(?<![\w@.-])(?:https?://)?((?:[\w](?:[\w-]{0,61}[\w])?\.){1,8}(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59}))(?![\w@-])",
    re.I,
)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{0,30}):", re.I)
_PLAIN_SCHEMES = frozenset(("http", "https"))
_HARMLESS_SCHEMES = frozenset(("mailto", "tel", "sms", "cid", "mid", "geo", "webcal", "facetime", "whatsapp", "skype"))
_DANGEROUS_SCHEMES = frozenset(
    ("javascript", "data", "vbscript", "file", "smb", "search-ms", "ms-msdt", "ms-officecmd", "blob")
)
_PORTS = frozenset((None, 80, 443, 8080, 8443))
_NOT_HOSTS = word_set(
    "js py rb sh md cs ts go rs zip mov txt pdf doc docx xls xlsx ppt png jpg jpeg gif htm html php asp aspx exe csv"
    " xml json jsx tsx ini log bak cfg"
)
"""Endings of file names: a dotted word with one, without a scheme or www., is meant as a file."""
SHORTENED, FREE, REDIRECTS, DEEP, WORDED = (
    "shortened address",
    "page on a free host",
    "redirects to another site",
    "very many parts in the host",
    "name of a well-known company with words added",
)
ROUNDABOUT = frozenset((SHORTENED, FREE, REDIRECTS, DEEP, WORDED))
"""What ordinary mail has too: a sign, but of little weight."""
_MANY = 5
_LATIN_LOOKALIKES = frozenset(("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"))


def read_links(links: tuple[tuple[str, str], ...], text: str = "") -> tuple[Link, ...]:
    """The distinct links of a message, at most MAX_LINKS: those of its HTML as (target, text), and those in `text`."""
    found: dict[tuple[str, str], Link] = {}
    for written, shown in links:
        if len(found) >= MAX_LINKS:
            break
        url = _clean(written)
        if url and not url.startswith("#"):
            key = (url, shown[:MAX_TEXT])
            if key not in found:
                found[key] = _rate(url, shown[:MAX_TEXT])
    known = {link.url for link in found.values()}
    for match in _IN_TEXT.finditer(text):
        if len(found) >= MAX_LINKS:
            break
        shown = match[0].rstrip(_TRAILING)
        url = _clean(shown if shown[:4].lower() == "http" else f"http://{shown}")
        if url not in known:
            known.add(url)
            found[(url, shown)] = _rate(url, shown[:MAX_TEXT])
    return tuple(found.values())


def _clean(url: str) -> str:
    """As a browser reads an address: no tabs or line ends, no spaces around, backslashes turned."""
    url = re.sub(r"[\t\r\n]", "", strip_invisible(url[:MAX_URL])).strip()
    return url.replace("\\", "/") if url[:5].lower().startswith(("http:", "https")) else url


def _rate(url: str, shown: str) -> Link:
    match = _SCHEME.match(url)
    scheme = match[1].lower() if match else ""
    if url.startswith("//"):
        scheme, url = "https", f"https:{url}"
    if scheme in _DANGEROUS_SCHEMES:
        return Link(url[:200], "", shown, (f"{scheme}: address",))
    if scheme == "mailto":
        return Link(url, "", shown, _other_address(url, shown))
    if scheme not in _PLAIN_SCHEMES:
        return Link(url, "", shown)
    split = split_of(unwrapped(url))
    if split is None:
        return Link(url, "", shown, ("address cannot be read",))
    host = _host_of(split)
    return Link(url, host, shown, tuple(_flags(split, host, shown)))


def _other_address(url: str, shown: str) -> tuple[str, ...]:
    """Where a text is an address of another organisation than the one it leads to."""
    named, meant = strip_invisible(shown).strip().rpartition("@"), unquote(url[7:].partition("?")[0]).rpartition("@")
    if not (named[0] and meant[0]) or " " in named[0] or "," in url:
        return ()
    said, leads = normal_domain(named[2]), normal_domain(meant[2])
    if said is None or leads is None or registrable_domain(said) == registrable_domain(leads):
        return ()
    return (f"text names {said}",)


def _host_of(split: SplitResult) -> str:
    host = unquote(split.hostname or "").strip(".")
    return normal_domain(host) or host.lower()


def _flags(split: SplitResult, host: str, shown: str) -> list[str]:
    flags: list[str] = []
    if split.username is not None or "@" in split.netloc:
        flags.append("user name before the host")
    if _is_address(host):
        flags.append("IP address for a host")
    if split.port not in _PORTS:
        flags.append(f"unusual port {split.port}")
    if _is_lookalike(host):
        flags.append("look-alike letters in the host")
    organisation = registrable_domain(host)
    if organisation in SHORTENERS:
        flags.append(SHORTENED)
    if not FREE_HOSTS.isdisjoint(_parents(host)):
        flags.append(FREE)
    flags += _like_a_brand(organisation) or _within(host, organisation)
    target = _redirect_target(split, organisation)
    if target and any(split.path.startswith(path) for path in REDIRECTORS.get(organisation, ())):
        flags.append(REDIRECTS)
    named = _other_host(shown, host)
    if named and not _is_counter(host, organisation):
        flags.append(f"text names {named}")
    return flags


def _parents(host: str) -> list[str]:
    """The names the host is below; itself too where it is not the site of the company alone."""
    labels = host.removeprefix("www.").split(".")[-6:]
    return [".".join(labels[at:]) for at in range(len(labels) < 3, len(labels) - 1)]


def _like_a_brand(organisation: str) -> list[str]:
    how, brand = taken_for(organisation)
    if not how:
        return []
    return [WORDED] if how == "words" else [f"looks like {brand}"]


def _within(host: str, organisation: str) -> list[str]:
    """What a long host shows to those who read its beginning alone: another's name, or very many parts."""
    if organisation in COUNTERS or is_brand(host):
        return []
    labels = host.removesuffix(organisation).strip(".").split(".")[-12:]
    for at in range(len(labels) - 1):
        name = ".".join(labels[at : at + 2])
        if is_brand(name):
            return [f"shows {name} within another host"]
    return [DEEP] if len(labels) > _MANY else []


def _is_address(host: str) -> bool:
    """An IP address in any spelling a browser takes: dotted, decimal, octal, hexadecimal, IPv6."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        parts = host.split(".")
        return len(parts) <= 4 and all(re.fullmatch(r"0x[0-9a-f]{1,8}|\d{1,10}", part) for part in parts)
    return True


def _is_lookalike(host: str) -> bool:
    """Whether a label mixes Latin with a script that looks like it, or is written wholly in such look-alikes."""
    if host.isascii() and "xn--" not in host:
        return False
    for label in host.split(".")[-4:]:
        shown = _decode(label)
        if shown.isascii():
            continue
        scripts = {unicodedata.name(char, "").partition(" ")[0] for char in shown if char.isalpha()}
        if "LATIN" in scripts and not _LATIN_LOOKALIKES.isdisjoint(scripts):
            return True
        if scripts & _LATIN_LOOKALIKES and all(char in _CONFUSABLE or not char.isalpha() for char in shown):
            return True
    return False


_CONFUSABLE = frozenset("асеорхуіјѕһԁԛԝкмтвнгпΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανυκρτχγաօոսԱՕ")


def _decode(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except (UnicodeError, ValueError):
        return label


def _redirect_target(split: SplitResult, organisation: str) -> str:
    """The organisation another address inside this one belongs to, "" without one."""
    inside = next(
        (
            value
            for name, value in parameters_of(split)
            if name.lower() in TARGET_PARAMETERS and value[:4].lower() == "http"
        ),
        "",
    )
    place = unquote(split.path).find("http", 1)
    if not inside and place > 0:
        inside = unquote(split.path)[place:]
    inner = split_of(inside) if inside else None
    if inner is None:
        return ""
    other = registrable_domain(_host_of(inner))
    return other if other != organisation else ""


def _other_host(shown: str, host: str) -> str:
    """The host the link's text names, where it is of another organisation than the link's; "" otherwise."""
    text = strip_invisible(shown).strip()
    match = _NAMED.search(text)
    if match is None or "@" in text[: match.end() + 1]:
        return ""
    named = normal_domain(match[1])
    if named is None or not _looks_like_host(text, match, named):
        return ""
    return "" if registrable_domain(named) == registrable_domain(host) else named


def _looks_like_host(text: str, match: re.Match[str], named: str) -> bool:
    """Whether a dotted word is meant as an address: it has a scheme, www., or is nearly all the text says."""
    if match[0].lower().startswith("http") or named.startswith("www."):
        return True
    if named.rpartition(".")[2] in _NOT_HOSTS or registrable_domain(named) == named.rpartition(".")[2]:
        return False
    return len(match[0]) >= 0.6 * len(text) and _has_known_ending(named)


def _has_known_ending(named: str) -> bool:
    from letterlock.core.trust.domains import registrable_domain as organisation

    ending = named.rpartition(".")[2]
    return organisation(f"x.{ending}") == f"x.{ending}" and (ending in _COMMON_ENDINGS or len(ending) == 2)


_COMMON_ENDINGS = word_set(
    "com org net edu gov mil int info biz io app dev co ai online site shop store xyz club top cloud bank eu"
)


def _is_counter(host: str, organisation: str) -> bool:
    return organisation in COUNTERS or any(host.endswith(f".{name}") for name in COUNTERS if name.count(".") > 1)
