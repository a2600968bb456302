"""A parsed message: values only, as `parse` makes them and everything else reads them."""

from dataclasses import dataclass, field
from datetime import datetime

from letterlock.core.address import Address


@dataclass(frozen=True, slots=True)
class Attachment:
    """One part a reader would see as a file, decoded. `filename` is cleaned for display; `content` is the bytes."""

    filename: str | None
    content_type: str
    """As declared, lower case, `type/subtype` only."""
    disposition: str
    """`attachment` or `inline`."""
    content_id: str | None
    content: bytes = field(repr=False)
    kind: str = ""
    """What it is to the mail, in plain words, where its type does not say: `calendar REQUEST`, `S/MIME signature`."""

    @property
    def size(self) -> int:
        return len(self.content)


_READ_APART = frozenset(
    f"from:{defect}"
    for defect in (
        "bad-address",
        "no-address",
        "route-address",
        "domain-literal",
        "odd-local-part",
        "bad-domain",
        "encoded-word-in-address",
        "unclosed-group",
        "unclosed-quote",
        "unclosed-comment",
        "group",
    )
)
"""Defects of a From field of which some part was dropped, or shown by some programs alone."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as its headers and parts say, decoded and bounded.

    `headers` keeps every header in order, name as written, value unfolded and decoded. Address fields hold what could
    be read; what could not is named in `defects`. `text` and `html` are the bodies of the best alternative, decoded,
    several inline text parts joined; None when there is no such part. Where there is any HTML, `html` is the whole
    body: stretches that are text only are put into it as such. `html_parts` are the documents it is joined of: what
    one of them opens or hides ends with it, so they are to be read one by one.
    """

    headers: tuple[tuple[str, str], ...] = ()
    from_: tuple[Address, ...] = ()
    sender: tuple[Address, ...] = ()
    reply_to: tuple[Address, ...] = ()
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    subject: str = ""
    date: datetime | None = None
    """Aware; None when absent or unreadable."""
    message_id: str | None = None
    """Without angle brackets."""
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    text: str | None = None
    html: str | None = None
    html_parts: tuple[str, ...] = ()
    text_complete: bool = True
    """False when some stretch of the body is HTML that has no text form, so that `html` alone is the whole of it."""
    attachments: tuple[Attachment, ...] = ()
    defects: tuple[str, ...] = ()
    """Short names of what was malformed, such as `bad-base64`, each once."""
    exceeded: tuple[str, ...] = ()
    """Bounds the message broke, such as `depth` or `parts`; what lies beyond was not read."""
    protection: tuple[str, ...] = ()
    """How it is signed, encrypted or packed: `smime-` or `pgp-` with `signed`, `encrypted`, `compressed`. Nothing is
    verified or decrypted."""
    from_fields: int = 1
    """How many From fields there were (RFC 5322 section 3.6 allows one)."""

    @property
    def author(self) -> Address | None:
        """The one From address; None when there is none, more than one, or a field that mail programs read apart."""
        if len(self.from_) != 1 or self.from_fields != 1 or not _READ_APART.isdisjoint(self.defects):
            return None
        return self.from_[0]

    def header(self, name: str) -> str | None:
        """The first header of that name, decoded."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)

    def header_all(self, name: str) -> tuple[str, ...]:
        """Every header of that name, decoded, in order."""
        wanted = name.lower()
        return tuple(value for key, value in self.headers if key.lower() == wanted)
