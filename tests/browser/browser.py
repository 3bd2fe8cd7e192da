"""A headless Chromium, driven through its debugging pipe with nothing but the standard library.

Commands and events are JSON texts that end with a zero byte; Chromium reads them from descriptor 3 and writes to 4.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

LONGEST = 60  # seconds for one answer


class Browser:
    def __init__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if program is None:
            raise FileNotFoundError("no Chromium; scripts/setup browser installs it")
        self.profile = tempfile.mkdtemp(prefix="kreisel-browser-")
        read_commands, self.commands = os.pipe()
        self.answers, write_answers = os.pipe()
        arguments = [program, "--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-first-run", "--hide-scrollbars",
                     "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"]

        # Chromium wants exactly 3 and 4; a shell moves them there before it becomes Chromium.
        shell = ["sh", "-c", f'exec "$@" 3<&{read_commands} 4>&{write_answers}', "sh"]
        self.process = subprocess.Popen(shell + arguments, pass_fds=(read_commands, write_answers),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read_commands)
        os.close(write_answers)
        self.rest, self.number, self.complaints = b"", 0, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        os.close(self.commands)
        self.process.terminate()
        self.process.wait(timeout=LONGEST)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def read(self, deadline):
        while b"\0" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.answers], [], [], left)[0]:
                raise TimeoutError("Chromium does not answer")
            more = os.read(self.answers, 1 << 16)
            if not more:
                raise ConnectionError("Chromium has ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def notice(self, event):
        """Remembers whatever a developer would see in red, and every request for another file."""
        kind, details = event.get("method"), event.get("params", {})
        if kind == "Runtime.exceptionThrown":
            self.complaints.append(details["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif kind == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(details["args"]))
        elif kind == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
            if "GL Driver Message" not in details["entry"]["text"]:  # a picture that is read back is slow: only tests do that
                self.complaints.append(details["entry"]["text"])
        elif kind == "Network.requestWillBeSent" and not details["request"]["url"].startswith(("file:", "data:", "blob:")):
            self.complaints.append("asks for " + details["request"]["url"])

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + LONGEST
        while True:
            answer = self.read(deadline)
            if answer.get("id") != self.number:
                self.notice(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def open(self, path, width, is_dark):
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.complaints = []
        self.evaluate("window.isLeft = true")  # a mark by which the old page is known
        self.call("Page.navigate", url=path.resolve().as_uri())
        deadline = time.monotonic() + LONGEST
        while not self.is_loaded():
            if time.monotonic() > deadline:
                raise TimeoutError("the page does not load")
            time.sleep(0.02)

    def is_loaded(self):
        try:
            return self.evaluate("!window.isLeft && document.readyState === 'complete'")
        except RuntimeError:  # between two pages
            return False

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", expression))
        return answer["result"].get("value")

    def move_to(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector):
        """With the mouse, in the middle of what it finds, scrolled into sight."""
        x, y = self.middle_of(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type_into(self, selector, text):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")
        self.call("Input.insertText", text=text)

    def middle_of(self, selector):
        return self.evaluate(f"""(() => {{
          const found = document.querySelector({json.dumps(selector)});
          found.scrollIntoView({{block: "center"}});
          const box = found.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        }})()""")

    def screenshot(self, path):
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(image["data"]))
