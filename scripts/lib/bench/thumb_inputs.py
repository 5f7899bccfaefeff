"""Photos as cameras make them, of 8 to 24 megapixels, and the same photos in other forms of JPEG."""

import subprocess
from pathlib import Path
from typing import NamedTuple

from . import stand_ins

FOLDER = Path(".build-bench/inputs/thumbs")
LEAST_PIXELS, MOST_PIXELS = 7_900_000, 24_100_000
# As the manifest of the data has them: photos, not files that were made to do harm.
FOLDERS = ("bench/", "photos/")
# Made of the samples, with grain: each is as hard to code as what a camera gives, at 2 to 4 bits a pixel.
STAND_INS = [
    ("mugs/MUG-001_front.jpg", (6000, 4000)),
    ("home/STL-300_front.jpg", (3000, 4000)),
    ("home/VAS-120_front.jpg", (4000, 3000)),
    ("bottles/BTL-210_front.jpg", (4608, 3456)),
    ("bottles/BTL-330_front.jpg", (2448, 3264)),
    ("accessories/BAG-130_front.jpg", (3872, 2592)),
]
# cjpeg's words for how chroma is halved.
SAMPLINGS = {"4:2:0": "2x2", "4:2:2": "2x1", "4:4:4": "1x1"}
PROCESSES = {"baseline": [], "progressive": ["-progressive"]}
RESTARTS = {"": [], "restarts": ["-restart", "1"]}


class Input(NamedTuple):
    """A photo in one form."""

    name: str
    form: str
    file: Path
    size: tuple

    @property
    def title(self):
        return f"{self.name}, {self.form}"

    @property
    def bits(self):
        """Bits a pixel."""
        return self.file.stat().st_size * 8 / (self.size[0] * self.size[1])


def photos(data):
    """Baseline JPEGs without metadata, of the very coefficients that the photos have, and stand-ins up to ten."""
    found = camera_photos(data)
    made = [
        stand_ins.made(f"camera-{Path(sample).stem}.jpg", stand_ins.SAMPLES / sample, size, quality=92)
        for sample, size in STAND_INS
    ]
    inputs = []
    for photo in [*found, *made][:10]:
        file = FOLDER / f"{photo.stem}.jpg"
        inputs.append(opened(photo.stem, "baseline", transformed(photo, file, [])))
    return inputs


def camera_photos(data):
    """The photos of the data whose size in its manifest is a camera's."""
    manifest = data / "MANIFEST.tsv"
    if not manifest.exists():
        return []
    found = []
    for line in manifest.read_text().splitlines()[1:]:
        path, _, _, _, width, height, *_ = line.split("\t")
        is_photo = path.startswith(FOLDERS) and path.lower().endswith((".jpg", ".jpeg"))
        if is_photo and width and LEAST_PIXELS <= int(width) * int(height) <= MOST_PIXELS:
            found.append(data / path)
    return found


def forms(photo):
    """A photo in each form: samplings by coding it anew, the rest of these without loss."""
    inputs = []
    for sampling, factor in SAMPLINGS.items():
        coded = FOLDER / f"{photo.name}-{factor}.jpg"
        if not coded.exists():
            pixels = run("djpeg", photo.file)
            kept(coded, run("cjpeg", "-quality", "92", "-sample", factor, input=pixels))
        for process, options in PROCESSES.items():
            for restart, more in RESTARTS.items():
                file = coded.with_stem(f"{coded.stem}-{process}{restart and '-' + restart}")
                form = " ".join(filter(None, [process, sampling, restart]))
                inputs.append(opened(photo.name, form, transformed(coded, file, [*options, *more])))
    return inputs


def transformed(photo, file, options):
    if not file.exists():
        kept(file, run("jpegtran", "-copy", "none", "-optimize", *options, photo))
    return file


def kept(file, content):
    FOLDER.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name("unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(file)


def run(*command, input=None):
    return subprocess.run([*map(str, command)], input=input, check=True, stdout=subprocess.PIPE).stdout


def opened(name, form, file):
    import PIL.Image

    with PIL.Image.open(file) as picture:
        return Input(name, form, file, picture.size)
