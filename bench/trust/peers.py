"""Other libraries, in an environment of their own, so that what is compared with is not what is installed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from bench.document import ROOT

WANTED: Final = Path(__file__).with_name("peers.txt")
HOME: Final = ROOT / ".venv-peers"
SCRIPTS: Final = Path(__file__).with_name("peer_scripts")


def ask(script: str, question: object, seconds: float = 600) -> Any:
    """What `peer_scripts/SCRIPT.py`, which reads JSON and writes JSON, answers in that environment."""
    done = subprocess.run(
        [_python(), SCRIPTS / f"{script}.py"],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        timeout=seconds,
        check=True,
    )
    return json.loads(done.stdout)


def _python() -> Path:
    python, made = HOME / "bin" / "python", HOME / ".installed"
    if not made.exists() or made.read_text() != WANTED.read_text():
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "-r", WANTED], check=True)
        made.write_text(WANTED.read_text())
    return python
