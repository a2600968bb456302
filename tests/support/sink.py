"""A mail server for what the server under test sends: keeps every message, and refuses or defers whom it is told to."""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from support.ports import free_port


@dataclass(frozen=True)
class Received:
    """One message as it came over the wire."""

    mail_from: str
    rcpt_to: list[str]
    raw: bytes

    @property
    def message(self) -> EmailMessage:
        return message_from_bytes(self.raw, policy=policy.SMTP)  # type: ignore[return-value]

    @property
    def inbox(self) -> str:
        """The inbox it is from: its envelope sender without the token that bounces are known by."""
        return re.sub(r"\+b-[a-z2-7]{16}@", "@", self.mail_from)

    @property
    def headers(self) -> bytes:
        return self.raw.partition(b"\r\n\r\n")[0]


class Sink:
    """Listens on loopback until closed. `replies` says by recipient what RCPT is answered, such as `550 5.1.1 No`."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.replies: dict[str, str] = {}
        self._came = threading.Condition()
        self._controller = Controller(
            # Without a name of its own it would look one up, for every connection.
            self,
            hostname="127.0.0.1",
            port=free_port(),
            server_hostname="sink.test",
            enable_SMTPUTF8=True,
        )
        self._controller.start()
        self.url = f"smtp://127.0.0.1:{self._controller.port}"

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        reply = self.replies.get(address, "250 OK")
        if reply.startswith("2"):
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        with self._came:
            self.received.append(Received(envelope.mail_from, list(envelope.rcpt_tos), envelope.content))
            self._came.notify_all()
        return "250 OK"

    def to(self, recipient: str) -> list[Received]:
        """What came for this recipient so far."""
        return [one for one in self.received if recipient in one.rcpt_to]

    def wait(self, wanted: Callable[[Received], bool], seconds: float = 30) -> Received:
        """The first message that is wanted, as soon as it is there."""
        with self._came:
            assert self._came.wait_for(lambda: any(map(wanted, self.received)), seconds), "nothing such was sent"
            return next(filter(wanted, self.received))

    def wait_to(self, recipient: str) -> Received:
        return self.wait(lambda one: recipient in one.rcpt_to)

    def close(self) -> None:
        self._controller.stop()
