"""Signs of fraud that are no wording: who it says it is from, where its links lead, how it is built."""

import re
from collections.abc import Iterator
from typing import Final

from letterlock.core.mime.message import Message
from letterlock.core.trust.domains import registrable_domain
from letterlock.core.trust.fraud_signs import BRANDS
from letterlock.core.trust.free_mail import is_free_mail
from letterlock.core.trust.report import Content, Link
from letterlock.core.trust.sign import Folded, fold
from letterlock.core.words import word_set

_OFFICE: Final = re.compile(
    r"\b(?:support|security|service|team|bank|admin|administrator|account|billing|helpdesk|desk|notification|delivery|"
    r"customer|mailbox|webmail|refund|payment|hr|payroll|microsoft|paypal|amazon)\b"
)
_NOBODY: Final = re.compile(
    r"\b(?:dear|hello|hi|attn|attention|valued|sehr geehrter?|chère?|estimad[oa]|gentile|prezad[oa]|geachte|"
    r"уважаем\w+) "
    r"(?:customer|client|user|member|friend|sir|madam|beneficiary|winner|account (?:holder|owner)|email user|kund\w+|"
    r"usuario|cliente|utente|klant|клиент\w*|пользовател\w+)|尊敬的(?:用户|客户)|お客様各位"
)
_MONEY: Final = re.compile(r"[$€£] ?\d|\d ?(?:usd|eur|dollars|euros|million)\b")
_PHONE: Final = re.compile(r"\+?1?[ .-]?\(?8\d\d\)?[ .-]\d{3}[ .-]\d{4}|\bcall (?:us|our|now|toll|immediately)\b")
_CHANCE_NAME: Final = re.compile(r"\d{3,}|[bcdfghjklmnpqrstvwxz]{6,}")
_ODD_ENDINGS: Final = word_set(
    "top xyz click shop icu buzz cyou rest fit sbs cfd bond work loan men win bid stream review date trade party gdn "
    "tk ml ga cf gq info biz su ru monster quest beauty hair skin makeup lol pics mom zip mov"
)
_FREE_HOSTS: Final = (
    "web.app", "firebaseapp.com", "pages.dev", "workers.dev", "r2.dev", "weebly.com", "wixsite.com", "netlify.app",
    "vercel.app", "github.io", "glitch.me", "herokuapp.com", "blogspot.com", "googleapis.com", "azurewebsites.net",
    "windows.net", "godaddysites.com", "myshopify.com", "000webhostapp.com", "ipfs.io", "dweb.link", "replit.app",
    "webflow.io", "framer.app", "surge.sh", "duckdns.org", "ngrok.io", "trycloudflare.com", "mybluehost.me",
    "appspot.com", "backblazeb2.com", "typeform.com", "jotform.com", "formspree.io", "sites.google.com",
    "forms.gle", "docs.google.com", "notion.site", "amazonaws.com",
)  # fmt: skip
_RISKY_NAMES: Final = (
    ".html",
    ".htm",
    ".shtml",
    ".zip",
    ".rar",
    ".7z",
    ".iso",
    ".img",
    ".exe",
    ".scr",
    ".js",
    ".vbs",
    ".lnk",
    ".xhtml",
    ".svg",
    ".ace",
    ".gz",
    ".r00",
    ".eml",
    ".one",
)
_NEAR: Final = 200


def structure(message: Message, content: Content, links: tuple[Link, ...], folded: Folded) -> dict[str, float]:
    """The signs that hold, each 1 (or up to 1)."""
    found = dict.fromkeys(_held(message, content, links, folded), 1.0)
    elsewhere = "links lead away from the sender's domain" in found
    brand = next((name for name in found if name.startswith("the sender's name says")), "")
    if brand:
        del found[brand]
        found["the sender's name is a brand's, the address is not"] = 1.0
        if elsewhere:
            found["a borrowed brand with links elsewhere"] = 1.0
    if elsewhere and "greets nobody by name" in found:
        found["greets nobody, with links elsewhere"] = 1.0
    return found


def _held(message: Message, content: Content, links: tuple[Link, ...], folded: Folded) -> Iterator[str]:
    yield from _of_sender(message)
    yield from _of_links(message, links)
    yield from _of_body(message, content, links, folded)
    yield from _of_headers(message)


def _of_sender(message: Message) -> Iterator[str]:
    if len(message.from_) != 1:
        yield "not one sender"
        return
    sender = message.from_[0]
    name = fold(sender.name[:200]).text
    if borrowed_brand(message):
        yield f"the sender's name says {borrowed_brand(message)}"
    if is_free_mail(sender.domain) and _OFFICE.search(name):
        yield "an office that writes from free mail"
    if _CHANCE_NAME.search(sender.local[:64].lower()):
        yield "the sender's address looks made up"
    ending = sender.domain.rpartition(".")[2].lower()
    if ending in _ODD_ENDINGS:
        yield "the sender's domain has an ending that is often abused"
    if name and sender.name.isupper() and len(name) > 4:
        yield "the sender's name is in capitals"
    if not name:
        yield "the sender gives no name"
    others = {registrable_domain(address.domain) for address in message.reply_to[:5]}
    if others and registrable_domain(sender.domain) not in others:
        free = any(is_free_mail(address.domain) for address in message.reply_to[:5])
        yield "replies go to free mail elsewhere" if free else "replies go to another domain"


def _of_links(message: Message, links: tuple[Link, ...]) -> Iterator[str]:
    hosts = [link for link in links[:_NEAR] if link.host]
    if not hosts:
        yield "no links"
        return
    sender = registrable_domain(message.from_[0].domain) if message.from_ else ""
    own = sum(registrable_domain(link.host) == sender for link in hosts)
    if not own:
        yield "links lead away from the sender's domain"
    if len({link.url for link in hosts}) <= 2:
        yield "one or two links alone"
    flags = " ".join(flag for link in hosts for flag in link.flags)
    for mark, name in _FLAGS.items():
        if mark in flags:
            yield name
    if any(link.host.endswith(_FREE_HOSTS) for link in hosts):
        yield "a link to a host where anybody may put pages"
    if any(link.host.rpartition(".")[2] in _ODD_ENDINGS for link in hosts):
        yield "a link to an ending that is often abused"
    readers = [address.key for address in message.to[:5] if address.local]
    if any("@" in link.url[8:400] or reader in link.url.lower() for link in hosts for reader in readers):
        yield "a link that carries an address"


_FLAGS: Final = {
    "text names": "a link whose text names another host",
    "IP address": "a link to a bare IP address",
    "unusual port": "a link to an unusual port",
    "look-alike letters": "a link with look-alike letters",
    "user name before": "a link with a user name before its host",
    "shortened": "a shortened link",
    "redirects": "a link that redirects",
    ": address": "a link that is script or data",
}


def _of_body(message: Message, content: Content, links: tuple[Link, ...], folded: Folded) -> Iterator[str]:
    letters = [c for c in message.subject[:300] if c.isalpha()]
    if len(letters) >= 10 and sum(c.isupper() for c in letters) > 0.8 * len(letters):
        yield "subject in capitals"
    if message.subject.count("!") + message.subject.count("$") >= 2:
        yield "subject shouts"
    head = folded.text[:3_000]
    if _NOBODY.search(head):
        yield "greets nobody by name"
    if len(_MONEY.findall(folded.text[:10_000])) >= 3:
        yield "speaks of money again and again"
    if _PHONE.search(folded.text[:10_000]):
        yield "asks to call a number"
    if links and len(content.full_text.strip()) < 120:
        yield "hardly any text beside its links"
    if any(segment.length > 200 and not segment.benign for segment in content.hidden):
        yield "much hidden text"
    if message.html and message.text is None:
        yield "HTML alone"
    names = [(file.filename or "").lower() for file in message.attachments[:50]]
    if any(name.endswith(_RISKY_NAMES) for name in names):
        yield "a file of a kind that is often abused"
    readers = {address.key for address in message.to[:5]}
    if any(reader in head for reader in readers if "@" in reader):
        yield "names the reader by the address"


def _of_headers(message: Message) -> Iterator[str]:
    answered = bool(message.in_reply_to or message.references)
    if answered:
        yield "answers an earlier message"
    elif re.match(r"(?:re|aw|sv|antw)\s?:", message.subject[:10].lower()):
        yield "claims to answer, and answers nothing"
    if message.header("list-id") or message.header("mailing-list") or message.header("x-mailing-list"):
        yield "came by a mailing list"
    if message.header("list-unsubscribe"):
        yield "can be unsubscribed by header"
    if message.message_id is None:
        yield "no Message-ID"
    elif message.from_:
        own = registrable_domain(message.message_id.rpartition("@")[2].lower()[:255])
        if own != registrable_domain(message.from_[0].domain):
            yield "a Message-ID of another domain"
    if message.date is None:
        yield "no readable date"
    if not message.to and not message.cc:
        yield "addressed to nobody"
    if message.defects:
        yield "malformed"
    if (message.header("x-priority") or "3").strip()[:1] == "1":
        yield "marked as urgent"


def borrowed_brand(message: Message) -> str:
    """The brand a display name claims although the address is of another organisation; "" where none is."""
    if len(message.from_) != 1:
        return ""
    sender = message.from_[0]
    name = fold(sender.name).text
    if not name:
        return ""
    organisation = registrable_domain(sender.domain)
    for brand, domains in BRANDS.items():
        if brand in name and re.search(rf"(?<![a-z0-9]){brand}(?![a-z0-9])", name) and organisation not in domains:
            label = organisation.partition(".")[0]
            starts = name.startswith(brand) and not name.startswith(f"{brand} via")
            if starts and label != brand and " via " not in name:
                return brand
    return ""
