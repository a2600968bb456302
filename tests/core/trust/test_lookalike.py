"""Which domains a reader takes for another, and that each of them is found by a key."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.trust.lookalike import keys, likeness, probes, skeleton


@pytest.mark.parametrize(
    ("domain", "known", "how"),
    [
        ("paypa1.com", "paypal.com", "letters"),
        ("pay-pal.com", "paypal.com", "letters"),
        ("rnicrosoft.com", "microsoft.com", "letters"),
        ("xn--pypal-4ve.com", "paypal.com", "letters"),  # a Cyrillic а
        ("mail.paypa1.com", "paypal.com", "letters"),
        ("paypall.com", "paypal.com", "one letter"),
        ("payapl.com", "paypal.com", "one letter"),
        ("paypak.com", "paypal.com", "one letter"),
        ("paypa.com", "paypal.com", ""),
        ("microsft.com", "microsoft.com", "one letter"),
        ("acme-invoices.com", "acme.com", "words"),
        ("secure-acme-login.net", "acme.com", "words"),
        ("securepaypal.com", "paypal.com", "words"),
        ("paypalsupport.com", "paypal.com", "words"),
        ("acme.com.evil.example", "acme.com", "part"),
        ("acme.com-login.evil.example", "acme.com", "part"),
        ("acme.net", "acme.com", "ending"),
        ("acme.co.uk", "acme.com", "ending"),
        ("mail.acme.com", "acme.com", ""),
        ("acme.com", "mail.acme.com", ""),
        ("acme.zendesk.com", "acme.com", ""),
        ("gitlab.com", "github.com", ""),
        ("bmw.de", "bmw.com", ""),
        ("ample.com", "apple.com", ""),
        ("acme-flowers.com", "acme.com", ""),
        ("ann.github.io", "bob.github.io", ""),
    ],
)
def test_a_domain_is_taken_for_another(domain: str, known: str, how: str) -> None:
    assert likeness(domain, known) == how
    if how:
        assert keys(known) & probes(domain), "it would not be found"


def test_letters_of_other_scripts_and_marks_look_like_plain_ones() -> None:
    assert skeleton("раураl") == skeleton("paypal") == skeleton("PAYPA1") == skeleton("páypal")


labels = st.from_regex(r"[a-z][a-z0-9]{5,14}", fullmatch=True)


@settings(deadline=None)
@given(labels, st.integers(0, 14), st.sampled_from("abkxz7"), st.sampled_from(["change", "drop", "add", "swap"]))
def test_whatever_is_one_letter_off_is_found(label: str, at: int, letter: str, how: str) -> None:
    at %= len(label) - 1
    changed = {
        "change": label[:at] + letter + label[at + 1 :],
        "drop": label[:at] + label[at + 1 :],
        "add": label[:at] + letter + label[at:],
        "swap": label[:at] + label[at + 1] + label[at] + label[at + 2 :],
    }[how]
    domain, known = f"{changed}.example", f"{label}.example"
    if likeness(domain, known):
        assert keys(known) & probes(domain)


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_are_compared_and_a_look_up_stays_small(one: str, other: str) -> None:
    likeness(one, other)
    assert len(keys(one)) <= 300
    assert len(probes(one)) <= 700
