"""The comparison with other parsers: it sees differences, and ours from Python's on real mail are no more than known."""

import importlib.util
import shutil
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "../shared/corpora/mime/mail-parser/resources/eml"
FLOORS = {"subject": 101, "from": 104, "to": 104, "text": 87, "html": 103, "files": 73, "names": 101}
"""Of 107 messages; see docs/reading-mail.md for what the rest are."""


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("mail_diff", ROOT / "tools/mail_diff.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_plain_mail_is_read_alike_and_a_changed_one_is_not(tool):
    raw = b"From: a@b.example\nTo: c@d.example\nSubject: hi\nContent-Type: text/plain\n\nhello\n"
    assert tool.differing(tool.ours(raw), tool.pythons(raw)) == set()
    other = raw.replace(b"hello", b"bye").replace(b"c@d", b"e@d")
    assert tool.differing(tool.ours(raw), tool.pythons(other)) == {"text", "to"}


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared mail-parser corpus is not here")
def test_real_mail_is_read_as_python_reads_it_as_often_as_it_was(tool):
    alike = Counter()
    for path in CORPUS.rglob("*.eml"):
        raw = path.read_bytes()
        there = tool._guarded(tool.pythons, raw)
        if "error" not in there:
            alike.update(set(tool.FIELDS) - tool.differing(tool.ours(raw), there))
    assert {name: alike[name] for name, floor in FLOORS.items() if alike[name] < floor} == {}


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_without_its_parsers_node_says_that_none_is_installed(tool, tmp_path):
    mail = tmp_path / "a.eml"
    mail.write_bytes(b"Subject: hi\n\nhello\n")
    assert tool.node_readings(tmp_path, [mail]) == ([], [{}])
