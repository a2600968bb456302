"""What a draft says and to whom, as it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from letterlock.app import views
from letterlock.app.drafts import files
from letterlock.app.drafts.files import File
from letterlock.app.messages import outgoing
from letterlock.core.address import Address


@dataclass(frozen=True, slots=True)
class Saved:
    """Everything needed to send it but for its account; any of it may still be missing."""

    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    subject: str = ""
    text: str | None = None
    html: str | None = None
    labels: frozenset[str] = frozenset()
    in_reply_to: str | None = None
    """Id of the message it answers."""
    files: tuple[File, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "to": [views.person(address) for address in self.to],
            "cc": [views.person(address) for address in self.cc],
            "bcc": [views.person(address) for address in self.bcc],
            "subject": self.subject,
            "text": self.text,
            "html": self.html,
            "labels": sorted(self.labels),
            "in_reply_to": self.in_reply_to,
            "files": [files.to_json(file) for file in self.files],
        }

    @property
    def draft(self) -> outgoing.Draft:
        """As it would be sent, without its files and its place in a thread."""
        return outgoing.Draft(
            to=self.to,
            cc=self.cc,
            bcc=self.bcc,
            subject=self.subject,
            text=self.text,
            html=self.html,
            labels=self.labels,
        )


def read(content: Mapping[str, Any]) -> Saved:
    """What `to_json` made."""
    return Saved(
        to=outgoing.addresses(list(content["to"]), "to"),
        cc=outgoing.addresses(list(content["cc"]), "cc"),
        bcc=outgoing.addresses(list(content["bcc"]), "bcc"),
        subject=content["subject"],
        text=content["text"],
        html=content["html"],
        labels=frozenset(content["labels"]),
        in_reply_to=content["in_reply_to"],
        files=tuple(files.from_json(row) for row in content["files"]),
    )
