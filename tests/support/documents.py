"""Small documents of the office kinds, written by hand so that tests know every byte."""

import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping

_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
R = f'xmlns:r="{_REL}"'


def package(parts: Mapping[str, str | bytes]) -> bytes:
    """A package of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def rels(targets: Mapping[str, tuple[str, str]]) -> str:
    """`id: (kind, target)` as a part of relations."""
    found = "".join(
        f'<Relationship Id="{name}" Type="{_REL}/{kind}" Target="{target}"/>'
        for name, (kind, target) in targets.items()
    )
    return (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{found}</Relationships>'
    )


def docx(body: str, *, styles: str = "", **parts: str) -> bytes:
    """A Word document of that body; further parts by kind (`footnotes="<w:footnote>…"`)."""
    kinds = {name: (name, f"{name}.xml") for name in parts} | {"styles": ("styles", "styles.xml")}
    found = {
        "_rels/.rels": rels({"rId1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {W}>{styles}</w:styles>",
        "word/_rels/document.xml.rels": rels(kinds),
    }
    more = {f"word/{name}.xml": f"<w:{name} {W}>{content}</w:{name}>" for name, content in parts.items()}
    return package(found | more)


def paragraph(text: str, look: str = "", style: str = "") -> str:
    named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{named}<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def xlsx(
    sheets: Mapping[str, str], *, strings: Iterable[str] = (), styles: str = "", hidden: Iterable[str] = ()
) -> bytes:
    """A workbook: each sheet's name and its content (`<sheetData>…`)."""
    names = list(sheets)
    listed = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"{" state=" + chr(34) + "hidden" + chr(34) if name in hidden else ""}/>'
        for at, name in enumerate(names, 1)
    )
    targets = {f"rId{at}": ("worksheet", f"worksheets/sheet{at}.xml") for at in range(1, len(names) + 1)}
    targets |= {"rIdS": ("sharedStrings", "sharedStrings.xml"), "rIdT": ("styles", "styles.xml")}
    parts = {
        "_rels/.rels": rels({"rId1": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": f"<workbook {S} {R}><sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": rels(targets),
        "xl/sharedStrings.xml": f"<sst {S}>{''.join(f'<si><t>{one}</t></si>' for one in strings)}</sst>",
        "xl/styles.xml": f"<styleSheet {S}>{styles}</styleSheet>",
    }
    more = {
        f"xl/worksheets/sheet{at}.xml": f"<worksheet {S}>{sheets[name]}</worksheet>" for at, name in enumerate(names, 1)
    }
    return package(parts | more)


def pptx(*slides: str, notes: str = "") -> bytes:
    """A presentation: each slide's XML (`slide(…)`); the notes are those of the first."""
    targets = {f"rId{at}": ("slide", f"slides/slide{at}.xml") for at in range(1, len(slides) + 1)}
    listed = "".join(f'<p:sldId id="{255 + at}" r:id="rId{at}"/>' for at in range(1, len(slides) + 1))
    parts = {
        "_rels/.rels": rels({"rId1": ("officeDocument", "ppt/presentation.xml")}),
        "ppt/presentation.xml": (
            f'<p:presentation {P} {R}><p:sldIdLst>{listed}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/>'
            "</p:presentation>"
        ),
        "ppt/_rels/presentation.xml.rels": rels(targets),
    }
    parts |= {f"ppt/slides/slide{at}.xml": one for at, one in enumerate(slides, 1)}
    if notes:
        parts["ppt/slides/_rels/slide1.xml.rels"] = rels({"rId1": ("notesSlide", "../notesSlides/notes1.xml")})
        parts["ppt/notesSlides/notes1.xml"] = f"<p:notes {P} {A}><p:cSld>{shape(notes)}</p:cSld></p:notes>"
    return package(parts)


def slide(*shapes: str, attributes: str = "") -> str:
    return f"<p:sld {P} {A} {attributes}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:sld>"


def shape(text: str, *, hidden: bool = False, at: tuple[int, int] = (0, 0), size: int = 1800) -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"{" hidden=" + chr(34) + "1" + chr(34) if hidden else ""}/></p:nvSpPr>'
        f'<p:spPr><a:xfrm><a:off x="{at[0]}" y="{at[1]}"/><a:ext cx="100000" cy="100000"/></a:xfrm></p:spPr>'
        f'<p:txBody><a:p><a:r><a:rPr sz="{size}"/><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>'
    )


def pdf(*pages: bytes, image: bool = False) -> bytes:
    """A PDF with one font, of pages of these content streams."""
    objects: list[bytes] = []

    def add(content: bytes) -> int:
        objects.append(content)
        return len(objects)

    def stream(content: bytes, more: bytes = b"") -> bytes:
        packed = zlib.compress(content)
        return b"<</Length %d/Filter/FlateDecode%s>>stream\n%s\nendstream" % (len(packed), more, packed)

    catalog, tree = add(b""), add(b"")
    font = add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
    dot = add(stream(b"\0", b"/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8"))
    objects_of = b"/XObject<</Im0 %d 0 R>>" % dot if image else b""
    kids = []
    for page in pages:
        contents = add(stream(page))
        kids.append(
            add(
                b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Resources<</Font<</F1 %d 0 R>>%s>>>>"
                % (tree, contents, font, objects_of)
            )
        )
    objects[catalog - 1] = b"<</Type/Catalog/Pages %d 0 R>>" % tree
    objects[tree - 1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(b"%d 0 R" % one for one in kids))
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, catalog, start)
    return bytes(out)


def shown(text: str, *, before: str = "", size: int = 12, at: tuple[int, int] = (72, 700)) -> bytes:
    """Content that shows a line of text, after the operators in `before`."""
    return f"BT {before} /F1 {size} Tf {at[0]} {at[1]} Td ({text}) Tj ET\n".encode("latin-1")
