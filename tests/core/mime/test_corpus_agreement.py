"""How often our reading of real and malformed mail is that of another parser; its reading is not gospel."""

import json
from pathlib import Path

import pytest

from letterlock.core.mime.parse import parse

CORPUS = Path(__file__).resolve().parents[3] / "../shared/corpora/mime/mail-parser/resources/eml"

FLOORS = {"subject": 204, "from": 212, "text": 148, "html": 212, "attachments": 186, "date": 214, "message_id": 214}
"""Of 214 readings (of 182 for text): most of the rest is in `malformed`, or where the other shows U+FFFD and we letters."""


def _squeeze(text):
    return "".join(text.split())


def _field(part, name):
    return next((h["value"] for h in part["headers"] if h["name"] == name), None)


def _theirs(reading):
    parts = reading["parts"]
    subject = _field(parts[0], "subject") or {}
    sender = _field(parts[0], "from") or {}
    senders = sender["Address"].get("List") if isinstance(sender, dict) and "Address" in sender else None
    date = _field(parts[0], "date")
    date = date.get("DateTime") if isinstance(date, dict) else None
    message_id = _field(parts[0], "message_id")
    bodies = {kind: [parts[i]["body"] for i in reading[f"{kind}_body"]] for kind in ("text", "html")}
    texts = [b["Text"] for b in bodies["text"] if "Text" in b]
    htmls = [b["Html"] for b in bodies["html"] if "Html" in b]
    return {
        "subject": _squeeze(subject.get("Text", "") if isinstance(subject, dict) else ""),
        "from": [a["address"] for a in senders or [] if a["address"]],
        "text": _squeeze("".join(texts)) if len(texts) == len(bodies["text"]) else None,
        "html": [_squeeze(h) for h in htmls],
        "attachments": len(reading["attachments"]),
        "date": date and (date["year"], date["month"], date["day"], date["hour"], date["minute"], date["second"]),
        "message_id": message_id.get("Text") if isinstance(message_id, dict) else None,
    }


def _ours(message, theirs):
    html = _squeeze(message.html or "")
    return {
        "subject": _squeeze(message.subject),
        "from": [a.spec for a in message.from_],
        "text": _squeeze(message.text or ""),
        "html": [h for h in theirs["html"] if h in html] if message.html is not None else [],
        "attachments": len(message.attachments),
        "date": message.date and tuple(message.date.timetuple()[:6]),
        "message_id": message.message_id,
    }


def comparisons():
    for eml in sorted(CORPUS.rglob("*.eml")):
        lf = eml.read_bytes().replace(b"\r\n", b"\n")
        for raw, reading in (
            (lf, eml.with_suffix(".json")),
            (lf.replace(b"\n", b"\r\n"), eml.with_suffix(".crlf.json")),
        ):
            theirs = _theirs(json.loads(reading.read_text()))
            ours = _ours(parse(raw), theirs)
            for name in FLOORS:
                if name == "text" and theirs["text"] is None:
                    continue
                yield eml, name, ours[name] == theirs[name], ours[name], theirs[name]


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared mail-parser corpus is not here")
def test_our_reading_agrees_with_another_parsers_as_often_as_it_did():
    agreed = dict.fromkeys(FLOORS, 0)
    for _, name, same, _, _ in comparisons():
        agreed[name] += same
    assert {name: count for name, count in agreed.items() if count < FLOORS[name]} == {}


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared mail-parser corpus is not here")
def test_line_ends_make_no_difference_to_what_is_read():
    for eml in sorted(CORPUS.rglob("*.eml")):
        if eml.name == "005.eml" and eml.parent.name == "thirdparty":
            continue  # UTF-16 written without a transfer encoding: changing line ends changes its text
        lf = eml.read_bytes().replace(b"\r\n", b"\n")
        one, other = parse(lf), parse(lf.replace(b"\n", b"\r\n"))
        assert (one.headers, one.text, one.html) == (other.headers, other.text, other.html), eml
        assert [a.filename for a in one.attachments] == [a.filename for a in other.attachments], eml


if __name__ == "__main__":
    from collections import Counter

    c = Counter()
    for eml, name, same, a, b in comparisons():
        c[name, same] += 1
        if not same:
            print(eml.parent.name, eml.name, name, "\n   OURS  ", repr(a)[:300], "\n   THEIRS", repr(b)[:300])
    print(c)
