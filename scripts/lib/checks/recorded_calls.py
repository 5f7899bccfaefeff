"""The calls by which a program changed a folder, in their order: recorded with the library `recorded_calls.c`."""

import os
import struct
import subprocess
from pathlib import Path
from typing import NamedTuple

ENTRY = struct.Struct("<cQQIII")
# What the log calls them. A rename takes the place of what is there; a link does not.
CREATE, WRITE, TRUNCATE, SYNC_FILE, SYNC_DATA = "create", "write", "truncate", "fsync", "fdatasync"
MAKE_FOLDER, REMOVE_FOLDER, LINK, UNLINK, RENAME = "mkdir", "rmdir", "link", "unlink", "rename"
# That more has been written to standard output, and what the check itself has noted.
SAID, NOTED = "said", "noted"
CALLS = {
    b"c": CREATE, b"w": WRITE, b"t": TRUNCATE, b"f": SYNC_FILE, b"d": SYNC_DATA, b"m": MAKE_FOLDER, b"r": REMOVE_FOLDER,
    b"l": LINK, b"u": UNLINK, b"n": RENAME, b"o": SAID, b"x": NOTED,
}  # fmt: skip


class Call(NamedTuple):
    name: str
    # Of a file; 0 where the path of a folder says it.
    inode: int
    # Where it was written, the length that is left or that standard output has, or what the check noted.
    number: int
    # Below the recorded folder.
    path: str
    other: str
    data: bytes


class Recording:
    """A folder, and a log of what programs do to it."""

    def __init__(self, folder, log, scratch):
        self.folder, self.log = Path(folder), Path(log)
        self.library = Path(scratch) / "recorded_calls.so"
        if not self.library.exists():
            source = Path(__file__).with_suffix(".c")
            subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", self.library, source, "-ldl"], check=True)

    def run(self, command):
        """Runs a command to its end; returns its status and what it complained of."""
        more = {"LD_PRELOAD": str(self.library), "RECORDED_FOLDER": str(self.folder), "RECORDED_LOG": str(self.log)}
        with open(f"{self.log}.said", "wb") as said:
            done = subprocess.run(
                command, stdout=said, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=os.environ | more, timeout=120
            )
        return done.returncode, done.stderr.decode(errors="replace")

    def said(self):
        """What the last command wrote to standard output."""
        return Path(f"{self.log}.said").read_bytes()

    def note(self, number):
        """Writes a number into the log."""
        with open(self.log, "ab") as log:
            log.write(ENTRY.pack(b"x", 0, number, 0, 0, 0))

    def calls(self):
        """What was recorded. Raises `ValueError` at a call that the library does not understand."""
        bytes_, at, calls = self.log.read_bytes(), 0, []
        while at < len(bytes_):
            letter, inode, number, *sizes = ENTRY.unpack_from(bytes_, at)
            at += ENTRY.size
            parts = []
            for size in sizes:
                parts.append(bytes_[at : at + size])
                at += size
            path, other = (self.below(part) for part in parts[:2])
            if letter not in CALLS:
                raise ValueError(f"the recording has a call that it does not understand: {parts[1].decode()} of {path}")
            calls.append(Call(CALLS[letter], inode, number, path, other, parts[2]))
        return calls

    def below(self, path):
        path = os.path.normpath(os.fsdecode(path)) if path else ""
        return "" if path in ("", str(self.folder)) else os.path.relpath(path, self.folder)
