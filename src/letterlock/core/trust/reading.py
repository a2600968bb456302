"""A reading: all that can be said of a raw message without DNS or the store, made in the killable worker."""

from dataclasses import dataclass, field

from letterlock.core.mime.automatic import Automatic
from letterlock.core.mime.delivery_report import Report
from letterlock.core.mime.message import Message
from letterlock.core.trust.codes.secrets import Secrets
from letterlock.core.trust.report import AttachmentRisk, Classification, Content, Link


@dataclass(frozen=True, slots=True)
class Reading:
    """The parsed message, what a reader sees of it, and the signs its content gives."""

    message: Message
    content: Content
    links: tuple[Link, ...] = ()
    attachments: tuple[AttachmentRisk, ...] = ()
    classification: Classification = field(default_factory=Classification)
    automatic: Automatic | None = None
    """What in it says that a program wrote it."""
    report: Report | None = None
    """What it says about mail we sent, when it is a bounce, a delay, a complaint or a receipt."""
    secrets: Secrets = field(default_factory=Secrets)
    """The one-time codes and acting links it brings."""
