"""Composing a delivery status notification (RFC 3464) about mail we could not deliver."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Failure:
    """One recipient that did not get it. `reply` is the other server's words."""

    recipient: str
    reply: str
    host: str = ""


def compose_dsn(
    *,
    to: str,
    domain: str,
    message_id: str,
    original_id: str | None,
    original_headers: bytes,
    failures: Sequence[Failure],
    now: datetime,
) -> bytes:
    """The notification, CRLF line ends. `original_headers` are quoted as they are, cut to 16 KiB."""
    boundary = f"dsn-{sha256(message_id.encode()).hexdigest()[:32]}"
    references = [f"In-Reply-To: <{original_id}>", f"References: <{original_id}>"] if original_id else []
    lines = [
        f"From: Mail delivery <mailer-daemon@{domain}>",
        f"To: <{to}>",
        "Subject: Undelivered mail",
        f"Date: {format_datetime(now)}",
        f"Message-ID: <{message_id}>",
        *references,
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/report; report-type=delivery-status; boundary="{boundary}"',
        "",
        f"--{boundary}",
        "Content-Type: text/plain; charset=utf-8",
        "",
        "Your message could not be delivered to these recipients, and will not be tried again:",
        "",
        *(f"{_one_line(f.recipient)}: {_one_line(f.reply)}" for f in failures),
        "",
        f"--{boundary}",
        "Content-Type: message/delivery-status",
        "",
        f"Reporting-MTA: dns; {domain}",
    ]
    for failure in failures:
        lines += [
            "",
            f"Final-Recipient: rfc822; {_one_line(failure.recipient)}",
            "Action: failed",
            f"Status: {_status(failure.reply)}",
            f"Diagnostic-Code: smtp; {_one_line(failure.reply)}",
            *([f"Remote-MTA: dns; {_one_line(failure.host)}"] if failure.host else []),
        ]
    lines += ["", f"--{boundary}", "Content-Type: text/rfc822-headers", "Content-Transfer-Encoding: 8bit", ""]
    head = "\r\n".join(lines).encode("utf-8") + b"\r\n"
    return head + original_headers[:16384].rstrip(b"\r\n") + f"\r\n\r\n--{boundary}--\r\n".encode()


def _one_line(text: str) -> str:
    printable = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.encode("ascii", "replace").decode("ascii").split())[:400]


def _status(reply: str) -> str:
    """The enhanced status code (RFC 3463) of a reply such as `550 5.1.1 No such user`; 5.0.0 without one."""
    words = reply.split()
    code = next((word for word in words[:2] if word.count(".") == 2 and word.replace(".", "").isdigit()), "5.0.0")
    return code if code.startswith("5") else f"5{code[1:]}"
