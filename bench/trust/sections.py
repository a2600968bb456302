"""All that is measured, in the order of the table; a module of this package each."""

from typing import Final

from bench.trust.measured import Section

SECTIONS: Final[dict[str, Section]] = {}
