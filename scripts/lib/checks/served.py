"""Runs packshot's commands in forks of one loaded process, which takes a fraction of the time. See served.c."""

import os
import select
import signal
import subprocess
from pathlib import Path
from typing import NamedTuple

SECONDS = 60
MOST_ARGUMENTS = 99


class Result(NamedTuple):
    """status: the exit status, negative for a signal, as Python's subprocess has it."""

    status: int
    out: str
    err: str


class Served:
    """A program whose commands run in forks."""

    def __init__(self, packshot, folder):
        """folder: for the library and the commands' standard files."""
        self.packshot, self.folder = str(packshot), Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.library = self.folder / "served.so"
        source = Path(__file__).with_suffix(".c")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", self.library, source, "-ldl"], check=True)
        self.start()

    def start(self):
        settings = {key: value for key, value in os.environ.items() if key not in ("CI", "PACKSHOT_CATALOG")}
        settings |= {"LD_PRELOAD": str(self.library), "SERVED_FOLDER": str(self.folder)}
        self.process = subprocess.Popen(
            [self.packshot, *["-"] * MOST_ARGUMENTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=settings, bufsize=0, start_new_session=True)

    def run(self, arguments, folder, given="", kill_at=0, meanwhile=None):
        """Runs a command in a folder. If `kill_at` isn't 0, it is killed before that call which changes a file, counted from 1. If
        `meanwhile` is given, it isn't killed then, but stands still while that function is called."""
        (self.folder / "in").write_text(given)
        place = os.fsencode(folder)
        texts = b"".join(os.fsencode(text) + b"\0" for text in [self.packshot, *arguments])
        at = -kill_at if meanwhile else kill_at
        self.process.stdin.write(b"%d %d %d\n" % (len(place), len(texts), at) + place + texts)
        line = b""
        while not line.endswith(b"\n") or line.endswith(b"stopped\n"):
            if line.endswith(b"stopped\n"):
                meanwhile()
                os.kill(int(line.split()[0]), signal.SIGCONT)
                line = b""
            ready, _, _ = select.select([self.process.stdout], [], [], SECONDS)
            more = os.read(self.process.stdout.fileno(), 1) if ready else b""
            if not more:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
                self.start()
                return Result(-signal.SIGALRM, "", f"no end after {SECONDS} seconds")
            line += more
        out, err = ((self.folder / name).read_text(errors="replace") for name in ("out", "err"))
        return Result(os.waitstatus_to_exitcode(int(line)), out, err)

    def end(self):
        self.process.stdin.close()
        self.process.wait()
