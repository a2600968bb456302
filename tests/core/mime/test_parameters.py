"""Content-Type and Content-Disposition with parameters in RFC 2231 forms, RFC 2047 habits, and broken ones."""

import pytest

from letterlock.core.mime.parameters import content_type, parse_parameters


@pytest.mark.parametrize(
    ("text", "value", "parameters"),
    [
        ("text/plain", "text/plain", {}),
        ("Text/HTML; Charset=UTF-8", "text/html", {"charset": "UTF-8"}),
        ('text/plain; charset="utf-8"; format=flowed', "text/plain", {"charset": "utf-8", "format": "flowed"}),
        ("text/plain; charset=us-ascii (Plain text)", "text/plain", {"charset": "us-ascii"}),
        ("text/plain (comment); charset=utf-8", "text/plain", {"charset": "utf-8"}),
        ('multipart/mixed boundary="x y"', "multipart/mixed", {"boundary": "x y"}),
        ("multipart/mixed; boundary=--=_Part_1(2); x=y", "multipart/mixed", {"boundary": "--=_Part_1(2)", "x": "y"}),
        ('attachment; filename="a;b \\"c\\".pdf"', "attachment", {"filename": 'a;b "c".pdf'}),
        ("attachment; filename=my file (1).pdf", "attachment", {"filename": "my file (1).pdf"}),
        ("attachment; filename*=utf-8''%C3%BCber.pdf", "attachment", {"filename": "über.pdf"}),
        ("attachment; filename*=iso-8859-1'de'%FCber.pdf", "attachment", {"filename": "über.pdf"}),
        ('attachment; filename*0="long "; filename*1="name.pdf"', "attachment", {"filename": "long name.pdf"}),
        ("attachment; filename*1*=%BCber.pdf; filename*0*=utf-8''%C3", "attachment", {"filename": "über.pdf"}),
        ("attachment; filename*0*=utf-8''%C3%BC; filename*1=ber.pdf", "attachment", {"filename": "über.pdf"}),
        ("attachment; filename=plain.pdf; filename*=utf-8''%C3%BC.pdf", "attachment", {"filename": "ü.pdf"}),
        ('attachment; filename="=?utf-8?q?=C3=BCber.pdf?="', "attachment", {"filename": "über.pdf"}),
        ("attachment; filename==?utf-8?q?=C3=BCber.pdf?=", "attachment", {"filename": "über.pdf"}),
        ('attachment; filename*0="=?utf-8?q?=C3=BC"; filename*1="ber.pdf?="', "attachment", {"filename": "über.pdf"}),
        ("attachment; filename*=%C3%BC.pdf", "attachment", {"filename": "ü.pdf"}),
        ('attachment; filename="unclosed.pdf', "attachment", {"filename": "unclosed.pdf"}),
        ("attachment; filename=a.pdf; filename=b.pdf", "attachment", {"filename": "a.pdf"}),
        ("; filename=a.pdf", "", {"filename": "a.pdf"}),
        ("attachment;; ;filename = a.pdf ;", "attachment", {"filename": "a.pdf"}),
        ("", "", {}),
        (";;;=;=", "", {}),
    ],
)
def test_a_value_and_its_parameters_are_read(text, value, parameters):
    read = parse_parameters(text)
    assert (read.value, read.parameters) == (value, parameters)


def test_what_is_broken_is_named():
    assert parse_parameters("a; b=1; b=1").defects == {"duplicate-parameter"}
    assert parse_parameters('a; b="1').defects == {"unclosed-quote"}
    assert parse_parameters("a; b*0=x; b*2=y").defects == {"bad-parameter"}
    assert content_type("pdf; name=x.pdf").defects == {"bad-content-type"}


def test_a_content_type_is_always_a_type_and_a_subtype():
    assert content_type(None).value == "text/plain"
    assert content_type(None, "message/rfc822").value == "message/rfc822"
    assert content_type("text").value == "text/plain"
    assert content_type("html").value == "text/html"
    assert content_type("text/plain/x").value == "text/plain"
    assert content_type("TEXT/PLAIN").value == "text/plain"


def test_only_so_many_parameters_are_read():
    assert len(parse_parameters("a;" + "".join(f"p{n}=1;" for n in range(5_000))).parameters) == 100


@pytest.mark.parametrize(
    "text",
    [
        "multipart/mixed; boundary=a; boundary=b",
        "multipart/mixed; boundary=a; BOUNDARY=A",
        "multipart/mixed; boundary=a; boundary*=utf-8''b",
        "multipart/mixed; boundary*0=a; boundary*1=b; boundary*0=c",
        "text/plain; charset=utf-8; charset=utf-7",
        "attachment; filename=a.pdf; filename=a.exe",
        "multipart/mixed; boundary=a;" + "x=1;" * 99 + "boundary=b",
    ],
)
def test_a_parameter_with_two_values_is_a_conflict(text):
    assert "conflicting-parameter" in parse_parameters(text).defects


@pytest.mark.parametrize(
    "text",
    [
        "text/plain; charset=utf-8; charset=UTF-8",
        "multipart/mixed; boundary=a; boundary=a",
        "multipart/mixed; boundary=a; boundary*=utf-8''a",
        "attachment; filename=a.pdf; filename*=utf-8''%C3%A4.pdf",
        "attachment; filename=a.pdf; name=b.pdf",
    ],
)
def test_a_parameter_repeated_or_encoded_is_no_conflict(text):
    assert "conflicting-parameter" not in parse_parameters(text).defects
