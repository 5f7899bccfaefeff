"""From light to files: how a camera renders it, and the kinds of file that suppliers send."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from .shapes import smoothstep
from .studio import photograph

# Exif tags (Exif 2.32).
MAKE, MODEL, ORIENTATION, SOFTWARE, DATE_TIME, EXIF = 0x010F, 0x0110, 0x0112, 0x0131, 0x0132, 0x8769
EXPOSURE, F_NUMBER, ISO, TAKEN, FOCAL_LENGTH = 0x829A, 0x829D, 0x8827, 0x9003, 0x920A


@dataclass
class Sample:
    """One sample file: what it shows, its size upright, and how it is stored.

    `kind` is one of `jpeg`, `progressive`, `grey`, `cmyk`, `png`, `cutout`, `cutout with shadow`, and `small` for a JPEG of
    few bytes, without grain and Exif.
    """

    path: str
    scene: object
    width: int
    height: int
    kind: str = "jpeg"
    orientation: int = 1
    quality: int = 88


def write(sample, folder, number, scale=1.0):
    """Renders a sample below `folder`, each side at `scale`. `number` seeds its grain and counts its Exif times."""
    random = np.random.default_rng(7_000 + number)
    path = folder / sample.path
    path.parent.mkdir(parents=True, exist_ok=True)
    size = (round(sample.width * scale), round(sample.height * scale))
    # A camera's pixels are not independent either: photos are traced at half their size, and get their grain at full.
    traced = size if path.suffix == ".png" or sample.kind == "small" else (size[0] // 2, size[1] // 2)
    scene = sample.scene()
    if sample.kind.startswith("cutout"):
        scene.backdrop, scene.mirror = ((0, 0, 0), (0, 0, 0)), 0
    light, cover, share = photograph(scene, *traced)
    if sample.kind in ("png", "small"):
        image = Image.fromarray((np.clip(developed(light), 0, 1) * 255 + 0.5).astype(np.uint8))
        image.save(path, optimize=True, **({"quality": sample.quality} if sample.kind == "small" else {}))
        return
    if sample.kind.startswith("cutout"):
        cutout(light, cover, share if "shadow" in sample.kind else None).save(path, optimize=True)
        return
    encoded = grained(enlarged(developed(light), size), random)
    image = Image.fromarray(encoded)
    if sample.kind == "grey":
        image = image.convert("L")
    elif sample.kind == "cmyk":
        image = cmyk(encoded)
    turn = {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}.get(sample.orientation)
    if turn is not None:
        image = image.transpose(turn)
    image.save(path, quality=sample.quality, optimize=True, progressive=sample.kind == "progressive",
               exif=exif(sample.orientation, number))


def developed(light):
    """Encoded sRGB, 0…1, of linear light: highlights roll off, as film's do."""
    light = np.maximum(light * 1.03, 0)
    rolled = np.where(light > 0.7, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.3), light)
    encoded = np.where(rolled <= 0.0031308, rolled * 12.92, 1.055 * np.maximum(rolled, 1e-9) ** (1 / 2.4) - 0.055)
    # A little contrast about the middle, with the ends left in place.
    return encoded + 0.10 * (encoded - 0.5) * encoded * (1 - encoded) * 4


def enlarged(encoded, size):
    """The picture at its full size (height, width, 3)."""
    planes = [Image.fromarray(encoded[..., c].astype(np.float32)).resize(size, Image.Resampling.LANCZOS)
              for c in range(3)]
    return np.stack([np.asarray(p) for p in planes], axis=-1)


def grained(encoded, random):
    """8-bit pixels with a sensor's noise: most of it in brightness, and most in the mid-tones."""
    height, width = encoded.shape[:2]
    fine = random.standard_normal((height, width), np.float32)
    fine = (fine + 0.5 * (np.roll(fine, 1, 0) + np.roll(fine, 1, 1))) / 1.22
    color = random.standard_normal((height, width, 3), np.float32) * 0.35
    mid = 0.55 + 1.6 * encoded.mean(-1) * (1 - encoded.mean(-1))
    levels = encoded * 255 + 1.25 * mid[..., None] * (fine[..., None] + color)
    return np.clip(levels + random.random(levels.shape, np.float32), 0, 255).astype(np.uint8)


def cutout(light, cover, share):
    """The product alone on transparency, from its light on black; with `share`, on its own shadow."""
    color = developed(light / np.maximum(cover, 1e-6)[..., None])
    alpha = cover
    if share is not None:
        shadow = np.clip((1 - share) * 0.85 - 0.015, 0, 1) * (1 - cover) * faded_border(cover.shape)
        alpha = cover + shadow
        color = color * (cover / np.maximum(alpha, 1e-6))[..., None]
    pixels = np.dstack([np.clip(color, 0, 1), alpha]) * 255 + 0.5
    pixels = np.clip(pixels, 0, 255).astype(np.uint8)
    pixels[pixels[..., 3] == 0] = 0
    return Image.fromarray(pixels)


def faded_border(shape, width=0.08):
    """1 inside, falling to 0 towards the edges of a picture, so that a shadow has no cut edge."""
    y, x = (np.minimum(np.arange(n), np.arange(n)[::-1]) / (n * width) for n in shape)
    return smoothstep(0, 1, y)[:, None] * smoothstep(0, 1, x)


def cmyk(pixels):
    """Plain separation: black is what the three inks share."""
    inks = 255 - pixels.astype(np.int32)
    black = inks.min(-1)
    rest = np.maximum(255 - black, 1)[..., None]
    separated = np.concatenate([(inks - black[..., None]) * 255 // rest, black[..., None]], axis=-1)
    return Image.fromarray(separated.astype(np.uint8), "CMYK")


def exif(orientation, number):
    """What a camera would write; it names the program that drew the photo."""
    taken = f"2024:05:{1 + number % 28:02d} 10:{number * 3 % 60:02d}:00"
    tags = Image.Exif()
    tags[MAKE], tags[MODEL], tags[SOFTWARE] = "packshot", "rendered studio", "make-samples"
    tags[ORIENTATION], tags[DATE_TIME] = orientation, taken
    photo = tags.get_ifd(EXIF)
    photo[EXPOSURE], photo[F_NUMBER], photo[ISO], photo[FOCAL_LENGTH] = (1, 125), (11, 1), 100, (85, 1)
    photo[TAKEN] = taken
    return tags


def backdrop(side=1600):
    """A studio sweep: a light wall that comes forward into a floor, brightest behind the product."""
    y, x = np.mgrid[0:side, 0:side] / side
    from_middle = np.hypot((x - 0.5) * 0.95, (y - 0.46) * 1.05)
    light = 0.955 - 0.20 * np.clip(from_middle / 0.72, 0, 1) ** 1.8
    # The bend between wall and floor is a little darker, and the floor catches more of the light from above.
    light -= 0.012 * np.exp(-(((y - 0.70) / 0.075) ** 2))
    light += 0.012 / (1 + np.exp(-(y - 0.76) / 0.03))
    # Ordered dithering hides the steps of 8 bits as noise would, and compresses far better.
    order = np.array([[0]])
    for _ in range(3):
        order = np.block([[4 * order, 4 * order + 2], [4 * order + 3, 4 * order + 1]])
    threshold = np.tile((order + 0.5) / 64, (side // 8, side // 8))
    warm = np.array([1.0, 0.992, 0.978])
    return Image.fromarray(np.floor(light[..., None] * warm * 255 + threshold[..., None]).astype(np.uint8))
