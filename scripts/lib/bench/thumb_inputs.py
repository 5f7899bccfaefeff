"""Camera photos of 8 to 24 megapixels, and the same photos in other forms of JPEG."""

import subprocess
from pathlib import Path
from typing import NamedTuple

from . import camera_stand_ins

FOLDER = Path(".build-bench/inputs/thumbs")
LEAST_PIXELS, MOST_PIXELS = 7_900_000, 24_100_000
# As the manifest of the data has them: photos, not files that were made to do harm.
FOLDERS = ("bench/", "photos/")
COUNT = 10
# Drawn as a camera would have taken them: size, seed, quality and sampling.
STAND_INS = [
    ((4000, 3000), 1, 92, "4:2:0"), ((3264, 2448), 2, 95, "4:2:2"), ((4608, 3456), 3, 90, "4:2:0"),
    ((3000, 4000), 4, 94, "4:2:0"), ((3872, 2592), 5, 90, "4:4:4"), ((6000, 4000), 6, 88, "4:2:2"),
]  # fmt: skip
# Every so many photos one is progressive, as of the photos that people have.
PROGRESSIVE_EVERY = 3
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
    """Ten JPEGs without metadata: of the very coefficients that the camera's photos of the data have, and stand-ins."""
    found = camera_photos(data)
    made = [
        camera_stand_ins.made(f"drawn-camera-{seed}.jpg", size, seed, quality, sampling)
        for size, seed, quality, sampling in STAND_INS[: max(0, COUNT - len(found))]
    ]
    inputs = []
    for number, photo in enumerate([*found, *made][:COUNT]):
        process = "progressive" if number % PROGRESSIVE_EVERY == PROGRESSIVE_EVERY - 1 else "baseline"
        file = FOLDER / f"{photo.stem}-{process}.jpg"
        inputs.append(opened(photo.stem, process, transformed(photo, file, PROCESSES[process])))
    return inputs


def both_processes(photo):
    """A photo, without loss, as baseline and as progressive."""
    other = "baseline" if photo.form == "progressive" else "progressive"
    file = FOLDER / f"{photo.name}-{other}.jpg"
    both = {photo.form: photo, other: opened(photo.name, other, transformed(photo.file, file, PROCESSES[other]))}
    return both["baseline"], both["progressive"]


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
    """Returns a photo in every form: encoded again for each chroma subsampling, then transcoded without loss to the others."""
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
