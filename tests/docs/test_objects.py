"""docs/objects.md has every field of every object, with its type, and every error."""

import re
import runpy
from pathlib import Path

import pytest

from letterlock.faces.mcp.errors import TYPES

ROOT = Path(__file__).resolve().parents[2]
OBJECTS = runpy.run_path(str(ROOT / "tools" / "objects.py"))["objects"]()
PAGE = (ROOT / "docs" / "objects.md").read_text("utf-8")
SECTIONS = {head: body for head, _, body in (part.partition("\n") for part in re.split(r"^## ", PAGE, flags=re.M)[1:])}
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \|(.*)\|$", re.M)


@pytest.mark.parametrize("name", OBJECTS)
def test_every_field_is_documented_with_its_type(name: str) -> None:
    assert name in SECTIONS, f"docs/objects.md has no section {name!r}"
    found = [(field, kind) for field, kind, _ in ROW.findall(SECTIONS[name])]
    assert found == OBJECTS[name]


def test_no_object_is_documented_that_is_gone() -> None:
    assert set(SECTIONS) == {*OBJECTS, "Error"}


def test_every_error_type_and_field_is_documented() -> None:
    fields, _, types = SECTIONS["Error"].partition("| `type` | when |")
    assert [field for field, _, _ in ROW.findall(fields)] == ["type", "message", "param", "retry_after"]
    assert re.findall(r"^\| `(\w+)` \|", types, re.M) == list(dict.fromkeys(TYPES.values()))


def test_links_within_the_page_lead_to_its_sections() -> None:
    anchors = {head.lower().replace(" ", "-") for head in SECTIONS}
    assert set(re.findall(r"\]\(#([\w-]+)\)", PAGE)) <= anchors
