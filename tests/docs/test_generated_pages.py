"""The generated pages say what the code says."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MADE = runpy.run_path(str(ROOT / "tools" / "docs.py"))


@pytest.mark.parametrize("name", sorted(MADE["PAGES"]))
def test_a_generated_page_is_not_stale(name):
    assert (ROOT / name).read_text("utf-8") == MADE["PAGES"][name](), "run `make docs`"


def test_every_operation_a_credential_may_call_has_a_way_to_it_and_a_test():
    tests, routes = MADE["_tests"](), MADE["_routes"]()
    for operation in MADE["OPERATIONS"].values():
        assert tests.get(operation.name), f"{operation.name} has no test that names it"
        if operation.who is None:
            found = operation.name in MADE["TOOLS"] or operation.name in routes
            assert found, f"{operation.name} has neither a tool nor a page or route"
