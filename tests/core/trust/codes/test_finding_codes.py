"""Codes and acting links are found in mail of many languages, and other numbers are left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.trust.codes.action_links import find_action_links
from letterlock.core.trust.codes.find import find_codes
from letterlock.core.trust.codes.mask import holds, mask
from letterlock.core.trust.codes.secrets import ActionLink, Secrets
from letterlock.core.trust.links import read_links
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


TOLD = (
    ("928174 is your Acme code", ""),
    ("Your Acme code is 928174", ""),
    ("928174 – your code", "Someone tried to sign in."),
    ("Ihr Code: 928174", ""),
    ("928174 est votre code Acme", ""),
    ("928174 è il tuo codice Acme", ""),
    ("928174 é o seu código da Acme", ""),
    ("928174 is je Acme-code", ""),
    ("Acme: 928174 — Twój kod", ""),
    ("928174 — ваш код Acme", ""),
    ("", "<#> 928174 is your Telegram code"),
    ("", "Váš kód je 928174"),
    ("", "A kódod: 928174"),
    ("", "Codul tău este 928174"),
    ("", "Ο κωδικός σας είναι 928174"),
    ("", "קוד האימות שלך הוא 928174"),
    ("", "Use 928-174 to verify your Instagram account."),
    ("Utilisez 928174 pour vous connecter à Acme", ""),
    ("Gib 928174 ein, um dich bei Acme anzumelden", ""),
    ("Your Acme Bank passcode", "Your passcode for Acme Bank is 928174"),
    ("A payment", "To approve $ 384.00 on 2026-11-30, enter 928174 in the app. Don't tell anyone this code."),
    ("Sign in to Acme", "Or enter this code:\n# 928174\n"),
    ("Confirm", "Enter the following code to finish signing up:\n\n9 | 2 | 8 | 1 | 7 | 4\n"),
    ("", "Hi Kim,\n\nTo confirm it's you, please use\n\n928174\n\nThis will expire in 15 minutes."),
    ("Sign-in attempt", "Verification\n\nCode\n928174\n"),
)


@pytest.mark.parametrize(("subject", "text"), TOLD)
def test_a_code_is_found_by_the_words_right_beside_it(subject, text):
    (code,) = find_codes(subject, text)
    assert code.replace("-", "") == "928174"
    secrets = Secrets((code,))
    assert not holds(mask(subject, secrets) + "\n" + mask(text, secrets), secrets)


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Your booking code: X7K9QP", "Sign in to manage your booking."),
        ("Your discount code: 482913", "20% off"),
        ("", "Your zip code: 94107"),
        ("", "Your order 482913 is on its way. Log in to follow it."),
        ("Your pickup code is 4821", ""),
        ("", "Your customer code is 482913"),
        ("", "Your team code: 4821"),
        ("", "Call 5551234 to confirm your appointment"),
        ("", "In 2025 your code of conduct changed"),
        ("", "2024 is your year to code"),
        ("", "Your source code 123456 lines were verified"),
        ("", "The login code uses SSLv3 and utf8 for verification codes"),
    ],
)
def test_words_beside_other_numbers_make_no_codes_of_them(subject, text):
    assert find_codes(subject, text) == ()


ACTING = (
    ("Sign in to Acme", "Sign in", "https://acme.example/magic?token=abc123DEF456"),
    ("Your Acme link", "Log in to Acme", "https://acme.example/auth/callback?token=Zx81kd92MMa0s"),
    ("Reset your password", "Reset password", "https://acme.example/reset/ab12cd"),
    ("Reset", "Choose a new password", "https://acme.example/password/reset?token=9f8e7d6c5b4a39281706"),
    ("Welcome", "Confirm email", "https://acme.example/confirm/8f3kd92ms"),
    ("Join Acme", "Accept invitation", "https://acme.example/invite/9dk3k2m1ss"),
)


@pytest.mark.parametrize(("subject", "text", "url"), ACTING)
def test_a_link_that_says_itself_what_it_does_acts(subject, text, url):
    assert [link.url for link in find_action_links(subject, text, read_links(((url, text),)))] == [url]


@pytest.mark.parametrize(
    ("subject", "text", "url"),
    [
        ("News", "Unsubscribe", "https://news.example/user/unsubscribe/x?verify=4a4005541482563389"),
        ("Your order", "Log in to your account", "https://shop.example/login"),
        ("Your order", "View order", "https://shop.example/orders/8f3kd92msAA01"),
        ("Receipt", "Manage account", "https://shop.example/account?utm_campaign=abc123DEF456"),
        ("Digest", "Read more", "https://blog.example/2026/11/how-to-reset-your-router"),
        ("Digest", "How to verify identities at scale", "https://blog.example/verify/identity2026"),
    ],
)
def test_other_links_do_not_act(subject, text, url):
    assert find_action_links(subject, text, read_links(((url, text),))) == ()


@given(
    st.text(alphabet="0123456789ABCXYZ", min_size=6, max_size=8), st.sampled_from(("", " ", "-", "\u200b", "\n", " | "))
)
def test_what_is_masked_can_be_read_nowhere(code, between):
    secrets = Secrets((code,))
    text = f"Your code: {between.join(code)}, again {code} and {code.lower()}."
    assert not holds(mask(text, secrets), secrets)


@pytest.mark.parametrize("password", ["XyBa" + "\x07" * 60, "\x01\x00Yuetro"])
def test_a_password_is_found_whole_or_not_at_all(password):
    text = f"Your temporary password is{password} and no other"
    found = Secrets(find_codes("", text))
    assert mask(text, found) != text or not found


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
