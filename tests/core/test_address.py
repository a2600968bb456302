"""Addresses: strict for callers, lenient but never guessing for received headers, safe when written."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.address import Address, format_address, parse_address, parse_addresses, read_addresses
from letterlock.core.errors import Invalid
from letterlock.core.mime.display import clean_line, has_controls


@pytest.mark.parametrize(
    ("text", "local", "domain", "name"),
    [
        ("ann@example.org", "ann", "example.org", ""),
        ("  ann@Example.ORG ", "ann", "example.org", ""),
        ("<ann@example.org>", "ann", "example.org", ""),
        ("Ann Lee <ann@example.org>", "ann", "example.org", "Ann Lee"),
        ('"Lee, Ann" <ann@example.org>', "ann", "example.org", "Lee, Ann"),
        ("ann+tag@example.org", "ann+tag", "example.org", ""),
        ("user@localhost", "user", "localhost", ""),
        ("ann@bücher.example", "ann", "xn--bcher-kva.example", ""),
        ("ann@BÜCHER.example", "ann", "xn--bcher-kva.example", ""),
        ("jörg@example.org", "jörg", "example.org", ""),
        ("ann@my-bank.example", "ann", "my-bank.example", ""),
        ("o'brien@example.org", "o'brien", "example.org", ""),
        ('"ann"@example.org', "ann", "example.org", ""),
        ('"a..b"@docomo.example', "a..b", "docomo.example", ""),
        ("Ann (in Rome) <ann@example.org>", "ann", "example.org", "Ann"),
    ],
)
def test_an_address_a_caller_gives_is_read(text, local, domain, name):
    assert parse_address(text) == Address(local, domain, name)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "ann",
        "ann@",
        "@example.org",
        "ann@example.org, bob@example.org",
        "ann@example.org bob@example.org",
        "ann@example.org\r\nBcc: eve@evil.example",
        "ann@example.org\n",
        "ann\x00@example.org",
        "ann\x7f@example.org",
        "ann\u2028@example.org",
        "friends: ann@example.org;",
        "friends: ann@example.org",
        "undisclosed-recipients:;",
        "<@relay.example:ann@example.org>",
        "@relay.example:ann@example.org",
        "=?utf-8?q?ann?=@example.org",
        "=?utf-8?q?ann=40example.org?=",
        "ann@=?utf-8?q?example?=.org",
        '"a@evil.example x"@internal.example',
        '"a b"@example.org',
        '"a,b"@example.org',
        '"a\\"b"@example.org',
        '""@example.org',
        "ann@[192.0.2.1]",
        "ann@[IPv6:2001:db8::1]",
        "ann@192.0.2.1",
        "ann@example.org.",
        "ann@.example.org",
        "ann@exa mple.org",
        "ann@-example.org",
        "ann@example..org",
        "a" * 65 + "@example.org",
        "ann@" + "a" * 64 + ".org",
        "ann@" + ".".join(["abcdefgh"] * 30),
        "ann@evil.example／.example.org",
        "ann@trusted.example]<bob@evil.example>",
        "ann@trusted.example <bob@evil.example>",
        "ann@example.org)bob@evil.example",
        "Ann <ann@example.org> <bob@example.org>",
        "Ann <<ann@example.org>>",
        "Ann <ann@example.org",
        "ann＠trusted.example@evil.example",
        "an\u200bn@example.org",
        "an\ud800n@example.org",
        "a@b@example.org",
        "ann@example.org (unclosed",
        '"unclosed <ann@example.org>',
        "mailto:ann@example.org",
    ],
)
def test_what_is_not_exactly_one_plain_mailbox_is_refused(text):
    with pytest.raises(Invalid) as refusal:
        parse_address(text)
    assert not has_controls(refusal.value.message)
    assert len(refusal.value.message) < 300


def test_a_list_a_caller_gives_is_read_whole_or_refused():
    assert [a.spec for a in parse_addresses("ann@example.org, Bob <bob@example.org>")] == [
        "ann@example.org",
        "bob@example.org",
    ]
    with pytest.raises(Invalid):
        parse_addresses("ann@example.org, bob@")


def read(value):
    addresses, defects = read_addresses(value)
    return [a.spec for a in addresses], defects


@pytest.mark.parametrize(
    ("value", "specs", "defects"),
    [
        ("alice@trusted.example]<bob@evil.example>", [], ("bad-address",)),
        ("alice@example.org)bob@evil.example, x@y.z", ["x@y.z"], ("bad-address",)),
        ('"a@evil.example x"@internal.example', [], ("odd-local-part",)),
        ("alice@trusted.example <bob@evil.example>", ["bob@evil.example"], ("unquoted-at-in-name",)),
        ("<alice@trusted.example>bob@evil.example", [], ("bad-address",)),
        ("<alice@trusted.example> <bob@evil.example>", [], ("bad-address",)),
        ("alice@trusted.example bob@evil.example", [], ("bad-address",)),
        ("Alice <alice@trusted.example, bob@evil.example>", [], ("bad-address",)),
        ("=?utf-8?q?alice=40trusted.example?= <bob@evil.example>", ["bob@evil.example"], ()),
        ("=?utf-8?q?alice=40trusted.example=3E=2C?= <bob@evil.example>", ["bob@evil.example"], ()),
        ("=?utf-8?q?a?=@evil.example", [], ("encoded-word-in-address",)),
        ("<@a.example,@b.example:bob@example.org>", [], ("route-address",)),
        ("(" * 2000, [], ("unclosed-comment",)),
        ("(" * 2000 + "bob@example.org", [], ("unclosed-comment",)),
        ("(" * 2000 + ")" * 2000 + "bob@example.org", ["bob@example.org"], ()),
        ('"' * 3 + "bob@example.org", [], ("unclosed-quote",)),
        ("bob@[192.0.2.1]", [], ("domain-literal",)),
        ("bob@192.0.2.1", [], ("bad-domain",)),
        ("postmaster", [], ("no-address",)),
        ("<>", [], ("no-address",)),
        ("", [], ()),
        (" , ,, ", [], ()),
        ("undisclosed-recipients:;", [], ()),
        ("Team: ann@example.org, Bob <bob@example.org>;, eve@example.org", None, ()),
        ("Team: ann@example.org", ["ann@example.org"], ("unclosed-group",)),
        ("ann@example.org; bob@example.org", ["ann@example.org", "bob@example.org"], ()),
        ("a..b@docomo.example", ['"a..b"@docomo.example'], ()),
        ("ann @ example.org", ["ann@example.org"], ()),
        ("ann(c)@(d)example.org (Ann)", ["ann@example.org"], ()),
    ],
)
def test_a_received_field_yields_only_what_every_reader_sees(value, specs, defects):
    if specs is None:
        specs = ["ann@example.org", "bob@example.org", "eve@example.org"]
    assert read(value) == (specs, defects)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("=?utf-8?q?J=C3=B6rg?= <j@example.org>", "Jörg"),
        ('"=?utf-8?q?J=C3=B6rg?= M" <j@example.org>', "Jörg M"),
        ("=?utf-8?b?SsO2?= =?utf-8?b?cmc=?= <j@example.org>", "Jörg"),
        ("Jörg <j@example.org>", "Jörg"),
        ("j@example.org (Jörg (the one))", "Jörg (the one)"),
        ("=?utf-8?q?a=0Ab?= <j@example.org>", "a b"),
        ('"a \\"b\\" c" <j@example.org>', 'a "b" c'),
        ("Dr. J. R. Smith <j@example.org>", "Dr. J. R. Smith"),
        ("A   B <j@example.org>", "A B"),
    ],
)
def test_display_names_are_decoded_to_one_clean_line(value, name):
    addresses, defects = read_addresses(value)
    assert (addresses[0].name, defects) == (name, ())


def test_invisible_and_direction_changing_characters_leave_the_name_and_are_named():
    addresses, defects = read_addresses("Pay\u202epal\u200b <j@example.org>")
    assert (addresses[0].name, defects) == ("Paypal", ("invisible-in-name",))


def test_only_so_many_addresses_are_read():
    addresses, defects = read_addresses(", ".join(f"u{n}@example.org" for n in range(50)), limit=10)
    assert (len(addresses), defects) == (10, ("addresses",))
    addresses, defects = read_addresses(", ".join(f"u{n}@example.org" for n in range(10)) + ",", limit=10)
    assert (len(addresses), defects) == (10, ())


def test_spec_quotes_only_where_needed_and_key_ignores_case():
    assert Address("a.b", "example.org").spec == "a.b@example.org"
    assert Address("a..b", "example.org").spec == '"a..b"@example.org'
    assert Address('a"\\b', "example.org").spec == '"a\\"\\\\b"@example.org'
    assert Address("Ann", "example.org", "x").key == Address("ann", "example.org").key


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("", "ann@example.org"),
        ("Ann Lee", "Ann Lee <ann@example.org>"),
        ("Lee, Ann", '"Lee, Ann" <ann@example.org>'),
        ('A "B" \\', '"A \\"B\\" \\\\" <ann@example.org>'),
        ("Jörg", "=?utf-8?b?SsO2cmc=?= <ann@example.org>"),
        ("=?utf-8?q?x?=", "=?utf-8?b?PT91dGYtOD9xP3g/PQ==?= <ann@example.org>"),
    ],
)
def test_a_name_is_written_bare_quoted_or_encoded(name, written):
    assert format_address(Address("ann", "example.org", name)) == written


@pytest.mark.parametrize(
    "address",
    [
        Address("ann", "example.org", "a\r\nBcc: eve@evil.example"),
        Address("ann", "example.org", "a\x00"),
        Address("ann", "example.org", "a\u2028b"),
        Address("ann\r\nBcc: x", "example.org"),
        Address("ann", "example.org>\r\nBcc: <x@y.example"),
        Address("ann", "example.org>, <eve@evil.example"),
        Address("ann> <eve", "example.org"),
    ],
)
def test_an_address_that_would_break_out_of_its_place_is_not_written(address):
    with pytest.raises(Invalid):
        format_address(address)


LOCALS = st.text(st.sampled_from("abcXYZ019.!#$%&'*+-/=?^_`{|}~"), min_size=1, max_size=64).filter(
    lambda text: "=?" not in text
) | st.just("jörg")
DOMAINS = st.from_regex(r"[a-z][a-z0-9]{0,10}(-[a-z0-9]{1,5})?(\.[a-z]{2,8}){0,3}", fullmatch=True)
NAMES = st.text(max_size=80).map(clean_line).filter(lambda name: unicodedata.is_normalized("NFC", name))


@settings(max_examples=150, deadline=None)
@given(LOCALS, DOMAINS, NAMES)
def test_what_is_written_is_read_as_the_same_address(local, domain, name):
    address = Address(local, domain, name)
    written = format_address(address)
    assert not has_controls(written)
    assert read_addresses(written) == ((address,), ())
    assert parse_address(written) == address


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from([*'<>@,;:()[]"\\ .\t', "a", "b.c", "=?utf-8?q?x?=", "ü", "\r\n ", "\x00"]), max_size=40)
)
def test_any_field_is_read_without_raising_and_yields_only_addresses_that_can_be_written(pieces):
    addresses, _ = read_addresses("".join(pieces))
    for address in addresses:
        assert parse_address(address.spec) == Address(address.local, address.domain)
