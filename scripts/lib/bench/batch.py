"""Usage: scripts/bench batch [--photos N] [--unchanged N] [--keep FOLDER]

Times a run over ten thousand photos of 64 × 64 pixels with one output, compared with the least possible work (decoding, encoding,
flushing and renaming, without checks, hashes and records). Times a run over a hundred thousand photos that are up to date. Takes a
few minutes and 2 GB in a temporary folder.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from .sharing import built, workplace

RECIPE = """packshot: 1
name: bench
steps: []
outputs:
  - { file: "{relative}/{stem}.jpg", quality: 85 }
"""
ROUNDS = 5
MOST_TIMES_FLOOR = 2
MOST_SECONDS_UNCHANGED = 2


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench batch", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--photos", type=int, default=10_000, metavar="N", help="how many to render (default 10,000)")
    parser.add_argument(
        "--unchanged", type=int, default=100_000, metavar="N", help="how many are rendered already (default 100,000)"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work in this folder, and leave what is made there")
    options = parser.parse_args(arguments)
    packshot, helper = built("packshot"), built("BatchBenchmark")
    with workplace(options.keep) as folder:
        return measure(packshot, helper, folder, options)


def measure(packshot, helper, folder, options):
    """Prints every figure beside its goal; returns the exit code."""
    recipe = folder / "bench.yaml"
    recipe.write_text(RECIPE)
    photos = made(helper, folder / "photos", options.photos)
    print("==> Rendering, and the least that it takes, in turns", flush=True)
    rendering, floors = [], []
    for _ in range(ROUNDS):
        floors.append(floor(helper, photos, folder / "floor"))
        rendering.append(run(packshot, recipe, photos, folder / "pictures", anew=True))
    many = made(helper, folder / "many", options.unchanged)
    print("==> Rendering those that are to stay as they are", flush=True)
    run(packshot, recipe, many, folder / "finished", anew=True)
    print("==> Looking at them again", flush=True)
    unchanged = [run(packshot, recipe, many, folder / "finished", anew=False) for _ in range(ROUNDS)]

    times = statistics.median(ours / least for ours, least in zip(rendering, floors))
    print(f"\n{'':<34}{'median':>9}{'worst':>9}   goal")
    row(f"{options.photos:,} photos rendered", rendering, f"{MOST_TIMES_FLOOR} x the floor or less: {times:.2f} x")
    row("the floor", floors, "")
    row(f"{options.unchanged:,} photos unchanged", unchanged, f"{MOST_SECONDS_UNCHANGED} s or less")
    missed = times > MOST_TIMES_FLOOR or statistics.median(unchanged) > MOST_SECONDS_UNCHANGED
    return 1 if missed else 0


def row(name, seconds, goal):
    print(f"{name:<34}{statistics.median(seconds):>7.2f} s{max(seconds):>7.2f} s   {goal}")


def made(helper, folder, count):
    """The folder, with as many photos."""
    print(f"==> Making {count:,} photos", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([helper, "photos", folder, str(count)], check=True)
    return folder


def floor(helper, photos, output):
    """The seconds of the least that can be done."""
    shutil.rmtree(output, ignore_errors=True)
    finished = subprocess.run([helper, "floor", photos, output], check=True, capture_output=True, text=True)
    return json.loads(finished.stdout)["seconds"]


def run(packshot, recipe, photos, output, anew):
    """The seconds of a whole run of the program, from its start to its end."""
    catalog = output.with_suffix(".sqlite")
    if anew:
        shutil.rmtree(output, ignore_errors=True)
        for path in output.parent.glob(catalog.name + "*"):
            path.unlink()
    command = [packshot, "run", recipe, photos, "--output", output, "--catalog", catalog]
    began = time.perf_counter()
    finished = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - began
    expected = "rendered" if anew else "unchanged"
    if expected not in finished.stderr:
        sys.exit(f"this run was to find its photos {expected}:\n{finished.stderr}")
    return seconds


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
