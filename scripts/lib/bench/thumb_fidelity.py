"""How near a photo's thumbnails are to Lanczos-3 in double precision of all its pixels, before they are encoded."""

import subprocess
from typing import NamedTuple

from .fidelity import decibels, luma_and_chroma, reference


class Fidelity(NamedTuple):
    """Decibels of PSNR: of luma, of both chromas together, and of red, green and blue together."""

    luma: float
    chroma: float
    rgb: float


def measured(packshot, rivals, photo, widths, folder):
    """By program and width, how faithful the thumbnails of a photo are."""
    import numpy
    import PIL.Image

    with PIL.Image.open(photo.file) as picture:
        pixels = numpy.asarray(picture.convert("RGB"))
    ours = pixels_of_packshot(packshot, photo, widths, folder)
    sizes = [ours[width].shape[1::-1] for width in widths]
    content = photo.file.read_bytes()
    wanted = [reference(pixels, *size) for size in sizes]
    found = {"packshot": [compared(ours[width], one) for width, one in zip(widths, wanted)]}
    for peer in rivals:
        pictures = peer.thumbs(content, sizes)
        found[peer.name] = [compared(peer.pixels(picture), one) for picture, one in zip(pictures, wanted)]
    return {name: dict(zip(widths, all)) for name, all in found.items()}


def pixels_of_packshot(packshot, photo, widths, folder):
    """The pixels of `packshot thumb --format png`, by width."""
    import numpy
    import PIL.Image

    output = folder / "fidelity"
    command = [packshot, "thumb", photo.file, "--format", "png", "--force", "--overwrite", "--quiet"]
    for width in widths:
        command += ["--width", str(width)]
    subprocess.run([*command, "--output", output], check=True)
    found = {}
    for width in widths:
        with PIL.Image.open(output / f"{photo.file.stem}-{width}.png") as picture:
            found[width] = numpy.asarray(picture.convert("RGB"))
    return found


def compared(pixels, wanted):
    ours, theirs = luma_and_chroma(pixels), luma_and_chroma(wanted)
    luma, blue, red = (((one - other) ** 2).mean() for one, other in zip(ours, theirs))
    rgb = ((pixels.astype(float) - wanted) ** 2).mean()
    return Fidelity(decibels(luma), decibels((blue + red) / 2), decibels(rgb))
