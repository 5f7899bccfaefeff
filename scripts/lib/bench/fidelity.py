"""Compares resized pictures, before encoding, with Lanczos-3 in double precision over the whole decoded picture.

Each program is compared with a reference for its own decode path, because the paths differ, and are equally correct:

  - A program that resizes pixels is compared with the decoder's RGB. If a JPEG's Y, Cb and Cr are outside of RGB's range, the decoder
    has already clamped them.
  - If packshot resizes the planes of a file and passes them to the encoder, it is compared with the decoder's YCbCr: chroma is
    interpolated as by the decoder, nothing is clamped, chroma is resized with luma, and halved by means of 2 × 2 as encoders do.

The two references differ by 40 to 65 dB, most in saturated colours, because clamping changes chroma. So packshot is also compared with
the RGB reference. That shows how far its decode path is from other programs', clamping included, and nothing about its arithmetic.

The decoder is Pillow's libjpeg-turbo for YCbCr and libvips' for RGB. Neither is packshot's code.
"""

import math
from typing import NamedTuple


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

    values = pixels
    if values.shape[2] == 4:
        values = values.astype(numpy.float64)
        values[..., :3] *= values[..., 3:] / 255
    down, across = weights(values.shape[0], height), weights(values.shape[1], width)
    return numpy.clip(resampled(resampled(values, down).swapaxes(0, 1), across).swapaxes(0, 1), 0, 255)


def resampled(values, matrix):
    """`values` resampled along their first axis; of a row of the matrix only what is not zero is multiplied."""
    import numpy

    result = numpy.empty((len(matrix), *values.shape[1:]))
    for line, row in zip(result, matrix):
        taps = numpy.flatnonzero(row)
        first, end = taps[0], taps[-1] + 1
        line[:] = numpy.tensordot(row[first:end], values[first:end], axes=1)
    return result


def decoded_planes(photo):
    """Y, Cb and Cr of each pixel of a JPEG, as its decoder has them before it makes a colour of them."""
    import numpy
    import PIL.Image

    with PIL.Image.open(photo) as picture:
        picture.draft("YCbCr", picture.size)
        if picture.mode != "YCbCr":
            raise ValueError(f"{photo} has no planes of YCbCr")
        return numpy.asarray(picture)


def reference_planes(samples, width, height):
    """`samples` (rows, columns, Y, Cb and Cr of 8 bits) resampled, not rounded, chroma without its 128."""
    resized = reference(samples, width, height)
    return resized[..., 0], resized[..., 1] - 128, resized[..., 2] - 128


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
    return colours(planes[0], *full).round().astype("uint8")


def colours(luma, blue, red):
    """The RGB of Y, Cb and Cr, as numbers that are not rounded."""
    import numpy

    green = luma - 0.344136 * blue - 0.714136 * red
    return numpy.clip(numpy.stack([luma + 1.402 * red, green, luma + 1.772 * blue], -1), 0, 255)


def fidelity_of_planes(planes, wanted):
    """Of what a JPEG encoder is given; `wanted` are Y, Cb and Cr of all pixels, chroma without its 128, not rounded."""
    halves = (wanted[0], halved(wanted[1]), halved(wanted[2]))
    errors = [((one - other) ** 2).mean() for one, other in zip(planes, halves)]
    height, width = wanted[0].shape
    seen = score(pixels_of(planes, width, height), colours(*wanted))
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
        PIL.Image.fromarray(wanted[..., :3].round().astype("uint8")).save(one.name, compress_level=0)
        PIL.Image.fromarray(pixels[..., :3]).save(other.name, compress_level=0)
        return ssimulacra2.compute_ssimulacra2(one.name, other.name)


def compared(task, engine, numbers, vips):
    """The fidelity of what packshot and libvips give their encoders, by name: means over the pictures of some jobs, as each
    takes seconds. Pictures that keep their size are left out: nothing is resized there, and packshot's are the file's own.
    """
    import tempfile
    from pathlib import Path

    import numpy
    import PIL.Image

    methods = {label: method for label, (method, _) in task.methods.items() if label.split(",")[0] == vips.name}
    found = {}
    for number, job in list(zip(numbers, task.jobs))[:: max(1, len(numbers) // task.most_compared)]:
        pixels = vips.pixels(vips.vips.Image.new_from_file(str(job.photo)).colourspace("srgb"))
        resized = [(index, size) for index, size in enumerate(job.sizes) if size != pixels.shape[1::-1]]
        samples = None
        theirs = {name: vips.resized(method, job.arguments[0], job.sizes) for name, method in methods.items()}
        with tempfile.TemporaryDirectory() as folder:
            engine.ask("save", task=number, folder=folder)
            for index, size in resized:
                wanted = reference(pixels, *size)
                others = {name: vips.pixels(pictures[index]) for name, pictures in theirs.items()}
                file = Path(folder) / f"{index}-planes.raw"
                if file.exists():
                    ours = split(file, *size)
                    samples = decoded_planes(job.photo) if samples is None else samples
                    planes = reference_planes(samples, *size)
                    of_pixels = luma_and_chroma(wanted)
                    measured = {
                        "packshot": fidelity_of_planes(ours, planes),
                        "packshot, by RGB": fidelity_of_planes(ours, of_pixels),
                    } | {name: fidelity_of_planes(encoder_planes(other), of_pixels) for name, other in others.items()}
                else:
                    ours = numpy.asarray(PIL.Image.open(Path(folder) / f"{index}-pixels.png"))
                    measured = {"packshot": fidelity(premultiplied(ours), wanted)}
                    measured |= {name: fidelity(premultiplied(other), wanted) for name, other in others.items()}
                for name, value in measured.items():
                    found.setdefault(name, []).append(value)
    return {name: Fidelity(*(float(numpy.mean(values)) for values in zip(*all))) for name, all in found.items()}


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
