"""The server's certificate."""

import ssl
import stat
import subprocess

import pytest

from letterlock.adapters.tls import server_context
from letterlock.core.errors import Invalid


def handshake(context: ssl.SSLContext, hostname: str, trusted: str) -> None:
    """A TLS handshake in memory with a client that checks the name; raises when it fails."""
    client_context = ssl.create_default_context(cafile=trusted)
    ends = [ssl.MemoryBIO() for _ in range(2)]
    server = context.wrap_bio(ends[0], ends[1], server_side=True)
    client = client_context.wrap_bio(ends[1], ends[0], server_hostname=hostname)
    for _ in range(4):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue


def test_a_certificate_is_made_once_for_the_host_and_its_key_is_private(tmp_path):
    context = server_context(None, None, tmp_path, "mx.box.example")
    key, certificate = tmp_path / "tls/self-signed.key", tmp_path / "tls/self-signed.pem"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    handshake(context, "mx.box.example", str(certificate))
    before = key.read_bytes(), certificate.read_bytes()
    server_context(None, None, tmp_path, "mx.box.example")
    assert (key.read_bytes(), certificate.read_bytes()) == before


def test_another_host_name_or_a_broken_file_means_a_new_certificate(tmp_path):
    server_context(None, None, tmp_path, "one.example")
    context = server_context(None, None, tmp_path, "two.example")
    certificate = tmp_path / "tls/self-signed.pem"
    handshake(context, "two.example", str(certificate))
    certificate.write_text("nonsense")
    handshake(server_context(None, None, tmp_path, "two.example"), "two.example", str(certificate))


def test_a_certificate_about_to_end_is_replaced(tmp_path):
    folder = tmp_path / "tls"
    folder.mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "self-signed.key",
         "-out", folder / "self-signed.pem", "-days", "3", "-subj", "/CN=x", "-addext", "subjectAltName=DNS:mx.example"],
        check=True, capture_output=True,
    )  # fmt: skip
    before = (folder / "self-signed.pem").read_bytes()
    server_context(None, None, tmp_path, "mx.example")
    assert (folder / "self-signed.pem").read_bytes() != before


def test_a_configured_certificate_is_used_and_nothing_is_made(tmp_path):
    server_context(None, None, tmp_path / "made", "mx.example")
    files = [tmp_path / "made/tls" / name for name in ("self-signed.pem", "self-signed.key")]
    handshake(server_context(*files, tmp_path / "other", "ignored"), "mx.example", str(files[0]))
    assert not (tmp_path / "other").exists()


def test_files_that_do_not_fit_are_named(tmp_path):
    server_context(None, None, tmp_path / "a", "a.example")
    server_context(None, None, tmp_path / "b", "b.example")
    with pytest.raises(Invalid, match=r"a/tls/self-signed\.pem"):
        server_context(tmp_path / "a/tls/self-signed.pem", tmp_path / "b/tls/self-signed.key", tmp_path, "x")
    with pytest.raises(Invalid, match="missing"):
        server_context(tmp_path / "missing.pem", None, tmp_path, "x")
    with pytest.raises(Invalid, match="without a certificate"):
        server_context(None, tmp_path / "a/tls/self-signed.key", tmp_path, "x")
