"""The engine's tasks: inputs, results, each peer's method, and goals."""

import json
from pathlib import Path
from typing import NamedTuple

from . import stand_ins

# The CSS matrix (W3C Filter Effects), which every peer is given too.
SEPIA = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
LONGEST_SIDES = [1600, 1200, 800, 400, 200, 100]
# As a recipe. The peers do not turn photos upright.
SIX_SIZES = "steps:\n  - orient: none\noutputs:\n" + "".join(
    f'  - {{ file: "{side}.jpg", quality: 80,'
    f" steps: [ {{ resize: {{ width: {side}, height: {side}, enlarge: false }} }} ] }}\n"
    for side in LONGEST_SIDES
)


class Job(NamedTuple):
    """One photo of a task, for packshot as a recipe and for the peers as arguments of their method."""

    recipe: Path
    photo: Path
    arguments: list
    sizes: list


class Task(NamedTuple):
    name: str
    says: str
    jobs: list
    # The peers' method of this work, and by peer the ratio that is to be reached.
    methods: dict
    # How many times the least that the codecs take it may be.
    most_times_floor: float | None
    # Whether the pixels are compared with a Lanczos-3 reference.
    is_resize: bool = True
    # Of about how many jobs, spread over all of them.
    most_compared: int = 4


class Material:
    """The inputs, and a folder for recipes."""

    def __init__(self, data, folder, is_quick):
        self.data, self.folder, self.is_quick = data, folder, is_quick
        self.bench = data / "bench"

    def recipe(self, name, text):
        file = self.folder / f"{name}.yaml"
        file.write_text("packshot: 1\nname: bench\n" + text)
        return file

    def photo_of_sharp(self):
        """The photo of sharp's own benchmark."""
        photo = self.bench / "lovell+sharp/2569067123_aca715a2ee_o.jpg"
        return photo if photo.exists() else stand_ins.jpeg("photo", (2725, 2225))

    def cutout_of_sharp(self):
        """The PNG with alpha of sharp's own benchmark."""
        cutout = self.bench / "lovell+sharp/alpha-premultiply-2048x1536-paper.png"
        return cutout if cutout.exists() else stand_ins.png("cutout", (2048, 1536))

    def photos(self):
        """JPEGs as they come: of cameras, of a desktop, of shops."""
        folders = ["bench/bleroy+core-imaging-playground", "bench/debian-lomiri-wallpapers-16.04", "photos"]
        found = [
            photo
            for folder in folders
            for photo in sorted((self.data / folder).rglob("*"))
            if photo.suffix.lower() in (".jpg", ".jpeg")
        ]
        return found or stand_ins.photos()

    def said(self, text, *photos):
        """What a task says of itself, and whether photos stand in for others."""
        if all(photo.is_relative_to(self.data) for photo in photos):
            return text
        return f"{text} (STAND-INS made of the samples, as {self.data} has no photos for it)"

    def job(self, recipe, photo, *arguments, sizes):
        return Job(recipe, photo, [photo.read_bytes(), *arguments], sizes)


def size(photo):
    import PIL.Image

    with PIL.Image.open(photo) as picture:
        return picture.size


def thumb_jpeg(material):
    photo = material.photo_of_sharp()
    recipe = material.recipe(
        "thumb-jpeg", 'outputs:\n  - { file: "a.jpg", quality: 80, steps: [ { resize: { width: 720 } } ] }\n'
    )
    return Task(
        "thumb-jpeg",
        material.said("2725 × 2225 JPEG to 720 × 588, quality 80", photo),
        [material.job(recipe, photo, 720, 588, sizes=[(720, 588)])],
        {"pyvips": ("thumb_jpeg", 1.8), "Pillow": ("thumb_jpeg", None), "OpenCV": ("thumb_jpeg", None),
         "Skia": ("thumb_jpeg", None), "ImageMagick, process": ("thumb_jpeg", None),
         "GraphicsMagick, process": ("thumb_jpeg", None)},
        1.2,
    )  # fmt: skip


def thumb_png(material):
    photo = material.cutout_of_sharp()
    recipe = material.recipe("thumb-png", 'outputs:\n  - { file: "a.png", steps: [ { resize: { width: 720 } } ] }\n')
    return Task(
        "thumb-png",
        material.said("2048 × 1536 PNG with alpha to 720 × 540, zlib's level 6 or its like", photo),
        [material.job(recipe, photo, 720, 540, sizes=[(720, 540)])],
        {"pyvips": ("thumb_png", 2.5), "Pillow": ("thumb_png", None)},
        None,
    )


def compose(material, model="css", most_times_floor=1.3):
    photo = material.photo_of_sharp()
    layer = material.cutout_of_sharp()
    recipe = material.recipe(
        f"compose-{model}",
        f"sources:\n  layer: {json.dumps(str(layer.absolute()))}\n"
        f"steps:\n  - sepiaTone: {{ model: {model} }}\n  - sourceOver: {{ foreground: layer }}\n"
        'outputs:\n  - { file: "a.jpg", quality: 80 }\n',
    )
    css = model == "css"
    methods = {"pyvips": ("compose", 3.5), "Pillow": ("compose", 2.5), "Skia": ("compose", None)} if css else {}
    return Task(
        f"compose {model}",
        material.said("2725 × 2225 JPEG, sepia, a PNG with alpha over it, full size, quality 80", photo, layer),
        [material.job(recipe, photo, layer.read_bytes(), SEPIA, sizes=[size(photo)])],
        methods,
        most_times_floor,
        is_resize=False,
    )


def six_sizes(material):
    photos = material.photos()
    recipe = material.recipe("six", SIX_SIZES)
    jobs = []
    for photo in photos[:2] if material.is_quick else photos:
        sizes = [fitted(size(photo), side) for side in LONGEST_SIDES]
        jobs.append(material.job(recipe, photo, sizes, sizes=sizes))
    return Task(
        "six sizes",
        material.said(
            f"{len(jobs)} JPEGs, each to longest sides of {', '.join(map(str, LONGEST_SIDES))}, quality 80", *photos
        ),
        jobs,
        {"pyvips": ("six_once", 2.5), "pyvips, each": ("six_each", 4.4), "OpenCV": ("six_once", 2),
         "Pillow": ("six_once", None), "Skia": ("six_once", None)},
        1.4,
        most_compared=1 if material.is_quick else 4,
    )  # fmt: skip


def fitted(size, side):
    """A size made to fit a square, never enlarged, as packshot rounds it."""
    scale = min(side / max(size), 1)
    return tuple(side if length == max(size) and scale < 1 else max(1, int(length * scale + 0.5)) for length in size)


def trim(material):
    photo = stand_ins.product((4000, 3000))
    recipe = material.recipe(
        "trim", 'steps:\n  - trim\noutputs:\n  - { file: "a.jpg", quality: 80, steps: [ { resize: { width: 800 } } ] }\n'
    )
    return Task(
        "trim",
        "a drawn product photo, a JPEG of 4000 × 3000, trimmed and resized to 800 pixels, quality 80",
        [material.job(recipe, photo, 800, sizes=[])],
        {"pyvips": ("trim", None)},
        None,
        is_resize=False,
    )


# The tasks that are renderings.
RENDERINGS = {
    "thumb-jpeg": thumb_jpeg,
    "thumb-png": thumb_png,
    "compose": compose,
    "compose-coreImage": lambda material: compose(material, "coreImage", 1.5),
    "six-sizes": six_sizes,
}
