"""A shop in a folder, and the program that shows it."""

import json
import re
import signal
import subprocess


class Studio:
    """A shop in a folder, with the program that shows it."""

    def __init__(self, person, program, folder, sample=False, options=("--catalog", "catalog.sqlite")):
        self.person, self.browser, self.program_path, self.folder = person, person.browser, program, folder
        self.options = list(options)
        self.folder.mkdir()
        if sample:
            self.packshot("catalog", "sample")

    def start(self, port=0):
        """Starts the program."""
        command = [self.program_path, "studio", "--port", str(port)] + self.options
        self.program = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        self.link = self.program.stdout.readline().strip()
        self.origin = re.match(r"http://[^/]*", self.link)[0]

    def __enter__(self):
        self.errors = open(self.folder / ".errors", "w+")
        self.start()
        self.browser.open(self.link)
        self.person.check("the link with the token leads to a page without it", lambda: "token" in self.browser.run("location.href"), False)
        return self

    def __exit__(self, *_):
        self.check_quiet()
        self.browser.open("about:blank")
        self.program.send_signal(signal.SIGINT)
        self.person.check("the studio ends", lambda: self.program.poll(), 0, patience=10)
        self.program.kill()
        self.errors.seek(0)
        lines = [line for line in self.errors.read().splitlines() if not line.startswith("new catalog: ")]
        if lines:
            self.person.report(f"the studio printed: {lines}")

    def open(self, path):
        self.check_quiet()
        self.browser.open(self.origin + path)

    def check_quiet(self, allowed=()):
        """Checks that nothing was logged except refusals that the story provokes, and nothing requested from elsewhere."""
        for complaint in self.browser.complaints():
            if not any(text in complaint for text in allowed):
                self.person.report(f"complaint: {complaint}")
        foreign = [url for url in self.browser.requests() if not url.startswith((self.origin, "data:", "about:"))]
        if foreign:
            self.person.report(f"requests: {foreign}")
        self.browser.events.clear()

    def is_locked(self):
        """Whether the program has a lock on the catalog's file, which SQLite keeps while the file is open."""
        file = f":{(self.folder / 'catalog.sqlite').stat().st_ino} "
        with open("/proc/locks") as locks:
            return any(f" {self.program.pid} " in line and file in line for line in locks)

    def packshot(self, *words, code=0):
        """Runs a command on the shop's catalog, unless it names another. Returns the lines of JSON that it prints, if any."""
        return [json.loads(line) for line in self.text(*words, code=code).splitlines() if line.startswith("{")]

    def text(self, *words, code=0):
        """Runs a command on the shop's catalog, unless it names another. Returns what it prints."""
        catalog = [] if words[0] in ("golden", "render") or "--catalog" in words else ["--catalog", "catalog.sqlite"]
        done = subprocess.run([self.program_path, *words, *catalog], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != code:
            self.person.report(f"packshot {' '.join(words)} exits with {done.returncode}: {done.stderr}")
        return done.stdout

    def product(self, name):
        return next(iter(self.packshot("products", "list", "--json", "--where", f'name="{name}"')), {})
