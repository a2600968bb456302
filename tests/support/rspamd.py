"""Debian's rspamd on loopback, with what its package configures and without DNS.

with Rspamd() as running:
    running.url
"""

import os
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from support.apt import Unavailable, need
from support.ports import free_port

CONFIG = """
.include "/etc/rspamd/common.conf"
options {
    filters = "chartable,dkim,regexp,fuzzy_check";
    dns { nameserver = ["127.0.0.1:1:1"]; timeout = 0.01; retransmits = 0; }
    tempdir = "%(folder)s"; dbdir = "%(folder)s"; pidfile = "%(folder)s/pid"; rundir = "%(folder)s";
    control_socket = "%(folder)s/control.sock mode=0600";
}
logging { type = "console"; level = "error"; }
worker "normal" { bind_socket = "127.0.0.1:%(port)d"; count = 1; }
"""


class Rspamd:
    """Raises Unavailable where it cannot be installed or does not start."""

    def __init__(self) -> None:
        need({"rspamd": "rspamd"})
        self._folder = tempfile.TemporaryDirectory()
        self.port = free_port()
        folder = Path(self._folder.name)
        folder.chmod(0o755)
        (folder / "rspamd.conf").write_text(CONFIG % {"folder": folder, "port": self.port})
        self._process = subprocess.Popen(
            ["rspamd", "-c", folder / "rspamd.conf", "-f", "-i"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Rspamd":
        return self

    def __exit__(self, *_error: object) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._folder.cleanup()

    def _wait(self) -> None:
        end = time.monotonic() + 60
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1):
                    return
            except OSError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise Unavailable("rspamd does not start here") from None
                time.sleep(0.1)
