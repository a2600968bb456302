"""Replies: the words of the service, and one reply of many verdicts (RFC 5321 section 4.2, RFC 2034, RFC 3463)."""

from collections.abc import Sequence

from letterlock.ports.inbound import Verdict

OK = "250 2.0.0 OK"
SENDER_OK = "250 2.1.0 OK"
START_DATA = "354 End data with <CR><LF>.<CR><LF>"
BYE = "221 2.0.0 Bye"
START_TLS = "220 2.0.0 Ready to start TLS"
VRFY = "252 2.1.5 Cannot verify; send mail to find out"
HELP = "214 2.0.0 See RFC 5321"

BAD_OCTETS = "500 5.5.2 Bare CR, bare LF or NUL; lines end with CRLF"
BAD_ENCODING = "500 5.5.2 Commands are ASCII, or UTF-8 with SMTPUTF8"
LINE_TOO_LONG = "500 5.5.2 Line too long"
UNKNOWN_COMMAND = "500 5.5.1 Command not recognised"
NOT_IMPLEMENTED = "502 5.5.1 Command not implemented"
BAD_ARGUMENT = "501 5.5.4 Bad argument"
BAD_ATTRIBUTE = "501 5.5.4 Bad attribute"
NOT_TRUSTED = "550 5.7.0 Not for you to say; LETTERLOCK_TRUSTED_PROXIES and LETTERLOCK_TRUSTED_RELAYS name who may"
IN_TRANSACTION = "503 5.5.1 Not within a mail transaction"
BAD_PROXY = "421 4.7.0 Malformed PROXY header"
BAD_PARAMETER = "555 5.5.4 Parameter not recognised"
HELLO_FIRST = "503 5.5.1 Say hello first"
MAIL_FIRST = "503 5.5.1 MAIL comes first"
MAIL_TWICE = "503 5.5.1 MAIL was given already"
NO_RECIPIENTS = "503 5.5.1 No valid recipients"
TLS_ALREADY = "503 5.5.1 TLS is on already"
BAD_SENDER = "553 5.1.7 Malformed sender address"
BAD_RECIPIENT = "553 5.1.3 Malformed recipient address"
SOURCE_ROUTE = "553 5.1.3 Source routes are not accepted"
NEEDS_SMTPUTF8 = "553 5.6.7 Address needs SMTPUTF8"
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients; send the rest in another message"
TOO_LARGE = "552 5.3.4 Message too large"
NO_MEMORY = "452 4.3.1 Too many large messages at the moment"
CONTENT_OCTETS = "554 5.6.0 Bare CR, bare LF or NUL in the message"
CONTENT_LINE = "554 5.6.0 Line too long in the message"
LOOP = "554 5.4.6 Too many hops"
TRY_AGAIN = "451 4.3.0 Try again later"
SOME_FAILED = "451 4.3.0 Not stored for every recipient yet; send it again"

NOT_SMTP = "421 4.7.0 This is not a web server"
BAD_LINE_ENDS = "421 4.7.0 Lines end with CRLF"
TOO_MANY_ERRORS = "421 4.7.0 Too many errors"
TOO_MANY_COMMANDS = "421 4.7.0 Too many commands"
TOO_MANY_MESSAGES = "421 4.7.0 Too many messages in one connection"
TOO_MANY_CONNECTIONS = "421 4.7.0 Too many connections"
MADE_WAY = "421 4.3.2 Too many connections; nothing came on this one"
MADE_ROOM = "421 4.3.1 Too many large messages at the moment; send it again later"
TOO_SLOW = "421 4.4.2 Too slow"
SHUTTING_DOWN = "421 4.3.2 Shutting down"

_DEFAULTS = {"accept": OK, "defer": TRY_AGAIN, "refuse": "550 5.7.1 Refused"}
_CLASSES = {"accept": "2", "defer": "4", "refuse": "5"}


def verdict_reply(verdict: Verdict) -> str:
    """The reply of a verdict, made to agree with its status and to be one printable line."""
    reply = verdict.reply
    if not reply.startswith(_CLASSES[verdict.status]) or not reply.isprintable() or len(reply) > 500:
        return _DEFAULTS[verdict.status]
    return reply


def one_reply(verdicts: Sequence[Verdict]) -> str:
    """SMTP answers once for all: try again when any was deferred, since what is accepted twice is stored once."""
    if len(verdicts) == 1:
        return verdict_reply(verdicts[0])
    by_status = {verdict.status: verdict for verdict in reversed(verdicts)}
    if "defer" in by_status:
        return SOME_FAILED
    return verdict_reply(by_status.get("accept") or by_status["refuse"])
