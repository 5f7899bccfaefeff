"""Runs packshot for the checks, and checks the output folder."""

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
# The catalog, and SQLite's files beside it, which exist while it is in use or after a process was killed.
CATALOG_FILES = {CATALOG + end for end in ("", "-wal", "-shm", "-journal")}


class Job:
    """A run that can be repeated: a recipe and photos, rendered into any folder."""

    def __init__(self, packshot, recipe, photos, catalog=None):
        """catalog: the path of the catalog, or None for the catalog in the output folder."""
        self.packshot, self.recipe, self.photos, self.catalog = packshot, recipe, photos, catalog

    def command(self, output):
        elsewhere = ["--catalog", self.catalog] if self.catalog else []
        return [self.packshot, "run", self.recipe, self.photos, "--output", output, *elsewhere]

    def start(self, output, **more):
        """Starts the run and returns the process. Its standard error goes to a file beside the output folder."""
        with open(f"{output}.log", "wb") as log:
            return subprocess.Popen(self.command(output), stdout=subprocess.DEVNULL, stderr=log, **more)

    def run(self, output, timeout=60, **more):
        """Runs to the end. Returns the exit status, negative for a signal, and standard error."""
        done = subprocess.run(
            self.command(output), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=timeout, **more
        )
        return done.returncode, done.stderr.decode(errors="replace")


class Subject:
    """A job together with the result of an undisturbed run."""

    def __init__(self, job, folder):
        self.job, self.folder = job, folder
        began = time.perf_counter()
        status, said = job.run(folder)
        self.seconds = time.perf_counter() - began
        if status:
            sys.exit(f"the undisturbed run ends with {status}:\n{said}")
        self.truth, _ = tree(folder)

    def recorded_in(self, catalog):
        """The same subject, with its catalog outside the output folder."""
        other = copy.copy(self)
        other.job = Job(self.job.packshot, self.job.recipe, self.job.photos, catalog)
        return other

    def faults_unfinished(self, output, with_catalog=True, before=None):
        """What is wrong with a folder whose run didn't finish: visible files that aren't whole, and wrong records in the catalog.

        `before` is a job whose pictures the run replaces. Files may still be that job's, and the catalog may not yet have the record
        of a replaced file.
        """
        if not output.exists():
            return []
        visible, _ = tree(output)
        faults = []
        for name, content in visible.items():
            if name not in self.truth:
                faults.append(f"{name} is not a file of the run")
            elif content != self.truth[name] and not (before and content == before.truth[name]):
                faults.append(f"{name} has {len(content)} bytes that differ from the expected {len(self.truth[name])}")
        return faults + (self.faults_of_catalog(output, with_files=not before) if with_catalog else [])

    def faults_finished(self, output, with_catalog=True):
        """What is wrong with a folder whose run finished."""
        visible, hidden = tree(output)
        faults = [f"{name} is missing" for name in self.truth if name not in visible]
        faults += [f"{name} was left" for name in hidden if is_temporary(name)]
        if (output / f"{CATALOG}-journal").exists():
            faults.append("the catalog's journal was left behind")
        if self.job.catalog:
            catalog = Path(self.job.catalog)
            # With the catalog elsewhere, the output folder contains only pictures, and the run removes its journal at the end.
            faults += [f"{name} is in the output folder" for name in hidden]
            faults += [f"{path.name} was left" for path in catalog.parent.glob(catalog.name + "-run-*")]
            faults += [f"{name} is in the output folder" for name in CATALOG_FILES if (output / name).exists()]
        return faults + self.faults_unfinished(output, with_catalog)

    def faults_of_catalog(self, output, with_files=True):
        """The problems that `catalog verify` finds. A copy is verified, so that the catalog isn't changed before the next run.

        A catalog that doesn't exist yet or is empty has no problems.
        """
        if self.job.catalog:
            # Not a copy, because the catalog's paths are relative to its folder.
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
    """Writes a recipe to a file. Returns the path."""
    path.write_text(text)
    return path


def is_temporary(name):
    """Whether a file is one of packshot's temporary files. The lock file isn't: it stays."""
    return Path(name).name.startswith(".packshot-")


def tree(folder):
    """The files below a folder, without the catalog: (bytes of visible files by relative path, paths of hidden files)."""
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
    """Copies an output folder. Pictures are hard links, because packshot never writes into an existing picture."""

    def copied(source, copy):
        if Path(source).name in CATALOG_FILES:
            shutil.copy2(source, copy)
        else:
            os.link(source, copy)

    return shutil.copytree(folder, destination, copy_function=copied)
