"""The server's certificate: the configured one, or one made at the first start and kept."""

import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from letterlock.core.errors import Invalid

_VALID = timedelta(days=3650)
_RENEW_BEFORE = timedelta(days=30)


def server_context(cert_file: Path | None, key_file: Path | None, data_dir: Path, hostname: str) -> ssl.SSLContext:
    """For STARTTLS on our side. `cert_file` and `key_file` are PEM and given together; the key may be in `cert_file`.

    Without them a self-signed certificate for `hostname` is kept in `data_dir/tls`, its key for the owner alone.
    Raises Invalid when the files do not fit together or cannot be read.
    """
    if cert_file is None:
        if key_file is not None:
            raise Invalid("a TLS key is set without a certificate; set both or neither")
        cert_file, key_file = _self_signed(data_dir / "tls", hostname)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(cert_file, key_file)
    except (OSError, ssl.SSLError) as error:
        raise Invalid(f"the TLS certificate {cert_file} cannot be used: {error}") from error
    return context


def _self_signed(folder: Path, hostname: str) -> tuple[Path, Path]:
    cert_file, key_file = folder / "self-signed.pem", folder / "self-signed.key"
    if cert_file.exists() and key_file.exists() and _still_good(cert_file, hostname):
        return cert_file, key_file
    certificate, key = _make(hostname)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _write(key_file, key, 0o600)
    _write(cert_file, certificate, 0o644)
    return cert_file, key_file


def _write(path: Path, content: bytes, mode: int) -> None:
    """Whole or not at all, and never readable by more than `mode` says."""
    temporary = path.with_name(f"{path.name}.new")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _still_good(cert_file: Path, hostname: str) -> bool:
    from cryptography import x509

    try:
        certificate = x509.load_pem_x509_certificate(cert_file.read_bytes())
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    good = certificate.not_valid_after_utc > datetime.now(UTC) + _RENEW_BEFORE
    return good and names.get_values_for_type(x509.DNSName) == [hostname]


def _make(hostname: str) -> tuple[bytes, bytes]:
    """Certificate and key, PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hostname[:64])])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + _VALID)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(hostname)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return (
        certificate.public_bytes(serialization.Encoding.PEM),
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
    )
