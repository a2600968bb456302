"""The protocol of one connection, without sockets or clock: bytes in, steps out (RFC 5321, RFC 2033 for LMTP).

The caller feeds bytes with `receive` and takes `step` after `step`; a step that asks something (`Check`, `Deliver`,
`StartTls`) is answered with `checked`, `delivered` or `secured` before the next one is taken.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from letterlock.core.address import Address
from letterlock.core.trust.received import received_fields
from letterlock.faces.smtp import reply
from letterlock.faces.smtp.command import Command, CommandError, CommandReader
from letterlock.faces.smtp.data import Content, DataReader
from letterlock.faces.smtp.path import Sender, read_mail, read_recipient
from letterlock.faces.smtp.settings import SmtpSettings
from letterlock.faces.smtp.steps import Check, Close, Deliver, Meet, Say, StartTls, Step
from letterlock.faces.smtp.told import XCLIENT, XFORWARD, Told, read_attributes
from letterlock.ports.inbound import Verdict

_HELLOS = {False: frozenset({"HELO", "EHLO"}), True: frozenset({"LHLO"})}
_UNIMPLEMENTED = frozenset({"EXPN", "AUTH", "ETRN", "TURN", "ATRN", "SEND", "SOML", "SAML"})
_CLOSING = {
    "BDAT": reply.NOT_IMPLEMENTED,  # what follows it is a message, not commands
    **dict.fromkeys(("GET", "HEAD", "POST", "PUT", "CONNECT", "OPTIONS"), reply.NOT_SMTP),
    "PROXY": reply.BAD_PROXY,  # from whoever may not send it
}
_CONTENT_REPLIES = {
    "octets": reply.CONTENT_OCTETS,
    "line": reply.CONTENT_LINE,
    "size": reply.TOO_LARGE,
    "memory": reply.NO_MEMORY,
}
_COMMAND_REPLIES = {
    "octets": reply.BAD_OCTETS,
    "endless": reply.LINE_TOO_LONG,
    "long": reply.LINE_TOO_LONG,
    "encoding": reply.BAD_ENCODING,
}


@dataclass(slots=True)
class _Transaction:
    sender: Sender
    recipients: list[Address] = field(default_factory=list)
    """One for each RCPT accepted; LMTP answers each of them, also when one was given twice."""


class Session:
    """`reserve` is told how many bytes of message are held now and says whether that much may be."""

    def __init__(self, settings: SmtpSettings, *, lmtp: bool, reserve: Callable[[int], bool]) -> None:
        self._settings = settings
        self._limits = settings.limits
        self._lmtp = lmtp
        self._reserve = reserve
        self._commands = CommandReader()
        self._reader: DataReader | None = None
        self._transaction: _Transaction | None = None
        self._asked: Address | None = None
        self._sent: Sequence[Address] = ()
        self._steps: deque[Step] = deque()
        self._errors = 0
        self._since_message = 0
        self._messages = 0
        self._extended = False
        self._client = Told()
        self._forwarded = Told()
        self.helo = ""
        self.tls = False
        self.trusted = False
        """Set when the other side may tell by XCLIENT and XFORWARD whom it speaks for."""
        self.hands_on = False
        """Set when the other side is a proxy: what follows once it has told its client are the client's own words."""
        self.closed = False
        self.stopping = False
        """Set to end the connection as soon as no transaction is under way."""

    @property
    def in_data(self) -> bool:
        return self._reader is not None

    @property
    def waiting(self) -> int:
        """Bytes received and not looked at yet."""
        return len(self._commands.buffer)

    @property
    def told(self) -> Told:
        """Whom the other side speaks for; what XFORWARD says of one message goes before XCLIENT's."""
        return self._forwarded if self._forwarded.named else self._client

    @property
    def client_helo(self) -> str:
        """What the client called itself, which is not what a relay that speaks for it does."""
        return self._forwarded.helo if self._forwarded.named else self._client.helo or self.helo

    def greet(self) -> None:
        protocol = "LMTP" if self._lmtp else "ESMTP"
        self._say(f"220 {self._settings.hostname} {protocol} {self._settings.service}")

    def receive(self, chunk: bytes) -> None:
        """Takes what the client sent."""
        if self.closed:
            return
        if self._reader is None:
            self._commands.feed(chunk)
        else:
            self._content(self._reader, chunk)

    def step(self) -> Step | None:
        """The next step, or None when more bytes are needed."""
        while not self._steps:
            if self.closed or self._reader is not None:
                return None
            if self.stopping and self._transaction is None:
                self.end(reply.SHUTTING_DOWN)
                continue
            command = self._commands.next()
            if command is None:
                return None
            if isinstance(command, Command):
                self._command(command)
            elif command in {"octets", "endless"}:
                self.end(_COMMAND_REPLIES[command])
            else:
                self._wrong(_COMMAND_REPLIES[command])
        return self._steps.popleft()

    def checked(self, verdict: Verdict) -> None:
        """Answers `Check`."""
        recipient, self._asked = self._asked, None
        line = reply.verdict_reply(verdict)
        if recipient is not None and self._transaction is not None and verdict.status == "accept":
            self._transaction.recipients.append(recipient)
        if verdict.status == "refuse" and not self._lmtp:
            self._wrong(line)
        else:
            self._say(line)

    def delivered(self, verdicts: Sequence[Verdict]) -> None:
        """Answers `Deliver`, one verdict for each of its recipients."""
        sent, self._sent = self._sent, ()
        if self._lmtp:
            by_key = {recipient.key: verdict for recipient, verdict in zip(_unique(sent), verdicts, strict=True)}
            for recipient in sent:
                self._say(reply.verdict_reply(by_key[recipient.key]))
        else:
            self._say(reply.one_reply(verdicts))
        self._done()

    def secured(self) -> None:
        """Answers `StartTls`: what was said in the clear is forgotten (RFC 3207 section 4.2).

        Bytes sent in the clear after STARTTLS were dropped with it; those received since came through TLS.
        """
        self._reset()
        self._extended = False
        self.helo = ""
        self.tls = True

    def end(self, line: str) -> None:
        """Says `line` and closes."""
        self._say(line)
        self._steps.append(Close())
        self._commands.clear()
        self._reader = None
        self._transaction = None
        self._reserve(0)
        self.closed = True

    def _say(self, line: str) -> None:
        self._steps.append(Say(line.encode("ascii", "replace") + b"\r\n"))

    def _wrong(self, line: str) -> None:
        self._say(line)
        self._errors += 1
        if self._errors >= self._limits.errors:
            self.end(reply.TOO_MANY_ERRORS)

    def _command(self, command: Command) -> None:
        self._since_message += 1
        if self._since_message > self._limits.commands:
            return self.end(reply.TOO_MANY_COMMANDS)
        if command.verb in _CLOSING:
            return self.end(_CLOSING[command.verb])
        if self.hands_on and self._client.named and command.verb != "XCLIENT":
            self._hand_on(self._client)
        try:
            self._obey(command)
        except CommandError as refusal:
            self._wrong(refusal.line)
        return None

    def _hand_on(self, client: Told) -> None:
        """From now on the proxy's client speaks; one that may tell for whom is none itself."""
        self.hands_on = False
        self.trusted = self._settings.may_tell(client.address)
        if self.trusted:
            self._client = Told(helo=client.helo)

    def _obey(self, command: Command) -> None:
        verb, argument = command.verb, command.argument
        if verb in _HELLOS[self._lmtp]:
            return self._hello(verb, argument)
        handler = _HANDLERS.get(verb)
        if handler is not None:
            return handler(self, argument)
        raise CommandError(reply.NOT_IMPLEMENTED if verb in _UNIMPLEMENTED else reply.UNKNOWN_COMMAND)

    def _hello(self, verb: str, name: str) -> None:
        if not 0 < len(name) <= 255 or not name.isascii() or not name.isprintable() or " " in name:
            raise CommandError(reply.BAD_ARGUMENT)
        self.helo = name
        self._reset()
        self._extended = verb != "HELO"
        if not self._extended:
            return self._say(f"250 {self._settings.hostname}")
        *lines, last = self._settings.hostname, *self._extensions()
        for line in lines:
            self._say(f"250-{line}")
        return self._say(f"250 {last}")

    def _extensions(self) -> list[str]:
        offered = ["PIPELINING", f"SIZE {self._limits.message_bytes}"]
        if self._settings.tls is not None and not self.tls:
            offered.append("STARTTLS")
        if self.trusted:
            offered += [f"XCLIENT {' '.join(XCLIENT)}", f"XFORWARD {' '.join(XFORWARD)}"]
        return [*offered, "8BITMIME", "SMTPUTF8", "ENHANCEDSTATUSCODES"]

    def _reset(self) -> None:
        self._transaction = None
        self._forwarded = Told()

    def _mail(self, argument: str) -> None:
        if not self.helo:
            raise CommandError(reply.HELLO_FIRST)
        if self._transaction is not None:
            raise CommandError(reply.MAIL_TWICE)
        if self._messages >= self._limits.messages:
            return self.end(reply.TOO_MANY_MESSAGES)
        sender = read_mail(argument, extended=self._extended, largest=self._limits.message_bytes)
        self._transaction = _Transaction(sender)
        return self._say(reply.SENDER_OK)

    def _rcpt(self, argument: str) -> None:
        transaction = self._transaction
        if transaction is None:
            raise CommandError(reply.MAIL_FIRST)
        if len(transaction.recipients) >= self._limits.recipients:
            raise CommandError(reply.TOO_MANY_RECIPIENTS)
        sender = transaction.sender
        self._asked = read_recipient(argument, smtputf8=sender.smtputf8, hostname=self._settings.hostname)
        self._steps.append(Check(self._asked, sender.size))

    def _data(self, argument: str) -> None:
        if argument:
            raise CommandError(reply.BAD_ARGUMENT)
        if self._transaction is None:
            raise CommandError(reply.MAIL_FIRST)
        if not self._transaction.recipients:
            raise CommandError(reply.NO_RECIPIENTS)
        self._say(reply.START_DATA)
        limits = self._limits
        self._reader = DataReader(size=limits.message_bytes, line=limits.data_line_bytes, reserve=self._reserve)
        self._content(self._reader, self._commands.take())

    def _content(self, reader: DataReader, chunk: bytes) -> None:
        rest = reader.feed(chunk)
        if rest is not None:
            self._reader = None
            self._commands.feed(rest)
            self._whole(reader.finish())
        elif reader.received > 2 * self._limits.message_bytes + 1024:
            self.end(reply.TOO_LARGE)

    def _whole(self, content: Content) -> None:
        transaction, self._transaction = self._transaction, None
        if transaction is None:
            return
        refusal = _CONTENT_REPLIES.get(content.fault, "")
        if not refusal and received_fields(content.raw) > self._limits.received_fields:
            refusal = reply.LOOP
        if not refusal:
            sender = transaction.sender
            self._sent = transaction.recipients
            self._steps.append(Deliver(sender.address, sender.smtputf8, _unique(self._sent), content.raw))
            return
        for _ in transaction.recipients if self._lmtp else (None,):
            self._say(refusal)
        self._errors += 1
        self._done()
        if content.fault == "octets":
            # What follows may be part of what its sender took for the same message.
            self.end(reply.BAD_LINE_ENDS)
        elif self._errors >= self._limits.errors:
            self.end(reply.TOO_MANY_ERRORS)

    def _done(self) -> None:
        self._reserve(0)
        self._forwarded = Told()
        self._messages += 1
        self._since_message = 0

    def _rset(self, argument: str) -> None:
        if argument:
            raise CommandError(reply.BAD_ARGUMENT)
        self._reset()
        self._say(reply.OK)

    def _noop(self, _argument: str) -> None:
        self._say(reply.OK)

    def _vrfy(self, argument: str) -> None:
        if not argument:
            raise CommandError(reply.BAD_ARGUMENT)
        self._say(reply.VRFY)

    def _help(self, _argument: str) -> None:
        self._say(reply.HELP)

    def _quit(self, argument: str) -> None:
        if argument:
            raise CommandError(reply.BAD_ARGUMENT)
        self.end(reply.BYE)

    def _xclient(self, argument: str) -> None:
        """Starts the session over, for the client that is told; EHLO comes next.

        A proxy that speaks SMTP (nginx) then passes on what its client says, so XCLIENT among that is the client's.
        """
        self._may_tell()
        self._client = self._client.after(read_attributes(argument, XCLIENT))
        if self.hands_on and self._client.named:
            self._steps.append(Meet(self._client.address))
        self._reset()
        self._extended = False
        self.helo = self._client.helo
        self.greet()

    def _xforward(self, argument: str) -> None:
        """Tells whom the next message alone is from."""
        self._may_tell()
        self._forwarded = self._forwarded.after(read_attributes(argument, XFORWARD))
        self._say(reply.OK)

    def _may_tell(self) -> None:
        if not self.trusted:
            raise CommandError(reply.NOT_TRUSTED)
        if self._transaction is not None:
            raise CommandError(reply.IN_TRANSACTION)

    def _starttls(self, argument: str) -> None:
        if argument:
            raise CommandError(reply.BAD_ARGUMENT)
        if self._settings.tls is None:
            raise CommandError(reply.NOT_IMPLEMENTED)
        if self.tls:
            raise CommandError(reply.TLS_ALREADY)
        self._commands.clear()
        self._say(reply.START_TLS)
        self._steps.append(StartTls())


_HANDLERS: dict[str, Callable[[Session, str], None]] = {
    "MAIL": Session._mail,
    "RCPT": Session._rcpt,
    "DATA": Session._data,
    "RSET": Session._rset,
    "NOOP": Session._noop,
    "QUIT": Session._quit,
    "VRFY": Session._vrfy,
    "HELP": Session._help,
    "STARTTLS": Session._starttls,
    "XCLIENT": Session._xclient,
    "XFORWARD": Session._xforward,
}


def _unique(recipients: Sequence[Address]) -> list[Address]:
    """In order, the first spelling of each."""
    first: dict[str, Address] = {}
    for recipient in recipients:
        first.setdefault(recipient.key, recipient)
    return list(first.values())
