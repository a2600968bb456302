"""Where the data lies: corpora beside the checkout, and packages fetched by `python -m training.gather`."""

import os
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
CORPORA: Final = Path(os.environ.get("LETTERLOCK_CORPORA", ROOT.parent / "shared" / "corpora"))
PACKAGES: Final = Path(os.environ.get("LETTERLOCK_TRAINING_DATA", ROOT / ".training-data"))
