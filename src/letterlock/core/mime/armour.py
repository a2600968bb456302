"""PGP written into a text: signed text without its armour, encrypted text said to be so (RFC 9580 sections 6, 7)."""

import re

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
_ENCRYPTED = re.compile(r"^-----BEGIN PGP MESSAGE(?:, PART [0-9/]+)?-----[ \t]*$", re.MULTILINE)
_HEADER = re.compile(r"(?:Hash|Charset|NotDashEscaped|Version|Comment|MessageID|SaltedHash): ?[^\n]*\n")


def without_armour(text: str) -> tuple[str, bool]:
    """The text with signed stretches as they were before signing, and whether there were any.

    What stands around a signed stretch stays: a reader sees it, though it is not signed.
    """
    if _SIGNED not in text:
        return text, False
    pieces: list[str] = []
    position = 0
    found = False
    while True:
        start = _line(text, _SIGNED, position)
        signature = -1 if start == -1 else _line(text, _SIGNATURE, start)
        end = -1 if signature == -1 else _line(text, _END, signature)
        if end == -1:
            break
        pieces += [text[position:start], _signed(text[start + len(_SIGNED) : signature])]
        position = end + len(_END)
        if text.startswith("\n", position):
            position += 1
        found = True
    return "".join([*pieces, text[position:]]), found


def is_encrypted(text: str) -> bool:
    """Whether it holds a message that only its recipients can read."""
    return "-----BEGIN PGP MESSAGE" in text and _ENCRYPTED.search(text) is not None


def _line(text: str, mark: str, position: int) -> int:
    """Where a line begins that is `mark`, -1 when none does."""
    start = text.find(mark, position)
    while start != -1:
        after = text[start + len(mark) : start + len(mark) + 40].partition("\n")[0]
        if (start == 0 or text[start - 1] == "\n") and not after.strip():
            return start
        start = text.find(mark, start + 1)
    return -1


def _signed(block: str) -> str:
    """Without the armour's headers; lines that begin with a dash were written with `- ` before it (7.1)."""
    body = block.lstrip(" \t").removeprefix("\n")
    start = 0
    while (header := _HEADER.match(body, start)) is not None:
        start = header.end()
    return "\n".join(line.removeprefix("- ") for line in body[start:].removeprefix("\n").split("\n"))
