"""`python -m bench.trust [SECTION…]`: measures, prints the tables, and writes its part of docs/benchmarks.md.

With sections named, only those are measured and nothing is written.
"""

import sys

from bench.document import machine, renew
from bench.trust.measured import Measured, Missing, Section, table
from bench.trust.sections import SECTIONS


def main(names: list[str]) -> int:
    """0 when every goal is met."""
    parts, found = [], []
    for name in names or SECTIONS:
        print(f"{name} …", flush=True)
        section = SECTIONS[name]
        measured, words = _part(section)
        print(words, flush=True)
        found += measured
        parts.append(words)
    if not names:
        renew("trust", _page(parts))
    return 0 if all(one.bound is None or one.bound.kept(one.value) for one in found) else 1


def _part(section: Section) -> tuple[list[Measured], str]:
    try:
        measured = list(section.measure())
    except Missing as missing:
        return [], f"### {section.title}\n\nNot measured: {missing}.\n"
    return measured, f"### {section.title}\n\n{table(measured)}\n\n{section.how}\n"


def _page(parts: list[str]) -> str:
    opening = (
        "## How well mail is read and judged\n\nWritten by `make bench-trust`. Public data stands beside the checkout"
        f" and is not part of it; what is absent is not measured. Machine of this run: {machine()}."
    )
    return "\n\n".join([opening, *parts])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
