"""Usage: scripts/bench photos [--photos FOLDER] [--width N…] [--rounds N] [--quality] [--json | --markdown] [--binary PACKSHOT]

Makes thumbnails of photos that packshot was never tuned on, as whole jobs: from files to files, one worker, from the start of the program
to the last flush and the catalog's last commit. By default, uses 43 photos of at least four megapixels from four Debian packages of
wallpapers, 18 of them progressive. Name a folder to measure your own photos.

Each peer is a loop in Python that reads every file and writes every thumbnail, without Python's start, and without flushing. libvips
makes `thumbnail`s, as sharp does; OpenCV reads with IMREAD_REDUCED_COLOR where that leaves enough pixels; Pillow uses `draft`; kornia-rs
decodes whole photos. All programs work in turns. Prints the time of all photos together: the median, and the least and the most of all
rounds.

With --quality, also compares the thumbnails' files with a resize of all pixels by Lanczos-3 in double precision, of encoded values and in
linear light. Prints SSIMULACRA2 (100: the same): the median and the least of all photos. This takes ten seconds a photo.

For example: scripts/bench photos --photos ~/Pictures/2026 --width 400
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from . import debian, fidelity, peers, srgb, thumb_peers, thumb_times
from .sharing import built
from .thumb_inputs import Input

PACKAGES = ["lomiri-wallpapers-16.04", "lomiri-wallpapers-20.04", "plasma-workspace-wallpapers", "ukui-wallpapers"]
LEAST_PIXELS = 4_000_000
WIDTHS = [200, 400, 800]
# How many times as long each peer should take, by width.
GOALS = {"pyvips": {200: 2.6, 400: 2.0, 800: 1.7}, "OpenCV": {200: 2.0, 400: 1.5, 800: 1.2}}


def main(arguments):
    options = parsed(arguments)
    figures, sys.stdout = sys.stdout, sys.stderr
    missing = peers.install()
    rivals = [peer() for module, peer in thumb_peers.ALL.items() if peers.PACKAGES[module] not in missing]
    if "pillow" in missing or not rivals:
        sys.exit(f"without Pillow and a peer there is nothing to compare with: {missing}")
    photos = found(options.photos)
    packshot = (options.binary or built("packshot")).absolute()
    batches, scores = {}, {}
    with tempfile.TemporaryDirectory(prefix="packshot-bench-") as folder:
        bench = thumb_times.Bench(packshot, None, rivals, Path(folder), options.rounds)
        for width in options.width:
            print(f"==> {len(photos)} photos to {width}", flush=True)
            batches[width] = bench.batch(photos, [width])
            if options.quality:
                scores[width] = quality(bench, photos, width)
    sys.stdout = figures
    told = {"photos": described(photos), "machine": machine(), "peers": versions(rivals, packshot)}
    reached = [goal for width, seconds in batches.items() for goal in goals(width, seconds)]
    if options.json:
        print(json.dumps({**told, "seconds": batches, "ssimulacra2": scores, "goals": reached}, indent=2))
    else:
        print("\n".join(table(batches, told) if options.markdown else lines(batches, told, reached)))
        for width, of_photos in scores.items():
            print("\n".join(score_lines(width, of_photos)))
    return 0 if all(goal["reached"] for goal in reached) else 1


def parsed(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/bench photos",
        description=__doc__.split("\n\n", 1)[1],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--photos", type=Path, metavar="FOLDER", help="the photos (default: those of four Debian packages)")
    parser.add_argument("--width", type=int, action="append", metavar="N", help=f"default: {WIDTHS}")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="number of measurements of each (default 5)")
    parser.add_argument("--quality", action="store_true", help="also measure how good the thumbnails are")
    parser.add_argument("--json", action="store_true", help="print one JSON object, and nothing else, on standard output")
    parser.add_argument("--markdown", action="store_true", help="print a table for a page")
    parser.add_argument("--binary", type=Path, metavar="PACKSHOT", help="the program (default: it is built)")
    options = parser.parse_args(arguments)
    options.width = options.width or WIDTHS
    return options


def found(folder):
    """JPEGs of at least four megapixels, none of them twice."""
    import PIL.Image

    photos, contents = [], set()
    for file in sorted((folder or wallpapers()).rglob("*")):
        if file.suffix.lower() not in (".jpg", ".jpeg") or file.is_symlink():
            continue
        try:
            with PIL.Image.open(file) as picture:
                size, form = picture.size, "progressive" if picture.info.get("progressive") else "baseline"
        except OSError:
            continue
        content = file.read_bytes()
        if size[0] * size[1] >= LEAST_PIXELS and content not in contents:
            contents.add(content)
            photos.append(Input(name_of(file), form, named(file), size))
    if not photos:
        sys.exit(f"there is no JPEG of {LEAST_PIXELS // 1_000_000} megapixels or more in {folder}")
    return photos


def name_of(file):
    """Wallpapers are called by their size, in a folder that has their name."""
    return file.parents[2].name if file.parent.name == "images" else file.stem


def named(file):
    """The file under a name that no other photo has: packshot refuses to write two thumbnails to one name."""
    folder = Path(".build-bench/inputs/photos")
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / f"{name_of(file)}-{file.stem}{file.suffix}"
    if not link.exists():
        link.unlink(missing_ok=True)
        link.symlink_to(file.absolute())
    return link


def wallpapers():
    for package in PACKAGES:
        folder = debian.FOLDER.absolute() / package / "root"
        if not folder.exists():
            debian.unpack(package, folder)
    return debian.FOLDER.absolute()


def quality(bench, photos, width):
    """By light and program, the SSIMULACRA2 of each photo's thumbnail."""
    import numpy
    import PIL.Image

    made = {}
    for name, (command, environment) in bench.commands(photos, [width]).items():
        if name != "vipsthumbnail":
            bench.elapsed(command, environment)
            made[name] = Path(bench.folder / f"quality-{name}")
            (bench.folder / "output").rename(made[name])
    table = (255 * srgb.linear(numpy.arange(256) / 255)).astype(numpy.float32)
    scores = {light: {name: [] for name in made} for light in ("encoded", "linear")}
    for number, photo in enumerate(photos):
        with PIL.Image.open(photo.file) as picture:
            pixels = numpy.asarray(picture.convert("RGB"))
        (size,) = thumb_peers.sizes_of(photo.size, [width])
        for light, by_name in scores.items():
            if light == "encoded":
                wanted = fidelity.reference(pixels, *size)
            else:
                wanted = 255 * srgb.encoded(fidelity.reference(table[pixels], *size) / 255)
            for name, folder in made.items():
                file = folder / (f"{photo.file.stem}-{width}.jpg" if name == "packshot" else f"{number}-{width}.jpg")
                with PIL.Image.open(file) as picture:
                    by_name[name].append(fidelity.score(numpy.asarray(picture.convert("RGB")), wanted))
    for folder in made.values():
        shutil.rmtree(folder)
    return scores


def score_lines(width, scores):
    for light, by_name in scores.items():
        for name, found in by_name.items():
            yield (
                f"{width:5} pixels  {name:9} SSIMULACRA2 beside {light} values: median {statistics.median(found):.1f},"
                f" least {min(found):.1f}"
            )


def described(photos):
    pixels = [photo.size[0] * photo.size[1] / 1e6 for photo in photos]
    return {
        "count": len(photos),
        "names": [photo.name for photo in photos],
        "megapixels": [min(pixels), max(pixels)],
        "megabytes": sum(photo.file.stat().st_size for photo in photos) / 1e6,
        "bitsAPixel": statistics.median(photo.bits for photo in photos),
        "progressive": sum(photo.form == "progressive" for photo in photos),
    }


def machine():
    found = subprocess.run(["lscpu", "--json"], stdout=subprocess.PIPE, text=True, check=False).stdout or '{"lscpu": []}'
    fields = {row["field"].rstrip(":"): row["data"] for row in json.loads(found)["lscpu"]}
    flags = fields.get("Flags", "").split()
    vectors = "AVX-512" if "avx512f" in flags else "AVX2" if "avx2" in flags else "no AVX2"
    return f"{fields.get('Model name', platform.machine())}, {vectors}, {os.cpu_count()} cores"


def versions(rivals, packshot):
    own = subprocess.run([packshot, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {"packshot": own.splitlines()[0].removeprefix("packshot "), **{peer.name: peer.version for peer in rivals}}


def goals(width, seconds):
    ours = statistics.median(seconds["packshot"])
    for name, ratios in GOALS.items():
        if name in seconds and width in ratios:
            ratio = statistics.median(seconds[name]) / ours
            yield {"width": width, "peer": name, "ratio": ratio, "goal": ratios[width], "reached": ratio >= ratios[width]}


def lines(batches, told, reached):
    photos = told["photos"]
    least, most = photos["megapixels"]
    yield (
        f"{photos['count']} photos of {least:.0f} to {most:.0f} megapixels, {photos['megabytes']:.0f} MB,"
        f" {photos['progressive']} progressive, {photos['bitsAPixel']:.1f} bits a pixel (median)"
    )
    yield told["machine"] + "; " + ", ".join(f"{name} {version}" for name, version in told["peers"].items())
    for width, seconds in batches.items():
        ours = statistics.median(seconds["packshot"])
        for name, all in seconds.items():
            median = statistics.median(all)
            yield (
                f"{width:5} pixels  {name:9} {1000 * median:6.0f} ms ({1000 * min(all):.0f}–{1000 * max(all):.0f})"
                f"  {median / ours:5.2f} ×"
            )
    for goal in reached:
        word = "reached" if goal["reached"] else "missed"
        yield f"{goal['width']} pixels beside {goal['peer']}: {goal['ratio']:.2f} ×, goal {goal['goal']} ×: {word}"


def table(batches, told):
    names = list(next(iter(batches.values())))
    yield f"| all {told['photos']['count']} photos | " + " | ".join(names) + " |"
    yield "|---" * (len(names) + 1) + "|"
    for width, seconds in batches.items():
        ours = statistics.median(seconds["packshot"])
        cells = [
            f"{1000 * ours:.0f} ms" if name == "packshot" else f"{statistics.median(all) / ours:.2f} ×"
            for name, all in seconds.items()
        ]
        yield f"| {width} pixels wide | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
