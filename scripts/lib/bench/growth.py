"""Usage: scripts/bench growth [--most N] [--keep FOLDER] [--markdown]

Times runs over 1,000, 10,000 and 100,000 unchanged photos of 64 × 64 pixels. Prints each run's time and memory, in total and per photo.
Fails if the time per photo grows by more than a quarter from one step to the next. Rendering the photos first takes a second for every
thousand. A million photos take 15 GB in a temporary folder.

For example: scripts/bench growth --most 10000
"""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

from . import batch
from .sharing import built, workplace

LEAST, MOST = 1_000, 100_000
ROUNDS = 5
# How much the time per photo may grow when the number of photos grows tenfold.
MOST_GROWTH = 1.25


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench growth", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help=f"the largest number (default {MOST:,})")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work in this folder, and leave what is made there")
    parser.add_argument("--markdown", action="store_true", help="print a table for a page")
    options = parser.parse_args(arguments)
    packshot, helper = built("packshot"), built("BatchBenchmark")
    rows = []
    with workplace(options.keep) as folder:
        recipe = folder / "bench.yaml"
        recipe.write_text(batch.RECIPE)
        count = LEAST
        while count <= options.most:
            rows.append((count, *measured(packshot, helper, folder, recipe, count)))
            count *= 10
    print("\n".join(table(rows) if options.markdown else lines(rows)))
    grown = [now / before for before, now in zip(per_photo(rows), per_photo(rows)[1:])]
    return 1 if any(growth > MOST_GROWTH for growth in grown) else 0


def measured(packshot, helper, folder, recipe, count):
    """The seconds of each run that finds nothing to do, and the most bytes that one of them took."""
    photos, output = batch.made(helper, folder / f"photos-{count}", count), folder / f"pictures-{count}"
    print(f"==> Rendering them, and looking at them {ROUNDS} times", flush=True)
    batch.run(packshot, recipe, photos, output, anew=True)
    command = [packshot, "run", recipe, photos, "--output", output, "--catalog", output.with_suffix(".sqlite"), "--quiet"]
    runner = [sys.executable, "-IS", Path(__file__).with_name("peak.py")]
    runs = [
        json.loads(subprocess.run([*runner, *command], check=True, stdout=subprocess.PIPE, text=True).stdout)
        for _ in range(ROUNDS)
    ]
    return [run["seconds"] for run in runs], max(run["memory"] for run in runs)


def per_photo(rows):
    return [statistics.median(seconds) / count for count, seconds, _ in rows]


def lines(rows):
    for count, seconds, memory in rows:
        median = statistics.median(seconds)
        yield (
            f"{count:>9,} photos  {median:7.3f} s ({min(seconds):.3f}–{max(seconds):.3f})  {1e6 * median / count:6.1f} µs each"
            f"  {memory / 1e6:6.1f} MB  {memory / count:9,.0f} bytes each"
        )


def table(rows):
    yield "| photos, none of them changed | time | per photo | peak memory |"
    yield "|---|---|---|---|"
    for count, seconds, memory in rows:
        median = statistics.median(seconds)
        yield f"| {count:,} | {median:.2f} s | {1e6 * median / count:.0f} µs | {memory / 1e6:.0f} MB |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
