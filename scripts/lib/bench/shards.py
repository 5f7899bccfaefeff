"""Usage: scripts/bench shards [--cases N] [--shards N] [--failing N] [--program FILE] [--keep FOLDER]

Times a golden suite of thousands of small cases: checking it in shards, one after the other, and merging the results into one report and
one comment. Takes about five minutes, and 500 MB in a temporary folder.

Each case is a noisy picture of 32 × 32 pixels with a recipe without steps. Some expected pictures have a square of another colour, so
their cases must fail.
"""

import argparse
import json
import random
import struct
import subprocess
import sys
import zlib
from pathlib import Path

from .golden import process
from .sharing import built, workplace

SIDE = 32
MOST_COMMENT_CHARACTERS = 65_536
PASSED, FAILED = 0, 1

RECIPE = """packshot: 1
name: plain
outputs:
  - { file: "{stem}.png" }
"""


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench shards", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--cases", type=int, default=20_000, metavar="N", help="how many there are (default 20,000)")
    parser.add_argument("--shards", type=int, default=4, metavar="N", help="how many parts (default 4)")
    parser.add_argument("--failing", type=int, default=500, metavar="N", help="one case in so many fails (default 500)")
    parser.add_argument("--program", type=Path, metavar="FILE", help="a packshot that is there, instead of building one")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work in this folder, and leave what is made there")
    options = parser.parse_args(arguments)
    packshot = options.program or built("packshot")
    with workplace(options.keep) as folder:
        failing = make_suite(folder / "goldens", options.cases, options.failing)
        results = [folder / f"results-{shard}" for shard in range(1, options.shards + 1)]
        for shard, place in enumerate(results, 1):
            check = [packshot, "golden", "check", folder / "goldens", "--shard", f"{shard}/{options.shards}"]
            tell(f"shard {shard}/{options.shards}", process([*check, "--output", place, "--quiet"], {PASSED, FAILED}))
        report = [packshot, "golden", "report", *results, "--quiet", "--report", folder / "report.html"]
        tell("one report of all", process([*report, "--junit", folder / "results.xml"], {FAILED}))
        stored = json.loads(output([packshot, "golden", "report", *results, "--json"], folder / "merged.json"))
        comment = output([packshot, "golden", "comment", *results], folder / "comment.md")
        print(f"the page {(folder / 'report.html').stat().st_size / 1e6:.1f} MB, the comment {len(comment):,} characters")
        found = {case["name"] for case in stored["cases"] if case["state"] == "failed"}
        if len(stored["cases"]) != options.cases or found != failing or len(comment) > MOST_COMMENT_CHARACTERS:
            print(f"wrong: {len(stored['cases']):,} cases, {len(found)} of {len(failing)} that fail", file=sys.stderr)
            return 1
        return 0


def make_suite(suite, count, failing):
    """Makes the cases; returns the names of those that are to fail."""
    print(f"==> Making {count:,} golden cases", flush=True)
    noise = random.Random(20_000)
    wrong = set()
    for index in range(count):
        name = f"{index // 1000:03}/{index:06}"
        case = suite / name
        case.mkdir(parents=True, exist_ok=True)
        pixels = [bytearray(noise.randbytes(3 * SIDE)) for _ in range(SIDE)]
        (case / "recipe.yaml").write_text(RECIPE)
        (case / "input.png").write_bytes(png(pixels))
        if index % failing == 0:
            wrong.add(name)
            for row in pixels[4:12]:
                row[12:36] = bytes(24)
        (case / "expected.png").write_bytes(png(pixels))
    return wrong


def png(rows):
    """A PNG of 8-bit RGB rows."""

    def chunk(kind, content):
        checked = kind + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    content = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", content) + chunk(b"IEND", b"")


def output(command, place):
    """What a command prints, which is kept in a file too."""
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout
    place.write_text(said)
    return said


def tell(name, measured):
    print(f"{name:<20}{measured.seconds:>8.2f} s{measured.memory / 1e6:>8.0f} MB", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
