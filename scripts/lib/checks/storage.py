"""Looks for lost bytes of photos that catalogs store. Usage: storage.py PACKSHOT FOLDER SEQUENCES STEPS SEED JOBS

Random sequences add, remove, back up, restore, move, forget, repair and collect garbage, over several catalogs in one folder, with kills.
After each, SQLite is asked, without packshot, which bytes every catalog, backup and kept copy refers to. All must be there, unchanged,
and so must all photos that a command reported as stored.

A sequence that breaks a promise is shortened, and printed as commands to type. Exits with 1 if there was one.
"""

import hashlib
import random
import shlex
import shutil
import signal
import sqlite3
import sys
from pathlib import Path

from sequences import Fault, Search

CATALOGS = ["a.sqlite", "b.sqlite", "b", "deep/a.sqlite"]
PHOTOS = 6
# More than a row holds.
SIZE = (130, 100)


def photo(number):
    """A PPM of noise, of 39 KB."""
    width, height = SIZE
    return b"P6 %d %d 255\n" % SIZE + random.Random(number).randbytes(3 * width * height)


def data_folder(catalog):
    """The folder with a catalog's large values."""
    name = str(catalog)
    return Path(name.removesuffix(".sqlite") + ".data" if name.endswith(".sqlite") else name + "-data")


class World:
    def __init__(self, folder, program):
        self.folder, self.program = Path(folder), program
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "deep").mkdir(parents=True)
        # The numbers of the photos that each catalog's file stores, or None if a killed command may have changed them.
        self.stored = {}

    def run(self, arguments, kill_at=0):
        result = self.program.run(arguments, self.folder, kill_at=kill_at)
        # A catalog isn't moved to a file that is there, and not backed up to itself, which exits with 74.
        is_refused = any(words in result.err for words in ("already exists", "belongs to the catalog being copied"))
        if result.status in (70, 74) and not is_refused or result.status < 0 and not (kill_at and result.status == -signal.SIGKILL):
            raise Fault("a command fails", f"{' '.join(arguments)} ends with {result.status}: {result.err.strip()}")
        return result

    def apply(self, step):
        verb, kill_at, *arguments = step
        if verb == "photo":
            self.folder.joinpath(f"{arguments[0]}.ppm").write_bytes(photo(arguments[0]))
            return
        before = self.files()
        result = self.run(arguments, kill_at)
        if result.status == -signal.SIGKILL:
            self.stored = {name: None for name in self.files()}
        elif result.status == 0:
            self.note(verb, arguments, sorted(self.files() - before))
        self.check(arguments)

    def note(self, verb, arguments, new):
        """Notes what a command that succeeded says of stored photos."""
        catalog = arguments[arguments.index("--catalog") + 1]
        match verb:
            case "add":
                known = self.stored.get(catalog, set())
                self.stored[catalog] = known if known is None else known | {int(arguments[2].removesuffix(".ppm"))}
            case "backup":
                self.stored[arguments[2]] = self.stored.get(catalog)
            case "restore":
                kept = [name for name in new if name.startswith(catalog + ".before-restore")]
                if kept:
                    self.stored[kept[0]] = self.stored.get(catalog)
                self.stored[catalog] = self.stored.get(arguments[2])
            case "move":
                self.stored[arguments[2]] = self.stored.pop(catalog, None)
            case "remove" | "undo":
                self.stored[catalog] = None

    def files(self):
        """The files that are SQLite's databases, without those that a killed command left unfinished."""
        found = (path for path in self.folder.rglob("*") if path.is_file() and path.suffix != ".ppm" and path.name[0] != ".")
        return {str(path.relative_to(self.folder)) for path in found if path.read_bytes()[:15] == b"SQLite format 3"}

    def check(self, arguments):
        for name in sorted(self.files()):
            path, readable = self.folder / name, set()
            database = sqlite3.connect(path)
            try:
                rows = database.execute("SELECT path, dataFile FROM photo WHERE dataFile IS NOT NULL").fetchall()
            except sqlite3.OperationalError:
                # A killed command created the file, and no table yet.
                rows = []
            finally:
                database.close()
            for of, reference in rows:
                digest = reference.partition(":")[0]
                file = self.folder / data_folder(name) / digest[:2] / digest
                if not file.exists() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
                    raise Fault("no stored byte is lost", f"{name} lacks the bytes of {of} after {' '.join(arguments)}")
                readable.add(int(Path(of).name.removesuffix(".ppm")))
            stored = self.stored.get(name)
            if stored and not stored <= readable:
                raise Fault("no stored photo is lost", f"{name} has {sorted(readable)}, not {sorted(stored)}, after {' '.join(arguments)}")


class Changes:
    def __init__(self, seed, world):
        self.random, self.world, self.copies = random.Random(seed), world, 0

    def beginning(self):
        return [["photo", 0, number] for number in range(PHOTOS)]

    def end(self):
        return []

    def next(self):
        choice = self.random.choice
        there = sorted(self.world.files())
        catalog = choice([*CATALOGS, *there])
        photo = f"{self.random.randrange(PHOTOS)}.ppm"
        steps = [
            ["add", 0, "photos", "add", photo, "--store"], ["add", 0, "photos", "add", photo, "--store"],
            ["remove", 0, "photos", "remove", photo, "--yes"], ["undo", 0, "catalog", choice(["undo", "redo"])],
            ["gc", 0, "catalog", "gc"], ["gc", 0, "catalog", "gc"], ["repair", 0, "catalog", "verify", "--repair", "--yes"],
            ["customer", 0, "customers", "add", "Ann"], ["forget", 0, "customers", "remove", "Ann", "--forget", "--yes"],
            ["move", 0, "catalog", "move", choice(CATALOGS)], self.backup(), ["restore", 0, "catalog", "restore", choice(there or ["no"])],
            ["restore", 0, "catalog", "restore", choice(there or ["no"])],
        ]
        step = choice(steps) + ["--catalog", catalog]
        if self.random.random() < 0.15:
            step[1] = int(self.random.triangular(1, 60, 8))
        return [step]

    def backup(self):
        self.copies += 1
        place = self.random.choice(["", "deep/"])
        if self.copies > 1 and self.random.random() < 0.3:
            return ["backup", 0, "catalog", "backup", f"{place}copy-{self.random.randint(1, self.copies)}.sqlite", "--overwrite"]
        return ["backup", 0, "catalog", "backup", f"{place}copy-{self.copies}.sqlite"]


def typed(steps):
    """The lines of a shell script that does the steps."""
    lines = ["mkdir deep"]
    for verb, kill_at, *arguments in steps:
        if verb == "photo":
            size = " ".join(map(str, SIZE))
            lines.append(f"(echo 'P6 {size} 255'; head -c {3 * SIZE[0] * SIZE[1]} /dev/urandom) > {arguments[0]}.ppm")
        else:
            killed = f"     # killed before its call {kill_at} that changes a file" if kill_at else ""
            lines.append(f"packshot {shlex.join(arguments)}{killed}")
    return lines


def main(packshot, folder, sequences, steps, seed, jobs):
    return Search(World, Changes, typed, int(steps)).run(packshot, folder, int(sequences), int(seed), int(jobs))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
