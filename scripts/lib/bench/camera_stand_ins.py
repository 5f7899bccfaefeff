"""Draws photos that resemble a camera's, for machines that have no such photos.

The scene is a dead leaves model: overlapping discs of all sizes with a 1/f texture, which have the edges and the spectrum of natural
scenes. The simulated camera blurs it with a lens, and adds the noise of light and of a sensor behind a Bayer pattern. It interpolates
the pattern, which spreads the noise over neighbours, sharpens edges, filters out colour noise, and encodes the picture at 2 to 4 bits a
pixel.
"""

from pathlib import Path

from . import srgb

FOLDER = Path(".build-bench/inputs")
SMALLEST_RADIUS = 3
# How often each place is covered.
COVERAGE = 4
# The share of light that is noise at full brightness and in the dark.
PHOTON_NOISE, READ_NOISE = 0.008, 0.0015
LENS_SIGMA = 0.7
SHARPENING = 0.5
# Of the filter that takes the noise out of chroma, in pixels.
CHROMA_SIGMA = 2


def made(name, size, seed, quality, sampling):
    """A JPEG of this size."""
    import numpy
    import PIL.Image

    file = FOLDER / name
    if not file.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        random = numpy.random.default_rng(seed)
        picture = developed(seen(scene(size, random), random))
        unfinished = file.with_stem("unfinished")
        PIL.Image.fromarray(picture).save(unfinished, quality=quality, subsampling=sampling)
        unfinished.replace(file)
    return file


def scene(size, random):
    """Light by place and colour, linear, from 0 to 1."""
    import numpy
    import PIL.Image
    import PIL.ImageDraw

    width, height = size
    largest = max(size) / 4
    # The probability of a radius falls with its third power; the mean area follows.
    mean_area = 2 * numpy.pi * SMALLEST_RADIUS**2 * numpy.log(largest / SMALLEST_RADIUS)
    count = int(COVERAGE * width * height / mean_area)
    share = random.random(count) * (1 - (SMALLEST_RADIUS / largest) ** 2)
    radius = SMALLEST_RADIUS / numpy.sqrt(1 - share)
    x, y = random.uniform(0, width, count), random.uniform(0, height, count)
    colours = scene_colours(count, random)
    picture = PIL.Image.new("RGB", size, (120, 120, 120))
    draw = PIL.ImageDraw.Draw(picture)
    boxes = numpy.stack([x - radius, y - radius, x + radius, y + radius], -1).tolist()
    for box, colour in zip(boxes, colours):
        draw.ellipse(box, fill=colour)
    light = (numpy.asarray(picture, numpy.float32) / 255) ** 2.2
    light *= numpy.exp(0.2 * pink(size, random))[..., None]
    return light.clip(0, 1)


def scene_colours(count, random):
    """Colours of things: of any brightness, mostly of little saturation, more often warm or bluish than green or purple."""
    import numpy

    luma = random.beta(2.2, 2.8, count) * 220 + 10
    blue, red = random.normal(-4, 18, count), random.normal(4, 14, count)
    colour = numpy.stack([luma + 1.4 * red, luma - 0.34 * blue - 0.71 * red, luma + 1.77 * blue], -1)
    return [tuple(one) for one in colour.clip(0, 255).astype(int).tolist()]


def pink(size, random):
    """Noise of the spectrum 1/f, of variance 1."""
    import numpy

    width, height = size
    spectrum = numpy.fft.rfft2(random.standard_normal((height, width), numpy.float32))
    frequency = numpy.hypot(numpy.fft.fftfreq(height)[:, None], numpy.fft.rfftfreq(width)[None])
    frequency[0, 0] = numpy.inf
    noise = numpy.fft.irfft2(spectrum / frequency, (height, width)).astype(numpy.float32)
    return noise / noise.std()


def seen(light, random):
    """What a sensor has of it: one colour at each place, with noise."""
    import numpy

    blurred = convolved(light, bell(LENS_SIGMA))
    height, width = blurred.shape[:2]
    pattern = bayer(height, width)
    mosaic = numpy.take_along_axis(blurred, pattern[..., None], 2)[..., 0]
    noise = random.standard_normal((height, width), numpy.float32)
    return mosaic + noise * numpy.sqrt(PHOTON_NOISE**2 * mosaic + READ_NOISE**2), pattern


def bayer(height, width):
    import numpy

    pattern = numpy.ones((height, width), numpy.intp)
    pattern[::2, ::2], pattern[1::2, 1::2] = 0, 2
    return pattern


def developed(seen):
    """8-bit sRGB: the pattern interpolated, sharpened, its colour without noise."""
    import numpy

    mosaic, pattern = seen
    light = numpy.empty((*mosaic.shape, 3), numpy.float32)
    for channel in range(3):
        mask = (pattern == channel).astype(numpy.float32)
        weights = [0.5, 1, 0.5]
        light[..., channel] = convolved(mosaic * mask, weights) / convolved(mask, weights)
    light += SHARPENING * (light - convolved(light, [1, 2, 1]))
    light = light.clip(0, 1)
    coded = srgb.encoded(light)
    luma = coded @ numpy.float32([0.299, 0.587, 0.114])
    colour = convolved(coded - luma[..., None], bell(CHROMA_SIGMA))
    return ((luma[..., None] + colour).clip(0, 1) * 255).round().astype("uint8")


def bell(sigma):
    """The weights of a Gaussian filter."""
    import numpy

    reach = int(3 * sigma)
    return [numpy.exp(-((at / sigma) ** 2) / 2) for at in range(-reach, reach + 1)]


def convolved(values, weights):
    """With the same weights, scaled to sum 1, down and across."""
    import numpy

    half, total = len(weights) // 2, sum(weights)
    for axis in (0, 1):
        padding = [(half, half) if axis == other else (0, 0) for other in range(values.ndim)]
        padded = numpy.pad(values, padding, mode="edge")
        result = numpy.zeros_like(values)
        for at, weight in enumerate(weights):
            part = slice(at, at + values.shape[axis])
            result += numpy.float32(weight / total) * (padded[part] if axis == 0 else padded[:, part])
        values = result
    return values
