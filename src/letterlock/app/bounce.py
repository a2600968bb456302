"""Telling the sender what could not be delivered: a bounce in its own inbox, tied to the message it is about."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from letterlock.app.accept import Accept
from letterlock.core.address import parse_address
from letterlock.core.envelope import Envelope
from letterlock.core.mime.dsn import Failure, compose_dsn
from letterlock.ports.outbound import Outcome
from letterlock.ports.records import OutboxEntry, StoredMessage


async def bounce(
    accept: Accept,
    message: StoredMessage,
    raw: bytes,
    failed: Sequence[tuple[OutboxEntry, Outcome]],
    now: datetime,
) -> None:
    """Puts a delivery status notification into the account that sent `message`."""
    sender = parse_address(str(message.envelope["mail_from"]))
    # Named after what failed, so that a bounce repeated after a crash is recognised and stored once.
    name = sha256(" ".join(sorted(entry.id for entry, _ in failed)).encode()).hexdigest()[:24]
    notice = compose_dsn(
        to=sender.spec,
        domain=sender.domain,
        message_id=f"bounce-{name}@{sender.domain}",
        original_id=message.rfc_message_id,
        original_headers=raw.partition(b"\r\n\r\n")[0],
        failures=[Failure(entry.recipient, entry.last_reply, outcome.host) for entry, outcome in failed],
        now=message.received_at,
    )
    await accept.accept(Envelope(mail_from="", received_at=now, via="internal"), [sender], notice)
