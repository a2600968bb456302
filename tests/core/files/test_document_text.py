"""Documents as text: what each kind says, what a reader does not see, and what hostile files lead to."""

import io
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter

from letterlock.core.errors import Conflict, Unsupported
from letterlock.core.files.text import word
from letterlock.core.files.text.read import read_text, words_of_files
from letterlock.core.files.text.writer import Writer
from support.documents import W, docx, package, paragraph, pdf, pptx, rels, shape, shown, slide, xlsx
from support.mail import compose

OFFICE = "application/vnd.openxmlformats-officedocument"
TYPES = {
    "pdf": "application/pdf",
    "docx": f"{OFFICE}.wordprocessingml.document",
    "xlsx": f"{OFFICE}.spreadsheetml.sheet",
    "pptx": f"{OFFICE}.presentationml.presentation",
    "eml": "message/rfc822",
    "ics": "text/calendar",
    "html": "text/html",
    "txt": "text/plain",
}


def mailed(content, ending, kind=None):
    kind = kind or TYPES[ending]
    if kind == "message/rfc822":
        kind = "application/octet-stream"
    return compose("a@b.example", "c@d.example", files=[(f"file.{ending}", kind, content)])


def text_of(content, ending, kind=None):
    return read_text(mailed(content, ending, kind), 0)


def lines(found):
    return [line.strip() for line in found.text.splitlines() if line.strip()]


def test_a_word_document_says_its_paragraphs_tables_and_notes():
    table = "<w:tbl><w:tr>" + "".join(f"<w:tc>{paragraph(one)}</w:tc>" for one in "ab") + "</w:tr></w:tbl>"
    body = (
        paragraph("First") + table + "<w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>"
    )
    found = text_of(docx(body, footnotes=paragraph("A note"), header=paragraph("Ltd.")), "docx")
    assert (found.source, found.hidden, found.cut) == ("docx", 0, False)
    assert lines(found) == ["First", "a \tb", "one\ttwo", "three", "Footnotes:", "A note", "Header:", "Ltd."]


@pytest.mark.parametrize(
    "look",
    [
        "<w:vanish/>",
        '<w:vanish w:val="1"/>',
        '<w:color w:val="FFFFFF"/>',
        '<w:sz w:val="2"/>',
        '<w:rStyle w:val="Quiet"/>',
        '<w:rStyle w:val="Below"/>',
    ],
)
def test_what_word_hides_is_left_out_and_counted(look):
    styles = (
        '<w:style w:styleId="Quiet"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:styleId="Below"><w:basedOn w:val="Quiet"/></w:style>'
    )
    found = text_of(docx(paragraph("Seen") + paragraph("unseen", look), styles=styles), "docx")
    assert (lines(found), found.hidden) == (["Seen"], 6)


@pytest.mark.parametrize(
    "look",
    ['<w:vanish w:val="0"/>', '<w:color w:val="FFFFFF"/><w:shd w:fill="0000FF"/>', '<w:color w:val="FFFFFF"/><w:highlight w:val="blue"/>', '<w:sz w:val="16"/>'],
)  # fmt: skip
def test_what_word_shows_is_kept(look):
    found = text_of(docx(paragraph("Seen", look)), "docx")
    assert (lines(found), found.hidden) == (["Seen"], 0)


def test_white_text_in_a_coloured_cell_is_kept():
    white = paragraph("Seen", '<w:color w:val="FFFFFF"/>')
    cell = f'<w:tc><w:tcPr><w:shd w:fill="1F4E79"/></w:tcPr>{white}</w:tc>'
    found = text_of(docx(f"<w:tbl><w:tr>{cell}</w:tr></w:tbl>{white}"), "docx")
    assert (lines(found), found.hidden) == (["Seen"], 4)


def test_deleted_text_field_codes_and_repeats_for_old_programs_are_no_text():
    repeats = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<mc:Choice>{paragraph('box')}</mc:Choice><mc:Fallback>{paragraph('box')}</mc:Fallback></mc:AlternateContent>"
    )
    body = f"<w:p><w:r><w:delText>old</w:delText><w:instrText>PAGE</w:instrText><w:t>new</w:t>{repeats}</w:r></w:p>"
    assert lines(text_of(docx(body), "docx")) == ["newbox"]


def cells(*values):
    return "".join(f'<c r="{chr(65 + at)}1" t="str"><v>{value}</v></c>' for at, value in enumerate(values))


def test_a_workbook_says_its_sheets_rows_and_dates():
    styles = (
        '<fonts><font/></fonts><fills><fill/></fills><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs>'
    )
    rows = (
        '<row><c r="A1" t="s"><v>0</v></c><c r="C1"><v>3.5</v></c><c r="D1" t="b"><v>1</v></c></row>'
        '<row><c r="A2" s="1"><v>45292</v></c><c r="B2" s="2"><v>45292.75</v></c><c r="C2" t="inlineStr"><is><t>in</t></is></c></row>'
    )
    sheets = {"Plan": f"<sheetData>{rows}</sheetData>", "Empty": "<sheetData/>"}
    found = text_of(xlsx(sheets, strings=["Total"], styles=styles), "xlsx")
    assert (found.source, found.hidden) == ("xlsx", 0)
    assert found.text == "\nSheet: Plan\nTotal\t\t3.5\tTRUE\n2024-01-01\t2024-01-01 18:00:00\tin\n"


@pytest.mark.parametrize(
    "content",
    [
        f'<sheetData><row hidden="1">{cells("unseen")}</row></sheetData>',
        f'<cols><col min="1" max="3" hidden="1"/></cols><sheetData><row>{cells("unseen")}</row></sheetData>',
        '<sheetData><row><c r="A1" s="1" t="str"><v>unseen</v></c></row></sheetData>',
        '<sheetData><row><c r="A1" s="2" t="str"><v>unseen</v></c></row></sheetData>',
    ],
)
def test_what_a_workbook_hides_is_left_out_and_counted(content):
    styles = (
        '<numFmts><numFmt numFmtId="170" formatCode=";;;"/></numFmts>'
        '<fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><fills><fill/></fills>'
        '<cellXfs><xf/><xf numFmtId="170"/><xf fontId="1" fillId="0"/></cellXfs>'
    )
    seen = f"<sheetData><row>{cells('Seen')}</row></sheetData>"
    found = text_of(xlsx({"A": seen, "B": content}, styles=styles), "xlsx")
    assert (lines(found), found.hidden) == (["Sheet: A", "Seen"], 6)


def test_a_hidden_sheet_is_left_out_and_counted():
    content = f"<sheetData><row>{cells('unseen')}</row></sheetData>"
    found = text_of(xlsx({"A": content.replace("unseen", "Seen"), "B": content}, hidden=["B"]), "xlsx")
    assert (lines(found), found.hidden) == (["Sheet: A", "Seen"], 6)


def test_white_cells_on_a_colour_are_kept():
    styles = (
        '<fonts><font><color theme="0"/></font></fonts>'
        '<fills><fill><patternFill patternType="solid"><fgColor rgb="FF1F4E79"/></patternFill></fill></fills>'
        '<cellXfs><xf fontId="0" fillId="0"/></cellXfs>'
    )
    found = text_of(xlsx({"A": f"<sheetData><row>{cells('Seen')}</row></sheetData>"}, styles=styles), "xlsx")
    assert (lines(found), found.hidden) == (["Sheet: A", "Seen"], 0)


def test_a_presentation_says_its_slides_and_notes():
    found = text_of(pptx(slide(shape("One"), shape("Two")), slide(shape("Three")), notes="Say hello"), "pptx")
    assert (found.source, found.hidden) == ("pptx", 0)
    assert lines(found) == ["Slide 1", "One", "Two", "Notes", "Say hello", "Slide 2", "Three"]


@pytest.mark.parametrize(
    "hidden",
    [
        slide(shape("unseen", hidden=True)),
        slide(shape("unseen", at=(9_200_000, 0))),
        slide(shape("unseen", at=(0, -200_000))),
        slide(shape("unseen", size=100)),
        slide(shape("unseen"), attributes='show="0"'),
    ],
)
def test_what_a_presentation_hides_is_left_out_and_counted(hidden):
    found = text_of(pptx(slide(shape("Seen")), hidden), "pptx")
    assert (lines(found), found.hidden) == (["Slide 1", "Seen"], 6)


def test_a_pdf_says_its_pages():
    found = text_of(pdf(shown("Page one"), shown("Page two")), "pdf")
    assert (found.source, found.hidden, found.cut) == ("pdf", 0, False)
    assert lines(found) == ["Page one", "Page two"]


@pytest.mark.parametrize(
    "hidden",
    [
        shown("unseen", before="3 Tr"),
        shown("unseen", before="1 g"),
        shown("unseen", before="1 1 1 rg"),
        shown("unseen", before="0 0 0 0 k"),
        shown("unseen", size=0),
        b"q .01 0 0 .01 0 0 cm " + shown("unseen") + b"Q",
    ],
)
def test_what_a_pdf_hides_is_left_out_and_counted(hidden):
    found = text_of(pdf(shown("Seen") + b"q " + hidden + b"Q"), "pdf")
    assert (lines(found), found.hidden) == (["Seen"], 6)


def test_white_text_on_a_colour_and_what_was_recognised_on_a_scan_are_kept():
    on_blue = b"0 0 1 rg 0 0 612 792 re f " + shown("On blue", before="1 g")
    assert lines(text_of(pdf(on_blue), "pdf")) == ["On blue"]
    scan = b"q 612 0 0 792 0 0 cm /Im0 Do Q "
    for page in (scan + shown("Read", before="3 Tr"), shown("Read", before="3 Tr") + scan):
        assert lines(text_of(pdf(page, image=True), "pdf")) == ["Read"]
    small = b"q 5 0 0 5 0 0 cm /Im0 Do Q " + shown("unseen", before="3 Tr")
    assert text_of(pdf(small, image=True), "pdf").hidden == 6


def test_a_message_says_who_wrote_what():
    inner = compose(
        "Ana <ana@b.example>", "bo@c.example", subject="Plan", text="At noon.\n", html="<p>At noon.<p hidden>unseen"
    )
    found = text_of(inner, "eml")
    assert found.source == "eml"
    assert {"From: Ana <ana@b.example>", "Subject: Plan", "At noon."} <= set(lines(found))
    assert "unseen" not in found.text
    assert found.hidden == 6


def test_a_calendar_says_its_events():
    ics = (
        "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:Lunch\\, at last\r\n"
        'DTSTART;TZID=Europe/Berlin:20261201T120000\r\nATTENDEE;CN="Bo: B";PARTSTAT=ACCEPTED:mailto:bo@c.example\r\n'
        "DESCRIPTION:one\\ntw\r\n o\r\nX-HIDDEN:unseen\r\nBEGIN:VALARM\r\nDESCRIPTION:alarm\r\nEND:VALARM\r\n"
        "END:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    assert lines(text_of(ics.encode(), "ics")) == [
        "Method: REQUEST", "Event", "Summary: Lunch, at last", "Starts: 20261201T120000 (Europe/Berlin)",
        "Attendee: Bo: B <bo@c.example> (accepted)", "Description: one", "two",
    ]  # fmt: skip


def test_a_web_page_says_what_a_reader_sees():
    found = text_of(b"<p>Seen <span style='display:none'>unseen</span></p>", "html")
    assert (lines(found), found.hidden) == (["Seen [6 characters hidden from human readers; withheld]"], 6)


def test_text_in_another_character_set_is_read_and_freed_of_invisible_characters():
    assert text_of("café".encode("latin-1"), "txt").text == "café"
    found = text_of("one\u200btwo".encode(), "txt")
    assert (found.text, found.removed) == ("onetwo", 1)


def test_kinds_are_told_by_content_before_name_and_type():
    assert text_of(pdf(shown("Hi")), "dat", "application/octet-stream").source == "pdf"
    assert text_of(docx(paragraph("Hi")), "zip", "application/zip").source == "docx"


@pytest.mark.parametrize(
    ("ending", "kind"), [("zip", "application/zip"), ("jpg", "image/jpeg"), ("svg", "image/svg+xml")]
)
def test_other_kinds_have_no_text_form(ending, kind):
    with pytest.raises(Unsupported, match="no text form"):
        text_of(package({"a.txt": "hi"}) if ending == "zip" else b"\xff\xd8\xff", ending, kind)


def test_encrypted_documents_say_so():
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 512 + "EncryptedPackage".encode("utf-16-le")
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(shown("secret")))))
    writer.encrypt("password", algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    for content, ending in ((ole, "docx"), (out.getvalue(), "pdf")):
        with pytest.raises(Conflict, match="encrypted"):
            text_of(content, ending)


def test_a_pdf_that_opens_without_a_password_is_read():
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(shown("open")))))
    writer.encrypt("", "owner", algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    assert lines(text_of(out.getvalue(), "pdf")) == ["open"]


def test_an_archive_bomb_ends_at_its_bound():
    bomb = docx(" " * 110_000_000)
    assert len(bomb) < 1_000_000
    with pytest.raises(Conflict, match="unpacks to more"):
        word.read(bomb, Writer())
    assert (text_of(bomb, "docx").risk, text_of(bomb, "docx").text) == ("high", "")


def test_entities_are_refused():
    laughs = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))
    body = f'<!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]><w:document {W}><w:body><w:p><w:t>&l9;</w:t></w:p></w:body></w:document>'
    with pytest.raises(Conflict, match="entities"):
        text_of(package({"word/document.xml": body}), "docx")


def test_nesting_ends_at_its_bound():
    with pytest.raises(Conflict, match="nested too deep"):
        text_of(docx("<w:p>" * 100_000), "docx")


def test_a_huge_sheet_is_read_to_the_bound_and_says_that_there_is_more():
    rows = f"<row>{cells(*['word' * 10] * 20)}</row>" * 2_000
    found = text_of(xlsx({"A": f"<sheetData>{rows}</sheetData>"}), "xlsx")
    assert found.cut
    assert len(found.text) == 1_000_000


def test_styles_based_on_each_other_end():
    styles = "".join(f'<w:style w:styleId="{a}"><w:basedOn w:val="{b}"/></w:style>' for a, b in ("xy", "yx"))
    assert lines(text_of(docx(paragraph("Seen", style="x"), styles=styles), "docx")) == ["Seen"]


def test_relations_that_lead_out_of_the_package_lead_nowhere():
    found = package(
        {
            "_rels/.rels": rels({"a": ("officeDocument", "../../../etc/passwd")}),
            "word/document.xml": f"<w:document {W}><w:body>{paragraph('Seen')}</w:body></w:document>",
            "word/_rels/document.xml.rels": rels(
                {"f": ("footnotes", "/etc/passwd"), "g": ("footnotes", "document.xml")}
            ),
        }
    )
    assert lines(text_of(found, "docx")) == ["Seen"]


def test_search_gets_what_can_be_read_up_to_its_bound():
    raw = compose(
        "a@b.example", "c@d.example",
        files=[
            ("a.pdf", TYPES["pdf"], pdf(shown("alpha"))),
            ("b.docx", TYPES["docx"], b"broken"),
            ("c.zip", "application/zip", package({"a": "b"})),
            ("d.docx", TYPES["docx"], docx(paragraph("delta " * 100))),
        ],
    )  # fmt: skip
    assert re.sub(r"\s+", " ", words_of_files(raw, (0, 1, 2, 3, 9), 60)).startswith("alpha delta delta")
    assert len(words_of_files(raw, (0, 1, 2, 3), 60)) <= 62


SEEDS = {
    "docx": docx(paragraph("One") + paragraph("two", "<w:vanish/>")),
    "xlsx": xlsx({"A": f"<sheetData><row>{cells('One')}</row></sheetData>"}, strings=["x"]),
    "pptx": pptx(slide(shape("One"))),
    "pdf": pdf(shown("One")),
    "ics": b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:One\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    "eml": compose("a@b.example", "c@d.example"),
    "html": b"<p>One",
}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(SEEDS)), st.data())
def test_a_damaged_document_is_read_or_refused_and_nothing_else(ending, data):
    content = bytearray(SEEDS[ending])
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(content) - 1))
        end = data.draw(st.integers(at, min(len(content), at + 20)))
        content[at:end] = data.draw(st.binary(max_size=20))
        content = content or bytearray(b"x")
    try:
        found = text_of(bytes(content), ending)
    except (Conflict, Unsupported):
        return
    assert len(found.text) <= 1_000_000


NAMES = (
    "p",
    "r",
    "t",
    "rPr",
    "pPr",
    "vanish",
    "tc",
    "tr",
    "tbl",
    "shd",
    "color",
    "sz",
    "br",
    "rStyle",
    "pStyle",
    "style",
    "Fallback",
)
TREES = st.recursive(
    st.text(alphabet="ab <&", max_size=4).map(lambda one: one.replace("&", "&amp;").replace("<", "&lt;")),
    lambda inner: st.tuples(st.sampled_from(NAMES), st.lists(inner, max_size=4)).map(
        lambda made: f'<w:{made[0]} w:val="1" w:fill="FF">{"".join(made[1])}</w:{made[0]}>'
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(TREES)
def test_any_order_of_words_elements_is_read(tree):
    assert text_of(docx(tree, styles=tree), "docx").source == "docx"


SLIDES = st.recursive(
    st.just("x"),
    lambda inner: st.tuples(
        st.sampled_from(
            ["p:sp", "p:grpSp", "p:cNvPr", "a:off", "a:ext", "a:p", "a:r", "a:rPr", "a:t", "a:tc", "a:tr", "p:ph"]
        ),
        st.lists(inner, max_size=4),
    ).map(lambda made: f'<{made[0]} hidden="1" x="-5" y="z" cx="9" sz="1" type="dt">{"".join(made[1])}</{made[0]}>'),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None)
@given(SLIDES)
def test_any_order_of_slide_elements_is_read(tree):
    assert text_of(pptx(slide(tree), notes="n"), "pptx").source == "pptx"


ROWS = st.recursive(
    st.sampled_from(["1", "x", "-1", "99999999999999999999"]),
    lambda inner: st.tuples(
        st.sampled_from(["row", "c", "v", "t", "si", "rPh", "sheet", "col", "xf", "font", "fill", "color", "numFmt"]),
        st.sampled_from(["0", "1", "-1", "9" * 30, "s", "b", "AB12", ""]),
        st.lists(inner, max_size=4),
    ).map(
        lambda m: (
            f'<{m[0]} r="{m[1]}" s="{m[1]}" t="{m[1]}" min="{m[1]}" max="{m[1]}" hidden="{m[1]}" fontId="{m[1]}" numFmtId="{m[1]}">{"".join(m[2])}</{m[0]}>'
        )
    ),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None)
@given(ROWS)
def test_any_order_of_sheet_elements_is_read(tree):
    styles = f"<fonts>{tree}</fonts><fills>{tree}</fills><cellXfs>{tree}</cellXfs>"
    assert text_of(xlsx({"A": f"<sheetData>{tree}</sheetData>"}, styles=styles), "xlsx").source == "xlsx"
