"""A real Postfix in front of a real Dovecot, on loopback and free ports, in a folder of the tests' own.

Postfix takes mail for example.com and example.org without a password and hands it to Dovecot; mail for any other domain
is discarded, so that nothing leaves the machine. Every mailbox of example.com has the password `secret`.
"""

import imaplib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from support.apt import Unavailable, need
from support.ports import free_port

TEMPLATES = Path(__file__).resolve().parents[1] / "servers"
_PACKAGES = {
    "dovecot-imapd": "/usr/lib/dovecot/imap",
    "dovecot-lmtpd": "/usr/lib/dovecot/lmtp",
    "postfix": "/usr/sbin/postfix",
}
_USER = "nobody"


@dataclass(frozen=True)
class MailServers:
    """Running servers."""

    smtp: int
    imap: int
    folder: Path

    @property
    def relay(self) -> str:
        return f"smtp://127.0.0.1:{self.smtp}"

    @property
    def log(self) -> str:
        files = (self.folder / "postfix/log", self.folder / "dovecot/log")
        return "\n".join(file.read_text(errors="replace")[-3000:] for file in files if file.exists())

    def wait_for_mail(self, user: str, subject: str, seconds: float = 60) -> bytes:
        """The raw message with that subject in the user's inbox, as soon as it is there."""
        end = time.monotonic() + seconds
        with imaplib.IMAP4("127.0.0.1", self.imap, timeout=30) as client:
            client.login(user, "secret")
            while True:
                client.select("INBOX", readonly=True)
                found = client.uid("SEARCH", "HEADER", "SUBJECT", f'"{subject}"')[1][0]
                if found:
                    fetched = client.uid("FETCH", found.split()[-1].decode(), "(BODY.PEEK[])")[1]
                    return bytes(fetched[0][1])
                assert time.monotonic() < end, f"no mail named {subject!r} came for {user}\n{self.log}"
                time.sleep(0.1)

    def route(self, ways: Mapping[str, int]) -> None:
        """From now on mail for these domains or addresses goes to SMTP servers on these ports of this machine."""
        lines = [f"{name} smtp:[127.0.0.1]:{port}\n" for name, port in ways.items()]
        (self.folder / "postfix/transport").write_text("".join(lines))
        _run(["postfix", "-c", str(self.folder / "postfix"), "reload"], self.folder)

    def count(self, user: str, subject: str) -> int:
        with imaplib.IMAP4("127.0.0.1", self.imap, timeout=30) as client:
            client.login(user, "secret")
            client.select("INBOX", readonly=True)
            return len(client.uid("SEARCH", "HEADER", "SUBJECT", f'"{subject}"')[1][0].split())


@contextmanager
def mail_servers() -> Iterator[MailServers]:
    """Starts both and stops them at the end; raises Unavailable where they cannot run."""
    if os.geteuid() != 0:
        raise Unavailable("Postfix and Dovecot are started as root")
    need(_PACKAGES)
    folder = Path(tempfile.mkdtemp(prefix="letterlock-mail-"))
    folder.chmod(0o755)
    try:
        yield from _running(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _running(folder: Path) -> Iterator[MailServers]:
    ports = {"imap": free_port(), "lmtp": free_port(), "smtp": free_port()}
    for name in ("dovecot/run", "dovecot/mail", "postfix/spool", "postfix/data"):
        (folder / name).mkdir(parents=True, mode=0o755)
    _own(folder / "dovecot/mail", _USER)
    _own(folder / "postfix/data", "postfix")
    for name in ("dovecot/dovecot.conf", "postfix/main.cf", "postfix/master.cf"):
        text = (TEMPLATES / name).read_text()
        for word, value in {
            "BASE": str(folder),
            "USER": _USER,
            **{k.upper(): str(v) for k, v in ports.items()},
        }.items():
            text = text.replace(f"@{word}@", value)
        (folder / name).write_text(text)
    (folder / "postfix/transport").write_text("")
    dovecot = ["dovecot", "-c", str(folder / "dovecot/dovecot.conf")]
    postfix = ["postfix", "-c", str(folder / "postfix")]
    _run(dovecot, folder)
    try:
        _run([*postfix, "start"], folder)
        try:
            for port in ports.values():
                _answers(port)
            yield MailServers(ports["smtp"], ports["imap"], folder)
        finally:
            _run([*postfix, "stop"], folder)
    finally:
        _run(["doveadm", *dovecot[1:], "stop"], folder)


def _own(folder: Path, name: str) -> None:
    user = pwd.getpwnam(name)
    os.chown(folder, user.pw_uid, user.pw_gid)


def _run(command: list[str], folder: Path) -> None:
    output = folder / "output"
    with output.open("wb") as stream:  # to a file, since a server that is started keeps a pipe open
        done = subprocess.run(command, stdout=stream, stderr=stream, stdin=subprocess.DEVNULL, check=False, timeout=60)
    if done.returncode != 0:
        raise Unavailable(f"{' '.join(command)} failed: {output.read_text(errors='replace')[-500:]}")


def _answers(port: int) -> None:
    end = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise Unavailable(f"nothing answers on port {port}") from None
            time.sleep(0.05)
