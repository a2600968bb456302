"""What is read of HTML mail is what Debian's Chromium paints of it, word by word."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from letterlock.core.mime.visible import visible
from support.apt import Unavailable
from support.generated_html import made_html
from support.painted import Painted, Painter, agreement, judged, painter
from support.tricks import TRICKS

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("chromium")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Painter]:
    try:
        with painter() as running:
            yield running
    except Unavailable as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("name", TRICKS)
def test_a_mail_reads_as_it_is_painted(browser: Painter, name: str) -> None:
    found = judged(browser, TRICKS[name])
    assert found.seen > 5
    assert (found.lost, found.leaked) == ((), ())


@settings(max_examples=20, derandomize=True, suppress_health_check=list(HealthCheck))
@given(random=st.randoms(use_true_random=False))
def test_mail_made_at_random_reads_as_it_is_painted(browser: Painter, random: Random) -> None:
    found = judged(browser, made_html(random))
    assert (found.lost, found.leaked) == ((), ())


@pytest.mark.heavy
def test_of_many_mails_made_at_random_nearly_every_word_reads_as_it_is_painted(browser: Painter) -> None:
    found = [judged(browser, made_html(Random(seed))) for seed in range(600)]
    seen, unseen = sum(one.seen for one in found), sum(one.unseen for one in found)
    assert sum(len(one.lost) for one in found) <= 0.005 * seen
    assert sum(len(one.leaked) for one in found) <= 0.005 * unseen
    assert sum(one.perfect for one in found) >= 0.98 * len(found)


def test_a_browser_tells_seen_from_unseen(browser: Painter) -> None:
    html = "<p>one <b style='color:#fff'>two</b> three<i hidden>four</i>five</p><div style='height:2px;overflow:hidden'>six"
    painted = browser.paint(html)
    assert (painted.seen.split(), painted.unseen.split()) == (["one", "threefive"], ["two", "four", "six"])


def test_what_is_lost_and_what_leaks_is_told() -> None:
    found = agreement(Painted(seen="one two two", unseen="three three four"), "One two four [image: three]")
    assert (found.lost, found.leaked, found.perfect) == (("two",), ("four",), False)
    assert agreement(Painted("one", "two"), visible("<p>one<b hidden>two</b>").text).perfect
