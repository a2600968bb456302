"""All that is measured, in the order of the table; a module of this package each."""

from typing import Final

from bench.trust.measured import Section
from bench.trust.speed import SPEED

SECTIONS: Final[dict[str, Section]] = {"speed": SPEED}
