from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.trust.arc import ArcCheck, check_arc
from letterlock.core.trust.asking import Asker
from letterlock.core.trust.canonical import SignedMessage, UnreadableHeaderError
from letterlock.core.trust.question import TEMPERROR, Answer, Question

SUITE = Path(__file__).resolve().parents[3] / "../shared/corpora/auth/arc/arc-draft-validation-tests.yml"
CASES = 171
RAW = b"From: ann@example.com\r\nTo: list@lists.example\r\nSubject: Hello\r\nDate: Mon, 01 Jun 2026 11:00:00 +0000\r\n\r\nHello\r\n"


def check(raw: bytes, known: Mapping[str, str] = MappingProxyType({})) -> ArcCheck:
    """The question loop, with `known` as all of DNS: key texts by name."""
    message = SignedMessage(raw)
    first = Asker({})
    check_arc(message, first, verifying=False)
    questions = first.missing.questions if first.missing else frozenset()
    answers = {q: Answer("ok", (known[q.name],)) if q.name in known else Answer("nxdomain") for q in questions}
    asker = Asker(answers)
    result = check_arc(message, asker)
    assert asker.missing is None, "all keys are asked for in the first round"
    return result


# Made once with dkimpy's arc_sign and a key thrown away since, so that a clone alone has a chain to check.
CHAIN_KEY = (
    "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDKAA3m76Vr7bzpJNSwW3inILO61ju76JpB+upLOQuWgn2p9YJ0es5OZyMIIk1n"
    "8+r7+lYuJbI/820nx5p3l/eqynL0JqcBewMVJVbwvYiPkHj5QNFH/KZJFMYkWpP70VONUHYmTyc3zCQbrd/YEqMlwMDq4OQ237H4Zs7HRvadQwIDAQAB"
)
CHAIN_KEYS = {"s1._domainkey.lists.example": CHAIN_KEY, "s1._domainkey.forward.example": CHAIN_KEY}
CHAIN = b"""\
ARC-Seal: i=2; cv=pass; a=rsa-sha256; d=forward.example; s=s1;
 t=1780300800;
 b=BAk5jZXJzZhi9vfdWXfFNX3nXrlMzachYwj709eSs/Iyp+/DrqL4j36p4oT6HlPDWO8p4
 hbrMw3psLwLFGjaUKL2iNPttLne1Kbo+V3jjvWeQO/VwAtgapTkPhGCJrIDf2LEHVt67ME+
 +OrdUrEkLW4t8AYqpuaM0I9sBSAnx/Y=
ARC-Message-Signature: i=2; a=rsa-sha256; c=relaxed/relaxed;
 d=forward.example; s=s1; t=1780300800; h=from : to : subject : date :
 from; bh=Ba3gj8+xBPQLJTahTfzW6RbWQ/XPgESxkCi2B66PSQg=;
 b=bf2YuTV+VJJKl33TeyiBpl96Bw08ux3zzvTBrTVbQfV+6EH2XAfDP5V6OSDK25tfsSLhE
 Avj1GXoML9/sN4T0V1xlr3eNKwb4r0F3AkZKgHMIU9saC4/1ju6dO6iHuUs4FMI5ZLetcON
 eTCsAV0vUNJM2xPEQymOJkd/FR6dryQ=
ARC-Authentication-Results: i=2; forward.example;
 arc=pass
ARC-Seal: i=1; cv=none; a=rsa-sha256; d=lists.example; s=s1;
 t=1780300800;
 b=m89Pt6lTpdQM7NgusyMiB2WVe0flIzlEq/Pa3I0ozMGN4qX8PtPmeZt/wjwl3ppnJIGtn
 DqDnSWQqzMPvAuHXzegIGlgGYyNcauTeRMzpwb2THErD/ZfOscccJg5IG/d13CK0TuuT+EQ
 LheBlkMR74pVE9TLQF60ejV97grI0nU=
ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed;
 d=lists.example; s=s1; t=1780300800; h=from : to : subject : date :
 from; bh=Ba3gj8+xBPQLJTahTfzW6RbWQ/XPgESxkCi2B66PSQg=;
 b=E5szQmh6XNdci0550sjCDzvj0ajFbs+q94wFiOH7pZNv6gzwDoMUWPlLExChDPMwtoMtI
 e/eJAFFXOnRj0fxTAAcvJgSXDRmvLNzOQb5Ein0D6ghlDqwo2dmZ79Hll8eWFGitgt2glE6
 5hiKj4TjIQLmNua0K+Qelg3GUuHF1hA=
ARC-Authentication-Results: i=1; lists.example;
 spf=pass smtp.mailfrom=a@example.com
From: ann@example.com
To: list@lists.example
Subject: Hello
Date: Mon, 01 Jun 2026 11:00:00 +0000

Hello
""".replace(b"\n", b"\r\n")


def test_a_chain_of_two_hops_passes_and_names_the_last() -> None:
    assert check(CHAIN, CHAIN_KEYS) == ArcCheck("pass", "forward.example")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"\r\nHello", b"\r\nHullo", "the body was changed after the newest ARC signature"),
        (b"Subject: Hello", b"Subject: Hullo", "the newest ARC signature does not hold"),
        (b"Subject: Hello", b"Subject: Hello\r\nSubject: Hullo", "more subject fields than were signed"),
        (b"spf=pass", b"spf=fail", "seal 1 does not hold"),
        (b"arc=pass", b"arc=fail", "seal 2 does not hold"),
        (b"i=1; cv=none", b"i=1; cv=pass", "seal 1 says cv=pass"),
        (b"i=1; lists", b"i=3; lists", "incomplete or repeated set"),
    ],
)
def test_a_chain_fails_where_it_was_changed(old: bytes, new: bytes, reason: str) -> None:
    assert old in CHAIN
    assert check(CHAIN.replace(old, new), CHAIN_KEYS).reason == reason


def test_a_chain_without_its_newest_set_still_passes() -> None:
    start = CHAIN.index(b"ARC-Seal: i=1")
    assert check(CHAIN[start:], CHAIN_KEYS) == ArcCheck("pass", "lists.example")


def test_a_chain_without_its_oldest_set_fails() -> None:
    start, end = CHAIN.index(b"ARC-Seal: i=1"), CHAIN.index(b"From: ann")
    assert check(CHAIN[:start] + CHAIN[end:], CHAIN_KEYS).result == "fail"


def test_a_message_without_chain_has_none() -> None:
    assert check(RAW) == ArcCheck("none")


@pytest.mark.parametrize(
    "fields",
    [
        b"ARC-Seal: i=1; a=rsa-sha256; cv=none; d=lists.example; s=s1; b=AAAA\r\n",
        b"ARC-Authentication-Results: i=1; lists.example\r\n",
        b"ARC-Message-Signature: i=1; a=rsa-sha256; d=lists.example; s=s1; h=from; bh=AAAA; b=AAAA\r\n",
    ],
)
def test_a_broken_set_fails_without_asking(fields: bytes) -> None:
    assert check(fields + RAW).result == "fail"


def bogus(number: int, cv: str = "pass") -> bytes:
    tags = f"i={number}; a=rsa-sha256; d=lists.example; s=s{number}; b=AAAA"
    return (
        f"ARC-Seal: {tags}; cv={cv}\r\nARC-Message-Signature: {tags}; h=from; bh=AAAA\r\n"
        f"ARC-Authentication-Results: i={number}; lists.example\r\n"
    ).encode()


def test_the_newest_sealer_is_named_even_when_the_chain_fails() -> None:
    result = check(bogus(2) + bogus(1, "none") + RAW)
    assert (result.result, result.sealer) == ("fail", "lists.example")


def test_a_seal_that_reports_a_broken_chain_fails() -> None:
    assert check(bogus(2, "fail") + bogus(1, "none") + RAW).reason == "seal 2 says cv=fail"


def test_a_chain_of_more_than_fifty_sets_is_not_followed() -> None:
    chain = b"".join(bogus(number) for number in range(51, 1, -1)) + bogus(1, "none")
    assert check(chain + RAW) == ArcCheck("fail", reason="too many sets")


def test_a_key_that_dns_cannot_give_leaves_the_chain_unchecked() -> None:
    asker = Asker({Question("TXT", "s1._domainkey.lists.example"): TEMPERROR})
    assert check_arc(SignedMessage(bogus(1, "none") + RAW), asker).result == "not_checked"


@given(st.binary(max_size=60), st.integers(0, 200))
@settings(max_examples=100, deadline=None)
def test_no_bytes_in_a_chain_make_the_check_raise(noise: bytes, position: int) -> None:
    chain = bogus(1, "none")
    try:
        message = SignedMessage(chain[:position] + noise + chain[position:] + RAW)
    except UnreadableHeaderError:
        return
    assert check_arc(message, Asker({})).result in ("fail", "not_checked", "none")


def _suite_cases() -> list[Any]:
    if not SUITE.exists():
        return [pytest.param({}, {}, marks=pytest.mark.skip(reason="the ARC suite is not beside the repository"))]
    return [
        pytest.param(document["txt-records"], case, id=name)
        for document in yaml.safe_load_all(SUITE.read_text(encoding="utf-8"))
        for name, case in document["tests"].items()
    ]


@pytest.mark.parametrize(("keys", "case"), _suite_cases())
def test_the_arc_suite_passes(keys: dict[str, str], case: dict[str, Any]) -> None:
    expected = (case["cv"] or "Fail").lower()
    result = check(case["message"].encode(), keys)
    assert result.result == expected, result.reason


@pytest.mark.skipif(not SUITE.exists(), reason="the ARC suite is not beside the repository")
def test_the_whole_suite_was_run() -> None:
    assert len(_suite_cases()) == CASES
