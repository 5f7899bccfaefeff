"""A studio and a client that sends it any bytes. Every answer is checked for what holds for all."""

import os
import re
import socket
import subprocess
import tempfile
import time
import urllib.parse

HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cache-control")
SCRIPTS = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onfocus='alert(1)")
wrong = []


def check(what, found, expected=True):
    if found != expected:
        wrong.append(f"{what}: found {str(found)[:300]!r}, expected {expected!r}")


def quoted(text):
    return urllib.parse.quote(text, safe="", errors="surrogateescape")


class Answer:
    def __init__(self, data):
        head, _, self.body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status = int(first.split()[1]) if first.startswith("HTTP/") else 0
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        self.text = self.body.decode(errors="replace")


class Studio:
    def __init__(self, packshot, folder):
        self.log = tempfile.TemporaryFile()
        command = [os.path.abspath(packshot), "studio", "--port", "0", "--catalog", "catalog.sqlite"]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=self.log)
        link = self.process.stdout.readline().decode().strip()
        self.port, self.token = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=(\w+)", link).groups()
        self.cookie = ""
        cookie, *rest = self.ask("GET", f"/?token={self.token}").headers["set-cookie"].split("; ")
        check("the cookie", {"HttpOnly", "SameSite=Strict"} <= set(rest))
        self.cookie = cookie
        self.form = re.search(r'name="form" value="(\w+)"', self.ask("GET", "/products").text)[1]

    def connect(self):
        return socket.create_connection(("127.0.0.1", int(self.port)), timeout=10)

    def send(self, data, wait=10, end=False):
        """What the studio answers to bytes, within `wait` seconds after its last byte."""
        answer = b""
        with self.connect() as connection:
            connection.settimeout(wait)
            try:
                connection.sendall(data)
            except OSError:
                pass  # refused before all was sent
            try:
                if end:
                    connection.shutdown(socket.SHUT_WR)
                while part := connection.recv(1 << 16):
                    answer += part
            except OSError:
                pass
        return answer

    def head(self, method, path, **changes):
        headers = {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookie, "Connection": "close"}
        if method not in ("GET", "HEAD"):
            headers["Origin"] = f"http://127.0.0.1:{self.port}"
        headers |= {name.replace("_", "-"): value for name, value in changes.items()}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1")

    def ask(self, method, path, body=b"", **changes):
        """An answer, checked for what holds for all."""
        if isinstance(body, dict):
            body = urllib.parse.urlencode({"form": self.form} | body).encode()
        if method not in ("GET", "HEAD"):
            changes = {"Content_Length": len(body)} | changes
        answer, what = Answer(self.send(self.head(method, path, **changes) + body)), f"{method} {path[:60]}"
        if self.process.poll() is not None:
            raise ConnectionError(what)
        if answer.status != 400 or answer.body:  # SwiftNIO answers broken HTTP by itself
            check(f"{what}: headers missing", [name for name in HEADERS if name not in answer.headers], [])
        check(f"{what}: status {answer.status} is allowed", 200 <= answer.status < 500 or answer.status == 503)
        check(f"{what}: leads elsewhere", re.match(r"/(?!/)", answer.headers.get("location", "/")) is None, False)
        check(f"{what}: isn't escaped", [script for script in SCRIPTS if script in answer.text], [])
        check(f"{what}: has the token", self.token in answer.text, False)
        return answer

    def check_served(self, what, seconds=2):
        start = time.monotonic()
        status = self.ask("GET", "/products").status
        check(f"{what}: a visitor is served", (status, time.monotonic() - start < seconds), (200, True))

    def memory(self):
        return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{self.process.pid}/status").read())[1])
