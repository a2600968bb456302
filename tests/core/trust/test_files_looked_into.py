"""Files are looked into: compound documents, PDF with its object streams, notebooks, archives within archives."""

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib

import pytest

from letterlock.core.mime.message import Attachment
from letterlock.core.trust import ole
from letterlock.core.trust.attachments import rate

PROGRAM = b"MZ" + b"\0" * 200


def rated(name, content, kind="application/octet-stream"):
    (found,) = rate((Attachment(name, kind, "attachment", None, content),))
    return found.risk, " | ".join(found.reasons)


def compound(*names):
    """A compound file of one sector of table and one of directory."""
    head = bytearray(512)
    head[:8] = ole.MAGIC
    struct.pack_into("<H", head, 30, 9)
    struct.pack_into("<I", head, 48, 1)
    struct.pack_into("<109I", head, 76, 0, *[0xFFFFFFFF] * 108)
    table = struct.pack("<128I", 0xFFFFFFFD, 0xFFFFFFFE, *[0xFFFFFFFF] * 126)
    entries = b""
    for number, name in enumerate(("Root Entry", *names)):
        entry = bytearray(128)
        written = name.encode("utf-16-le")
        entry[: len(written)] = written
        struct.pack_into("<H", entry, 64, len(written) + 2)
        entry[66] = 5 if number == 0 else 1
        entries += entry
    return bytes(head) + table + entries.ljust(512, b"\0")


def zipped(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return out.getvalue()


def tarred(name, content):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        info = tarfile.TarInfo(name)
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def pdf(inner, *, stream=False):
    if not stream:
        return b"%PDF-1.7\n1 0 obj<<" + inner + b">>endobj\n%%EOF"
    packed = zlib.compress(b"1 0 <<" + inner + b">>")
    head = b"%%PDF-1.7\n1 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n" % len(packed)
    return head + packed + b"\nendstream endobj\n%%EOF"


def related(kind, target, mode="External"):
    place = f"http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}"
    relation = f'<Relationship Id="r1" Type="{place}" Target="{target}" TargetMode="{mode}"/>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/_rels/settings.xml.rels", f"<Relationships>{relation}</Relationships>")
    return out.getvalue()


HIGH = {
    "macros in a compound document": ("a.doc", compound("Macros", "VBA"), "macros"),
    "an embedded file in one": ("a.doc", compound("\x01Ole10Native"), "embedded file"),
    "an installer by another name": ("a.doc", compound("x") + bytes.fromhex("84100c0000000000c000000000000046"), "MSI"),
    "a launch action": ("a.pdf", pdf(b"/S/Launch/F(cmd)"), "starts a program"),
    "a launch action in an object stream": ("a.pdf", pdf(b"/S/Launch/F(cmd)", stream=True), "starts a program"),
    "a launch action with its name written otherwise": ("a.pdf", pdf(b"/S/L#61unch"), "starts a program"),
    "a script file in a PDF": ("a.pdf", pdf(b"/EmbeddedFile/UF (invoice.js)"), "carries a program"),
    "a remote template": ("a.docx", related("attachedTemplate", "https://evil.example/t.dotm"), "from elsewhere"),
    "a template on a share": ("a.docx", related("attachedTemplate", r"\\192.0.2.1\t.dotm"), "from elsewhere"),
    "an image on a share": ("a.docx", related("image", "file://192.0.2.1/a.png"), "from elsewhere"),
    "a page in a notebook": (
        "a.one", b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d" + bytes.fromhex("e716e3bd65261145a4c48d4d0b7a9eac") + b"\0" * 20
        + b"<html><script>x</script>", "notebook",
    ),
    "a program in a tar": ("a.tar", tarred("readme.txt", PROGRAM), "holds a program"),
    "a script by name in a compressed tar": ("a.tar.gz", gzip.compress(tarred("run.js", b"x")), "run.js"),
    "a program that is compressed": ("a.gz", gzip.compress(PROGRAM), "holds a program"),
    "a program in bzip2": ("a.bz2", bz2.compress(PROGRAM), "holds a program"),
    "a program in xz": ("a.xz", lzma.compress(PROGRAM), "holds a program"),
    "a program two archives deep": ("a.zip", zipped(b_zip=zipped(c_txt=PROGRAM)), "holds a program"),
    "a document with macros in an archive": ("a.zip", zipped(b_doc=compound("Macros")), "macros"),
    "a reversed extension in an archive": ("a.zip", zipped(**{"annexe\u202etxt_exe": b"x"}), "exe"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content", "why"), HIGH.values(), ids=HIGH)
def test_what_runs_is_high_risk(name, content, why):
    risk, reasons = rated(name, content)
    assert risk == "high", reasons
    assert why in reasons


MEDIUM = {
    "a script in a PDF": ("a.pdf", pdf(b"/S/JavaScript/JS(app.alert)", stream=True), "script"),
    "files in a PDF": ("a.pdf", pdf(b"/Names<</EmbeddedFiles 3 0 R>>"), "embedded"),
    "a form that sends": ("a.pdf", pdf(b"/S/SubmitForm"), "sends"),
    "a link to an IP address in a PDF": ("a.pdf", pdf(b"/S/URI/URI (http://192.0.2.7/x)", stream=True), "IP address"),
    "a link that borrows a name in a document": (
        "a.docx",
        related("hyperlink", "https://paypal.com.login.example.net/"),
        "shows paypal.com",
    ),
    "an encrypted document": ("a.docx", compound("EncryptedPackage"), "encrypted"),
    "a broken document": ("a.doc", ole.MAGIC + b"x", "broken"),
    "a broken archive": ("a.gz", b"\x1f\x8bxxxx", "broken"),
}


@pytest.mark.parametrize(("name", "content", "why"), MEDIUM.values(), ids=MEDIUM)
def test_what_is_doubtful_is_medium_risk(name, content, why):
    risk, reasons = rated(name, content)
    assert risk == "medium", reasons
    assert why in reasons


LOW = {
    "a document": ("a.doc", compound("WordDocument", "1Table", "\x05SummaryInformation")),
    "a document with a link": ("a.docx", related("hyperlink", "https://example.org/")),
    "a document with a picture of the web": ("a.docx", related("image", "https://example.org/a.png")),
    "a PDF": ("a.pdf", pdf(b"/Type/Catalog/JSON 1/Launched 2", stream=True)),
    "pictures in an archive": ("a.zip", zipped(a_png=b"\x89PNG\r\n\x1a\n", b_txt=b"hello")),
    "a compressed text": ("a.log.gz", gzip.compress(b"hello world")),
}


@pytest.mark.parametrize(("name", "content"), LOW.values(), ids=LOW)
def test_ordinary_files_are_low_risk(name, content):
    assert rated(name, content) == ("low", "")


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(b"\0" * 50_000_000),
        zipped(**{f"a{number}_txt": b"\0" * 2_000_000 for number in range(20)}),
        pdf(b"/S/JavaScript" * 1000) + b"stream\n" * 200_000,
        b"%PDF-1.4" + b"/URI(" * 300_000,
        ole.MAGIC + b"\xff" * 600,
        compound()[:76] + b"\1\0\0\0" * 500,
    ],
    ids=["a bomb", "an archive of bombs", "streams", "addresses", "a broken head", "a table that leads to itself"],
)
def test_hostile_files_end_within_bounds(content):
    assert rated("a.bin", content)[0] in ("low", "medium", "high")
