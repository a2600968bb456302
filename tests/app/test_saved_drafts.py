"""What is saved in a draft is what is read back from it, files included."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from letterlock.app.drafts import files, saved
from letterlock.app.drafts.saved import Saved
from letterlock.app.files.gather import Gathered, Later
from letterlock.app.files.params import FileItem
from letterlock.app.messages.outgoing import addresses
from letterlock.core.errors import Invalid
from letterlock.core.mime.outgoing import OutgoingFile

WORDS = st.text(max_size=30)
NAMES = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
SPECS = st.sampled_from(
    ["ana@b.example", "o'neil+x@b.example", '"a b"@b.example', "ana@münchen.example", "用户@b.example"]
)


class Ids:
    def __init__(self):
        self._number = 0

    def new(self, prefix):
        self._number += 1
        return f"{prefix}_{self._number}"


def people(pairs):
    """Those of (name, spec) that can be addresses at all, as a caller's would be read."""
    found = []
    for name, spec in pairs:
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        try:
            found += addresses(f'"{quoted}" <{spec}>' if name else spec, "to")
        except Invalid:
            continue
    return tuple({one.key: one for one in found}.values())


PEOPLE = st.lists(st.tuples(NAMES, SPECS), max_size=4).map(people)


@given(
    st.builds(
        Saved,
        to=PEOPLE,
        cc=PEOPLE,
        bcc=PEOPLE,
        subject=WORDS,
        text=st.none() | WORDS,
        html=st.none() | WORDS,
        labels=st.frozensets(WORDS),
        in_reply_to=st.none() | WORDS,
        files=st.lists(
            st.builds(files.Awaited, WORDS, st.builds(FileItem, url=WORDS, filename=st.none() | WORDS))
            | st.builds(
                files.Kept,
                attachment_id=WORDS,
                filename=st.none() | WORDS,
                content_type=WORDS,
                disposition=st.just("inline"),
                content_id=st.none() | WORDS,
                start=st.integers(0),
                size=st.integers(0),
                copied_from=st.none() | st.tuples(WORDS, WORDS),
            ),
            max_size=3,
        ).map(tuple),
    )
)
def test_a_draft_reads_back_as_it_was_saved(one):
    assert saved.read(one.to_json()) == one


@given(st.lists(st.none() | st.binary(max_size=50), max_size=8))
async def test_files_come_back_byte_for_byte_and_those_to_download_keep_their_places(contents):
    items = [FileItem(url="https://x.example/a") if one is None else FileItem(content="") for one in contents]
    given_files = tuple(OutgoingFile("a.bin", "application/octet-stream", one) for one in contents if one is not None)
    later = tuple(Later(at, items[at]) for at, one in enumerate(contents) if one is None)
    kept, blob = files.bundle(Ids(), "drf_1", items, Gathered(given_files, later))
    assert (blob is None) == (not given_files)

    class Blobs:
        async def get(self, key):
            assert key.sha256 == files.hash_of(blob)
            return blob

    stored = SimpleNamespace(workspace_id="w", account_id="a", content_hash=files.hash_of(blob))
    found, awaited = await files.read(SimpleNamespace(blobs=Blobs()), stored, kept)
    assert (tuple(found), tuple(awaited)) == (given_files, later)


@pytest.mark.parametrize("content", [b"", b"same"])
def test_two_drafts_with_the_same_files_share_no_blob(content):
    gathered = Gathered((OutgoingFile("a", "text/plain", content),))
    blobs = {files.hash_of(files.bundle(Ids(), f"drf_{n}", [FileItem(content="")], gathered)[1]) for n in (1, 2)}
    assert len(blobs) == 2
