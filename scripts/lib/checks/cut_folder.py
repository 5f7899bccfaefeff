"""A recorded folder, and its possible states after a power cut."""

import os
import re
import shutil
import sqlite3
import string
import subprocess
import tempfile
from pathlib import Path

from lossy_disk import SHARED_MEMORY, Loss
from recorded_calls import CREATE, Recording

ALL = Loss("all", "all")
DIGITS = string.digits + string.ascii_lowercase


class CutFolder:
    """A folder: its initial content, and the recorded calls of the programs that changed it."""

    def __init__(self, name, scratch, tree):
        self.name, self.tree = name, tree
        place = Path(tempfile.mkdtemp(prefix="recorded-", dir=scratch))
        self.root = place / "root"
        lay(tree, self.root, next((path for path, data in sorted(tree.items()) if data is None), ""))
        self.tree = present(self.root)
        self.inodes = {path: (self.root / path).stat().st_ino for path in self.tree}
        self.recording = Recording(self.root, place / "log", scratch)

    def take_calls(self):
        self.calls = self.recording.calls()
        self.paths = {inode: path for path, inode in self.inodes.items()}
        self.paths |= {call.inode: call.path for call in self.calls if call.name == CREATE}

    def path_of(self, call):
        """The initial path of the file or folder that a call changes."""
        return call.path or self.paths.get(call.inode, "")

    def differences(self, disk):
        """Messages about files that a replay of all recorded calls doesn't explain."""
        replayed, real = disk.state(ALL, 0), present(self.root)
        names = {name for name in replayed.keys() | real.keys() if not name.endswith(SHARED_MEMORY)}
        nothing = object()
        return sorted(f"{name} is another one" for name in names if replayed.get(name, nothing) != real.get(name, nothing))


def present(folder):
    """A folder's content: bytes by path, None for a folder."""
    return {
        str(path.relative_to(folder)): None if path.is_dir() else path.read_bytes() for path in sorted(folder.rglob("*"))
    }


def lay(tree, place, output):
    """Writes the files of a state. The names of unfinished files contain the inode of their output folder, so they are adapted."""
    place.mkdir(parents=True)
    prefix = ""
    for path, data in sorted(tree.items()):
        if data is None:
            (place / path).mkdir()
            if path == output:
                prefix = f".packshot-run-{base36((place / path).stat().st_ino)}-"
            continue
        (place / re.sub(r"\.packshot-run-[0-9a-z]+-", prefix, path)).write_bytes(data)


def base36(number):
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits


def open_copy(catalog, read):
    """Calls `read` with a connection to a copy of a catalog, so that the catalog isn't changed. Returns None if there is no
    catalog, and a text if it is damaged."""
    if not catalog.exists():
        return None
    with tempfile.TemporaryDirectory(dir=catalog.parent.parent) as folder:
        for end in ("", "-wal", "-journal"):
            if os.path.exists(f"{catalog}{end}"):
                shutil.copy(f"{catalog}{end}", folder)
        connection = sqlite3.connect(Path(folder) / catalog.name)
        try:
            found = connection.execute("PRAGMA integrity_check").fetchall()
            return read(connection) if found == [("ok",)] else f"it is damaged: {found[0][0]}"
        except sqlite3.DatabaseError as error:
            return f"it is damaged: {error}"
        finally:
            connection.close()


def catalog_rows(catalog, query):
    """The rows of a query. No rows if the catalog doesn't exist or is empty, and a text if it is damaged."""

    def read(connection):
        has_tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return connection.execute(query).fetchall() if has_tables else []

    rows = open_copy(catalog, read)
    return [] if rows is None else rows


def problems_of_catalog(packshot, catalog, with_files):
    """The problems that `catalog verify` finds. None if the catalog doesn't exist yet or is empty."""
    if not catalog.exists():
        return []
    command = [packshot, "catalog", "verify", "--catalog", catalog, *["--files"][: int(with_files)]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    said = (done.stdout + done.stderr).strip()
    if done.returncode == 0 or (done.returncode == 66 and said.endswith("it is empty")):
        return []
    return [f"catalog verify ends with {done.returncode}: {said[:300]}"]
