"""Chromium without a window, driven through two pipes (--remote-debugging-pipe): no port, no package of Python's."""
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find():
    """The first browser in PATH, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One page. `said` are the console messages and exceptions so far, `asked` the addresses it wanted."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_child, self.write_end = os.pipe()
        self.read_end, from_child = os.pipe()
        self.number, self.waiting, self.said, self.asked, self.events = 0, b"", [], [], []

        def arrange():
            ends = os.dup(to_child), os.dup(from_child)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-extensions", "--disable-background-networking", "--hide-scrollbars",
             f"--user-data-dir={self.folder.name}", "about:blank"], close_fds=False, preexec_fn=arrange,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.folder.name})
        os.close(to_child)
        os.close(from_child)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def receive(self, seconds):
        """The next message; None when there is none in time."""
        deadline = time.monotonic() + seconds
        while b"\0" not in self.waiting:
            if not select.select([self.read_end], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            piece = os.read(self.read_end, 1 << 20)
            assert piece, "the browser went away"
            self.waiting += piece
        message, self.waiting = self.waiting.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        method, data = message.get("method"), message.get("params", {})
        self.events.append(method)
        if method == "Runtime.exceptionThrown":
            self.said.append(data["exceptionDetails"]["text"])
        elif method == "Log.entryAdded":
            self.said.append(data["entry"]["text"])
        elif method == "Runtime.consoleAPICalled":
            self.said.append(str(data["args"]))
        elif method == "Network.requestWillBeSent":
            self.asked.append(data["request"]["url"])

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(60)
            assert answer, f"the browser does not answer to {method}"
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]
            self.note(answer)

    def open(self, path, width=1280, height=900, dark=False, script=True, media="screen"):
        self.call("Emulation.setScriptExecutionDisabled", value=not script)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.said, self.asked, self.events = [], [], []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        for _ in range(600):
            if "Page.loadEventFired" in self.events:
                return
            message = self.receive(0.1)
            if message:
                self.note(message)
        raise AssertionError("the page was not loaded")

    def run(self, script):
        """The value of an expression (with scripts of the page switched off, too)."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, key):
        code = {"Tab": 9, "Enter": 13}[key]
        text = {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        self.folder.cleanup()
