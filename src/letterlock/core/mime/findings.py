"""What is gathered while a message is read: defects, broken bounds, files, and how it is protected."""

from dataclasses import dataclass, field

from letterlock.core.mime.filenames import clean_file_name
from letterlock.core.mime.limits import Limits
from letterlock.core.mime.message import Attachment


@dataclass(slots=True)
class Findings:
    """Dictionaries keep the order and each name once."""

    limits: Limits
    defects: dict[str, None] = field(default_factory=dict)
    exceeded: dict[str, None] = field(default_factory=dict)
    protection: dict[str, None] = field(default_factory=dict)
    attachments: list[Attachment] = field(default_factory=list)
    """The files that are parts of the message itself, in order."""
    inner: list[Attachment] = field(default_factory=list)
    """The files found within its texts and files: they come after the others, whose places do not change with what
    can be opened."""
    within: bool = False
    """What is being read lies within a file."""
    tnef_bodies: list[tuple[str | None, str | None]] = field(default_factory=list)
    """Text and HTML of each `winmail.dat`."""
    tnef_text: int = 0
    """Bytes of text unpacked from them so far."""
    unpacked: int = 0
    """Bytes of packed content unpacked so far."""

    def defect(self, *names: str | None) -> None:
        self.defects.update((name, None) for name in names if name)

    @property
    def room(self) -> int:
        """How many more files are read."""
        return self.limits.attachments - len(self.attachments) - len(self.inner)

    def add(self, file: Attachment, *, inner: bool = False) -> None:
        """Keeps a file, its name made safe; one too many is named instead."""
        files = self.inner if inner or self.within else self.attachments
        if self.room <= 0:
            self.exceeded["attachments"] = None
            return
        if file.filename is None:
            files.append(file)
            return
        cleaned, defects, cut = clean_file_name(file.filename, self.limits.filename)
        self.defect(*sorted(defects))
        if cut:
            self.exceeded["filename"] = None
        files.append(Attachment(cleaned, file.content_type, file.disposition, file.content_id, file.content, file.kind))
