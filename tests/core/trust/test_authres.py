"""Authentication-Results as servers write them, and nothing made of what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.trust.authres import MAX_CLAIMS, Claim, Results, read_results

GMAIL = """ mx.google.com;
       dkim=pass header.i=@b.example header.s=sel header.b=abc+/d;
       spf=pass (google.com: domain of a@b.example designates 192.0.2.7 as permitted sender) smtp.mailfrom=a@b.example;
       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=b.example"""


def test_the_results_of_a_large_provider_are_read():
    found = read_results(GMAIL)
    assert found.authserv_id == "mx.google.com"
    assert [(claim.method, claim.result, claim.domain) for claim in found.claims] == [
        ("dkim", "pass", "b.example"),
        ("spf", "pass", "b.example"),
        ("dmarc", "pass", ""),
    ]


@pytest.mark.parametrize(
    ("value", "claims"),
    [
        ("MX.example.com; none", ()),
        ("mx.example.com 1; dkim/1=pass header.d=B.example", (Claim("dkim", "pass", {"header.d": "b.example"}),)),
        ("mx.example.com;dkim = pass header.d = b.example", (Claim("dkim", "pass", {"header.d": "b.example"}),)),
        (
            'mx.example.com; dkim=fail reason="no; dkim=pass header.d=x.example" header.d=b.example',
            (Claim("dkim", "fail", {"reason": "no\ufffd\ufffddkim\ufffdpass\ufffdheader.d\ufffdx.example", "header.d": "b.example"}),),
        ),
        ("mx.example.com (a; dkim=pass (deep) header.d=x.example); spf=none", (Claim("spf", "none", {}),)),
        ("mx.example.com; dkim=pass header.d=a.example header.d=b.example", ()),
        ("mx.example.com; dkim=pass header.d", ()),
        ("mx.example.com; ;; =; spf=pass smtp.mailfrom=b.example", (Claim("spf", "pass", {"smtp.mailfrom": "b.example"}),)),
    ],
)  # fmt: skip
def test_forms_the_standard_allows_are_read(value, claims):
    assert read_results(value) == Results("mx.example.com", claims)


@pytest.mark.parametrize(
    "value", ["", ";", "spf=pass (no id); x", "a b c; none", "mx.example.com (open; none", 'mx.example.com "; none', "(" * 99]
)  # fmt: skip
def test_what_is_none_is_none(value):
    assert read_results(value) is None


def test_a_sealed_field_has_an_instance():
    assert read_results(" i=2; mx.example.com; spf=pass", sealed=True).authserv_id == "mx.example.com"
    assert read_results("mx.example.com; spf=pass", sealed=True) is None


@given(st.text('a;=()"\\ .@\n', max_size=80) | st.text(max_size=80), st.booleans())
def test_anything_can_be_read(value, sealed):
    found = read_results(value, sealed=sealed)
    assert found is None or len(found.claims) <= MAX_CLAIMS
