"""`docs/benchmarks.md` has two parts, each written anew by its own command: `speed` and `trust`."""

import os
import platform
from pathlib import Path
from typing import Final, Literal

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "benchmarks.md"


def renew(part: Literal["speed", "trust"], words: str, path: Path = PAGE) -> None:
    """Puts `words` in the place of that part of the page."""
    begin, end = f"<!-- {part}: begin -->\n", f"<!-- {part}: end -->\n"
    before, _, rest = path.read_text("utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"{path.name} has no part {part}")
    path.write_text(f"{before}{begin}{words.rstrip()}\n{end}{after}", "utf-8")


def machine() -> str:
    """The machine of this run, for a reader who compares."""
    name = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    system = f"{platform.system()} {platform.release().partition('-')[0]}"
    return f"{os.cpu_count()} cores ({name}), {system}, Python {platform.python_version()}"
