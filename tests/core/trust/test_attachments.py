"""Attachments: rated by name, type and content."""

import io
import zipfile

import pytest

from letterlock.core.mime.message import Attachment
from letterlock.core.trust.attachments import MAX_RATED, rate


def attachment(filename, content=b"", content_type="application/octet-stream"):
    return Attachment(filename, content_type, "attachment", None, content)


def rated(filename, content=b"", content_type="application/octet-stream"):
    (risk,) = rate((attachment(filename, content, content_type),))
    return risk


def zipped(*names, data=b"x" * 10):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, data)
    return buffer.getvalue()


MZ = b"MZ" + b"\0" * 100

HIGH = {
    "program by name": ("setup.exe", b"", "program"),
    "script by name": ("invoice.js", b"", "script"),
    "double extension": ("invoice.pdf.exe", b"", "double extension .pdf.exe"),
    "trailing dots and spaces": ("run.exe . ", b"", "program"),
    "spaces before the extension": ("invoice.pdf          .scr", b"", "program"),
    "turned name": ("inv\u202ecod.exe", b"", "turns the reading direction"),
    "shortcut": ("x.lnk", b"", "program"),
    "disk image by name": ("scan.iso", b"", "disk image"),
    "one note": ("notes.one", b"", "disk image or container"),
    "windows program under another name": ("photo.jpg", MZ, "its content is a program although it says jpg"),
    "linux program without a name": (None, b"\x7fELF" + b"\0" * 60, "its content is a program"),
    "apple program": ("a.txt", b"\xcf\xfa\xed\xfe" + b"\0" * 60, "its content is a program"),
    "shell script": ("readme.txt", b"#!/bin/sh\nrm x", "its content is a script"),
    "shortcut by content": ("a.txt", b"L\x00\x00\x00\x01\x14\x02\x00" + b"\0" * 60, "shortcut"),
    "iso by content": ("a.pdf", b"\0" * 0x8001 + b"CD001" + b"\0" * 99, "disk image"),
    "archive with a program": ("docs.zip", zipped("a.txt", "b/run.exe"), "the archive holds run.exe"),
    "archive with a program under another name": ("docs.zip", zipped("a.txt", data=MZ), "the archive holds a program"),
    "macros in a new document": ("a.docx", zipped("[Content_Types].xml", "word/vbaProject.bin"), "it holds macros"),
    "macros in an old document": (
        "a.doc",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "_VBA_PROJECT".encode("utf-16-le"),
        "macros",
    ),
    "smuggling page": ("a.html", b"<html><script>var b=new Blob([atob('x')])</script>", "smuggling"),
    "page that asks for a password": ("a.html", b"<html><form><input type='password'>", "asks for a password"),
    "drawing with script": ("a.svg", b"<svg onload=alert(1)></svg>", "runs a script"),
    "rtf with an object": ("a.rtf", b"{\\rtf1{\\object\\objdata 01}}", "embedded or linked objects"),
    "pdf that starts a program": ("a.pdf", b"%PDF-1.4 /Launch", "starts a program"),
    "rar that names a program": ("a.rar", b"Rar!\x1a\x07\x00 invoice.exe ", "names a program"),
}

MEDIUM = {
    "macro document by name": ("a.xlsm", zipped("[Content_Types].xml"), "can hold macros"),
    "web page": ("a.html", b"<html><p>hi", "opens in a browser"),
    "encrypted office document": (
        "a.xlsx",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
        "encrypted",
    ),
    "archive within an archive": ("a.zip", zipped("b.zip"), "archive within an archive"),
    "broken archive": ("a.zip", b"PK\x03\x04broken", "broken archive"),
    "pdf with script": ("a.pdf", b"%PDF-1.4 /JavaScript", "runs a script"),
    "other type than it says": ("a.pdf", b"\x89PNG\r\n\x1a\n", "its content is PNG, not PDF as it says"),
    "archive not looked into": ("a.7z", b"7z\xbc\xaf\x27\x1c", "not looked into"),
}


@pytest.mark.parametrize("kind", HIGH)
def test_dangerous_files_are_high_risk_with_a_reason(kind):
    filename, content, reason = HIGH[kind]
    risk = rated(filename, content)
    assert risk.risk == "high"
    assert any(reason in found for found in risk.reasons), risk.reasons


@pytest.mark.parametrize("kind", MEDIUM)
def test_doubtful_files_are_medium_risk_with_a_reason(kind):
    filename, content, reason = MEDIUM[kind]
    risk = rated(filename, content)
    assert risk.risk == "medium"
    assert any(reason in found for found in risk.reasons), risk.reasons


@pytest.mark.parametrize(
    ("filename", "content", "content_type"),
    [
        ("report.pdf", b"%PDF-1.4 hello", "application/pdf"),
        ("photo.jpg", b"\xff\xd8\xff\xe0", "image/jpeg"),
        ("photo.jpg", b"\x89PNG\r\n\x1a\n", "image/jpeg"),
        ("letter.docx", zipped("[Content_Types].xml", "word/document.xml"), "application/zip"),
        ("files.zip", zipped("a.txt", "b.pdf"), "application/zip"),
        ("notes.txt", b"MZ is how my note starts", "text/plain"),
        ("v1.2.final.txt", b"text", "text/plain"),
        ("invite.ics", b"BEGIN:VCALENDAR", "text/calendar"),
        (None, b"", "application/octet-stream"),
    ],
)
def test_ordinary_files_are_low_risk(filename, content, content_type):
    risk = rated(filename, content, content_type)
    assert (risk.risk, risk.reasons) == ("low", ())


def test_encrypted_archives_are_said_to_be():
    data = bytearray(zipped("a.txt"))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    assert any("encrypted" in reason for reason in rated("a.zip", bytes(data)).reasons)


def test_a_template_loaded_from_elsewhere_is_high_risk():
    relation = (
        b'<Relationship Type="http://x/attachedTemplate" Target="https://evil.example/t.dotm" TargetMode="External"/>'
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("[Content_Types].xml", "")
        archive.writestr("word/_rels/settings.xml.rels", relation)
    assert rated("a.docx", buffer.getvalue()).risk == "high"


def test_bombs_are_named_without_being_unpacked():
    assert any("very much more" in r for r in rated("a.zip", zipped("a.txt", data=b"\0" * 60_000_000)).reasons)


def test_files_beyond_the_bound_are_not_assessed():
    risks = rate(tuple(attachment("a.exe") for _ in range(MAX_RATED + 1)))
    assert risks[0].risk == "high"
    assert risks[-1].risk == "not_assessed"
    assert [risk.index for risk in risks] == list(range(MAX_RATED + 1))
