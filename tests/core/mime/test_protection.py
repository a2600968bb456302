"""Signed, encrypted and packed mail: what is readable is read, what is not is said to be so; nothing is verified."""

import base64
import datetime
import zlib
from dataclasses import replace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import pkcs7
from cryptography.x509.oid import NameOID
from hypothesis import given, settings
from hypothesis import strategies as st

from letterlock.core.mime.armour import without_armour
from letterlock.core.mime.cms import read_cms
from letterlock.core.mime.limits import DEFAULT
from letterlock.core.mime.parse import parse

ENTITY = (
    b"Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    b"Gr\xc3\xbc\xc3\x9fe\r\n--i\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n%PDF-1.4\r\n--i--\r\n"
)
SIGNED = bytes.fromhex("2a864886f70d010702")
COMPRESSED = bytes.fromhex("2a864886f70d0109100109")
DATA = bytes.fromhex("2a864886f70d010701")


@pytest.fixture(scope="module")
def signer():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Ana")])
    start = datetime.datetime(2025, 1, 1, tzinfo=datetime.UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(start).not_valid_after(start + datetime.timedelta(days=3650))
    return builder.sign(key, hashes.SHA256()), key


def mail(content, subtype="pkcs7-mime", **parameters):
    given = "".join(f"; {name.replace('_', '-')}={value}" for name, value in parameters.items())
    head = f"From: a@b.example\r\nSubject: s\r\nContent-Type: application/{subtype}{given}\r\n"
    head += "Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=smime.p7m\r\n\r\n"
    return head.encode() + base64.encodebytes(content)


def der(tag, *contents):
    content = b"".join(contents)
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    width = size.to_bytes(4, "big").lstrip(b"\0")
    return bytes([tag, 0x80 | len(width)]) + width + content


def endless(tag, *contents):
    """BER with an end marked after it, as some programs write it."""
    return bytes([tag, 0x80]) + b"".join(contents) + b"\0\0"


def test_a_signed_message_is_read_and_kept(signer):
    content = (
        pkcs7.PKCS7SignatureBuilder()
        .set_data(ENTITY)
        .add_signer(*signer, hashes.SHA256())
        .sign(serialization.Encoding.DER, [pkcs7.PKCS7Options.Binary])
    )
    message = parse(mail(content, smime_type="signed-data"))
    assert message.text == "Grüße"
    assert [(f.filename, f.kind) for f in message.attachments] == [
        ("smime.p7m", "S/MIME signed message"),
        ("a.pdf", ""),
    ]
    assert message.protection == ("smime-signed",)
    assert message.from_[0].spec == "a@b.example"


def test_the_header_of_what_is_signed_is_not_the_messages():
    inner = b"From: ceo@victim.example\r\nSubject: pay\r\nContent-Type: text/plain\r\n\r\nhi"
    message = parse(mail(_signed_data(der(0x04, inner))))
    assert (message.text, message.subject, [a.spec for a in message.from_]) == ("hi", "s", ["a@b.example"])


def test_an_encrypted_message_is_said_to_be_so(signer):
    content = (
        pkcs7.PKCS7EnvelopeBuilder()
        .set_data(ENTITY)
        .add_recipient(signer[0])
        .encrypt(serialization.Encoding.DER, [pkcs7.PKCS7Options.Binary])
    )
    message = parse(mail(content, "x-pkcs7-mime"))
    assert (message.text, message.html, message.protection) == (None, None, ("smime-encrypted",))
    assert [f.kind for f in message.attachments] == ["S/MIME encrypted message"]


def _signed_data(octets, sequence=der):
    info = sequence(0x30, der(0x06, DATA), sequence(0xA0, octets))
    signed = sequence(0x30, der(0x02, b"\1"), sequence(0x31, der(0x30, der(0x06, DATA))), info)
    return sequence(0x30, der(0x06, SIGNED), sequence(0xA0, signed))


@pytest.mark.parametrize(
    "content",
    [
        _signed_data(der(0x04, ENTITY)),
        _signed_data(endless(0x24, der(0x04, ENTITY[:50]), der(0x04, ENTITY[50:])), endless),
        _signed_data(der(0x24, der(0x04, ENTITY[:9]), endless(0x24, der(0x04, ENTITY[9:]))), endless),
        _signed_data(endless(0x24, endless(0x24, der(0x04, ENTITY[:9])), der(0x04, ENTITY[9:])), endless),
        base64.b64encode(_signed_data(der(0x04, ENTITY))),
        b"-----BEGIN PKCS7-----\n" + base64.encodebytes(_signed_data(der(0x04, ENTITY))) + b"-----END PKCS7-----\n",
    ],
)
def test_every_way_of_writing_it_is_read(content):
    assert parse(mail(content)).text == "Grüße"


def _packed(data):
    info = der(0x30, der(0x06, DATA), der(0xA0, der(0x04, zlib.compress(data))))
    inner = der(0x30, der(0x02, b"\0"), der(0x30, der(0x06, COMPRESSED)), info)
    return der(0x30, der(0x06, COMPRESSED), der(0xA0, inner))


def test_a_packed_message_is_unpacked_within_bounds():
    message = parse(mail(_packed(ENTITY)))
    assert (message.text, message.protection) == ("Grüße", ("smime-compressed",))
    cut = read_cms(_packed(b"a" * 50_000_000), 1_000)
    assert (len(cut.content), cut.whole) == (1_000, False)


def test_packed_messages_share_one_bound_and_none_is_unpacked_beyond_it():
    head = b"Content-Type: a/b\r\n\r\n"
    packed = [base64.encodebytes(_packed(head + b"a" * size)) for size in (400, 1_000_000, 1_000_000)]
    part = b"--b\r\nContent-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    raw = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"".join(part + one for one in packed) + b"--b--\r\n"
    message = parse(raw, replace(DEFAULT, size=5_000))
    inner = [file.size for file in message.attachments if file.content_type == "a/b"]
    assert len(raw) < 5_000
    assert inner == [400, 5_000 - 400 - 2 * len(head)]
    assert message.exceeded == ("size",)


def test_signed_within_signed_is_read_three_deep_and_no_deeper():
    content = ENTITY
    for depth in range(6):
        content = mail(_signed_data(der(0x04, content)))
        message = parse(content)
        assert (message.text == "Grüße") == (depth < 3)
    assert "depth" in message.exceeded


def test_detached_signatures_are_shown_for_what_they_are():
    raw = (
        b'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=b\r\n\r\n--b\r\n\r\nhi\r\n'
        b"--b\r\nContent-Type: application/pkcs7-signature; name=smime.p7s\r\n\r\nMII\r\n--b--\r\n"
    )
    message = parse(raw)
    assert (message.text, message.protection) == ("hi", ("smime-signed",))
    assert [(f.filename, f.kind) for f in message.attachments] == [("smime.p7s", "S/MIME signature")]
    message = parse(raw.replace(b"pkcs7-signature", b"pgp-signature"))
    assert (message.protection, message.attachments[0].kind) == (("pgp-signed",), "PGP signature")


def test_pgp_mime_is_said_to_be_encrypted():
    message = parse(
        b'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\r\n\r\n--b\r\n'
        b"Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b\r\nContent-Type: application/octet-stream;"
        b" name=encrypted.asc\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n--b--\r\n"
    )
    assert (message.text, message.protection) == (None, ("pgp-encrypted",))
    assert [f.kind for f in message.attachments] == ["mark of a PGP encrypted message", "PGP encrypted message"]


CLEAR = """Above.
-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

Dear Bob,
- --\x20
- From here on
-----BEGIN PGP SIGNATURE-----
Version: x

iQEzBAEBCAAd
-----END PGP SIGNATURE-----
Below.
"""


def test_clear_signed_text_is_read_without_its_armour_and_nothing_around_it_is_lost():
    message = parse(b"Content-Type: text/plain\n\n" + CLEAR.encode())
    assert message.text == "Above.\nDear Bob,\n-- \nFrom here on\nBelow.\n"
    assert message.protection == ("pgp-signed",)


def test_armour_that_does_not_end_is_text():
    cut = CLEAR.replace("-----END PGP SIGNATURE-----", "")
    assert without_armour(cut) == (cut, False)
    quoted = "> " + "\n> ".join(CLEAR.splitlines())
    assert without_armour(quoted) == (quoted, False)


def test_pgp_in_the_text_is_said_to_be_encrypted():
    message = parse(b"\nhi\n-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n")
    assert message.protection == ("pgp-encrypted",)
    assert message.text.startswith("hi\n")


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_damage_to_an_object_is_survived(data):
    whole = bytearray(_signed_data(endless(0x24, der(0x04, ENTITY[:50]), der(0x04, ENTITY[50:])), endless))
    for _ in range(data.draw(st.integers(0, 5))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    parse(mail(bytes(whole[: data.draw(st.integers(0, len(whole)))])))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_as_an_object(data):
    read_cms(data, 1_000)
    read_cms(b"\x30\x80\x06\x09" + SIGNED + b"\xa0\x80\x30\x80" + data, 1_000)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*CLEAR.splitlines(keepends=True), "-----", "- ", "x"]), max_size=40))
def test_any_mixture_of_armour_is_read(pieces):
    without_armour("".join(pieces))
