"""Debian packages that tests need, installed when absent and allowed; otherwise there is a reason to skip."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path


class Unavailable(Exception):
    """What a test needs is not here, and why."""


def need(packages: Mapping[str, str]) -> None:
    """Makes sure of programs by the package each comes from: `{"swaks": "/usr/bin/swaks"}`.

    Raises Unavailable where one is absent and cannot be installed.
    """
    if not _absent(packages):
        return
    # Several test processes may want the same package at once.
    with (Path(tempfile.gettempdir()) / "letterlock-tests-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        absent = _absent(packages)
        if absent and os.geteuid() != 0:
            raise Unavailable(f"not installed, and only root could install it: {', '.join(absent)}")
        if absent:
            _install(absent)
    absent = _absent(packages)
    if absent:
        raise Unavailable(f"could not be installed with apt-get: {', '.join(absent)}")


def _absent(packages: Mapping[str, str]) -> list[str]:
    return [package for package, program in packages.items() if shutil.which(program) is None]


def _install(packages: list[str]) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    quiet = {"env": environment, "check": False, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    wait = ["-o", "DPkg::Lock::Timeout=300"]
    # Otherwise Postfix asks what kind of site this is, and its package starts a mail server.
    answer = "postfix postfix/main_mailer_type select No configuration\n"
    subprocess.run(["debconf-set-selections"], input=answer, text=True, **quiet)
    subprocess.run(["apt-get", *wait, "update"], **quiet)
    subprocess.run(["apt-get", *wait, "install", "-y", "--no-install-recommends", *packages], **quiet)
