"""Ordinary mail of public sources."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from training.sample import Sample, mail
from training.where import CORPORA, PACKAGES

_INJECTION: Final = CORPORA / "injection"
SPAMASSASSIN: Final = PACKAGES / "datasets-spam-assassin" / "package" / "data"


def spamassassin(part: str) -> Iterator[Sample]:
    """One part of the SpamAssassin public corpus (PDDL): easy-ham-1, easy-ham-2, hard-ham-1, spam-1, spam-2."""
    kind = "spam" if part.startswith("spam") else "ordinary"
    for path in sorted((SPAMASSASSIN / part).glob("*.txt")):
        yield Sample(part, kind, path.read_bytes())


def llmail() -> Iterator[Sample]:
    """Ordinary synthetic mail of LLMail-Inject (MIT): measured with, never learnt from."""
    for number, (subject, text) in enumerate(llmail_texts()):
        yield Sample("llmail-benign", "ordinary", mail(text, subject=subject, number=number))


def llmail_texts() -> Iterator[tuple[str, str]]:
    for path in sorted((_INJECTION / "llmail-benign").glob("**/*.json")):
        for text in json.loads(path.read_text(encoding="utf-8"))["emails"]:
            found = re.match(r"Subject of the email: (.*?)\s+Body: (.*)", text, re.S)
            yield (found[1], found[2]) if found else ("", text)


def bipia() -> Iterator[Sample]:
    """Real notices of 2022 (BIPIA, MIT): measured with, never learnt from."""
    for number, (subject, text) in enumerate(bipia_texts()):
        yield Sample("bipia-mail", "ordinary", mail(text, subject=subject, number=number))


def bipia_texts() -> Iterator[tuple[str, str]]:
    for line in (_INJECTION / "bipia" / "benchmark" / "email" / "train.jsonl").read_text(encoding="utf-8").splitlines():
        context = json.loads(line)["context"]
        subject = re.search(r"SUBJECT: (.*?)\|", context)
        text = context.partition("CONTENT:")[2] or context
        yield (subject[1] if subject else "", text.strip())


def templates() -> Iterator[Sample]:
    """Open templates of transactional mail and newsletters (MIT and the like): measured with, never learnt from."""
    for number, path in enumerate(sorted((PACKAGES / "templates").rglob("*.html"))):
        body = _filled(path.read_text(encoding="utf-8", errors="replace"))
        if len(re.sub(r"<[^>]*>|\s", "", body)) < 200:
            continue
        title = re.search(r"<title>([^<]*)</title>", body)
        subject = html.unescape(title[1]).strip() if title else path.stem
        yield Sample(
            "templates",
            "ordinary",
            mail("", subject=subject, html=body, sender="Sprocket <hello@sprocket.example>", number=number),
        )


_SLOTS: Final = {"name": "Kim", "url": "https://sprocket.example/open", "product": "Sprocket", "company": "Sprocket"}


def _filled(body: str) -> str:
    def value(match: re.Match[str]) -> str:
        words = match[1].lower()
        return next((text for key, text in _SLOTS.items() if key in words), "12")

    body = re.sub(r"\{%[^%]{0,200}%\}", "", body)
    return re.sub(r"\{\{+([^{}]{0,120})\}+\}", value, body)


def replies() -> Iterator[Sample]:
    """Replies and threads of real programs in many languages (MIT, Apache-2.0): measured with, never learnt from."""
    for pattern in (
        "quotes/email_reply_trimmer/**/emails/*.txt",
        "quotes/email-reply-parser/**/*.txt",
        "quotes/email-forward-parser/**/*.txt",
        "quotes/talon/**/*.txt",
    ):
        for number, path in enumerate(sorted(CORPORA.glob(pattern))):
            text = path.read_text(encoding="utf-8", errors="replace")
            yield Sample("replies", "ordinary", mail(text[:20_000], subject="Re: the plan", number=number))


def real() -> Iterator[Sample]:
    """Raw mail kept as tests of a mail parser (MIT): odd, and mostly ordinary."""
    for path in sorted((CORPORA / "mime" / "mail-parser").rglob("*.eml")):
        yield Sample("mail-parser", "ordinary", path.read_bytes())


def keycloak() -> Iterator[Sample]:
    """Account notices in 30 languages, as Keycloak sends them (Apache-2.0)."""
    folder = PACKAGES / "email-native"
    number = 0
    for path in sorted(folder.rglob("messages_*.properties")):
        said = _properties(path)
        for key in sorted(said):
            if not key.endswith("Body"):
                continue
            number += 1
            subject = said.get(key[:-4] + "Subject", "")
            yield Sample(
                "keycloak",
                "ordinary",
                mail(_arguments(said[key]), subject=_arguments(subject), number=number, sender=_KEYCLOAK),
            )


_KEYCLOAK: Final = "Northwind <accounts@northwind.example>"


def _properties(path: Path) -> dict[str, str]:
    said: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not key.startswith("#"):
            plain = re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), value.strip())
            said[key.strip()] = plain.replace("\\n", "\n").replace("\\r", "").replace("''", "'")
    return said


def _arguments(text: str) -> str:
    text = re.sub(r"\{0\}", "https://accounts.northwind.example/action?key=8f2c", text, count=1)
    return re.sub(r"\$?\{[^{}]{0,80}\}", "5 minutes", text)


def phishing_pot() -> Iterator[Sample]:
    """Real phishing of recent years (CC BY-NC): measured with, never learnt from."""
    for path in sorted((PACKAGES / "phishing_pot").rglob("*.eml")):
        yield Sample("phishing_pot", "phishing", path.read_bytes())
