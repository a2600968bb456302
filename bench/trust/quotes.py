"""The reply alone: mail of the corpora, and mail made as many programs write it, beside what other libraries find."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bench.document import ROOT
from bench.page import Bound, at_least
from bench.trust.measured import Measured, Section, corpus
from bench.trust.peers import ask
from letterlock.core.mime.quoting import strip_quotes
from letterlock.core.mime.quoting.forward_subject import is_forward_subject
from letterlock.core.mime.quoting.html import reply_in_html
from letterlock.core.mime.visible import visible

sys.path.insert(0, str(ROOT / "tests"))

from support.mail_programs import FIELDS, WRITERS, headers, introductions, outlook_html, outlook_web_html, quoted

REPLY: Final = "Yes, Tuesday works for me.\n\nPlease bring the plans.\nBo"
OLD: Final = "Hello Bo,\nshall we meet on Tuesday?\n\nAna"
TALON_REPLY: Final = "Hi. I am fine.\n\nThanks,\nAlex"
LOST: Final = 0.1
"""The share of its words that no reply may lose."""
NONE_LOST: Final = Bound("none", lambda value: value == 0)


@dataclass(frozen=True, slots=True)
class Case:
    """A mail's text or HTML, and the reply in it."""

    mail: str
    reply: str


def measure() -> Iterator[Measured]:
    """Replies in text and HTML, forwards, and words lost."""
    real = list(_trimmer())
    threads = [*_talon(), *_made_html()]
    made = list(_made_text())
    theirs = ask(
        "reply_text",
        {"text": [one.mail for one in real + made], "html": [one.mail for one in threads]},
    )
    texts = [strip_quotes(one.mail).text for one in real + made]
    replies = [reply_in_html(visible(one.mail)).text for one in threads]
    split = len(real)
    yield _exact(
        "Replies of email_reply_trimmer, exact", 60, real, texts[:split], _cut(theirs["text"], 0, split), _lines
    )
    yield _exact(
        "Made replies in text, by program and language, exact",
        0.95 * len(made),
        made,
        texts[split:],
        _cut(theirs["text"], split, None),
        _lines,
    )
    yield _exact(
        "HTML threads, those of talon and made ones, exact in their words",
        26 / 28 * len(threads),
        threads,
        replies,
        {name: [found and visible(found).text for found in answers] for name, answers in theirs["html"].items()},
        str.split,
    )
    yield _forwards()
    cases = real[: split - len(FORWARDS)] + made + threads
    found = texts[: split - len(FORWARDS)] + texts[split:] + replies
    lost = sum(1 for one, text in zip(cases, found, strict=True) if _share_lost(one.reply, text) >= LOST)
    yield Measured("Replies that lose a tenth of their own words", NONE_LOST, lost, f"{lost} of {len(cases)}")


FORWARDS: Final = ("forwarded_apple.txt", "forwarded_gmail.txt", "forwarded_message.txt")
"""There the forwarded message is cut as history; here it is content."""


def _trimmer() -> Iterator[Case]:
    folder = corpus("quotes/email_reply_trimmer") / "test"
    paths = sorted((folder / "emails").iterdir(), key=lambda path: (path.name in FORWARDS, path.name))
    for path in paths:
        yield Case(_read(path), _read(folder / "trimmed" / path.name))


def _read(path: Any) -> str:
    return str(path.read_text(encoding="utf-8-sig", errors="replace")).replace("\r\n", "\n")


def _talon() -> Iterator[Case]:
    for path in sorted((corpus("quotes/talon") / "tests" / "fixtures" / "html_replies").glob("*.html")):
        yield Case(_read(path), TALON_REPLY)


def _made_html() -> Iterator[Case]:
    for _, line in introductions():
        if "\n" not in line:
            yield from (Case(write(REPLY, line, OLD), REPLY) for write in WRITERS.values())
    for tongue in FIELDS:
        yield Case(outlook_html(REPLY, headers(tongue), OLD), REPLY)
        yield Case(outlook_web_html(REPLY, headers(tongue), OLD), REPLY)


def _made_text() -> Iterator[Case]:
    for _, line in introductions():
        yield Case(f"{REPLY}\n\n{line}\n\n{quoted(OLD)}\n", REPLY)
        yield Case(f"{line}\n{quoted(OLD)}\n\n{REPLY}\n", REPLY)
    for tongue in FIELDS:
        block = "\n".join(headers(tongue))
        yield Case(f"{REPLY}\n\n{'_' * 32}\n{block}\n\n{OLD}\n", REPLY)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def _cut(answers: dict[str, list[str | None]], start: int, end: int | None) -> dict[str, list[str | None]]:
    return {name: found[start:end] for name, found in answers.items()}


def _exact(
    about: str,
    goal: float,
    cases: Sequence[Case],
    found: Sequence[str],
    theirs: dict[str, list[str | None]],
    form: Callable[[str], list[str]],
) -> Measured:
    def hits(answers: Sequence[str | None]) -> int:
        pairs = zip(cases, answers, strict=True)
        return sum(1 for one, text in pairs if text is not None and form(text) == form(one.reply))

    reached = hits(found)
    peers = tuple((name, str(hits(answers))) for name, answers in theirs.items())
    return Measured(about, at_least(int(goal)), reached, f"{reached} of {len(cases)}", peers)


def _forwards() -> Measured:
    """Forwards of email-forward-parser; its fourth variant is of replies, which forward nothing."""
    folder = corpus("quotes/email-forward-parser") / "test" / "fixtures"
    kept = count = 0
    for path in sorted(folder.glob("*_body*.txt")):
        if path.stem.endswith("_variant_4"):
            continue
        count += 1
        text = _read(path)
        program = path.name.partition("_body")[0]
        names = (
            path.name.replace("_body", "_subject"),
            f"{program}_subject.txt",
            f"{program.rpartition('_')[0]}_subject.txt",
        )
        english = f"{program.rpartition('_')[0]}_en_subject.txt"
        subject = next((_read(folder / name) for name in (*names, english) if (folder / name).exists()), "")
        found = strip_quotes(text, forwarded=is_forward_subject(subject, text))
        kept += _lines(found.text) == _lines(text)
    return Measured("Forwards kept whole", at_least(int(0.97 * count)), kept, f"{kept} of {count}")


def _share_lost(reply: str, found: str) -> float:
    own, kept = reply.split(), set(found.split())
    return sum(1 for word in own if word not in kept) / len(own) if own else 0.0


QUOTES: Final = Section(
    "The reply alone",
    "The replies of email_reply_trimmer, line by line (three of them are forwards, whose message is cut there and kept"
    " here); HTML threads of talon and made ones, word by word: what programs write above a quote in up to 40"
    " languages, put into HTML as they do; forwards of email-forward-parser. The others are given the same mails.",
    measure,
)
