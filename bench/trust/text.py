"""What a reader sees: the words read of HTML mail beside those that Debian's Chromium paints of it."""

import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final

from bench.document import ROOT
from bench.page import at_least
from bench.trust.datasets import spam_assassin
from bench.trust.measured import CORPORA, Measured, Missing, Section
from bench.trust.peers import ask
from letterlock.core.mime.parse import parse
from letterlock.core.mime.visible import visible

sys.path.insert(0, str(ROOT / "tests"))

from support.apt import Unavailable
from support.generated_html import made_html
from support.painted import Agreement, Painted, TooLong, agreement, painter
from support.tricks import TRICKS

EVERY: Final = 4
"""Of the mails of 2002 to 2005, one in so many is taken."""
GENERATED: Final = 60


def measure() -> Iterator[Measured]:
    """Real mail, mail that hides, and mail made at random; and what reading takes."""
    real = list(dict.fromkeys(_real()))
    made = [made_html(Random(seed)) for seed in range(GENERATED)]
    yield from _real_mail(real)
    yield _perfect("Mails written to hide words, read perfectly", 98, list(TRICKS.values()))
    yield _perfect("Mails made at random, read perfectly", 95, made)


def _real_mail(documents: Sequence[str]) -> Iterator[Measured]:
    pairs = _painted(documents)
    documents = [html for html, _ in pairs]
    begun = time.process_time()
    texts = [visible(html).text for html in documents]
    ours = time.process_time() - begun
    theirs = ask("visible_text", documents)
    found = _agreements(pairs, texts)
    others = {name: _agreements(pairs, answer["texts"]) for name, answer in theirs.items()}
    yield _share("Real HTML mails read perfectly", 98, _perfects(found), {n: _perfects(o) for n, o in others.items()})
    kept = [not one.lost for one in found]
    yield _share(
        "Real HTML mails of which no visible word is lost",
        99.9,
        kept,
        {n: [not a.lost for a in o] for n, o in others.items()},
    )
    leaks = {name: _leaked(one) for name, one in others.items()}
    yield Measured(
        "Hidden words of real mail that leak",
        None,
        0,
        _leaked(found),
        tuple(leaks.items()),
    )
    yield Measured(
        "CPU a mail",
        None,
        ours,
        f"{1000 * ours / len(documents):.1f} ms",
        tuple((name, f"{1000 * answer['seconds'] / len(documents):.1f} ms") for name, answer in theirs.items()),
    )


def _perfect(about: str, goal: float, documents: Sequence[str]) -> Measured:
    pairs = _painted(documents)
    theirs = ask("visible_text", [html for html, _ in pairs])
    found = _agreements(pairs, [visible(html).text for html, _ in pairs])
    return _share(
        about, goal, _perfects(found), {n: _perfects(_agreements(pairs, a["texts"])) for n, a in theirs.items()}
    )


def _share(about: str, goal: float, holds: Sequence[bool], others: dict[str, list[bool]]) -> Measured:
    value = 100 * sum(holds) / len(holds)
    peers = tuple((name, f"{sum(one)}") for name, one in others.items())
    return Measured(about, at_least(goal), value, f"{value:.1f} % ({sum(holds)} of {len(holds)})", peers)


def _perfects(found: Sequence[Agreement]) -> list[bool]:
    return [one.perfect for one in found]


def _leaked(found: Sequence[Agreement]) -> str:
    leaked, unseen = sum(len(one.leaked) for one in found), sum(one.unseen for one in found)
    return f"{100 * leaked / max(1, unseen):.1f} %"


def _agreements(pairs: Sequence[tuple[str, Painted]], texts: Sequence[str]) -> list[Agreement]:
    return [agreement(painted, text) for (_, painted), text in zip(pairs, texts, strict=True)]


def _painted(documents: Sequence[str]) -> list[tuple[str, Painted]]:
    """Those that are not longer than pictures are taken of, with what is painted."""
    found: list[tuple[str, Painted]] = []
    try:
        with painter() as browser:
            for html in documents:
                try:
                    found.append((html, browser.paint(html)))
                except TooLong:
                    continue
    except Unavailable as reason:
        raise Missing(str(reason)) from None
    return found


def _real() -> Iterator[str]:
    """The HTML of real mail: what stands beside the checkout, and public mail of 2002 to 2005."""
    if CORPORA.is_dir():
        for path in sorted(CORPORA.rglob("*.html")):
            yield path.read_text(errors="replace")
        for path in sorted(CORPORA.rglob("*.eml")):
            yield from parse(path.read_bytes()).html_parts[:1]
    for path in islice(spam_assassin("hard-ham-1", "spam-1", "spam-2", "easy-ham-2"), 0, None, EVERY):
        yield from parse(path.read_bytes()).html_parts[:1]


TEXT: Final = Section(
    title="What a reader sees",
    how=(
        "Each mail is shown by Debian's Chromium, 800 pixels wide, without scripts or network. Two pictures of it, with"
        " the letters and without, say of each word whether it is painted. A mail is perfect when at least 99.5 % of"
        " the painted words are in the text and at most 0.5 % of the others. What is said of others counts mails too."
    ),
    measure=measure,
)
