"""Every decision is listed, and licences of what we ship are ones we may ship."""

from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(page for page in (ROOT / "docs/decisions").glob("*.md") if page.name != "README.md")
RUN = [
    line.split("==")[0]
    for line in (ROOT / "requirements/run.lock").read_text("utf-8").splitlines()
    if "==" in line and not line.startswith((" ", "#"))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_decision_is_listed(page):
    assert f"({page.name})" in (ROOT / "docs/decisions/README.md").read_text("utf-8")


def test_lock_files_name_no_index():
    for lock in (ROOT / "requirements").glob("*.lock"):
        assert "://" not in lock.read_text("utf-8")
        assert "--index" not in lock.read_text("utf-8")


@pytest.mark.parametrize("name", RUN)
def test_what_we_ship_with_is_not_under_the_gpl(name):
    try:
        found = distribution(name).metadata
    except ModuleNotFoundError:
        pytest.skip("not for this platform")
    words = " ".join(
        [found.get("License") or "", found.get("License-Expression") or "", *(found.get_all("Classifier") or ())]
    )
    plain = words.replace("LGPL", "").replace("Lesser General Public License", "").replace("Library or Lesser", "")
    assert "GPL" not in plain[:3000] and "GNU General Public" not in plain, f"{name}: {words[:200]}"
