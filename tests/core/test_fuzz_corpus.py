"""What fuzzing starts from, and what it once broke, is read without breaking anything."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from fuzz.__main__ import NAMES  # noqa: E402
from fuzz.targets import TARGETS  # noqa: E402

CORPUS = sorted((ROOT / "fuzz" / "corpus").glob("*/*"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_it_is_read(path):
    TARGETS[path.parent.name](path.read_bytes())


def test_every_target_has_inputs_to_start_from():
    assert {path.parent.name for path in CORPUS} == TARGETS.keys() == set(NAMES)
