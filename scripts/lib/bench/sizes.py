"""Usage: scripts/bench sizes [--photos FOLDER] [--side N] [--most N] [--score N] [--packshot FILE]

Prints how many bytes files take that look alike: those with the same SSIMULACRA2 score (100: the same) beside the scaled photo. packshot
writes JPEGs with standard Huffman tables, with tables of the picture's own and in scans, WebP and AVIF; libvips writes JPEGs with the settings
that sharp documents, without and with mozjpeg; jpegli writes JPEGs with its defaults. Then the same for PNGs with a palette, beside pngquant:
bytes with as many colours, and scores.

Each encoder writes a ladder of qualities. Bytes at the score are interpolated between two rungs, on a logarithmic scale. A photo that one
of the encoders can't bring to the score is left out of all averages. Takes about five seconds for each photo at 400 pixels, and a minute at 800.

The photos are those in the given folder, or the samples.
"""

import argparse
import io
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from . import debian, peers
from .sharing import built

SAMPLES = Path("Assets/samples")
LADDER = list(range(42, 99, 4))
SHARP = {"subsample_mode": "auto", "optimize_coding": True}
MOZJPEG = {"trellis_quant": True, "overshoot_deringing": True, "optimize_scans": True, "interlace": True, "quant_table": 3}
COLORS = [16, 64, 256]
OURS = {
    "standard": ("jpg", "optimize: false"),
    "own": ("jpg", "optimize: true"),
    "scans": ("jpg", "progressive: true"),
    "webp": ("webp", ""),
    "avif": ("avif", ""),
}
# By encoder, the name in the table, and the encoder whose files have the same pixels.
ROWS = {
    "own": ("packshot", "own"),
    "standard": ("packshot, `optimize: false`", "own"),
    "scans": ("packshot, `progressive: true`", "own"),
    "sharp": ("libvips as sharp's default", "sharp"),
    "mozjpeg": ("libvips as sharp's `mozjpeg: true`", "mozjpeg"),
    "jpegli": ("jpegli", "jpegli"),
    "webp": ("packshot, WebP", "webp"),
    "avif": ("packshot, AVIF", "avif"),
}


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench sizes", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--photos", type=Path, default=SAMPLES, metavar="FOLDER", help="photos (default: the samples)")
    parser.add_argument("--side", type=int, default=400, metavar="N", help="the pictures' longer side (default 400)")
    parser.add_argument("--most", type=int, default=1000, metavar="N", help="the most photos that are taken")
    parser.add_argument("--score", type=float, default=80, metavar="N", help="the SSIMULACRA2 score (default 80)")
    parser.add_argument("--packshot", type=Path, metavar="FILE", help="the program (default: a release build)")
    options = parser.parse_args(arguments)
    for package, why in peers.install().items():
        print(f"{package} is missing: {why}")
    program = options.packshot or built("packshot")
    with tempfile.TemporaryDirectory(prefix="packshot-bench-") as folder:
        photos = rendered(program, options, Path(folder))
        print(f"{len(photos)} photos, longer side {options.side}, SSIMULACRA2 {options.score:g}\n")
        jpegs(photos, options.score)
        palettes(photos)
    return 0


def rendered(program, options, folder):
    """The folder of each photo's files: `picture.png`, opaque, and what packshot makes of it."""
    inputs = folder / "photos"
    inputs.mkdir()
    files = sorted(file for file in options.photos.rglob("*") if file.suffix.lower() in (".jpg", ".jpeg", ".png"))
    for number, file in enumerate(files[: options.most]):
        (inputs / f"{number:03}{file.suffix.lower()}").write_bytes(file.read_bytes())
    outputs = ["{ file: '{stem}/picture.png' }"]
    for colors in COLORS:
        outputs += [f"{{ file: '{{stem}}/{colors}.png', colors: {colors}, compression: small }}"]
        outputs += [f"{{ file: '{{stem}}/plain-{colors}.png', colors: {colors}, dither: 0, compression: small }}"]
    for name, (suffix, settings) in OURS.items():
        for quality in LADDER:
            outputs.append(f"{{ file: '{{stem}}/{name}-{quality}.{suffix}', quality: {quality}, {settings} }}")
    recipe = folder / "recipe.yaml"
    side = options.side
    recipe.write_text(
        f"packshot: 1\nname: sizes\nsteps: [ {{ resize: {{ width: {side}, height: {side}, enlarge: false }} }}, flatten: '#ffffff' ]\n"
        "outputs:\n" + "".join(f"  - {output}\n" for output in outputs))
    # Eighty outputs for each photo take more memory and time than the limits for untrusted photos allow.
    limits = ["--max-memory", "8G", "--max-seconds", "900", "--jobs", "1"]
    subprocess.run([program, "run", recipe, inputs, "--output", folder / "out", *limits, "--quiet"], check=True)
    return sorted(file.parent for file in (folder / "out").glob("*/picture.png"))


def pixels(file):
    """Red, green and blue, on white."""
    import numpy
    import PIL.Image

    import pyvips

    if isinstance(file, Path):
        file = file.read_bytes()
    if file[8:12] == b"WEBP" or file[4:8] == b"ftyp":
        return pyvips.Image.new_from_buffer(file, "").colourspace("srgb").numpy()[..., :3]
    return numpy.asarray(PIL.Image.open(io.BytesIO(file)).convert("RGB"))


class Curve:
    """The scores of one photo at one encoder's qualities, computed when they are needed."""

    # By encoder, the rung that was right for the photo before.
    starts = {}

    def __init__(self, name, encode, wanted):
        self.name, self.encode, self.wanted = name, encode, wanted
        self.scores = {}

    def score(self, rung):
        from .fidelity import score

        if rung not in self.scores:
            self.scores[rung] = score(pixels(self.encode(LADDER[rung])), self.wanted)
        return self.scores[rung]

    def place(self, goal):
        """The lower rung of the two around the score, and the part of the way to the upper one; None if there are none."""
        rung = Curve.starts.get(self.name, len(LADDER) * 2 // 3)
        while 0 <= rung < len(LADDER) - 1:
            if self.score(rung) > goal:
                rung -= 1
            elif self.score(rung + 1) < goal:
                rung += 1
            else:
                Curve.starts[self.name] = rung
                low, high = self.score(rung), self.score(rung + 1)
                return rung, (goal - low) / (high - low) if high > low else 0
        return None


def jpegs(photos, goal):
    import pyjpegli
    import pyvips

    sizes = {name: [] for name in ROWS}
    for number, photo in enumerate(photos, 1):
        wanted = pixels(photo / "picture.png")
        picture = pyvips.Image.new_from_array(wanted)
        encoders = {
            "sharp": lambda quality: picture.jpegsave_buffer(Q=quality, **SHARP),
            "mozjpeg": lambda quality: picture.jpegsave_buffer(Q=quality, **SHARP | MOZJPEG),
            "jpegli": lambda quality: pyjpegli.encode(wanted.tobytes(), picture.width, picture.height, quality),
        }
        for name, (suffix, _) in OURS.items():
            encoders[name] = lambda quality, name=name, suffix=suffix: (photo / f"{name}-{quality}.{suffix}").read_bytes()
        places, found = {}, {}
        for name, (_, pixels_of) in ROWS.items():
            if pixels_of not in places:
                places[pixels_of] = Curve(pixels_of, encoders[pixels_of], wanted).place(goal)
            if places[pixels_of]:
                rung, part = places[pixels_of]
                low, high = (len(encoders[name](LADDER[rung + step])) for step in (0, 1))
                found[name] = low * (high / low) ** part
        print(f"{number}/{len(photos)}", end=" ", file=sys.stderr, flush=True)
        if len(found) == len(ROWS):
            for name, size in found.items():
                sizes[name].append(size)
    print(f"\n| encoder | bytes | ratio |   of {len(sizes['own'])} photos\n|---|---|---|")
    for name, (title, _) in ROWS.items():
        ratios = [size / own for size, own in zip(sizes[name], sizes["own"])]
        print(f"| {title} | {statistics.mean(sizes[name]):,.0f} | {statistics.geometric_mean(ratios):.2f} |")


def palettes(photos):
    from .fidelity import score

    try:
        program, environment = debian.found("pngquant", "pngquant")
    except LookupError as why:
        print(f"\npngquant is missing: {why}")
        return
    print("\n| colours | packshot, `dither: 0` | packshot | pngquant `--nofs` | pngquant |\n|---|---|---|---|---|")
    for colors in COLORS:
        found = {}
        for photo in photos:
            wanted = pixels(photo / "picture.png")
            files = {"plain": (photo / f"plain-{colors}.png").read_bytes(), "ours": (photo / f"{colors}.png").read_bytes()}
            for name, more in {"nofs": ["--nofs"], "pngquant": []}.items():
                command = [program, str(colors), *more, "--output", "-", photo / "picture.png"]
                files[name] = subprocess.run(command, env=environment or None, check=True, capture_output=True).stdout
            for name, file in files.items():
                found.setdefault(name, []).append((len(file), score(pixels(file), wanted)))
        cells = [
            f"{statistics.mean(size for size, _ in pairs):,.0f} bytes, {statistics.mean(score for _, score in pairs):.1f}"
            for pairs in found.values()
        ]
        print(f"| {colors} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
