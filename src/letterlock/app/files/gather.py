"""The files a call names, as they will go along: decoded, copied or downloaded, named safely, within the limits."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from letterlock.app.context import Context
from letterlock.app.files import described, limits
from letterlock.app.files.download import Downloads
from letterlock.app.files.encoded import decoded
from letterlock.app.files.params import FileItem
from letterlock.app.files.referenced import Copies
from letterlock.app.files.source import Source, source
from letterlock.app.own_links import as_text, refuse_own_links
from letterlock.core.mime.outgoing import OutgoingFile


@dataclass(frozen=True, slots=True)
class Later:
    """A file by URL that is still to be downloaded, and its place among all files of the message."""

    position: int
    item: FileItem


@dataclass(frozen=True, slots=True)
class Gathered:
    """`files` in the order given, those of `later` left out. `warnings` are sentences for whoever asked."""

    files: tuple[OutgoingFile, ...] = ()
    later: tuple[Later, ...] = ()
    warnings: tuple[str, ...] = ()


async def gather(
    context: Context,
    items: Sequence[FileItem] | None,
    *,
    fetch: bool = True,
    param: str = "attachments",
) -> Gathered:
    """Reads every file. Raises a domain error naming the item at fault (`attachments[1].url`).

    With `fetch` false, files by URL are checked as far as that goes without them, and returned in `later`. What is
    cheap to refuse is refused before anything is copied, and what is copied before anything is downloaded.
    """
    given = list(items or ())
    sources = _checked(given, param)
    written = decoded(given, param)
    await refuse_own_links(context, [*_described(given, param), *_written(written, param)])
    found = {at: described.given(given[at], content, at) for at, content in written.items()}
    copies = Copies(context, param)
    await copies.find({at: item for at, item in enumerate(given) if sources[at] is Source.REFERENCE})
    found.update(await copies.read())
    limits.check(list(found.values()), param)
    later = tuple(Later(at, item) for at, item in enumerate(given) if sources[at] is Source.URL)
    if fetch and later:
        found.update(await _downloaded(context, later, found.values(), param))
        later = ()
    return Gathered(tuple(found[at] for at in sorted(found)), later, copies.warnings)


async def complete(
    context: Context, files: Sequence[OutgoingFile], later: Sequence[Later], *, param: str = "attachments"
) -> tuple[OutgoingFile, ...]:
    """All files of what was gathered without downloading: `files`, and those of `later` put at their places."""
    if not later:
        return tuple(files)
    fetched = await _downloaded(context, later, files, param)
    rest = iter(files)
    return tuple(fetched[at] if at in fetched else next(rest) for at in range(len(files) + len(later)))


async def _downloaded(
    context: Context, later: Sequence[Later], others: Collection[OutgoingFile], param: str
) -> dict[int, OutgoingFile]:
    downloads = Downloads(context, param, limits.MOST_BYTES - limits.size(others))
    return {one.position: await downloads.get(one.item, one.position) for one in later}


def _described(given: Sequence[FileItem], param: str) -> Iterator[tuple[str, str]]:
    """What the items say in words: names go along with the files, and a URL goes to the host it names."""
    for at, item in enumerate(given):
        for name in ("filename", "url", "content_id", "content_type"):
            text = getattr(item, name)
            if text:
                yield f"{param}[{at}].{name}", text


def _written(contents: Mapping[int, bytes], param: str) -> Iterator[tuple[str, str]]:
    """Files that the caller wrote itself, in so far as they are text."""
    for at, content in contents.items():
        yield f"{param}[{at}].content", as_text(content)


def _checked(given: Sequence[FileItem], param: str) -> list[Source]:
    """The source of each, once what the items say of themselves is in order."""
    limits.check_count(len(given), param)
    sources = [source(item, f"{param}[{at}]") for at, item in enumerate(given)]
    for at, item in enumerate(given):
        described.check(item, f"{param}[{at}]")
    described.check_ids(given, param)
    return sources
