"""Links: where they lead and what is wrong with them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.trust.links import MAX_LINKS, ROUNDABOUT, read_links


def flags(url, text="click here"):
    (link,) = read_links(((url, text),))
    return link.flags


@pytest.mark.parametrize(
    ("url", "text", "flag"),
    [
        ("http://evil.example.net/x", "www.paypal.com", "text names www.paypal.com"),
        ("http://evil.example.net/x", "https://paypal.com/login", "text names paypal.com"),
        ("http://evil.example.net/?url=https://paypal.com", "paypal.com", "text names paypal.com"),
        ("http://evil.example.net/x", "pay\u200bpal.com", "text names paypal.com"),
        ("http://192.0.2.7/a", "click", "IP address for a host"),
        ("http://0x7f.1/a", "click", "IP address for a host"),
        ("http://3232235777/a", "click", "IP address for a host"),
        ("http://[2001:db8::1]/a", "click", "IP address for a host"),
        ("https://paypal.com@evil.example.net/", "click", "user name before the host"),
        ("https:\\\\a@evil.example.net\\", "click", "user name before the host"),
        ("https://xn--pypal-4ve.com/", "click", "look-alike letters in the host"),
        ("https://раура1.com/", "click", "look-alike letters in the host"),
        ("https://example.com:4444/", "click", "unusual port 4444"),
        ("https://bit.ly/abc", "click", "shortened address"),
        ("https://www.google.com/url?q=http://evil.example.net/", "click", "redirects to another site"),
        ("javascript:alert(1)", "click", "javascript: address"),
        ("java\nscript:alert(1)", "click", "javascript: address"),
        ("data:text/html;base64,AA", "click", "data: address"),
        ("http://[bad", "click", "address cannot be read"),
    ],
)
def test_what_misleads_is_flagged(url, text, flag):
    assert flag in flags(url, text)


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://example.com/", "Example"),
        ("https://shop.example.co.uk/x", "www.example.co.uk"),
        ("https://click.list-manage.com/track?u=1", "www.example.org"),
        ("https://github.com/nodejs/node", "Node.js"),
        ("https://github.com/a/b", "config.py"),
        ("https://example.com/", "Mr.Smith"),
        ("https://example.com:8443/", "x"),
        ("https://münchen.example/", "München"),
        ("mailto:a@paypal.com", "a@paypal.com"),
        ("https://example.com/contact", "write to info@other.org"),
        ("tel:+4912345", "call"),
    ],
)
def test_ordinary_links_are_not_flagged(url, text):
    assert flags(url, text) == ()


def test_hosts_are_in_one_spelling():
    (link,) = read_links((("HTTP://WWW.Example.COM./x", "x"),))
    assert link.host == "www.example.com"


def test_links_in_text_are_found_without_their_punctuation():
    links = read_links((), "See https://a.example/x?y=(1). And <http://b.example/>, www.c.example!")
    assert [link.url for link in links] == ["https://a.example/x?y=(1", "http://b.example/", "http://www.c.example"]


def test_links_are_told_once_and_bounded():
    assert len(read_links((("http://a.example/", "x"),) * 3, "http://a.example/")) == 1
    assert len(read_links(tuple((f"http://a.example/{i}", "x") for i in range(2_000)))) == MAX_LINKS
    assert len(read_links((), " ".join(f"http://a.example/{i}" for i in range(2_000)))) == MAX_LINKS


def test_places_within_the_mail_are_no_links():
    assert read_links((("#top", "up"), ("  ", "x"))) == ()


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.text(max_size=40))
def test_any_target_is_read_without_an_error(url, text):
    read_links(((f"http://{url}", text), (url, text)), url)


SHOP = "shop.example.net"


@pytest.mark.parametrize(
    "url",
    [
        "https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example.net%2Fa&data=05",
        "https://urldefense.com/v3/__https://shop.example.net/a?x=1__;!!abc!def$",
        "https://urldefense.proofpoint.com/v2/url?u=https-3A__shop.example.net_a&d=DwMF",
        "https://eu-west-1.protection.sophos.com/?d=example.net&u=aHR0cHM6Ly9zaG9wLmV4YW1wbGUubmV0L2E=&i=1",
        "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fshop.example.net&c=E",
        "https://secure-web.cisco.com/1abc/https%3A%2F%2Fshop.example.net%2Fa",
        "https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example.net&h=AT",
        "https://nam.safelinks.protection.outlook.com/?url=https%3A%2F%2Furldefense.com%2Fv3%2F__https%3A%2F%2F"
        "shop.example.net__%3B",
    ],
)
def test_addresses_that_filters_rewrote_lead_where_they_led_before(url):
    (link,) = read_links(((url, f"https://{SHOP}/a"),))
    assert link.host == SHOP
    assert link.flags == ()


@pytest.mark.parametrize(
    ("url", "text", "flag"),
    [
        ("https://urldefense.com/v3/__https://evil.example.net/__;!!a", "www.paypal.com", "text names www.paypal.com"),
        ("https://paypal.com.account-check.example.net/", "click", "shows paypal.com within another host"),
        ("https://www.github.com.login.example.net/", "click", "shows github.com within another host"),
        ("https://my-page.000webhostapp.com/", "click", "page on a free host"),
        ("https://a.b.c.d.e.f.example.net/", "click", "very many parts in the host"),
        ("https://tiny.cc/abc", "click", "shortened address"),
        ("https://login-bank.pages.dev/", "click", "page on a free host"),
        ("https://forms.office.com/r/1", "click", "page on a free host"),
        ("https://www.paypa1.com/", "click", "looks like paypal.com"),
        ("https://gooogle.com/", "click", "looks like google.com"),
        ("https://secure-paypal-login.com/", "click", "name of a well-known company with words added"),
        ("mailto:x@evil.example", "support@paypal.com", "text names paypal.com"),
        ("mailto:x%40evil.example?subject=a", " support@paypal.com ", "text names paypal.com"),
    ],
)
def test_hosts_that_hide_or_borrow_a_name_are_flagged(url, text, flag):
    assert flag in flags(url, text)


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com.cdn.sendgrid.net/a",
        "https://u123.ct.sendgrid.net/ls/click?upn=u001.abc",
        "https://links.news.shop.example.co.uk/a",
        "https://eu-central-1.console.aws.amazon.com/a",
        "https://drive.google.com/file/d/1",
        "https://www.weebly.com/pricing",
        "mailto:ana@shop.example",
    ],
)
def test_hosts_of_ordinary_mail_are_not(url):
    assert flags(url) == ()


@pytest.mark.parametrize(
    "text", ["ana@shop.example", "help@mail.shop.example", "Write to us @ home", "@shop", "a@", ""]
)
def test_a_text_that_names_no_other_address_than_its_own(text):
    assert flags("mailto:ana@shop.example", text) == ()


def test_what_newsletters_have_too_weighs_little():
    assert ROUNDABOUT.issuperset(flags("https://bit.ly/abc", "our report"))
    assert not ROUNDABOUT.issuperset(flags("https://bit.ly/abc", "www.paypal.com"))
