"""What the four probabilities say of ordinary mail and of spam, beside SpamAssassin and rspamd on the same mails."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Final

from bench.page import at_most
from bench.trust.datasets import spam_assassin
from bench.trust.filters import Filter, rspamd, spamassassin
from bench.trust.measured import Measured, Missing, Section, corpus
from letterlock.core.trust.read import read
from letterlock.core.trust.report import Classification

EVERY: Final = 10
"""Of the public mails, each of so many is taken."""
KINDS: Final = ("prompt_injection", "phishing", "spam", "credential_request")
LIKELY: Final = 0.5


def measure() -> Iterator[Measured]:
    """False alarms on ordinary synthetic mail; spam found and false alarms on old public mail."""
    modern = [read(_mail(text)).classification for text in _office()]
    for kind in KINDS:
        share = _share(modern, kind)
        about = f"False alarms on {len(modern)} ordinary office mails: {kind.replace('_', ' ')}"
        yield Measured(about, at_most(0.005), share, f"{share:.1%}")
    parts = {
        part: [path.read_bytes() for path in spam_assassin(part)][::EVERY]
        for part in ("easy-ham-2", "hard-ham-1", "spam-2")
    }
    peers = [_peer(start, parts) for start in (spamassassin, rspamd)]
    for part, mails in parts.items():
        share = _share([read(raw).classification for raw in mails], "spam")
        theirs = tuple((name, shares[part]) for name, shares in peers)
        yield Measured(f"Taken for spam of {len(mails)} of {part}", None, share, f"{share:.1%}", theirs)


def _office() -> Iterator[str]:
    for path in sorted(corpus("injection/llmail-benign").glob("**/*.json")):
        yield from json.loads(path.read_text(encoding="utf-8"))["emails"]


def _mail(text: str) -> bytes:
    subject, _, body = text.removeprefix("Subject of the email:").partition("Body:")
    head = f"From: Ana <ana@northwind.example>\r\nTo: kim@inbox.example\r\nSubject: {subject.strip()[:200]}\r\n"
    kind = "Content-Type: text/plain; charset=utf-8\r\nMIME-Version: 1.0\r\n"
    rest = "Date: Mon, 2 Mar 2026 08:00:00 +0000\r\nMessage-ID: <1@northwind.example>\r\n"
    return f"{head}{rest}{kind}\r\n{body.strip()}\r\n".encode()


def _share(found: Sequence[Classification], kind: str) -> float:
    return sum(getattr(one, kind) >= LIKELY for one in found) / len(found)


def _peer(
    start: Callable[[], AbstractContextManager[Filter]], parts: dict[str, list[bytes]]
) -> tuple[str, dict[str, str]]:
    try:
        with start() as running:
            shares: dict[str, str] = {}
            for part, mails in parts.items():
                judged = [running.judge(raw) for raw in mails]
                shares[part] = f"{sum(one.score >= one.threshold for one in judged) / len(judged):.1%}"
            return running.name, shares
    except Missing as missing:
        return start.__name__, dict.fromkeys(parts, f"not measured ({missing})")


CONTENT: Final = Section(
    "What it tries to do",
    "The probabilities at 0.5, on ordinary mail of LLMail-Inject and on each tenth mail of the SpamAssassin public"
    " corpus that no model has learnt from; the peers without network at their own thresholds (rspamd:"
    " that of rejecting). Injection by source"
    " stands in docs/trust-model.md.",
    measure,
)
