"""Debian's Chromium without a screen, driven over its own pipe (the DevTools protocol): no server, no extra library."""

import base64
import json
import os
import select
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from support.apt import need

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--disable-lcd-text",
    "--font-render-hinting=none",
    "--remote-debugging-pipe",
]
WIDTH, HEIGHT = 800, 600
PATIENCE = 60
"""Seconds without a word from the browser after which it is given up."""
ORIGIN = "http://mail.invalid/"
"""Served by the driver itself; every other address fails, so that nothing leaves the machine."""


class Failed(Exception):
    """What the browser answered instead of a result."""


class Chromium:
    """One browser. Every call waits for its answer."""

    def __init__(self, write: int, read: int) -> None:
        self._write = write
        self._read = os.fdopen(read, "rb", buffering=0)
        self._left = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []
        self.served: dict[str, str] = {}
        """What each page is to show next."""

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """The result of a command; what else the browser says meanwhile goes to `events`."""
        number = self.send(method, session, **params)
        while True:
            said = self.receive()
            if said.get("id") == number:
                if "error" in said:
                    raise Failed(f"{method}: {said['error'].get('message')}")
                return said["result"]
            self.events.append(said)

    def send(self, method: str, session: str | None = None, **params: Any) -> int:
        """A command whose answer nobody waits for; gives its number."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        return self._number

    def receive(self) -> dict[str, Any]:
        """The next thing the browser says. What a page asks for is answered here, and is no event."""
        while True:
            said = self._message()
            if said.get("method") != "Fetch.requestPaused":
                return said
            self._answer(said["sessionId"], said["params"])

    def _message(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._left:
            if not select.select([self._read], [], [], max(0.0, until - time.monotonic()))[0]:
                raise Failed("the browser says nothing")
            more = self._read.read(1 << 20)
            if not more:
                raise Failed("the browser has ended")
            self._left += more
        first, _, self._left = self._left.partition(b"\0")
        found: dict[str, Any] = json.loads(first)
        return found

    def _answer(self, session: str, asked: dict[str, Any]) -> None:
        """The one page there is, once; anything else fails, and an attempt to go elsewhere is broken off."""
        html = self.served.pop(session, None) if asked["request"]["url"] == ORIGIN else None
        if html is None:
            self.send("Fetch.failRequest", session, requestId=asked["requestId"], errorReason="Aborted")
            return
        self.send(
            "Fetch.fulfillRequest",
            session,
            requestId=asked["requestId"],
            responseCode=200,
            responseHeaders=[{"name": "Content-Type", "value": "text/html; charset=utf-8"}],
            body=base64.b64encode(html.encode("utf-8", "replace")).decode(),
        )

    def wait_for(self, method: str, session: str) -> dict[str, Any]:
        """The next event of that name."""
        while True:
            said = self.events.pop(0) if self.events else self.receive()
            if said.get("method") == method and said.get("sessionId") == session:
                found: dict[str, Any] = said["params"]
                return found

    def page(self, *, scripts: bool) -> "Page":
        """A new page of 800 by 600 pixels."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        made = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=made, flatten=True)["sessionId"]
        page = Page(self, session)
        page.prepare(scripts=scripts)
        return page


class Page:
    """A page that shows what it is given and loads nothing."""

    def __init__(self, browser: Chromium, session: str) -> None:
        self._browser = browser
        self._session = session
        self._world = 0

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """A command to this page."""
        return self._browser.call(method, self._session, **params)

    def prepare(self, *, scripts: bool) -> None:
        """Set the screen, and whether scripts run."""
        self.call("Page.enable")
        self.call("Fetch.enable", patterns=[{"urlPattern": "http*"}, {"urlPattern": "file*"}, {"urlPattern": "ftp*"}])
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)

    def show(self, html: str) -> None:
        """Load HTML as a page of its own and wait until it stands."""
        browser, session = self._browser, self._session
        browser.events.clear()
        browser.served[session] = html
        self.call("Page.navigate", url=ORIGIN)
        browser.wait_for("Page.loadEventFired", session)
        frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self._world = self.call("Page.createIsolatedWorld", frameId=frame)["executionContextId"]

    def run(self, expression: str, *, wait: bool = False) -> Any:
        """The value of a script of ours, run beside the page's own (which do not run)."""
        where = {"contextId": self._world} if self._world else {}
        done = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=wait, **where)
        if "exceptionDetails" in done:
            details = done["exceptionDetails"]
            raise Failed(str(details.get("exception", {}).get("description") or details.get("text")))
        return done["result"].get("value")

    def picture(self, top: int, width: int, height: int) -> str:
        """What is painted from `top` on, as PNG in Base64."""
        clip = {"x": 0, "y": top, "width": width, "height": height, "scale": 1}
        taken = self.call(
            "Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True, optimizeForSpeed=True
        )
        return str(taken["data"])


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A running browser with a profile of its own. Raises Unavailable where there is none to be had."""
    need({"chromium": "/usr/bin/chromium"})
    to_browser, write = os.pipe()
    read, from_browser = os.pipe()
    with tempfile.TemporaryDirectory(prefix="letterlock-chromium-", ignore_cleanup_errors=True) as profile:
        # The protocol's pipe is always descriptors 3 and 4.
        started = subprocess.Popen(
            [
                "bash",
                "-c",
                f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}',
                "/usr/bin/chromium",
                *FLAGS,
                f"--user-data-dir={profile}",
                "about:blank",
            ],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        browser = Chromium(write, read)
        try:
            yield browser
        finally:
            browser.send("Browser.close")
            try:
                started.wait(10)
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()
            os.close(write)
