"""Codes, links and files: what of mail that brings codes is found, and what of ordinary mail is taken for it."""

from collections.abc import Iterable

from bench.page import at_least, at_most
from bench.trust.code_patterns import CODES, ORDINARY
from bench.trust.measured import Measured, Section
from letterlock.core.trust.links import ROUNDABOUT
from letterlock.core.trust.read import read
from support import code_mails


def _measure() -> Iterable[Measured]:
    yield _codes("mails with a code, patterns written after the finder", code_mails.made(CODES, 500, 3, code=True))
    yield _codes("mails with a code, the patterns it was mended with", code_mails.code_mails(500, held=True, seed=3))
    yield _links()
    yield _ordinary("ordinary mails, patterns written after the finder", code_mails.made(ORDINARY, 1_000, 3))
    yield _ordinary(
        "ordinary mails, the patterns it was mended with", code_mails.ordinary_mails(1_000, held=True, seed=3)
    )


def _codes(about: str, mails: Iterable[code_mails.Made]) -> Measured:
    made = list(mails)
    found = sum("".join(one.code.split()) in read(one.raw).secrets.codes for one in made)
    return Measured(f"code found: {about}", at_least(0.98), found / len(made), _of(found, len(made)))


def _links() -> Measured:
    made = list(code_mails.link_mails(500, held=True, seed=3))
    found = sum(one.url in [link.url for link in read(one.raw).secrets.links] for one in made)
    about = "link that acts found: the patterns it was mended with"
    return Measured(about, at_least(0.98), found / len(made), _of(found, len(made)))


def _ordinary(about: str, mails: Iterable[code_mails.Made]) -> Measured:
    readings = [read(one.raw) for one in mails]
    masked = sum(bool(reading.secrets) for reading in readings)
    flagged = sum(any(not ROUNDABOUT.issuperset(link.flags) for link in one.links) for one in readings)
    shown = f"{masked} of {len(readings)} masked, links flagged in {flagged}"
    return Measured(f"nothing masked: {about}", at_most(0), masked, shown)


def _of(found: int, count: int) -> str:
    return f"{found} of {count} ({found / count:.1%})"


LINKS_FILES_CODES = Section(
    "Codes, links and files",
    "Mail made from patterns in eleven languages and up, as text, HTML and both, with codes of eleven shapes."
    " The patterns were written by those who wrote the finder; some after it: of these one, a code to be"
    " entered to approve a payment, was missed, and the finder has been mended with it since.",
    _measure,
)
