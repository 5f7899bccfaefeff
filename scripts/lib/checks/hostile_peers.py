"""Decodes files with Pillow and libvips. Reads lines of JSON, each with a file and packshot's picture of it at 64 pixels. Answers
each with a line of JSON: whether each peer decodes the file, and how far packshot's picture is from the nearest peer's picture.
Exits with 3 if the peers aren't installed.

Two peers, because each has mistakes: Pillow loses the transparency of grey PNGs of less than 8 bits.
"""

import json
import os
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(".build-bench/python").absolute()))
os.environ["VIPS_CONCURRENCY"] = "1"
try:
    import numpy
    import pyvips
    from PIL import Image, ImageOps
except ImportError as error:
    print(f"NOT HERE: the comparison with Pillow and libvips, which `scripts/bench engine` installs ({error})")
    sys.exit(3)
warnings.simplefilter("ignore")
pyvips.cache_set_max(0)
FORMATS = {"JPEG", "PNG", "MPO"}
LOADERS = {"jpegload_buffer", "pngload_buffer"}
MOST_PIXELS = 200_000_000


def pillow(path):
    """The upright picture, decoded by Pillow. Raises Pillow's errors."""
    with Image.open(path) as picture:
        if picture.format not in FORMATS:
            raise ValueError(picture.format)
        picture.load()
        return ImageOps.exif_transpose(picture)


def vips(path):
    """The upright picture, decoded by libvips. Raises an error if libvips reports one."""
    picture = pyvips.Image.new_from_buffer(Path(path).read_bytes(), "", fail_on="error")
    if picture.get("vips-loader") not in LOADERS or picture.width * picture.height > MOST_PIXELS:
        raise ValueError(picture.get("vips-loader"))
    picture = picture.copy_memory().autorot().colourspace("srgb").cast("uchar")
    pixels = picture.numpy().reshape(picture.height, picture.width, picture.bands)
    return Image.fromarray(pixels[:, :, 0] if picture.bands == 1 else pixels)


def premultiplied(picture):
    """Red, green, blue and alpha in 8 bits, premultiplied."""
    if picture.mode.startswith("I"):
        picture = Image.fromarray((numpy.asarray(picture).astype(numpy.uint32) >> 8).astype(numpy.uint8))
    return picture.convert("RGBA").convert("RGBa")


def difference(ours, theirs):
    """The mean absolute difference of the values, and whether the sizes are the same."""
    scale = 64 / max(theirs.size)
    same_shape = all(abs(side * scale - found) <= 1 for side, found in zip(theirs.size, ours.size))
    theirs = premultiplied(theirs).resize(ours.size, Image.LANCZOS)
    ours, theirs = (numpy.asarray(picture).astype(float) for picture in (ours, theirs))
    return not same_shape, float(numpy.abs(ours - theirs).mean())


def judged(question):
    answer = {}
    differences = []
    for name, read in (("Pillow", pillow), ("libvips", vips)):
        try:
            theirs = read(question["path"])
            answer[name] = True
            if question["ours"]:
                with Image.open(question["ours"]) as picture:
                    differences.append(difference(premultiplied(picture), theirs))
        except Exception as error:
            answer.setdefault(name, str(error))
    if differences:
        has_other_shape, answer["difference"] = min(differences)
        answer["sameShape"] = not has_other_shape
    return answer


for line in sys.stdin:
    print(json.dumps(judged(json.loads(line))), flush=True)
