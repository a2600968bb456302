"""Refusing words that would hand on a link of ours which works for whoever has it."""

from collections.abc import Sequence

from letterlock.app.context import Context
from letterlock.app.signing import off_the_loop
from letterlock.core.errors import Invalid
from letterlock.core.own_links import own_link

LARGE = 16 * 1024
"""Characters that take a millisecond to look through."""


async def refuse_own_links(context: Context, said: Sequence[tuple[str, str]]) -> None:
    """Raises Invalid naming the first parameter of `said` (parameter, what it says) that carries such a link."""
    origin = context.settings.public_url

    def find() -> tuple[str, str] | None:
        kinds = ((where, own_link(text, origin)) for where, text in said)
        return next(((where, kind) for where, kind in kinds if kind is not None), None)

    found = await off_the_loop(find, sum(len(text) for _, text in said), large=LARGE)
    if found is not None:
        where, kind = found
        raise Invalid(
            f"{where} carries a {kind} link of this server, which works for whoever has it: take it out"
            + ("; attach the file instead" if kind == "download" else ""),
            param=where,
        )


def as_text(content: bytes) -> str:
    """A file's bytes as whatever text they hold, for looking through: most text files are UTF-8, some UTF-16."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "ignore")
    return content.decode("utf-8", "ignore")
