"""Usage: scripts/bench golden [--quick] [--photo FILE] [--rounds N] [--cases N] [--keep FOLDER]

Times `packshot compare A B --diff D`, compared with ImageMagick's `compare A B D` and with BlazeDiff, over pairs of PNGs and of JPEGs
that differ in a few places, and over PNGs with the same pixels. They take turns. packshot and ImageMagick are whole processes; BlazeDiff
is a function in Python, timed without Python's start, with and without its picture of the difference. Times `packshot golden check` over
thousands of small cases, compared with `packshot run` over the same photos with the same recipe. Takes about ten minutes, and 1 GB in a
temporary folder.

The pictures are made of a photo scaled to 4K and 8K: the given one, or a generated picture of clouds and grain.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from . import peers
from .sharing import built, workplace

SIZES = {"4K": (3840, 2160), "8K": (7680, 4320)}
LEAST_TIMES = {"png": 8, "jpg": 3}
MOST_TIMES_RUN = 2
SAME, DIFFERENT = 0, 1

RECIPE = """packshot: 1
name: bench
steps:
  - sepiaTone: { intensity: 0.8 }
outputs:
  - { file: "{relative}/{stem}.png" }
"""


class Measured(NamedTuple):
    """What a process took: seconds, and bytes of memory at most."""

    seconds: float
    memory: int


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench golden", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--quick", action="store_true", help="4K alone, three rounds, 500 cases")
    parser.add_argument("--photo", type=Path, metavar="FILE", help="the photo that the pictures are made from")
    parser.add_argument("--rounds", type=int, metavar="N", help="number of measurements of each (default 7)")
    parser.add_argument("--cases", type=int, metavar="N", help="how many golden cases (default 5,000)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work in this folder, and keep its files")
    options = parser.parse_args(arguments)
    rounds = options.rounds or (3 if options.quick else 7)
    cases = options.cases or (500 if options.quick else 5_000)
    if not shutil.which("compare") or not shutil.which("convert"):
        sys.exit("ImageMagick is not installed; this benchmark compares with it and makes the pictures with it")
    missing = peers.install()
    if "blazediff" in missing:
        sys.exit(f"the comparison needs BlazeDiff: {missing['blazediff']}")
    packshot, helper = built("packshot"), built("BatchBenchmark")
    with workplace(options.keep) as folder:
        missed = measure_pictures(packshot, folder, options.photo, ["4K"] if options.quick else list(SIZES), rounds)
        missed += measure_cases(packshot, helper, folder, cases, 3)
        return 1 if missed else 0


# MARK: Two pictures


def measure_pictures(packshot, folder, photo, sizes, rounds):
    """Prints how two pictures are compared; returns how many goals are missed."""
    missed = 0
    rows = []
    for size in sizes:
        for kind, goal in LEAST_TIMES.items():
            print(f"==> Making two {size} {kind.upper()}s", flush=True)
            expected, actual = pair(folder, size, kind, photo)
            missed += timed(rows, packshot, f"{size} {kind.upper()}", expected, actual, [], DIFFERENT, rounds, goal)
            if (size, kind) == (sizes[0], "png"):
                copy = folder / f"copy.{kind}"
                shutil.copyfile(expected, copy)
                timed(rows, packshot, f"{size} PNG, identical", expected, copy, [], SAME, rounds)
                draw([expected], ["-quality", "55"], copy)
                timed(rows, packshot, f"{size} PNG, the same pixels", expected, copy, [], SAME, rounds)
                for measure in (["--perceptual", "2"], ["--ssim", "0.95"]):
                    name = f"{size} PNG, {' '.join(measure)}"
                    timed(rows, packshot, name, expected, actual, measure, DIFFERENT, rounds)
    print(
        f"\n{'':<28}{'packshot':>9}{'from':>7}{'to':>7}{'ImageMagick':>13}{'memory':>9}{'and':>9}"
        "   times as fast   as BlazeDiff   without a picture"
    )
    print("\n".join(rows))
    return missed


def timed(rows, packshot, name, expected, actual, measure, status, rounds, goal=None):
    """Times the programs in turns and adds a row; returns whether the goal is missed."""
    print(f"==> Comparing: {name}", flush=True)
    difference = expected.parent / "difference.png"
    ours, theirs, plain, blaze, plain_blaze = [], [], [], [], []
    for _ in range(rounds):
        command = [packshot, "compare", expected, actual, "--quiet", *measure]
        ours.append(process([*command, "--diff", difference], {status}))
        if not measure:
            plain.append(process(command, {status}).seconds)
            blaze.append(blazediff(expected, actual, difference))
            plain_blaze.append(blazediff(expected, actual))
        # It exits with 1 where pictures differ much, and 0 where they are the same or nearly.
        theirs.append(process(["compare", expected, actual, difference], {SAME, DIFFERENT}))
    times = statistics.median(theirs.seconds / ours.seconds for ours, theirs in zip(ours, theirs))
    seconds = [one.seconds for one in ours]
    memory = [max(one.memory for one in side) / 1e6 for side in (ours, theirs)]
    said = "" if goal is None else f", goal {goal} x or more"
    rows.append(
        f"{name:<28}{statistics.median(seconds):>7.3f} s{min(seconds):>7.3f}{max(seconds):>7.3f}"
        f"{statistics.median(one.seconds for one in theirs):>11.3f} s{memory[0]:>6.0f} MB{memory[1]:>6.0f} MB"
        f"   {times:.2f} x{said}"
        + (f"   {ratio(blaze, seconds)}   {ratio(plain_blaze, plain)}" if blaze else "")
    )
    return goal is not None and times < goal


def blazediff(expected, actual, difference=None):
    """The seconds that BlazeDiff takes, without Python's start. It writes a picture only if the pictures differ."""
    program = (
        "import sys, time, blazediff; began = time.perf_counter(); blazediff.compare(*sys.argv[1:]);"
        " print(time.perf_counter() - began)"
    )
    pictures = [expected, actual, *([difference] if difference else [])]
    environment = {**os.environ, "PYTHONPATH": str(peers.FOLDER.absolute())}
    done = subprocess.run([sys.executable, "-c", program, *pictures], check=True, stdout=subprocess.PIPE, env=environment)
    return float(done.stdout)


def ratio(theirs, ours):
    return f"{statistics.median(their / our for their, our in zip(theirs, ours)):.2f} x"


def pair(folder, size, kind, photo):
    """Two pictures: one, and the same with a few damaged places and light noise in one region."""
    width, height = SIZES[size]
    expected, actual = folder / f"{size}-expected.{kind}", folder / f"{size}-actual.{kind}"
    whole = folder / f"{size}.miff"
    if not whole.exists():
        source = [photo] if photo else ["-size", f"{width // 2}x{height // 2}", "-seed", "1", "plasma:grey60-sienna"]
        grain = [] if photo else ["-attenuate", "0.15", "+noise", "Gaussian"]
        filled = ["-resize", f"{width}x{height}^", "-gravity", "center", "-extent", f"{width}x{height}", "+gravity"]
        draw(source, ["-strip", *filled, *grain, "-alpha", "off", "-depth", "8"], whole)
    x, y = width // 5, height // 5
    damage = [
        *("-fill", "red", "-draw", f"rectangle {x},{y} {x + 120},{y + 60}"),
        *("-fill", "white", "-draw", f"circle {3 * x},{3 * y} {3 * x + 40},{3 * y}"),
        *("-fill", "none", "-stroke", "black", "-draw", f"line {x},{4 * y} {2 * x},{4 * y + 30}", "-stroke", "none"),
        *("-region", f"400x400+{2 * x}+{2 * y}", "-seed", "2", "-attenuate", "0.3", "+noise", "Gaussian", "+region"),
        *("-alpha", "off"),
    ]
    draw([whole], ["-quality", "90"] if kind == "jpg" else [], expected)
    draw([whole], [*damage, *(["-quality", "90"] if kind == "jpg" else [])], actual)
    return expected, actual


def draw(source, steps, picture):
    subprocess.run(["convert", *source, *steps, picture], check=True)


# MARK: Many cases


def measure_cases(packshot, helper, folder, count, rounds):
    """Prints how long a suite takes beside a run; returns whether the goal is missed."""
    print(f"==> Making {count:,} golden cases, each of which names the one recipe", flush=True)
    photos, suite, output = folder / "photos", folder / "goldens", folder / "rendered"
    for made in (photos, suite):
        shutil.rmtree(made, ignore_errors=True)
    subprocess.run([helper, "photos", photos, str(count), "--side", "128"], check=True)
    recipe = folder / "bench.yaml"
    recipe.write_text(RECIPE)
    render(packshot, recipe, photos, output)
    for photo in sorted(photos.rglob("*.jpg")):
        case = suite / photo.stem
        case.mkdir(parents=True)
        (case / "case.yaml").write_text("recipe: ../../bench.yaml\n")
        shutil.copyfile(photo, case / "input.jpg")
        shutil.copyfile((output / photo.relative_to(photos)).with_suffix(".png"), case / "expected.png")
    print("==> Checking them, and rendering their photos, in turns", flush=True)
    checking, rendering = [], []
    for _ in range(rounds):
        checking.append(process([packshot, "golden", "check", suite, "--quiet"], {SAME}))
        rendering.append(render(packshot, recipe, photos, output))
    times = statistics.median(check.seconds / run.seconds for check, run in zip(checking, rendering))
    print(f"\n{'':<34}{'median':>9}{'worst':>9}{'memory':>9}   goal")
    goal = f"{MOST_TIMES_RUN} x the run or less: {times:.2f} x"
    for name, side, said in ((f"{count:,} cases checked", checking, goal), ("their photos rendered", rendering, "")):
        seconds, memory = [one.seconds for one in side], max(one.memory for one in side) / 1e6
        print(f"{name:<34}{statistics.median(seconds):>7.2f} s{max(seconds):>7.2f} s{memory:>6.0f} MB   {said}")
    return times > MOST_TIMES_RUN


def render(packshot, recipe, photos, output):
    """What a run into an empty folder takes."""
    shutil.rmtree(output, ignore_errors=True)
    for path in output.parent.glob(output.name + ".sqlite*"):
        path.unlink()
    catalog = output.with_suffix(".sqlite")
    return process([packshot, "run", recipe, photos, "--output", output, "--catalog", catalog], {SAME})


def process(command, statuses):
    """What a process takes from its start to its end."""
    runner = [sys.executable, "-IS", Path(__file__).with_name("peak.py")]
    done = subprocess.run([*runner, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    figures = json.loads(done.stdout)
    if figures["code"] not in statuses:
        sys.exit(f"{command[0]} ended with {figures['code']}:\n{done.stderr}")
    return Measured(figures["seconds"], figures["memory"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
