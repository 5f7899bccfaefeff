"""Controls a headless Chromium through a pipe, with Python's standard library alone: opens a page, presses keys and evaluates
JavaScript."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find():
    """The path of a Chromium or Chrome, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


class Chromium:
    """One browser with one page or several. It speaks the DevTools protocol: JSON messages that end in a zero byte."""

    def __init__(self, path, patience=60, flags=()):
        self.patience = patience
        self.profile = tempfile.mkdtemp()
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        self.input, self.output, self.rest = ours_in, ours_out, b""
        # With --remote-debugging-pipe, Chromium reads descriptor 3 and writes descriptor 4.
        command = [
            "bash", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "browser", path, "--headless=new",
            "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", f"--user-data-dir={self.profile}",
            *flags,
        ]
        self.process = subprocess.Popen(
            command, pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.number, self.session, self.events = 0, None, []
        self.tab()

    def tab(self):
        """Opens another page, which all calls are for until `use`. Returns its identifiers."""
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.use((target, session))
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        return target, session

    def use(self, tab):
        """Shows a page, and makes all further calls to it."""
        target, self.session = tab
        self.call("Target.activateTarget", targetId=target)

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, deadline=None):
        """Returns the next message. An event is also added to `events`."""
        deadline = deadline or time.monotonic() + self.patience
        while b"\0" not in self.rest:
            if not select.select([self.input], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise EOFError("the browser has exited")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(message)
        if "method" in message:
            self.events.append(message)
        return message

    def call(self, method, seconds=None, **parameters):
        """Sends a message and returns its answer. Throws `TimeoutError` if there is none within some seconds, even if events
        arrive."""
        deadline = time.monotonic() + (seconds or self.patience)
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, address):
        """Opens a page and waits until it is loaded. Returns the seconds that loading took."""
        # Opens an empty page first, because an address that differs only in its hash wouldn't be loaded.
        self.navigate("about:blank")
        self.events.clear()
        start = time.monotonic()
        self.navigate(address)
        return time.monotonic() - start

    def navigate(self, address):
        loader = self.call("Page.navigate", url=address)["loaderId"]
        is_end = lambda event: event["method"] == "Page.lifecycleEvent" and (
            event["params"]["name"] == "load" and event["params"]["loaderId"] == loader)
        deadline = time.monotonic() + self.patience
        while not any(map(is_end, self.events)):
            self.receive(deadline)

    def run(self, script):
        """Evaluates JavaScript and returns its value. Waits for a promise."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key, code=None, down=True, up=True, modifiers=0):
        """Presses a key. Modifiers are the sum of 1 for Alt, 2 for Control, 4 for Meta and 8 for Shift."""
        names = {
            "ArrowDown": 40, "ArrowUp": 38, "ArrowRight": 39, "ArrowLeft": 37, "End": 35, "Home": 36, "Escape": 27, "Enter": 13,
            "Delete": 46, "Tab": 9, " ": 32}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "") if not modifiers & 6 else ""
        common = {
            "key": key, "code": code or key, "windowsVirtualKeyCode": names.get(key, ord(key[0].upper())), "modifiers": modifiers}
        if down:
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        if up:
            self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        """Types text into the field that has the focus."""
        self.call("Input.insertText", text=text)

    def find(self, name, roles):
        """Returns the nodes with an accessible name and one of the roles, such as `button`, in the order of the document."""
        root = self.call("DOM.getDocument", depth=0)["root"]["nodeId"]
        # Chromium sometimes forgets to answer for a page that it has just shown again.
        nodes = self.call("Accessibility.queryAXTree", seconds=5, nodeId=root, accessibleName=name)["nodes"]
        return [node["backendDOMNodeId"] for node in nodes if not node["ignored"] and node["role"]["value"] in roles]

    def node(self, script):
        """Evaluates JavaScript and returns the node that is its value, or None."""
        thing = self.call("Runtime.evaluate", expression=script)["result"].get("objectId")
        return thing and self.call("DOM.describeNode", objectId=thing)["node"]["backendNodeId"]

    def call_on(self, node, function):
        """Calls a JavaScript function with `this` as a node, and returns its value."""
        thing = self.call("DOM.resolveNode", backendNodeId=node)["object"]["objectId"]
        result = self.call("Runtime.callFunctionOn", objectId=thing, functionDeclaration=function, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{function}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def click(self, node, across=0.5, down=0.5):
        """Clicks on a node with the mouse, by default on its middle. Returns what covers the node, or None. Sets `window.isHit` once
        the node gets the click."""
        x, y, cover = self.call_on(node, f"""function () {{
          window.isHit = false;
          this.addEventListener("click", () => {{ window.isHit = true; }}, {{ capture: true, once: true }});
          this.scrollIntoView({{ block: "center", behavior: "instant" }});
          const {{ left, top, width, height }} = this.getClientRects()[0];
          const [x, y] = [left + width * {across}, top + height * {down}];
          const found = document.elementFromPoint(x, y);
          const isFree = found && (this.contains(found) || found.contains(this) || [...this.labels ?? []].includes(found));
          return [x, y, isFree ? null : found ? found.outerHTML.slice(0, 80) : "the edge of the window"]; }}""")
        if not cover:
            for kind in ("mousePressed", "mouseReleased"):
                self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        return cover

    def shape(self, width, height, dark=False, phone=False, density=1):
        """Sets the size of the window, the screen's pixels per CSS pixel and the colours the reader prefers. A phone zooms out of a
        page that is too wide."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=density, mobile=phone)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def screenshot(self, whole=False, clip=None):
        """Returns a picture of the window, of the whole page, or of a box of the page, as the bytes of a PNG."""
        box = {"clip": {**clip, "scale": 1}} if clip else {}
        return base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=whole, **box)["data"])

    def complaints(self):
        """Returns the messages on the page's console, and the exceptions that it threw."""
        found = []
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                details = event["params"]["exceptionDetails"]
                found.append(details.get("exception", {}).get("description") or details["text"])
            elif event["method"] == "Log.entryAdded":
                entry = event["params"]["entry"]
                found.append(" ".join([entry["text"], entry.get("url", "")]).strip())
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(str(event["params"]["args"]))
        return found

    def requests(self):
        """Returns the addresses that the page requested."""
        sent = [event["params"] for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [parameters["request"]["url"] for parameters in sent]
