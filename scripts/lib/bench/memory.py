"""Measures time and memory for a picture of a hundred megapixels: whole processes, from files to files.

packshot's job is `packshot run` with one job and a catalog, as people run it. A worker reads the photo, and the larger of the two
processes counts, because the other has little memory besides shared code. libvips has no program that makes six sizes from one decode,
so its process is Python with pyvips alone. Its memory before it opens a picture is printed, too. It makes the sizes from a picture that
is opened once, or separately, as `vipsthumbnail` does, which decodes the picture six times. On one thread.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from . import peers, stand_ins
from .sharing import built
from .tasks import LONGEST_SIDES, SIX_SIZES
from .timing import spread

SIDE = 10_000
MEGA = 1_000_000
MOST_MEMORY = 64 * MEGA
# A progressive JPEG's coefficients: two bytes for each sample, of luma and of two chromas of a quarter.
COEFFICIENTS = SIDE * SIDE * 3
# More rounds do not change what is held.
MOST_ROUNDS = 3

VIPS = """
import sys
sys.path.insert(0, sys.argv[1])
import pyvips
if len(sys.argv) > 2:
    how, photo, folder, *sides = sys.argv[2:]
    sides = list(map(int, sides))
    opened = pyvips.Image.new_from_file(photo) if how == "once" else None
    for side in sides:
        if opened:
            picture = opened.resize(side / opened.width)
        else:
            picture = pyvips.Image.thumbnail(photo, side, height=side, size="force")
        picture.jpegsave(f"{folder}/{side}.jpg", Q=80)
"""


class Process(NamedTuple):
    """Seconds of each round, and bytes of memory at most in any."""

    seconds: list
    memory: int


class Case(NamedTuple):
    """One input, and what each program took for it, by name."""

    kind: str
    file_bytes: int
    most_memory: int
    programs: dict


class Result(NamedTuple):
    name: str
    says: str
    cases: list
    # Bytes that Python with pyvips takes before it opens a picture.
    bare_memory: int

    @property
    def is_reached(self):
        return all(case.programs["packshot"].memory <= case.most_memory for case in self.cases)

    @property
    def text(self):
        lines = [f"    {self.says}"]
        for case in self.cases:
            lines.append(f"    {case.kind}, {case.file_bytes / MEGA:.0f} MB")
            for name, process in case.programs.items():
                goal = f", goal {case.most_memory / MEGA:.0f} MB or less" if name == "packshot" else ""
                lines.append(f"      {name:<22}{process.memory / MEGA:>7.0f} MB  {spread(process.seconds)} s{goal}")
        return "\n".join(lines)

    @property
    def table(self):
        """In Markdown."""
        names = list(self.cases[0].programs)
        lines = [
            f"Peak memory: {self.says}.",
            "",
            "| input | goal | " + " | ".join(names) + " |",
            "|---|---|" + "---|" * len(names),
        ]
        for case in self.cases:
            cells = [
                f"{process.memory / MEGA:.0f} MB, {spread(process.seconds)} s" for process in case.programs.values()
            ]
            lines.append(
                f"| {case.kind}, {case.file_bytes / MEGA:.0f} MB | {case.most_memory / MEGA:.0f} MB | "
                + " | ".join(cells)
                + " |"
            )
        return "\n".join(lines) + "\n"

    def described(self):
        return {
            "task": self.name,
            "says": self.says,
            "bareMemory": self.bare_memory,
            "inputs": [
                {
                    "input": case.kind,
                    "bytes": case.file_bytes,
                    "goal": case.most_memory,
                    "programs": {name: process._asdict() for name, process in case.programs.items()},
                }
                for case in self.cases
            ],
        }


def measured(material, engine, rivals, rounds):
    packshot = built("packshot")
    recipe = material.recipe("memory", SIX_SIZES)
    output = material.folder / "memory"
    rounds = min(rounds, 1 if material.is_quick else MOST_ROUNDS)

    def ours(photo):
        command = [packshot, "run", recipe, photo, "--output", output, "--catalog", output / "catalog.sqlite"]
        return process([*command, "--jobs", "1", "--quiet"], output)

    def theirs(how):
        return lambda photo: process(vips_process(how, photo, output, *LONGEST_SIDES), output)

    programs = {"packshot": ours, "pyvips, one decode": theirs("once")}
    # It takes half a minute.
    programs |= {} if material.is_quick else {"pyvips, each": theirs("each")}
    cases = []
    photo = material.photo_of_sharp()
    for kind, suffix in {"baseline JPEG": "jpg", "progressive JPEG": "progressive.jpg", "PNG": "png"}.items():
        file = enlarged(photo, suffix, rivals[0])
        taken = {name: [] for name in programs}
        for _ in range(rounds):
            for name, work in programs.items():
                taken[name].append(work(file))
        most = MOST_MEMORY + (COEFFICIENTS if kind == "progressive JPEG" else 0)
        cases.append(
            Case(
                kind,
                file.stat().st_size,
                most,
                {
                    name: Process([one["seconds"] for one in all], max(one["memory"] for one in all))
                    for name, all in taken.items()
                },
            )
        )
    bare = process(vips_process(), output)["memory"]
    says = (
        f"{SIDE * SIDE // MEGA} megapixels to six sizes, the larger process of `packshot run --jobs 1`, and Python with "
        f"pyvips, which by itself takes {bare / MEGA:.0f} MB"
    )
    return Result("memory", material.said(says, photo), cases, bare)


def vips_process(*arguments):
    return [sys.executable, "-IS", "-c", VIPS, peers.FOLDER.absolute(), *arguments]


def process(command, output):
    """What a process takes that writes into an empty folder."""
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir()
    runner = [sys.executable, "-IS", Path(__file__).with_name("peak.py")]
    finished = subprocess.run([*runner, *map(str, command)], check=True, stdout=subprocess.PIPE, text=True)
    figures = json.loads(finished.stdout)
    if figures["code"]:
        sys.exit(f"{command[0]} ended with {figures['code']}; what it said stands above")
    return figures


def enlarged(photo, suffix, vips):
    """A picture of a hundred megapixels, kept for the next time: a photo beside its mirror images, again and again."""
    file = stand_ins.FOLDER / f"{photo.stem}-{SIDE}.{suffix}"
    if file.exists():
        return file
    stand_ins.FOLDER.mkdir(parents=True, exist_ok=True)
    print(f"==> Making {file}", flush=True)
    tile = vips.vips.Image.new_from_file(str(photo)).copy_memory()
    tile = tile.join(tile.fliphor(), "horizontal")
    tile = tile.join(tile.flipver(), "vertical")
    whole = tile.replicate(-(-SIDE // tile.width), -(-SIDE // tile.height)).crop(0, 0, SIDE, SIDE)
    unfinished = file.with_name("unfinished." + suffix)
    if suffix == "png":
        whole.pngsave(str(unfinished), compression=6)
    else:
        whole.jpegsave(str(unfinished), Q=85, subsample_mode="on", interlace=suffix.startswith("progressive"))
    os.replace(unfinished, file)
    return file
