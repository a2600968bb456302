"""Reports as other mail systems write them about a message they were given."""


def dsn(
    raw: bytes,
    recipient: str,
    *,
    action: str = "failed",
    status: str = "5.1.1",
    diagnostic: str = "550 5.1.1 No such user",
    return_path: str = "",
    number: int = 1,
) -> bytes:
    """An RFC 3464 report with the header of `raw`, as Postfix writes it."""
    head = raw.partition(b"\r\n\r\n")[0].decode()
    returned = f"Return-Path: <{return_path}>\r\n{head}" if return_path else head
    return (
        "From: Mail Delivery System <MAILER-DAEMON@mx.b.example>\r\n"
        "To: agent@a.example\r\n"
        "Subject: Undelivered Mail Returned to Sender\r\n"
        f"Message-ID: <report-{number}.{action}.{abs(hash((raw, recipient, status)))}@mx.b.example>\r\n"
        "Auto-Submitted: auto-replied\r\n"
        "MIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b0"\r\n\r\n'
        "--b0\r\nContent-Type: text/plain\r\n\r\nI am sorry to inform you.\r\n"
        "--b0\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.b.example\r\n\r\n"
        f"Final-Recipient: rfc822; {recipient}\r\nAction: {action}\r\nStatus: {status}\r\n"
        f"Remote-MTA: dns; mail.b.example\r\nDiagnostic-Code: smtp; {diagnostic}\r\n\r\n"
        f"--b0\r\nContent-Type: text/rfc822-headers\r\n\r\n{returned}\r\n\r\n--b0--\r\n"
    ).encode()


def complaint(raw: bytes, recipient: str, return_path: str) -> bytes:
    """An RFC 5965 report, as feedback loops send it."""
    head = raw.partition(b"\r\n\r\n")[0].decode()
    return (
        "From: feedback@fbl.example\r\nTo: abuse@a.example\r\nSubject: FW: Hi\r\nMIME-Version: 1.0\r\n"
        f"Message-ID: <arf.{abs(hash(raw))}@fbl.example>\r\n"
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b0"\r\n\r\n'
        "--b0\r\nContent-Type: text/plain\r\n\r\nAn abuse report.\r\n"
        "--b0\r\nContent-Type: message/feedback-report\r\n\r\n"
        "Feedback-Type: abuse\r\nUser-Agent: fbl/1\r\nVersion: 1\r\n"
        f"Original-Mail-From: <{return_path}>\r\nOriginal-Rcpt-To: {recipient}\r\n\r\n"
        f"--b0\r\nContent-Type: message/rfc822\r\n\r\n{head}\r\n\r\nbody\r\n--b0--\r\n"
    ).encode()
