"""Bounces, delays, complaints and receipts of the systems that are out there, and what is none of these."""

from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.mime.delivery_report import MOST_RECIPIENTS, read_report
from letterlock.core.mime.parse import parse

HEAD = "From: {sender}\r\nTo: agent@a.example\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\n"


def report(
    *parts: tuple[str, str], kind: str = "delivery-status", sender="MAILER-DAEMON@mx.b.example", subject="Undelivered"
):
    head = HEAD.format(sender=sender, subject=subject)
    body = "".join(f"--b0\r\nContent-Type: {name}\r\n\r\n{text}\r\n" for name, text in parts)
    return (f'{head}Content-Type: multipart/report; report-type={kind}; boundary="b0"\r\n\r\n{body}--b0--\r\n').encode()


def words(text: str, *, sender="MAILER-DAEMON@b.example", subject="failure notice", more=""):
    head = HEAD.format(sender=sender, subject=subject)
    return f"{head}{more}Content-Type: text/plain\r\n\r\n{text}".replace("\r\n", "\n").replace("\n", "\r\n").encode()


def read(raw: bytes):
    return read_report(raw, parse(raw))


POSTFIX = """Reporting-MTA: dns; mx.b.example
X-Postfix-Queue-ID: 4F1
X-Postfix-Sender: rfc822; agent+b-abc@a.example
Arrival-Date: Sun, 17 May 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; Gone@b.example
Original-Recipient: rfc822;gone@b.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.b.example
Diagnostic-Code: smtp; 550 5.1.1 <gone@b.example>: Recipient address rejected:
    User unknown in virtual mailbox table
""".replace("\n", "\r\n")
RETURNED = "Return-Path: <agent+b-abc@a.example>\r\nMessage-ID: <msg_1@a.example>\r\nSubject: Hi\r\n\r\nbody"


def test_a_postfix_bounce_is_read_whole():
    found = read(report(("text/plain", "sorry"), ("message/delivery-status", POSTFIX), ("message/rfc822", RETURNED)))
    assert found.kind == "bounce"
    assert found.message_ids == ("msg_1@a.example",)
    assert found.return_paths == ("agent+b-abc@a.example",)
    assert found.reporting_mta == "mx.b.example"
    (one,) = found.recipients
    assert (one.recipient, one.original, one.action, one.status) == (
        "gone@b.example",
        "gone@b.example",
        "failed",
        "5.1.1",
    )
    assert one.remote_mta == "mail.b.example"
    assert one.diagnostic == (
        "550 5.1.1 <gone@b.example>: Recipient address rejected: User unknown in virtual mailbox table"
    )
    assert not found.by_words


def test_an_exchange_report_with_headers_alone_is_read():
    status = (
        "Reporting-MTA: dns;EUR01.prod.outlook.com\r\nReceived-From-MTA: dns;mail.a.example\r\n\r\n"
        "Final-Recipient: rfc822;gone@b.example\r\nAction: failed\r\nStatus: 5.1.10\r\n"
        "Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient gone@b.example not found\r\n"
        "X-Display-Name: Gone\r\n"
    )
    found = read(
        report(("text/html", "<p>no</p>"), ("message/delivery-status", status), ("text/rfc822-headers", RETURNED))
    )
    assert (found.kind, found.recipients[0].status, found.message_ids) == ("bounce", "5.1.10", ("msg_1@a.example",))
    assert "RecipientNotFound; Recipient" in found.recipients[0].diagnostic


def test_a_report_of_several_with_one_failure_is_a_bounce():
    status = "Reporting-MTA: dns; x\r\n" + "".join(
        f"\r\nFinal-Recipient: rfc822; {name}@b.example\r\nAction: {action}\r\nStatus: {code}\r\n"
        for name, action, code in (("a", "relayed", "2.0.0"), ("b", "delayed", "4.4.1"), ("c", "failed", "5.2.2"))
    )
    found = read(report(("message/delivery-status", status)))
    assert found.kind == "bounce"
    assert [one.action for one in found.recipients] == ["relayed", "delayed", "failed"]


def test_a_delay_and_a_success_are_told_apart_from_bounces():
    for action, code, kind in (("delayed", "4.4.1", "delay"), ("delivered", "2.0.0", "delivered")):
        status = POSTFIX.replace("failed", action).replace("Status: 5.1.1", f"Status: {code}")
        assert read(report(("message/delivery-status", status))).kind == kind


def test_without_an_action_the_status_decides():
    found = read(report(("message/delivery-status", POSTFIX.replace("Action: failed\r\n", ""))))
    assert found.recipients[0].action == "failed"


def test_the_machine_readable_part_may_be_encoded_and_the_report_misnamed():
    import base64

    encoded = base64.encodebytes(POSTFIX.encode()).decode().replace("\n", "\r\n")
    raw = report(("message/delivery-status\r\nContent-Transfer-Encoding: base64", encoded))
    assert read(raw.replace(b"multipart/report", b"multipart/mixed")).recipients[0].status == "5.1.1"


def test_international_reports_are_read():
    status = POSTFIX.replace("rfc822; Gone@b.example", "utf-8; gömez@b.example")
    raw = report(("message/global-delivery-status", status), ("message/global-headers", RETURNED))
    assert read(raw).recipients[0].recipient == "gömez@b.example"
    assert read(raw).message_ids == ("msg_1@a.example",)


def test_a_complaint_is_read_and_an_authentication_failure_report_is_none():
    arf = (
        "Feedback-Type: abuse\r\nUser-Agent: x/1\r\nVersion: 1\r\nOriginal-Mail-From: <agent+b-abc@a.example>\r\n"
        "Original-Rcpt-To: ana@b.example\r\n"
    )
    found = read(report(("message/feedback-report", arf), ("message/rfc822", RETURNED), kind="feedback-report"))
    assert (found.kind, found.recipients[0].recipient, found.recipients[0].action) == (
        "complaint",
        "ana@b.example",
        "complained",
    )
    assert "agent+b-abc@a.example" in found.return_paths
    other = report(("message/feedback-report", arf.replace("abuse", "auth-failure")), ("message/rfc822", RETURNED))
    assert read(other).recipients == ()
    assert read(other).return_paths == ()


def test_a_read_receipt_is_read():
    mdn = (
        "Reporting-UA: x\r\nFinal-Recipient: rfc822;ana@b.example\r\nOriginal-Message-ID: <msg_1@a.example>\r\n"
        "Disposition: manual-action/MDN-sent-manually; displayed\r\n"
    )
    found = read(
        report(("message/disposition-notification", mdn), kind="disposition-notification", sender="ana@b.example")
    )
    assert (found.kind, found.message_ids, found.recipients[0].action) == (
        "read_receipt",
        ("msg_1@a.example",),
        "displayed",
    )


QMAIL = """Hi. This is the qmail-send program at mx.b.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<gone@b.example>:
192.0.2.7 does not like recipient.
Remote host said: 550 5.1.1 No such user
Giving up on 192.0.2.7.

--- Below this line is a copy of the message.

Return-Path: <agent@a.example>
Message-ID: <msg_1@a.example>
Subject: Hi other@b.example
"""
EXIM = """This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  gone@b.example
    SMTP error from remote mail server after RCPT TO:<gone@b.example>:
    host mx.b.example [192.0.2.7]: 550 No such user here

------ This is a copy of the message, including all the headers. ------

Message-Id: <msg_1@a.example>
"""
GMAIL = """Delivery to the following recipient failed permanently:

     gone@b.example

Technical details of permanent failure:
The error that the other server returned was: 550 5.1.1 The email account that you tried to reach does not exist.

----- Original message -----

Message-ID: <msg_1@a.example>
"""
SENDMAIL = """The original message was received at Sun, 17 May 2026 12:00:00 GMT

   ----- The following addresses had permanent fatal errors -----
<gone@b.example>
    (reason: 550 5.1.1 <gone@b.example>... User unknown)

   ----- Transcript of session follows -----
"""
EXCHANGE = """Your message did not reach some or all of the intended recipients.

      Subject:  Hi

The following recipient(s) could not be reached:

      gone@b.example on 17.05.2026 12:00
            The e-mail account does not exist at the organization this message was sent to.
            <mx.b.example #5.1.1>
"""


def test_bounces_in_words_are_read():
    for text, status in ((QMAIL, "5.1.1"), (EXIM, ""), (GMAIL, "5.1.1"), (SENDMAIL, "5.1.1"), (EXCHANGE, "5.1.1")):
        found = read(words(text))
        assert found is not None, text[:60]
        assert (found.kind, found.by_words) == ("bounce", True)
        assert "gone@b.example" in [one.recipient for one in found.recipients]
        assert "other@b.example" not in [one.recipient for one in found.recipients]
        assert found.recipients[0].status == status
        if "msg_1" in text:
            assert found.message_ids == ("msg_1@a.example",)
    assert "550 No such user here" in read(words(EXIM)).recipients[0].diagnostic


def test_the_names_exim_and_gmail_give_in_a_header_are_taken():
    found = read(words("Sorry.", sender="Mail <postmaster@b.example>", more="X-Failed-Recipients: gone@b.example\r\n"))
    assert [one.recipient for one in found.recipients] == ["gone@b.example"]


def test_a_delay_in_words_is_a_delay():
    text = (
        "Warning: message 1xyz delayed 24 hours\nto gone@b.example\nIt has not yet been delivered; will be retried.\n"
    )
    assert read(words(text, subject="Warning: message delayed 24 hours")).kind == "delay"


def test_a_person_writing_of_a_bounce_and_an_out_of_office_note_are_no_reports():
    assert read(words(QMAIL, sender="Ana <ana@b.example>", subject="Undeliverable?")) is None
    assert read(words("I am away until Monday.", sender="ana@b.example", subject="Automatic reply: Hi")) is None
    assert read(words("Your monthly statistics.", sender="postmaster@b.example", subject="Statistics")) is None


def test_what_nobody_would_see_in_a_bounce_in_words_is_not_repeated():
    raw = words(
        "Undeliverable: gone@b.example\n550 5.1.1 N\U000e0041o\u202e such\u200b user",
        more="Content-Transfer-Encoding: 8bit\r\n",
    )
    raw = raw.replace(b"Content-Type: text/plain", b"Content-Type: text/plain; charset=utf-8")
    assert read(raw).recipients[0].diagnostic == "550 5.1.1 No such user"


def test_a_report_attached_to_a_message_is_not_the_message():
    inner = report(("message/delivery-status", POSTFIX)).decode().replace("b0", "b1")
    raw = report(("text/plain", "see below"), ("message/rfc822", inner), kind="x", sender="ana@b.example")
    assert read(raw.replace(b"multipart/report", b"multipart/mixed")) is None


def test_much_is_cut():
    many = "Reporting-MTA: dns; x\r\n" + "".join(
        f"\r\nFinal-Recipient: rfc822; p{n}@b.example\r\nAction: failed\r\nDiagnostic-Code: smtp; {'x' * 900}\r\n"
        for n in range(MOST_RECIPIENTS * 3)
    )
    found = read(report(("message/delivery-status", many)))
    assert len(found.recipients) <= MOST_RECIPIENTS
    assert all(len(one.diagnostic) <= 300 for one in found.recipients)


_LINES = st.lists(
    st.sampled_from(
        [
            "--b0", "--b0--", "Content-Type: message/delivery-status", "Content-Type: message/rfc822",
            "Content-Transfer-Encoding: base64", "Final-Recipient: rfc822; a@b.example", "Final-Recipient: ;", "",
            "Action: failed", "Action:", "Status: 5.1.1", "Status: 5.1.99999", "Diagnostic-Code: smtp; \x00\xff",
            "Message-ID: <a@b>", "Return-Path: <>", "Disposition: ;", "Feedback-Type: abuse", " folded", "\x00", "=?x?q?",
            "Content-Type: message/feedback-report", "Content-Type: message/disposition-notification",
            "<a@b.example>:", "permanent error", "550 5.1.1 no", "--- Below this line is a copy of the message.",
        ]
    ),
    max_size=40,
)  # fmt: skip


@given(lines=_LINES, noise=st.binary(max_size=200), structured=st.booleans())
def test_whatever_comes_is_read_without_an_error(lines, noise, structured):
    body = "\r\n".join(lines).encode() + noise
    raw = (report() if structured else words("")) + body
    found = read(raw.replace(b"--b0--\r\n", b"", 1))
    assert found is None or len(found.recipients) <= MOST_RECIPIENTS
    for one in found.recipients if found else ():
        assert one.diagnostic.isprintable()
        assert one.remote_mta.isprintable()


def test_long_runs_of_blanks_cost_no_time():
    blanks = " " * 60_000
    for text in (
        f"permanent error\nMessage-ID:{blanks}x",
        f"permanent error\n{blanks}<a@",
        f"{'a' * 60_000}@",
        "> " * 40_000,
    ):
        assert read(words(text, subject="failure notice " + "x" * 5_000)) is not None or "permanent" not in text
