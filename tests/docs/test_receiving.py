"""The worked example of docs/receiving.md is right, and its recipes are there."""

import base64
import hashlib
import json
import re
from pathlib import Path

from letterlock.faces.rest.signature import sign
from letterlock.settings import SETTINGS

PAGE = Path(__file__).resolve().parents[2] / "docs/receiving.md"


def test_the_worked_example_is_signed_as_it_says():
    text = PAGE.read_text("utf-8")
    found = dict(re.findall(r"^(Letterlock-[\w-]+): (.+)$", text, re.MULTILINE))
    assert hashlib.sha256(b"Subject: hello\r\n\r\nHello, agent.\r\n").hexdigest() == found["Letterlock-Body-SHA256"]
    told = json.loads(base64.b64decode(found["Letterlock-Envelope"]))
    assert told == {"mail_from": "ann@example.org", "recipients": ["welcome@agents.example.com"]}
    secret = "0123456789abcdef0123456789abcdef"
    assert secret in text
    expected = sign(
        secret, found["Letterlock-Timestamp"], found["Letterlock-Envelope"], found["Letterlock-Body-SHA256"]
    )
    assert found["Letterlock-Signature"] == expected


def test_every_setting_it_names_exists():
    names = set(re.findall(r"LETTERLOCK_[A-Z_]+[A-Z]", PAGE.read_text("utf-8"))) - {"LETTERLOCK_URL"}
    assert names <= {setting.variable for setting in SETTINGS}
