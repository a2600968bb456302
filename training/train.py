"""`python -m training.train [injection] [fraud]`: makes the files of the model that are named (both, if none is), and
writes figures of them. See README.md."""

import argparse
import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

from letterlock.core.trust.content.model import NAMES
from training import observed
from training.evaluate import FIGURES, SEEN, figures, tuned_and_measured
from training.fit import packed
from training.learn import KINDS, learn
from training.observed import Seen
from training.where import ROOT

FOLDER: Final = ROOT / "src" / "letterlock" / "core" / "trust" / "content"
VERSION: Final = "1"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.train")
    parser.add_argument("files", nargs="*", metavar="|".join(KINDS))
    named = parser.parse_args().files or list(KINDS)
    if not KINDS.keys() >= set(named):
        parser.error(f"there are {' and '.join(KINDS)}")
    learnt = observed.all_seen(observed.learnt_from, SEEN, 2)
    tuned, measured = tuned_and_measured(observed.all_seen(observed.measured_with, SEEN, 2))
    told = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    for name in named:
        told |= made(name, learnt, tuned, measured)
    FIGURES.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")


def made(name: str, learnt: Sequence[Seen], tuned: Sequence[Seen], measured: Sequence[Seen]) -> dict[str, Any]:
    """Makes one file; returns its figures."""
    found = learn(learnt, tuned, KINDS[name])
    content = packed(found.tables, found.weights, VERSION)
    (FOLDER / NAMES[name]).write_bytes(content)
    facts = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(), "version": VERSION}
    return {**figures(found, measured), f"{name}.model": facts}


if __name__ == "__main__":
    main()
