"""packshot as the checks run it, and what they look for in the folder that it wrote into."""

import copy
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RECIPE = """packshot: 1
name: check
steps:
  - sepiaTone: { intensity: 0.3 }
outputs:
  - { file: "{relative}/{stem}.png" }
  - { file: "thumbs/{relative}/{stem}.jpg", steps: [ { resize: { width: 16 } } ], quality: 85 }
"""
CATALOG = "catalog.sqlite"
# With what lies beside it while it is in use, or was left there by a process that was killed.
CATALOG_FILES = {CATALOG + end for end in ("", "-wal", "-shm", "-journal")}


class Job:
    """One run that can be repeated: a recipe and photos, rendered into any folder."""

    def __init__(self, packshot, recipe, photos, catalog=None):
        """The catalog is a file, or None for the one in the output folder."""
        self.packshot, self.recipe, self.photos, self.catalog = packshot, recipe, photos, catalog

    def command(self, output):
        elsewhere = ["--catalog", self.catalog] if self.catalog else []
        return [self.packshot, "run", self.recipe, self.photos, "--output", output, *elsewhere]

    def start(self, output, **more):
        """The process, whose complaints go to the file beside the output folder."""
        with open(f"{output}.log", "wb") as log:
            return subprocess.Popen(self.command(output), stdout=subprocess.DEVNULL, stderr=log, **more)

    def run(self, output, timeout=60, **more):
        """Runs it to its end; returns the exit status, negative for a signal, and what it said."""
        done = subprocess.run(
            self.command(output), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=timeout, **more
        )
        return done.returncode, done.stderr.decode(errors="replace")


class Subject:
    """A job together with what it leaves when nothing disturbs it."""

    def __init__(self, job, folder):
        self.job, self.folder = job, folder
        began = time.perf_counter()
        status, said = job.run(folder)
        self.seconds = time.perf_counter() - began
        if status:
            sys.exit(f"the undisturbed run ends with {status}:\n{said}")
        self.truth, _ = tree(folder)

    def recorded_in(self, catalog):
        """The same, with its catalog in another place than the output folder."""
        other = copy.copy(self)
        other.job = Job(self.job.packshot, self.job.recipe, self.job.photos, catalog)
        return other

    def faults_unfinished(self, output, with_catalog=True, before=None):
        """What is wrong with a folder whose run did not come to its end: anything visible that is not whole, and whatever
        the catalog says of files that are not so.

        `before` is what another job had made there, which the run replaces: files may be that job's still, and the catalog
        may not know yet of one that was replaced.
        """
        if not output.exists():
            return []
        visible, _ = tree(output)
        faults = []
        for name, content in visible.items():
            if name not in self.truth:
                faults.append(f"{name} is nothing that the run makes")
            elif content != self.truth[name] and not (before and content == before.truth[name]):
                faults.append(f"{name} has {len(content)} bytes that are not its {len(self.truth[name])}")
        return faults + (self.faults_of_catalog(output, with_files=not before) if with_catalog else [])

    def faults_finished(self, output, with_catalog=True):
        """What is wrong with a folder whose run came to its end."""
        visible, hidden = tree(output)
        faults = [f"{name} is missing" for name in self.truth if name not in visible]
        faults += [f"{name} was left" for name in hidden if is_temporary(name)]
        if (output / f"{CATALOG}-journal").exists():
            faults.append("the catalog's journal was left")
        if self.job.catalog:
            catalog = Path(self.job.catalog)
            # The output folder is for pictures alone then, and the journal goes with the run.
            faults += [f"{name} is in the output folder" for name in hidden]
            faults += [f"{path.name} was left" for path in catalog.parent.glob(catalog.name + "-run-*")]
            faults += [f"{name} is in the output folder" for name in CATALOG_FILES if (output / name).exists()]
        return faults + self.faults_unfinished(output, with_catalog)

    def faults_of_catalog(self, output, with_files=True):
        """What `catalog verify` has to say of the catalog: of a copy, so that the next run finds it as it was left.

        A catalog that is not there yet, or that has nothing in it, is none that anything could be wrong with.
        """
        if self.job.catalog:
            # In its place, as its paths are seen from there.
            return self.verdict(self.job.catalog, with_files) if Path(self.job.catalog).exists() else []
        if not (output / CATALOG).exists():
            return []
        with tempfile.TemporaryDirectory(dir=output.parent) as folder:
            return self.verdict(copy_tree(output, Path(folder, output.name)) / CATALOG, with_files)

    def verdict(self, catalog, with_files):
        command = [self.job.packshot, "catalog", "verify", "--catalog", catalog, *["--files"][: int(with_files)]]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        said = (done.stdout + done.stderr).strip()
        if done.returncode == 0 or (done.returncode == 66 and said.endswith("it is empty")):
            return []
        first, *others = said.splitlines()
        return [f"catalog verify ends with {done.returncode}: {first}" + (f" (and {len(others)} more)" if others else "")]


def recipe(path, text=RECIPE):
    """Writes a recipe's file; returns its path."""
    path.write_text(text)
    return path


def is_temporary(name):
    """Whether this is one of packshot's temporary files. The lock stays."""
    return Path(name).name.startswith(".packshot-")


def tree(folder):
    """The bytes of every file below a folder by its path there, without the catalog's, and the names of hidden ones:
    (visible, hidden)."""
    visible, hidden = {}, []
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            below = str(path.relative_to(folder))
            if name.startswith("."):
                hidden.append(below)
            elif below not in CATALOG_FILES:
                visible[below] = path.read_bytes()
    return visible, hidden


def copy_tree(folder, destination):
    """Copies an output folder. Its pictures are linked: packshot never writes into one that is there."""

    def copied(source, copy):
        if Path(source).name in CATALOG_FILES:
            shutil.copy2(source, copy)
        else:
            os.link(source, copy)

    return shutil.copytree(folder, destination, copy_function=copied)
