"""How near a resized picture is to what it should be: Lanczos-3 in double precision over the whole decoded picture."""

import math
from typing import NamedTuple


MOST_JOBS = 4


class Fidelity(NamedTuple):
    """Decibels of PSNR, of luma and of both chromas together (JFIF's), and SSIMULACRA2's score (100 is the same)."""

    luma: float
    chroma: float
    ssimulacra2: float


def weights(input, output):
    """The matrix that resamples an axis: each row scaled to sum 1."""
    import numpy

    ratio = input / output
    widening = max(ratio, 1)
    centres = (numpy.arange(output) + 0.5) * ratio
    distances = (numpy.arange(input) + 0.5 - centres[:, None]) / widening
    matrix = numpy.where(abs(distances) < 3, numpy.sinc(distances) * numpy.sinc(distances / 3), 0)
    return matrix / matrix.sum(axis=1, keepdims=True)


def reference(pixels, width, height):
    """`pixels` (rows, columns, 3 or 4 channels of 8 bits) resampled, as numbers that are not rounded.

    Colour is weighed by alpha, as it should be.
    """
    import numpy

    values = pixels.astype(numpy.float64)
    if values.shape[2] == 4:
        values[..., :3] *= values[..., 3:] / 255
    down, across = weights(values.shape[0], height), weights(values.shape[1], width)
    between = numpy.tensordot(down, values, axes=(1, 0))
    return numpy.clip(numpy.einsum("xw,hwc->hxc", across, between, optimize=True), 0, 255)


def luma_and_chroma(pixels):
    """Y, Cb and Cr of JFIF, as numbers that are not rounded."""
    red, green, blue = (pixels[..., channel].astype(float) for channel in range(3))
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return luma, (blue - luma) / 1.772, (red - luma) / 1.402


def decibels(squares):
    return 10 * math.log10(255**2 / squares) if squares else math.inf


def halved(plane):
    """The means of 2 × 2 samples, as an encoder makes them of chroma."""
    import numpy

    plane = numpy.pad(plane, [(0, length % 2) for length in plane.shape], mode="edge")
    return (plane[::2, ::2] + plane[1::2, ::2] + plane[::2, 1::2] + plane[1::2, 1::2]) / 4


def encoder_planes(pixels):
    """The planes that an encoder makes of pixels: whole numbers, chroma halved and without its 128."""
    luma, blue, red = luma_and_chroma(pixels)
    return luma.round(), halved(blue.round()).round(), halved(red.round()).round()


def pixels_of(planes, width, height):
    """Pixels as a viewer sees planes with halved chroma: interpolated, in the file's own siting."""
    import numpy
    import PIL.Image

    full = [
        numpy.asarray(PIL.Image.fromarray(plane.astype("float32")).resize((width, height), PIL.Image.BILINEAR))
        for plane in planes[1:]
    ]
    luma, (blue, red) = planes[0], full
    green = luma - 0.344136 * blue - 0.714136 * red
    return numpy.clip(numpy.stack([luma + 1.402 * red, green, luma + 1.772 * blue], -1), 0, 255).round().astype("uint8")


def fidelity_of_planes(planes, wanted):
    """Of what a JPEG encoder is given; `wanted` is a ``reference``."""
    luma, blue, red = luma_and_chroma(wanted)
    errors = [((one - other) ** 2).mean() for one, other in zip(planes, (luma, halved(blue), halved(red)))]
    height, width = luma.shape
    seen = score(pixels_of(planes, width, height), wanted)
    return Fidelity(decibels(errors[0]), decibels((errors[1] + errors[2]) / 2), seen)


def fidelity(pixels, wanted):
    """Of opaque pixels; `wanted` is a ``reference``."""
    ours, theirs = luma_and_chroma(pixels), luma_and_chroma(wanted)
    errors = [((one - other) ** 2).mean() for one, other in zip(ours, theirs)]
    return Fidelity(decibels(errors[0]), decibels((errors[1] + errors[2]) / 2), score(pixels, wanted))


def score(pixels, wanted):
    import tempfile

    import PIL.Image
    import ssimulacra2

    with tempfile.NamedTemporaryFile(suffix=".png") as one, tempfile.NamedTemporaryFile(suffix=".png") as other:
        PIL.Image.fromarray(wanted[..., :3].round().astype("uint8")).save(one.name)
        PIL.Image.fromarray(pixels[..., :3]).save(other.name)
        return ssimulacra2.compute_ssimulacra2(one.name, other.name)


def compared(task, engine, numbers, peers):
    """The fidelity of what packshot and libvips give their encoders, by name: means over the pictures of some jobs, as each
    takes seconds.
    """
    import tempfile
    from pathlib import Path

    import numpy
    import PIL.Image

    vips = peers[0]
    found = {"packshot": [], vips.name: []}
    for number, job in list(zip(numbers, task.jobs))[:: max(1, len(numbers) // MOST_JOBS)]:
        pixels = vips.pixels(vips.vips.Image.new_from_file(str(job.photo)).colourspace("srgb"))
        with tempfile.TemporaryDirectory() as folder:
            engine.ask("save", task=number, folder=folder)
            for index, (width, height) in enumerate(job.sizes):
                wanted = reference(pixels, width, height)
                theirs = vips.pixels(vips.thumbnail(job.arguments[0], width, height))
                planes = Path(folder) / f"{index}-planes.raw"
                if planes.exists():
                    found["packshot"].append(fidelity_of_planes(split(planes, width, height), wanted))
                    found[vips.name].append(fidelity_of_planes(encoder_planes(theirs), wanted))
                else:
                    ours = numpy.asarray(PIL.Image.open(Path(folder) / f"{index}-pixels.png"))
                    found["packshot"].append(fidelity(premultiplied(ours), wanted))
                    found[vips.name].append(fidelity(premultiplied(theirs), wanted))
    return {name: Fidelity(*(numpy.mean(values) for values in zip(*all))) for name, all in found.items()}


def split(file, width, height):
    """The planes in a file, chroma without its 128."""
    import numpy

    samples = numpy.fromfile(file, numpy.uint8).astype(float)
    halves = ((height + 1) // 2, (width + 1) // 2)
    luma, blue, red = numpy.split(samples, [width * height, width * height + halves[0] * halves[1]])
    return luma.reshape(height, width), blue.reshape(halves) - 128, red.reshape(halves) - 128


def premultiplied(pixels):
    """What the reference is compared with: colour times alpha."""
    if pixels.shape[2] < 4:
        return pixels
    values = pixels.astype(float)
    values[..., :3] *= values[..., 3:] / 255
    return values.round().astype("uint8")
