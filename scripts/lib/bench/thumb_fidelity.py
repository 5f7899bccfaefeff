"""Compares thumbnails, before encoding, with Lanczos-3 in double precision of all pixels of the photo.

The encoder's input is compared, or what the encoder makes of pixels: integers, with halved chroma. As in `fidelity.py`, each program is
compared with the reference of its own way: the decoder's Y, Cb and Cr if it resizes planes, and the decoder's RGB if it resizes pixels. If
a photo has colours outside of RGB's range, the two references differ in chroma.
"""

import shutil
from typing import NamedTuple

from .fidelity import decibels, decoded_planes, encoder_planes, halved, luma_and_chroma, reference, reference_planes, split


class Fidelity(NamedTuple):
    """Decibels of PSNR: of luma, and of both chromas together."""

    luma: float
    chroma: float


def measured(engine, task, rivals, photo, sizes, folder):
    """By program and width, how faithful the thumbnails of a photo are."""
    import numpy
    import PIL.Image

    folder = folder / "fidelity"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    engine.ask("save", task=task, folder=str(folder))
    with PIL.Image.open(photo.file) as picture:
        pixels = numpy.asarray(picture.convert("RGB"))
    samples, content = decoded_planes(photo.file), photo.file.read_bytes()
    found = {"packshot": {}} | {peer.name: {} for peer in rivals}
    theirs = {peer.name: peer.thumbs(content, sizes) for peer in rivals}
    for index, size in enumerate(sizes):
        of_pixels = luma_and_chroma(reference(pixels, *size))
        file = folder / f"{index}-planes.raw"
        if file.exists():
            found["packshot"][size[0]] = compared(split(file, *size), reference_planes(samples, *size))
        else:
            with PIL.Image.open(folder / f"{index}-pixels.png") as picture:
                ours = numpy.asarray(picture.convert("RGB"))
            found["packshot"][size[0]] = compared(encoder_planes(ours), of_pixels)
        for peer in rivals:
            planes = encoder_planes(peer.pixels(theirs[peer.name][index]))
            found[peer.name][size[0]] = compared(planes, of_pixels)
    return found


def compared(planes, wanted):
    luma, blue, red = (
        ((one - other) ** 2).mean() for one, other in zip(planes, (wanted[0], halved(wanted[1]), halved(wanted[2])))
    )
    return Fidelity(decibels(luma), decibels((blue + red) / 2))
