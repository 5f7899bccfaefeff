"""Usage: scripts/bench jobs [--data FOLDER] [--rounds N] [--photos N] [--task NAME…] [--binary PACKSHOT]

Times the engine's tasks end to end: `packshot run --jobs 1` over a folder of photos, with its start, its flushes and what it writes to
the catalog. Compares it with a loop in Python in which pyvips reads each file and writes each picture, without Python's start. If a task
has only one photo, the photo is copied many times. Also times the work in memory, and prints how much of that ratio a whole job keeps:
the goal is 0.9. With --binary, only the whole jobs are timed, with that program.

Both programs write to the same disk, in turns. The shortest time of each counts.
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import peers, timing
from .sharing import built
from .tasks import RENDERINGS, Material, trim

TASKS = {name: RENDERINGS[name] for name in ("thumb-jpeg", "thumb-png", "compose", "six-sizes")} | {"trim": trim}
METHODS = {
    "thumb-jpeg": "thumb_jpeg", "thumb-png": "thumb_png", "compose": "compose", "six-sizes": "six_once", "trim": "trim"}
GOAL = 0.9


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench jobs", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), metavar="FOLDER", help="the inputs")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="number of measurements of each (default 5)")
    parser.add_argument("--photos", type=int, default=40, metavar="N", help="number of copies of a single photo (default 40)")
    parser.add_argument("--task", action="append", choices=TASKS, metavar="NAME", help=", ".join(TASKS))
    parser.add_argument("--binary", type=Path, metavar="PACKSHOT", help="the program (default: it is built)")
    options = parser.parse_args(arguments)
    missing = peers.install()
    if "pyvips-binary pyvips" in missing:
        sys.exit(f"the comparison needs pyvips: {missing}")
    packshot = (options.binary or built("packshot")).absolute()
    missed = 0
    print("task         photos  packshot    pyvips  ratio  in memory  left   milliseconds a photo")
    with tempfile.TemporaryDirectory(prefix="packshot-bench-") as folder, contextlib.ExitStack() as stack:
        engine = None if options.binary else stack.enter_context(timing.Engine(built("EngineBenchmark")))
        material = Material(options.data, Path(folder), False)
        for name in options.task or TASKS:
            task = TASKS[name](material)
            whole = Whole(task, METHODS[name], Path(folder) / name, options.photos)
            ours, theirs = whole.timed(packshot, options.rounds)
            ratio, count, kept = theirs / ours, len(whole.photos), ""
            if engine:
                memory = in_memory(task, METHODS[name], engine, options.rounds)
                missed += ratio < GOAL * memory
                kept = f" {memory:10.2f} {ratio / memory:5.2f}"
            print(
                f"{name:12} {count:6} {1000 * ours / count:9.2f} {1000 * theirs / count:9.2f} {ratio:6.2f}{kept}",
                flush=True,
            )
    return min(missed, 1)


class Whole:
    """A task as a folder of photos and a recipe, and what pyvips is told for each photo."""

    def __init__(self, task, method, folder, count):
        self.method, self.folder = method, folder
        self.inputs = folder / "photos"
        self.inputs.mkdir(parents=True)
        jobs = task.jobs if len(task.jobs) > 1 else task.jobs * count
        self.photos = []
        for number, job in enumerate(jobs):
            photo = self.inputs / f"P{number:04}{job.photo.suffix}"
            shutil.copyfile(job.photo, photo)
            self.photos.append((photo, job.arguments[1:]))
        text = jobs[0].recipe.read_text()
        self.extension = "png" if '"a.png"' in text else "jpg"
        text = text.replace('"a.', '"{stem}.')
        for side in (1600, 1200, 800, 400, 200, 100):
            text = text.replace(f'"{side}.jpg"', f'"{{stem}}-{side}.jpg"')
        self.recipe = folder / "recipe.yaml"
        self.recipe.write_text(text)

    def timed(self, packshot, rounds):
        """The least seconds of each."""
        ours, theirs = [], []
        vips = peers.Vips()
        for _ in range(rounds):
            output = self.emptied()
            began = time.perf_counter()
            subprocess.run(
                [packshot, "run", self.recipe, self.inputs, "--output", output, "--jobs", "1", "--quiet"], check=True)
            ours.append(time.perf_counter() - began)
            output = self.emptied()
            began = time.perf_counter()
            for photo, arguments in self.photos:
                made = getattr(vips, self.method)(photo.read_bytes(), *arguments)
                for number, file in enumerate(made):
                    (output / f"{photo.stem}-{number}.{self.extension}").write_bytes(file)
            theirs.append(time.perf_counter() - began)
        return min(ours), min(theirs)

    def emptied(self):
        output = self.folder / "output"
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir()
        os.sync()
        return output


def in_memory(task, method, engine, rounds):
    """How many times as long pyvips takes in memory, of all photos together."""
    vips = peers.Vips()
    ours = theirs = 0
    for job in task.jobs:
        number = engine.prepare(job)
        seconds = {"ours": [], "theirs": []}
        for _ in range(rounds):
            seconds["ours"].append(engine.ask("render", task=number)["seconds"])
            began = time.perf_counter()
            getattr(vips, method)(*job.arguments)
            seconds["theirs"].append(time.perf_counter() - began)
        ours += min(seconds["ours"])
        theirs += min(seconds["theirs"])
    return theirs / ours


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
