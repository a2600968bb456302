"""The public conformance suites and the inspector's command line, as their authors publish them."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.ports import free_port
from support.server import Process, Server

pytestmark = [pytest.mark.heavy, pytest.mark.xdist_group("conformance")]

HERE = Path(__file__).resolve().parent
PAGE = (HERE.parents[1] / "docs" / "conformance.md").read_text("utf-8")
NODE = "node@22"
"""Which the inspector needs."""
OLDER = "@modelcontextprotocol/conformance@0.1.16"
NEWEST = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
UNSCORED = {
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-wire-fields",
    "tasks-request-state-removal",
    "tasks-mrtr-input",
    "tasks-request-headers",
    "tasks-dispatch-and-envelope",
    "tasks-required-task-error",
    "tasks-mrtr-composition",
}
"""Of an extension that Letterlock does not have."""

Installed = Callable[..., str]


@pytest.fixture(scope="session")
def install(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Installed]:
    """`install(package)` gives what runs a command of that package with Node 22 and returns what it printed."""

    def install(package: str) -> Installed:
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed")
        folder = tmp_path_factory.mktemp("npm")
        (folder / "package.json").write_text("{}")
        asked = [npm, "install", "--no-audit", "--no-fund", NODE, package]
        done = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
        found = folder / "node_modules" / ".bin"
        if done.returncode != 0 or not (found / "node").exists():
            pytest.skip(f"npm could not fetch {package}: {done.stderr[-500:]}")

        def run(*command: str) -> str:
            path = f"{found}{os.pathsep}{os.environ['PATH']}"
            environment = {**os.environ, "PATH": path, "HOME": str(folder), "NO_COLOR": "1"}
            told = subprocess.run(
                [found / command[0], *command[1:]],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
                timeout=300,
            )
            assert told.returncode == 0, (told.stdout + told.stderr)[-5000:]
            return told.stdout

        return run

    return install


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the product's endpoint, with what the suites expect, answers to whoever comes."""
    command = (sys.executable, "-W", "ignore", str(HERE / "fixture_server.py"))
    process = Process([str(free_port())], os.environ, tmp_path_factory.mktemp("fixture"), command)
    try:
        yield process.wait_for_line("http://")
    finally:
        process.kill()


def outcomes(told: str) -> dict[str, bool]:
    """Each scenario of a summary, and whether it passed."""
    summary = told.partition("=== SUMMARY ===")[2]
    found = re.findall(r"^([✓✗]) ([\w-]+): \d+ passed, \d+ failed", summary, re.MULTILINE)
    return {name: mark == "✓" for mark, name in found}


def test_the_suite_of_the_older_revisions_passes(install, url):
    passed = outcomes(install(OLDER)("conformance", "server", "--url", url, "--suite", "active"))
    assert len(passed) == 30
    assert all(passed.values())


def test_what_the_newest_revision_requires_passes(install, url):
    told = install(NEWEST)("conformance", "server", "--url", url, "--requirements", "2026-07-28")
    passed = outcomes(told)
    assert len(passed) == 50
    assert {name for name, good in passed.items() if not good} == UNSCORED
    unscored = told.partition("Not scored for 2026-07-28")[2]
    assert all(name in unscored for name in UNSCORED)


def test_the_page_lists_what_is_not_scored():
    told = set(re.findall(r"^\| `([\w-]+)` \|", PAGE, re.MULTILINE))
    assert told >= UNSCORED
    assert all(package in PAGE for package in (OLDER, NEWEST, INSPECTOR))


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("product"))
    try:
        yield running.start()
    finally:
        running.close()


def test_the_inspector_lists_and_calls_tools_in_both_eras(install, product):
    run = install(INSPECTOR)
    for era in ("legacy", "modern"):
        reach = (
            *("mcp-inspector", "--cli", f"{product.url}/mcp", "--transport", "http", "--protocol-era", era),
            *("--header", f"Authorization: Bearer {product.key}", "--format", "json"),
        )
        listed = json.loads(run(*reach, "--method", "tools/list"))
        assert len(listed.get("result", listed)["tools"]) == 17
        answer = json.loads(run(*reach, "--method", "tools/call", "--tool-name", "list_inboxes"))
        found = answer.get("result", answer)["structuredContent"]
        assert [one["inbox_id"] for one in found["inboxes"]] == [product.inbox]
