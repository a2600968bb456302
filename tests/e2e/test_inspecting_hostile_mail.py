"""Mail made to exhaust a reader ends, within bounds, as a message with what could be read of it and a reason."""

import base64
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("letterlock")
HEAD = b"From: ana@b.example\r\nTo: you@c.example\r\nSubject: Here\r\nMIME-Version: 1.0\r\n"
EXCEEDS = "It exceeds what is read of one message"


def html(body: bytes) -> bytes:
    return HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + body


def style(rules: bytes, body: bytes = b"<p class=a>hello") -> bytes:
    return html(b"<style>" + rules + b"</style>" + body)


def bomb(levels: int = 3) -> bytes:
    held, name = b"\0" * (10 * 2**20), "zeros"
    for level in range(levels):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(8):
                archive.writestr(f"{number}{name}", held)
        held, name = made.getvalue(), f"level{level}.zip"
    kind = b"Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n"
    return (
        HEAD
        + kind
        + b"Content-Disposition: attachment; filename=a.zip\r\n\r\n"
        + base64.encodebytes(held).replace(b"\n", b"\r\n")
    )


EXHAUSTING = {
    "parts": HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * 100_000 + b"--b--\r\n",
    "nested elements": html(b"<p>before</p>" + b"<div>" * 50_000 + b"hello"),
    "a selector of a megabyte": style(b".a" * 500_000 + b"{color:red}"),
    "many selectors": style(
        b"".join(b".c%d," % n for n in range(100_000)) + b".x{display:none}", b"<p class=c5>hello</p>" * 2_000
    ),
    "selectors that look far": style(b"div * > * ~ * + * {color: red}" * 5_000, b"<p>x</p>" * 2_000),
    "brackets in a value": html(b"<p>before</p><p style='width:" + b"calc(" * 50_000 + b"'>hello"),
    "invisible characters": html(b"hello" + "\u200b".encode() * (10 * 2**20 // 3)),
    "quoted lines": HEAD + b"\r\n" + (b">" * 200 + b" hello\r\n") * 50_000,
    "attributions": HEAD + b"\r\nhello\r\n" + (b"On Mon, Jan 1, 2024 at 10:00 AM " * 3 + b"\r\n") * 50_000,
    "addresses": b"From: " + b"a@b.example, " * 100_000 + b"\r\nSubject: Here\r\n\r\nhello",
    "links": html(b"hello <a href='http://x.example/%s'>http://y.example</a>" * 50_000),
    "encoded words": b"From: a@b.example\r\nSubject: Here " + b"=?utf-8?q?a?= " * 200_000 + b"\r\n\r\nhello",
    "words without end": HEAD + b"\r\n" + b"hello " + b"a" * 10_000_000,
}


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> dict[str, dict]:
    folder = tmp_path_factory.mktemp("hostile")
    for name, raw in EXHAUSTING.items():
        (folder / name).write_bytes(raw)
    (folder / "zip bomb").write_bytes(bomb())
    done = subprocess.run([PROGRAM, "inspect", "--json", folder], capture_output=True, timeout=600, check=True)
    lines = map(json.loads, done.stdout.splitlines())
    return {Path(one["file"]).name: one for one in lines}


@pytest.mark.parametrize("name", EXHAUSTING)
def test_what_is_too_much_is_read_as_far_as_the_bounds_go_and_said(found, name):
    one = found[name]
    reasons = [reason for reason in one["trust"]["reasons"] if reason.startswith(EXCEEDS)]
    assert reasons, one["trust"]["reasons"]
    assert "examined: time" not in reasons[0], "it ended of itself, not because it was killed"
    assert one["trust"]["level"] in ("suspicious", "quarantined")
    assert one["subject"].startswith("Here") or name in ("encoded words", "addresses")


@pytest.mark.parametrize(
    "name", ["nested elements", "a selector of a megabyte", "brackets in a value", "invisible characters", "links"]
)
def test_what_a_reader_sees_first_is_not_lost(found, name):
    assert found[name]["full_text"].split()[0] in ("hello", "before")


def test_an_archive_that_unpacks_to_gigabytes_is_rated_and_never_unpacked(found):
    [rated] = found["zip bomb"]["attachments"]
    assert rated["risk"] in ("medium", "high")
    assert any("archive" in reason or "unpack" in reason for reason in rated["reasons"])
