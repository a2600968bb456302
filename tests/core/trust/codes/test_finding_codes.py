"""Codes and acting links are found in mail of many languages, and other numbers are left alone."""

import pytest

from letterlock.core.trust.codes.find import find_codes
from letterlock.core.trust.codes.mask import mask
from letterlock.core.trust.codes.secrets import ActionLink, Secrets
from letterlock.core.trust.read import read
from support.code_mails import code_mails, link_mails, ordinary_mails


@pytest.mark.parametrize("held", [False, True])
def test_codes_are_found(held):
    made = list(code_mails(150, held=held, seed=7))
    missed = [one for one in made if "".join(one.code.split()) not in read(one.raw).secrets.codes]
    assert len(missed) <= 0.02 * len(made), missed[0].raw.decode()


@pytest.mark.parametrize("held", [False, True])
def test_links_that_act_are_found(held):
    made = list(link_mails(100, held=held, seed=7))
    missed = [one for one in made if one.url not in [link.url for link in read(one.raw).secrets.links]]
    assert len(missed) <= 0.02 * len(made), missed[0].raw.decode()


@pytest.mark.parametrize("held", [False, True])
def test_nothing_of_ordinary_mail_is_taken_for_one(held):
    for one in ordinary_mails(250, held=held, seed=7):
        found = read(one.raw).secrets
        assert not found, one.raw.decode()


@pytest.mark.parametrize(
    "text",
    [
        "Use code SAVE2026 for 20% off, valid for 48 hours.",
        "Your booking code: X7K9QP. Sign in to manage your booking.",
        "Meeting ID: 823 4455 6677\nPasscode: 482913\nSign in to join; the link expires in 2 hours.",
        "One-time codes protected 482913 users in 2026.",
        "The error code 50013 shows up when I sign in; please ignore my last mail.",
        "Your verification code cost us $482,913 last year.",
        "Call +49 151 482913 for a security code.",
    ],
)
def test_other_numbers_are_not_codes(text):
    assert find_codes("", text) == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Your code is 4 8 2 9 1 3 and expires in 5 minutes.", "482913"),
        ("認証コード：４８２９１３", "482913"),
        ("Your temporary password is: Xy7#kL9p!", "Xy7#kL9p!"),
        (
            "Here is the Steam Guard code you need to login:\n\nHWQXK\n\nSecurity code for your account:\n\nHWQXK",
            "HWQXK",
        ),
        ("Two-factor code\n2024\nIt expires in 2 minutes.", "2024"),
    ],
)
def test_codes_of_every_shape_are_found(text, code):
    assert code in find_codes("", text)


def test_a_code_is_masked_however_it_is_written():
    secrets = Secrets(("482913", "AB3-7QP"))
    for written in ("482913", "482 913", "4-8-2-9-1-3", "4\u200b82913", "４８２９１３", "482\n913"):
        assert mask(f"Code: {written}.", secrets) == "Code: [code withheld]."
    assert mask("ab37qp", secrets) == "[code withheld]"
    assert mask("14829130", secrets) == "14829130"


def test_a_link_is_masked_with_the_part_that_nobody_could_guess():
    url = "https://a.example/reset?x=1&token=Zk3mQ9vX7tLp2Rw8Yc4N"
    secrets = Secrets(links=(ActionLink(url, "reset"),))
    assert mask(f"see {url}", secrets) == "see [reset link withheld]"
    assert mask(f'<a href="{url.replace("&", "&amp;")}">', secrets) == '<a href="[reset link withheld]">'
    assert "Zk3mQ9vX" not in mask("token Zk3mQ9vX7tLp2Rw8Yc4N", secrets)
