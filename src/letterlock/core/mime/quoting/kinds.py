"""What a line of a mail is."""

from typing import Literal

Kind = Literal[
    "text",
    "blank",
    "quote",
    "names",
    "indent",
    "introduction",
    "header",
    "original",
    "history",
    "forward",
    "device",
    "rule",
    "mark",
    "signature",
]
"""`names`: a quote marked with initials (`JD> …`). `indent`: set apart in HTML, a quote below an introduction only.
`history`: from here on a program says that it quotes. `mark`: the dashes above a signature."""
