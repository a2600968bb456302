"""What the server costs before anybody uses it: memory, and the time until it is ready."""

import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.processes import ROOT, letterlock, pss_megabytes

STARTS = 7
IMPORTS = "import mcp.server, uvicorn, sqlalchemy"
REST_SECONDS = 3.0
"""Memory is looked at so long after the server was ready."""


@dataclass(frozen=True, slots=True)
class Result:
    """Medians."""

    megabytes: float
    processes: int
    ready_seconds: float
    import_seconds: float

    @property
    def ratio(self) -> float:
        return self.ready_seconds / self.import_seconds


def measure(starts: int = STARTS) -> Result:
    """Starts with everything already made (the first start makes keys and a database), in turn with the imports."""
    from bench.processes import family

    ready: list[float] = []
    imports: list[float] = []
    with tempfile.TemporaryDirectory(prefix="letterlock-bench-") as folder:
        data = Path(folder)
        with letterlock(data):
            pass
        _imports()
        for _ in range(starts):
            imports.append(_imports())
            with letterlock(data) as server:
                ready.append(server.ready_seconds)
        with letterlock(data) as server:
            time.sleep(REST_SECONDS)
            megabytes, processes = pss_megabytes(server.pid), len(family(server.pid))
    return Result(megabytes, processes, statistics.median(ready), statistics.median(imports))


def _imports() -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", IMPORTS], cwd=ROOT, check=True)
    return time.perf_counter() - began
