"""The files of a message are read out of it again in the order, and with the bytes, in which they are said to stand."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from letterlock.core.address import Address
from letterlock.core.mime.compose import compose, in_order
from letterlock.core.mime.outgoing import Outgoing, OutgoingFile
from letterlock.core.mime.parse import parse
from support.tnef import file as inside
from support.tnef import tnef

KINDS = ("text/plain", "text/html", "image/png", "application/octet-stream", "message/rfc822", "application/ms-tnef",
         "application/pkcs7-mime", "text/calendar; method=REQUEST", "message/delivery-status")  # fmt: skip
CONTENTS = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [
            tnef(inside("inner.txt", b"inner")),
            b"From: a@b.example\r\n\r\nbegin 644 x\r\n#86)C\r\n`\r\nend\r\n",
            b"--=_x\r\n\r\n",
            b"From here\r\n.\r\n",
        ]
    ),
)
FILES = st.builds(
    OutgoingFile,
    filename=st.sampled_from(["a.txt", "winmail.dat", "smime.p7m", "表.pdf", 'q".bin']),
    content_type=st.sampled_from(KINDS),
    content=CONTENTS,
    disposition=st.sampled_from(["attachment", "inline"]),
    content_id=st.sampled_from([None, "a@b", "logo"]),
)


@given(st.lists(FILES, max_size=4), st.sampled_from([(None, "x"), ("<p>x <img src='cid:logo'>", None), ("<p>x", "x")]))
def test_files_are_read_again_where_they_are_said_to_stand(files, bodies):
    html, text = bodies
    outgoing = Outgoing(
        from_=Address("a", "b.example"),
        to=(Address("c", "d.example"),),
        subject="Files",
        message_id="1@b.example",
        date=datetime(2026, 11, 30, tzinfo=UTC),
        text=text,
        html=html,
        attachments=tuple(files),
    )
    found = parse(compose(outgoing)).attachments
    expected = in_order(html, tuple(files))
    assert [file.content for file in found[: len(files)]] == [file.content for file in expected]
    assert [file.filename for file in found[: len(files)]] == [file.filename for file in expected]
