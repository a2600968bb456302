"""A folder held by one process alone."""

import subprocess
import sys

import pytest

from letterlock.adapters.folders import held_alone
from letterlock.core.errors import Conflict

_TRY = (
    "import sys, pathlib; from letterlock.adapters.folders import held_alone\n"
    "with held_alone(pathlib.Path(sys.argv[1])): print('held')"
)


def other_process(folder):
    done = subprocess.run([sys.executable, "-c", _TRY, str(folder)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_another_process_is_kept_out_for_as_long_as_it_is_held(tmp_path):
    with held_alone(tmp_path):
        assert "Another server runs on" in other_process(tmp_path)
    assert other_process(tmp_path) == "held\n"


def test_a_process_that_was_killed_holds_nothing(tmp_path):
    script = _TRY.replace("print('held')", "print('held', flush=True); sys.stdin.read()")
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(Conflict), held_alone(tmp_path):
            pass
        holder.kill()
        holder.wait()
    with held_alone(tmp_path):
        pass
