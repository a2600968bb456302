"""All that is measured, in the order of the table; a module of this package each."""

from typing import Final

from bench.trust.authentication import AUTHENTICATION
from bench.trust.codes import LINKS_FILES_CODES
from bench.trust.content import CONTENT
from bench.trust.measured import Section
from bench.trust.quotes import QUOTES
from bench.trust.speed import SPEED
from bench.trust.text import TEXT

SECTIONS: Final[dict[str, Section]] = {
    "text": TEXT,
    "quotes": QUOTES,
    "authentication": AUTHENTICATION,
    "content": CONTENT,
    "links_files_codes": LINKS_FILES_CODES,
    "speed": SPEED,
}
