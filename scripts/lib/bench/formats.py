"""Usage: scripts/bench formats [--photos FOLDER] [--side N] [--rounds N] [--most N]

Encodes photos as JPEG, progressive JPEG, WebP and AVIF with packshot and with libvips. Prints the sizes and times of files that look
alike: those with the SSIMULACRA2 score of packshot's progressive JPEG of quality 82. Each photo is first scaled to the given size, and
both programs encode it from memory. Takes some minutes.

The photos are those in the given folder, or the samples.
"""

import argparse
import math
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from . import peers
from .sharing import built
from .timing import Engine

SAMPLES = Path("Assets/samples")
QUALITY = 82
MOST_SIZE_OF_AVIF = 0.8
LADDER = [45, 60, 70, 78, 84, 89, 93, 96]


class Format(NamedTuple):
    name: str
    # Of packshot's output, beside its quality.
    settings: str
    # libvips' method, and what it is told beside its quality.
    method: str
    options: dict


FORMATS = [
    Format("JPEG", "format: jpeg", "jpegsave_buffer", {"optimize_coding": False}),
    Format(
        "JPEG, progressive", "format: jpeg, progressive: true", "jpegsave_buffer", {"interlace": True, "optimize_coding": True}
    ),
    Format("WebP, effort 4", "format: webp", "webpsave_buffer", {"effort": 4}),
    Format("AVIF, effort 4", "format: avif", "heifsave_buffer", {"compression": "av1", "effort": 4}),
]


class Point(NamedTuple):
    """A file, or what one would be between two that were made."""

    quality: float
    score: float
    bytes: float


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench formats", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--photos", type=Path, default=SAMPLES, metavar="FOLDER", help="JPEGs (default: the samples)")
    parser.add_argument("--side", type=int, default=800, metavar="N", help="the pictures' longer side (default 800)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="number of measurements of each (default 5)")
    parser.add_argument("--most", type=int, default=8, metavar="N", help="the most photos that are taken (default 8)")
    options = parser.parse_args(arguments)
    photos = sorted(options.photos.rglob("*.jpg"))[: options.most]
    if not photos:
        parser.error(f"there is no .jpg in {options.photos}")
    for package, why in peers.install().items():
        print(f"{package} is missing: {why}")
    vips = peers.Vips()
    print(f"{len(photos)} photos, longer side {options.side}; libvips {vips.version}\n")
    ratios = {}
    with tempfile.TemporaryDirectory() as folder, Engine(built("EngineBenchmark")) as engine:
        bench = Bench(engine, vips, Path(folder), options)
        for number, photo in enumerate(photos, 1):
            print(f"{number}/{len(photos)} {photo.name}", flush=True)
            for name, found in bench.compared(photo).items():
                ratios.setdefault(name, []).append(found)
    return report(ratios)


class Bench:
    def __init__(self, engine, vips, folder, options):
        self.engine, self.vips, self.folder, self.options = engine, vips, folder, options
        self.recipes = 0

    def compared(self, photo):
        """By format: what packshot's and libvips' files take where they look like packshot's progressive JPEG."""
        side = self.options.side
        resized = f"steps: [ {{ resize: {{ width: {side}, height: {side} }} }} ]"
        picture = self.folder / "picture.png"
        picture.write_bytes(self.file(photo, f"format: png, compression: 0, {resized}"))
        pixels = self.vips.vips.Image.new_from_file(str(picture)).copy_memory()
        wanted = self.vips.pixels(pixels)
        jpeg = self.file(picture, f"format: jpeg, progressive: true, quality: {QUALITY}")
        goal = self.score(jpeg, wanted)
        found = {}
        for format in FORMATS:

            def ours(quality):
                return self.file(picture, f"{format.settings}, quality: {quality}")

            def theirs(quality):
                return getattr(pixels, format.method)(Q=quality, **format.options)

            points = [self.matched(encode, wanted, goal) for encode in (ours, theirs)]
            if all(points):
                times = self.times(picture, pixels, format, *(round(point.quality) for point in points))
                found[format.name] = (points[0], points[1], len(jpeg), *times)
        return found

    def file(self, photo, output):
        """What packshot makes of a photo."""
        task = self.prepared(photo, output)
        self.engine.ask("save", task=task, folder=str(self.folder))
        return next(file for file in self.folder.iterdir() if file.stem == "0").read_bytes()

    def prepared(self, photo, output):
        for old in self.folder.glob("0.*"):
            old.unlink()
        recipe = self.folder / "recipe.yaml"
        recipe.write_text(f"packshot: 1\nname: bench\noutputs: [ {{ file: a, {output} }} ]\n")
        self.engine.ask("prepare", recipe=str(recipe), photo=str(photo))
        self.recipes += 1
        return self.recipes - 1

    def score(self, file, wanted):
        from .fidelity import score

        return score(self.vips.pixels(self.vips.vips.Image.new_from_buffer(file, "")), wanted)

    def matched(self, encode, wanted, goal):
        """The file of some score, between those of the ladder; None where none is as good, or all are better."""
        points = []
        for quality in LADDER:
            file = encode(quality)
            points.append(Point(quality, self.score(file, wanted), len(file)))
        for low, high in zip(points, points[1:]):
            if low.score <= goal <= high.score:
                part = (goal - low.score) / (high.score - low.score)
                size = low.bytes * (high.bytes / low.bytes) ** part
                return Point(low.quality + part * (high.quality - low.quality), goal, size)
        return None

    def times(self, picture, pixels, format, our_quality, their_quality):
        """The least seconds that each takes to encode, in turns. Ours are less those of the PNG that the picture is read from."""
        task = self.prepared(picture, f"{format.settings}, quality: {our_quality}")
        ours, reading, theirs = [], [], []
        for _ in range(self.options.rounds):
            reading.append(self.engine.ask("decode", task=task)["seconds"])
            ours.append(self.engine.ask("render", task=task)["seconds"])
            began = time.perf_counter()
            getattr(pixels, format.method)(Q=their_quality, **format.options)
            theirs.append(time.perf_counter() - began)
        return min(ours) - min(reading), min(theirs)


def report(ratios):
    print(f"\nWhere they look like packshot's progressive JPEG of quality {QUALITY}, on average:")
    print(f"{'':<20}{'quality':>8}{'of its size':>13}{'ms':>8}{'libvips: quality':>19}{'of its size':>13}{'ms':>8}")
    sizes = {}
    for name, found in ratios.items():
        ours = [point.bytes / jpeg for point, _, jpeg, *_ in found]
        theirs = [point.bytes / jpeg for _, point, jpeg, *_ in found]
        sizes[name] = statistics.geometric_mean(ours)
        qualities = [statistics.mean(line[side].quality for line in found) for side in (0, 1)]
        times = [statistics.mean(line[side] for line in found) * 1e3 for side in (3, 4)]
        print(
            f"{name:<20}{qualities[0]:>8.0f}{sizes[name]:>13.2f}{times[0]:>8.1f}"
            f"{qualities[1]:>19.0f}{statistics.geometric_mean(theirs):>13.2f}{times[1]:>8.1f}   {len(found)} photos"
        )
    avif = sizes.get("AVIF, effort 4", math.inf)
    print(f"\nAVIF has {avif:.2f} of the size of a progressive JPEG (goal {MOST_SIZE_OF_AVIF} or less)")
    return 0 if avif <= MOST_SIZE_OF_AVIF else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
