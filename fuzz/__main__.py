"""`python -m fuzz [TARGET …] [--seconds N]`: fuzzes each target for that long; what breaks it is written down."""

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
NAMES: Final = ("mime", "headers", "html", "css", "quoting", "files", "codes")
"""Of `targets`, which is imported only where it is instrumented."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("target", nargs="*", choices=[*NAMES, []], help="which; all when left out")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        return _fuzz(asked.target[0], asked.seconds)
    found = 0
    for number, name in enumerate(asked.target or NAMES, 1):
        print(f"[{number}/{len(asked.target or NAMES)}] {name}: {asked.seconds} s", flush=True)
        command = [sys.executable, "-m", "fuzz", name, "--seconds", str(asked.seconds), "--one"]
        found += subprocess.run(command, check=False, cwd=HERE.parent).returncode != 0
    print(f"{found} targets broke" if found else "nothing broke")
    return 1 if found else 0


def _fuzz(name: str, seconds: int) -> int:
    import atheris

    with atheris.instrument_imports(include=["letterlock.core"]):
        from fuzz.targets import TARGETS

    grown = HERE / "grown" / name
    broken = HERE / "broken"
    for folder in (grown, broken):
        folder.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2048", "-max_len=20000"]
    options += [f"-artifact_prefix={broken}/{name}-", "-print_final_stats=1", str(grown), str(HERE / "corpus" / name)]
    atheris.Setup([sys.argv[0], *options], TARGETS[name])
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
