"""The server as a user starts it: the `letterlock` command in processes of its own, on free ports, in a data folder.

    server = Server(folder, nameservers=dns.address)
    server.start()              # returns when the welcome is printed, or each role answers
    server.url, server.smtp, server.key, server.inbox
    server.kill(); server.start()   # as after a power cut: the same folder, ports and key

With `database_url` the roles `serve http`, `serve smtp` and `work` run as three processes.
"""

import json
import os
import signal
import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from support.ports import free_port

COMMAND = Path(sys.executable).with_name("letterlock")
DOMAIN = "agents.example"
START_SECONDS = 60
STOP_SECONDS = 30


class Process:
    """One running command, its output kept line by line."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], folder: Path, command: Sequence[str]
    ) -> None:
        self.arguments = arguments
        self.lines: list[str] = []
        self._seen = threading.Condition()
        self.errors = folder / f"{'-'.join(arguments)}.log"
        with self.errors.open("ab") as errors:
            self._process = subprocess.Popen(
                [*command, *arguments],
                env=dict(environment),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._seen:
                self.lines.append(line.rstrip("\n"))
                self._seen.notify_all()
        with self._seen:
            self._seen.notify_all()

    def wait_for_line(self, part: str) -> str:
        """The first line that holds `part`; fails with the log when the process ends before it comes."""
        end = time.monotonic() + START_SECONDS
        with self._seen:
            while True:
                found = next((line for line in self.lines if part in line), None)
                if found is not None:
                    return found
                if not self.running or not self._seen.wait(max(0.0, end - time.monotonic())):
                    raise AssertionError(self.told(f"never said {part!r}"))

    def told(self, what: str) -> str:
        log = self.errors.read_text(errors="replace")[-3000:]
        return f"letterlock {' '.join(self.arguments)} {what}\n" + "\n".join([*self.lines[-20:], log])

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ends it as a person or an init system would, and returns its exit code."""
        if self.running:
            self._process.send_signal(by)
        try:
            code = self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(self.told("did not stop")) from None
        self._reader.join()
        return code

    def kill(self) -> None:
        """Ends it without a chance to finish anything."""
        self._process.kill()
        self._process.wait()
        self._reader.join()


class Server:
    """One installation: a data folder, its addresses, and the processes that run on it."""

    def __init__(
        self,
        folder: Path,
        *,
        nameservers: str = "none",
        relay: str = "",
        database_url: str = "",
        domain: str = DOMAIN,
        command: Sequence[str] = (str(COMMAND),),
        **settings: str,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._command = command
        self.data = folder / "data"
        self.domain = domain
        self.smtp = ("127.0.0.1", free_port())
        self.lmtp = ("127.0.0.1", free_port())
        self.url = f"http://127.0.0.1:{free_port()}"
        self.alone = not database_url
        told = {
            "data_dir": str(self.data),
            "http": self.url.removeprefix("http://"),
            "smtp": f"127.0.0.1:{self.smtp[1]}",
            "lmtp": f"127.0.0.1:{self.lmtp[1]}",
            "domain": domain,
            "nameservers": nameservers,
            "relay": relay,
            "database_url": database_url,
            **settings,
        }
        plain = {name: value for name, value in os.environ.items() if not name.startswith("LETTERLOCK_")}
        self.environment = plain | {f"LETTERLOCK_{name.upper()}": value for name, value in told.items() if value}
        self.processes: dict[str, Process] = {}

    def start(self) -> "Server":
        """Starts what is not running; returns when it is ready for use."""
        if self.alone:
            self.run("up").wait_for_line("is ready")
            return self
        # The first start makes the workspace: one process does it before the others look.
        self.run("serve", "http").wait_for_line("is ready")
        self.run("serve", "smtp")
        self.run("work")
        self._answers_smtp()
        return self

    def run(self, *arguments: str) -> Process:
        """Starts one more role on this installation."""
        process = Process(arguments, self.environment, self.folder, self._command)
        self.processes[" ".join(arguments)] = process
        return process

    def _answers_smtp(self) -> None:
        process, end = self.processes["serve smtp"], time.monotonic() + START_SECONDS
        while True:
            try:
                with smtplib.SMTP(*self.smtp, timeout=10) as client:
                    client.noop()
                return
            except OSError:
                if not process.running or time.monotonic() > end:
                    raise AssertionError(process.told("does not answer")) from None
                time.sleep(0.05)

    @property
    def key(self) -> str:
        """The first key, as the server wrote it down."""
        return (self.data / "first-key").read_text().strip()

    @property
    def inbox(self) -> str:
        """The welcome inbox."""
        return f"welcome@{self.domain}"

    @property
    def log(self) -> str:
        """All that its processes logged."""
        return "".join(process.errors.read_text(errors="replace") for process in self.processes.values())

    def stop(self) -> list[int]:
        """Ends every process as a person would; their exit codes."""
        codes = [process.stop() for process in self.processes.values()]
        self.processes.clear()
        return codes

    def kill(self) -> None:
        """As a power cut would, as far as the processes are concerned."""
        for process in self.processes.values():
            process.kill()
        self.processes.clear()

    def close(self) -> None:
        """At the end of a test, whatever happened in it."""
        if self.processes:
            self.kill()

    def cli(self, *arguments: str) -> Any:
        """Runs a command beside the server; its JSON, where `--json` is among the arguments, else its output."""
        done = subprocess.run(
            [str(COMMAND), *arguments],
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        if done.returncode != 0:
            raise AssertionError(f"letterlock {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout) if "--json" in arguments else done.stdout

    def new_key(self, *options: str) -> dict[str, Any]:
        """A fresh API key: `new_key("--permission", "message_read", "--inbox", address)`."""
        made: dict[str, Any] = self.cli("key", "create", *options, "--json")
        return made

    def publish(self) -> dict[str, dict[str, list[str]]]:
        """The DNS records the server asks for, as a zone of the test DNS server."""
        zone: dict[str, dict[str, list[str]]] = {}
        for record in self.cli("domain", "show", "--json")["records"]:
            zone.setdefault(record["name"], {}).setdefault(record["type"], []).append(record["value"])
        return zone
