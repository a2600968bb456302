"""Domains that are taken for those of companies everybody knows, and those that are not."""

import pytest

from letterlock.core.trust.brands import is_brand, taken_for

TAKEN = {
    "paypa1.com": ("letters", "paypal.com"),
    "rnicrosoft.com": ("letters", "microsoft.com"),
    "arnazon.de": ("letters", "amazon.de"),
    "login.micros0ft.com": ("letters", "microsoft.com"),
    "xn--pypal-4ve.com": ("letters", "paypal.com"),
    "gooogle.com": ("one letter", "google.com"),
    "micosoft.com": ("one letter", "microsoft.com"),
    "googel.com": ("one letter", "google.com"),
    "secure-paypal-login.com": ("words", "paypal.com"),
    "faceb00k-login.net": ("words", "facebook.com"),
}
OTHERS = (
    "paypal.com",
    "mail.paypal.com",
    "google.de",
    "microsoftonline.com",
    "dropboxmail.com",
    "pcloud.com",
    "signalr.net",
    "correios.com.br",
    "elasticity.example",
    "plastic.co",
    "example.com",
    "",
    "localhost",
)


@pytest.mark.parametrize("domain", TAKEN)
def test_what_a_reader_takes_for_a_well_known_company(domain: str) -> None:
    assert taken_for(domain) == TAKEN[domain]
    assert not is_brand(domain)


@pytest.mark.parametrize("domain", OTHERS)
def test_the_companies_themselves_and_other_words_are_not(domain: str) -> None:
    assert taken_for(domain) == ("", "")
