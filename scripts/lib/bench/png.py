"""Usage: scripts/bench png [--photo FILE] [--side N] [--rounds N] [--slow]

Times writing and reading an RGBA PNG, on one thread and in turns with libpng and zlib. Also times the loops that filter and unfilter
rows. Takes about a minute.

The picture is made of the given photo, or of a sample.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from .sharing import built

SAMPLE = "Assets/samples"
LEAST_TIMES_BALANCED = 3.5
MOST_SIZE_BALANCED = 1.03
LEAST_TIMES_FAST = 3
MOST_SIZE_FAST = 1
LEAST_TIMES_READ = 2.2


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench png", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--photo", type=Path, metavar="FILE", help="what the picture is made of")
    parser.add_argument("--side", type=int, default=2000, metavar="N", help="its width and height (default 2000)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="number of measurements of each (default 5)")
    parser.add_argument("--slow", action="store_true", help="time `small` and zlib's level 9 too")
    options = parser.parse_args(arguments)
    photo = options.photo or next(iter(sorted(Path(SAMPLE).rglob("*.jpg"))))
    command = [built("PNGBenchmark"), photo, "--side", str(options.side), "--rounds", str(options.rounds)]
    printed = subprocess.run(
        command + (["--slow"] if options.slow else []), check=True, capture_output=True, text=True
    ).stdout
    figures = {figure["name"]: figure for figure in map(json.loads, printed.splitlines())}
    missed = written(figures, "fast, and libpng at level 1", "1", LEAST_TIMES_FAST, MOST_SIZE_FAST)
    missed += written(figures, "balanced, and libpng at level 6", "6", LEAST_TIMES_BALANCED, MOST_SIZE_BALANCED)
    if options.slow:
        written(figures, "small, and libpng at level 9", "9", None, None)
    for writer in ["ours 6", "libpng 6"]:
        ours, theirs = (figures[f"read {writer}, {reader}"] for reader in ["ours", "libpng"])
        times = theirs["seconds"] / ours["seconds"]
        print(
            f"{f'read what {writer.split()[0]} wrote':<34}{ours['MB/s']:>6} MB/s{theirs['MB/s']:>6} MB/s"
            f"{times:>7.2f} x   goal {LEAST_TIMES_READ} x"
        )
        missed += times < LEAST_TIMES_READ
    print()
    for name, figure in figures.items():
        if name.startswith("loop "):
            print(f"{name.removeprefix('loop '):<34}{figure['MB/s'] / 1000:>6.1f} GB/s")
    return 1 if missed else 0


def written(figures, name, compression, least_times, most_size):
    """Prints how a compression is beside libpng's; returns how many goals are missed."""
    ours, theirs = (figures[f"write, {writer} {compression}"] for writer in ["ours", "libpng"])
    times, size = theirs["seconds"] / ours["seconds"], ours["bytes"] / theirs["bytes"]
    goal = f"   goal {least_times} x, {most_size} x the size" if least_times else ""
    print(f"{name:<34}{ours['MB/s']:>6} MB/s{theirs['MB/s']:>6} MB/s{times:>7.2f} x, {size:.3f} x the size{goal}")
    return (times < least_times) + (size > most_size) if least_times else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
