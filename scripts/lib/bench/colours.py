"""Usage: scripts/bench colours [--packshot PROGRAM] FOLDER

Renders each picture in a folder that declares its colours or is CMYK, and prints a table in Markdown. It shows, in levels of 255, how
far packshot, libvips and Pillow are from Little CMS in floating point, relative colorimetric with black point compensation and
unoptimised. libvips' column is its `icc_transform`, and sharp's way is the same with the perceptual intent.

Leaves out pixels that aren't opaque, and pictures of more than 4 megapixels or with 16 bits. Little CMS is the system's (liblcms2).
"""

import argparse
import io
import struct
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from . import peers
from .sharing import built

parser = argparse.ArgumentParser(prog="scripts/bench colours", description=__doc__.split("\n\n", 1)[1])
parser.add_argument("--packshot", type=Path, help="the program; without it, it is built")
parser.add_argument("folder", type=Path)
arguments = parser.parse_args()
missing = peers.install()
if missing:
    sys.exit(f"what to compare with is missing: {missing}")

import numpy
import pyvips
from PIL import Image, ImageCms, ImageOps

from .little_cms import converted, lcms, made

warnings.simplefilter("ignore")
MOST_PIXELS = 4_000_000

# MARK: What files say

SRGB = [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06), (0.3127, 0.329)]
P3 = [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), (0.3127, 0.329)]


def chunks(data):
    place, found = 8, {}
    while place + 12 <= len(data):
        length, name = struct.unpack(">I4s", data[place:place + 8])
        if name == b"IDAT":
            break
        found[name.decode("latin1")] = data[place + 8:place + 8 + length]
        place += 12 + length
    return found


def statement(data, picture):
    """What a file says, in words, and the profile that it comes to; None where its numbers are sRGB's."""
    if data[:4] == b"\x89PNG":
        said = chunks(data)
        if "cICP" in said:
            code = tuple(said["cICP"])
            return f"cICP {code[0]}/{code[1]}", made(P3, None) if code[:2] == (12, 13) else None
        if "iCCP" not in said and "gAMA" in said and "sRGB" not in said:
            gamma = struct.unpack(">I", said["gAMA"])[0] / 100000
            if "cHRM" in said:
                numbers = [number / 100000 for number in struct.unpack(">8I", said["cHRM"])]
                places = [tuple(numbers[i:i + 2]) for i in (2, 4, 6, 0)]
                usual = 0.45 <= gamma <= 0.46 and all(
                    abs(a - b) < 0.003 for p, q in zip(places, SRGB) for a, b in zip(p, q))
                words = f"gAMA {gamma:.2f}, cHRM"
                return words, None if usual or gamma >= 1 else made(places, 1 / gamma)
            return f"gAMA {gamma:.2f} alone", None
    profile = picture.info.get("icc_profile")
    if not profile:
        return ("CMYK, no profile" if picture.mode == "CMYK" else None), None
    opened = lcms.cmsOpenProfileFromMem(profile, len(profile))
    name = ImageCms.getProfileDescription(io.BytesIO(profile)).strip() if opened else "unreadable"
    return f"ICC: {name}", opened or None


# MARK: Those compared

def ours(packshot, path, work):
    recipe, output = work / "r.yaml", work / "o.png"
    recipe.write_text("packshot: 1\nname: r\nsteps: []\noutputs:\n  - file: o.png\n    depth: 8\n")
    output.unlink(missing_ok=True)
    run = subprocess.run([packshot, "render", recipe, path, output, "--cmyk", "none"], capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr.strip()
    return numpy.asarray(Image.open(output).convert("RGBA")).astype(float), run.stderr.strip()


def vips(path, **options):
    try:
        image = pyvips.Image.new_from_file(str(path)).autorot()
        if image.get_typeof("icc-profile-data") or image.interpretation == "cmyk":
            image = image.icc_transform("srgb", embedded=True, depth=8, **options)
        else:
            image = image.colourspace("srgb")
        if image.hasalpha():
            image = image.extract_band(0, n=image.bands - 1)
        pixels = image.cast("uchar").numpy().astype(float)
        return numpy.repeat(pixels.reshape(pixels.shape[0], pixels.shape[1], -1), 3, 2)[..., :3] \
            if pixels.ndim == 2 or pixels.shape[-1] == 1 else pixels[..., :3]
    except pyvips.Error:
        return None


def pillow(picture):
    try:
        profile = picture.info.get("icc_profile")
        if profile:
            picture = ImageCms.profileToProfile(
                picture, io.BytesIO(profile), ImageCms.createProfile("sRGB"), ImageCms.Intent.RELATIVE_COLORIMETRIC,
                "RGB", flags=ImageCms.Flags.BLACKPOINTCOMPENSATION)
        return numpy.asarray(picture.convert("RGB")).astype(float)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None


def difference(found, expected, opaque):
    if found is None or expected is None or found.shape != expected.shape or not opaque.any():
        return "–"
    apart = numpy.abs(found - expected)[opaque]
    return f"{apart.max():.2f} ({apart.mean():.2f})"


def row(packshot, path, work):
    """The cells of a file's row; None where there is nothing to compare."""
    data = path.read_bytes()
    try:
        picture = Image.open(path)
        picture = ImageOps.exif_transpose(picture)
        words, profile = statement(data, picture)
    except (OSError, SyntaxError, ValueError):
        return None
    # Gammas that are left out of account, or are sRGB's, stand in files by the hundred.
    if not words or words in ("gAMA 1.00 alone", "gAMA 0.45 alone") or picture.width * picture.height > MOST_PIXELS:
        return None
    opaque = numpy.asarray(picture.convert("RGBA"))[..., 3] == 255
    mode = picture.mode if picture.mode in ("L", "CMYK") else "RGB"
    # Of 16 bits, Pillow reads the upper eight.
    if picture.mode.startswith("I") or data[:4] == b"\x89PNG" and data[24] == 16:
        return None
    picture = picture if picture.mode == mode else picture.convert(mode)
    pixels = numpy.asarray(picture)
    if mode == "L":
        # A PNG's own statements are of three lights; a grey profile is of one.
        mode = "L" if "ICC" in words and profile else "RGB"
        pixels = pixels[..., None] if mode == "L" else numpy.repeat(pixels[..., None], 3, 2)
    if mode == "CMYK" and profile is None:
        expected = numpy.asarray(picture.convert("RGB")).astype(float)
    else:
        expected = converted(pixels, profile, mode)
    mine, said = ours(packshot, path, work)
    if mine is not None:
        # Pillow takes no notice of one transparent grey of fewer than eight bits.
        opaque = opaque & (mine[..., 3] == 255) if mine.shape[:2] == opaque.shape else opaque
        mine = mine[..., :3]
    said = " ".join(said.replace(str(path), "").replace("|", "/").split()).strip(": ")
    found = [mine, vips(path), vips(path, intent="perceptual"), pillow(picture)]
    return [words, *(difference(pixels, expected, opaque) for pixels in found), said]


program = arguments.packshot or built("packshot")
print("| file | what it says | packshot | libvips | sharp's way | Pillow | packshot's words |")
print("|---|---|---|---|---|---|---|")
with tempfile.TemporaryDirectory() as work:
    for path in sorted(arguments.folder.rglob("*")):
        if path.suffix.lower() in {".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff"}:
            cells = row(program, path, Path(work))
            if cells:
                print("|", " | ".join([str(path.relative_to(arguments.folder)), *cells]), "|", flush=True)
