"""What the four probabilities say of ordinary mail and of spam, beside SpamAssassin and rspamd on the same mails."""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Final

from bench.page import at_least, at_most
from bench.trust.datasets import spam_assassin
from bench.trust.filters import Filter, rspamd, spamassassin
from bench.trust.measured import Measured, Missing, Section, corpus
from letterlock.core.trust.read import read

EVERY: Final = 4
"""Of the public mails, each of so many is taken."""
HAM: Final = ("easy-ham-2", "hard-ham-1")
SPAM: Final = "spam-2"
KINDS: Final = ("prompt_injection", "phishing", "spam", "credential_request")
LIKELY: Final = 0.5
Scores = dict[str, list[float]]


def measure() -> Iterator[Measured]:
    """False alarms on ordinary mail, and spam found, beside others and with no more false alarms than theirs."""
    modern = [read(_mail(text)).classification for text in _office()]
    for kind in KINDS:
        share = sum(getattr(one, kind) >= LIKELY for one in modern) / len(modern)
        about = f"False alarms on {len(modern)} ordinary office mails: {kind.replace('_', ' ')}"
        yield Measured(about, at_most(0.005), share, f"{share:.1%}")
    mails = {part: _unseen(part) for part in (*HAM, SPAM)}
    ours = {part: [read(raw).classification.spam for raw in raws] for part, raws in mails.items()}
    peers = [_peer(start, mails) for start in (spamassassin, rspamd)]
    for part, scores in ours.items():
        share = _share(scores, LIKELY)
        told = tuple((name, f"{_share(found[part], 0):.1%}" if found else why) for name, found, why in peers)
        yield Measured(f"Taken for spam of {len(scores)} of {part}", None, share, f"{share:.1%}", told)
    for name, found, _ in peers:
        if found:
            yield _beside(name, ours, found)


def _unseen(part: str) -> list[bytes]:
    """Mails of a part that no model has learnt from: of the hard ham, every second was."""
    paths = spam_assassin(part)
    return [path.read_bytes() for path in (paths[1::2] if part == "hard-ham-1" else paths[::EVERY])]


def _beside(name: str, ours: Scores, theirs: Scores) -> Measured:
    """Spam found where no more ordinary mail of either sort is taken for it than the other takes."""
    at = max(_lowest(ours[part], _share(theirs[part], 0)) for part in HAM)
    share, other = _share(ours[SPAM], at), _share(theirs[SPAM], 0)
    about = f"Spam found with no more false alarms on either ham than {name}"
    return Measured(about, at_least(round(other, 3)), share, f"{share:.1%}", ((name, f"{other:.1%}"),))


def _lowest(scores: Sequence[float], share: float) -> float:
    """The lowest threshold that no more than a share of the scores reaches."""
    ranked = sorted(scores, reverse=True)
    return math.nextafter(ranked[min(int(share * len(ranked)), len(ranked) - 1)], 2.0)


def _share(scores: Sequence[float], at: float) -> float:
    return sum(score >= at for score in scores) / len(scores)


def _office() -> Iterator[str]:
    for path in sorted(corpus("injection/llmail-benign").glob("**/*.json")):
        yield from json.loads(path.read_text(encoding="utf-8"))["emails"]


def _mail(text: str) -> bytes:
    subject, _, body = text.removeprefix("Subject of the email:").partition("Body:")
    head = f"From: Ana <ana@northwind.example>\r\nTo: kim@inbox.example\r\nSubject: {subject.strip()[:200]}\r\n"
    kind = "Content-Type: text/plain; charset=utf-8\r\nMIME-Version: 1.0\r\n"
    rest = "Date: Mon, 2 Mar 2026 08:00:00 +0000\r\nMessage-ID: <1@northwind.example>\r\n"
    return f"{head}{rest}{kind}\r\n{body.strip()}\r\n".encode()


def _peer(
    start: Callable[[], AbstractContextManager[Filter]], mails: dict[str, list[bytes]]
) -> tuple[str, Scores, str]:
    """Its name and by how much each mail is beyond its threshold; no scores, and why, where it is not here."""
    try:
        with start() as running:
            scores: Scores = {}
            for part, raws in mails.items():
                judged = [running.judge(raw) for raw in raws]
                scores[part] = [one.score - one.threshold for one in judged]
            return running.name, scores, ""
    except Missing as missing:
        return start.__name__, {}, f"not measured ({missing})"


CONTENT: Final = Section(
    "What it tries to do",
    "The probabilities at 0.5, on ordinary mail of LLMail-Inject and on mails of the SpamAssassin public corpus that no"
    " model has learnt from; the peers without network at their own thresholds (rspamd: that of rejecting). Then the"
    " spam found at the threshold where no more of easy-ham-2 and of hard-ham-1 are false alarms than the peer has."
    " Injection by source stands in docs/trust-model.md.",
    measure,
)
