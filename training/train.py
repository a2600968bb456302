"""`python -m training.train`: makes the model that is shipped, and writes figures of it. See README.md."""

import hashlib
import json
from typing import Final

from letterlock.core.trust.content import model
from training import observed
from training.evaluate import FIGURES, SEEN, figures, tuned_and_measured
from training.fit import packed
from training.learn import learn
from training.where import ROOT

SHIPPED: Final = ROOT / "src" / "letterlock" / "core" / "trust" / "content" / model.NAME
VERSION: Final = "1"


def main() -> None:
    learnt = observed.all_seen(observed.learnt_from, SEEN, 2)
    tuned, measured = tuned_and_measured(observed.all_seen(observed.measured_with, SEEN, 2))
    found = learn(learnt, tuned)
    made = packed(found.tables, found.weights, VERSION)
    SHIPPED.write_bytes(made)
    told = figures(found, measured)
    told["model"] = {"bytes": len(made), "sha256": hashlib.sha256(made).hexdigest(), "version": VERSION}
    FIGURES.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
