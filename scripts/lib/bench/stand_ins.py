"""Makes pictures to measure with, for machines without the photos of the published figures. They are made of the drawn sample photos, with
grain from a fixed seed. They are as hard to encode as photos and the same on each machine, but their figures can't be compared with the
published ones.
"""

from pathlib import Path

from . import product_filters

FOLDER = Path(".build-bench/inputs")
SAMPLES = Path("Assets/samples")
# Of its levels, the standard deviation of the grain.
GRAIN = 3


def jpeg(name, size):
    """A photo of this size."""
    return made(f"stand-in-{name}.jpg", SAMPLES / "mugs/MUG-001_front.jpg", size, quality=90)


def png(name, size):
    """A cut-out with soft edges, of this size."""
    return made(f"stand-in-{name}.png", SAMPLES / "accessories/BOW-017_cutout.png", size)


def product(size):
    """A photo of a product before a backdrop, with a camera's noise."""
    import PIL.Image

    file = FOLDER / "stand-in-product.jpg"
    if not file.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        PIL.Image.fromarray(product_filters.lit_product(*size)[..., :3]).save(file, quality=92)
    return file


def photos():
    """Sample photos that are in colour, as they are, small files first."""
    import PIL.Image

    found = []
    for photo in sorted(SAMPLES.rglob("*.jpg"), key=lambda photo: (photo.stat().st_size, photo)):
        with PIL.Image.open(photo) as picture:
            if picture.mode == "RGB":
                found.append(photo)
    return found


def made(name, sample, size, **options):
    import numpy
    import PIL.Image
    import PIL.ImageOps

    file = FOLDER / name
    if not file.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        with PIL.Image.open(sample) as picture:
            values = numpy.asarray(PIL.ImageOps.fit(picture, size, PIL.Image.LANCZOS)).astype(float)
        grain = numpy.random.default_rng(1).normal(0, GRAIN, (*values.shape[:2], 1))
        values[..., :3] = (values[..., :3] + grain).clip(0, 255)
        unfinished = file.with_stem("unfinished")
        PIL.Image.fromarray(values.round().astype("uint8")).save(unfinished, **options)
        unfinished.replace(file)
    return file
