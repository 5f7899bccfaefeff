"""Records the calls by which programs change a folder, in order, with the library `recorded_calls.c`."""

import os
import struct
import subprocess
from pathlib import Path
from typing import NamedTuple

ENTRY = struct.Struct("<cQQIII")
# Names of calls. A rename replaces an existing file, and a link doesn't.
CREATE, WRITE, TRUNCATE, SYNC_FILE, SYNC_DATA = "create", "write", "truncate", "fsync", "fdatasync"
MAKE_FOLDER, REMOVE_FOLDER, LINK, UNLINK, RENAME = "mkdir", "rmdir", "link", "unlink", "rename"
# Entries that aren't calls: more was written to standard output, and a number that the check noted.
SAID, NOTED = "said", "noted"
CALLS = {
    b"c": CREATE, b"w": WRITE, b"t": TRUNCATE, b"f": SYNC_FILE, b"d": SYNC_DATA, b"m": MAKE_FOLDER, b"r": REMOVE_FOLDER,
    b"l": LINK, b"u": UNLINK, b"n": RENAME, b"o": SAID, b"x": NOTED,
}  # fmt: skip


class Call(NamedTuple):
    name: str
    # The file's inode; 0 for a folder, which has its path.
    inode: int
    # The offset of a write, the length after a truncation, the length of standard output, or the number that the check noted.
    number: int
    # Relative to the recorded folder, as is `other`, the second path of links and renames.
    path: str
    other: str
    data: bytes


class Recording:
    """A folder, and the log of the calls that change it."""

    def __init__(self, folder, log, scratch):
        self.folder, self.log = Path(folder), Path(log)
        self.library = Path(scratch) / "recorded_calls.so"
        if not self.library.exists():
            source = Path(__file__).with_suffix(".c")
            subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", self.library, source, "-ldl"], check=True)

    def run(self, command):
        """Runs a command to the end. Returns the exit status and standard error."""
        more = {"LD_PRELOAD": str(self.library), "RECORDED_FOLDER": str(self.folder), "RECORDED_LOG": str(self.log)}
        with open(f"{self.log}.said", "wb") as said:
            done = subprocess.run(
                command, stdout=said, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=os.environ | more, timeout=120
            )
        return done.returncode, done.stderr.decode(errors="replace")

    def said(self):
        """The standard output of the last command."""
        return Path(f"{self.log}.said").read_bytes()

    def note(self, number):
        """Adds a number to the log."""
        with open(self.log, "ab") as log:
            log.write(ENTRY.pack(b"x", 0, number, 0, 0, 0))

    def calls(self):
        """The recorded calls. Raises `ValueError` if there is a call that the library doesn't support."""
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
                raise ValueError(f"the recording has an unknown call: {parts[1].decode()} of {path}")
            calls.append(Call(CALLS[letter], inode, number, path, other, parts[2]))
        return calls

    def below(self, path):
        path = os.path.normpath(os.fsdecode(path)) if path else ""
        return "" if path in ("", str(self.folder)) else os.path.relpath(path, self.folder)
