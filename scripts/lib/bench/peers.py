"""Installs the programs that the engine is compared with, and does the same work with each.

All turn the bytes of a file into the bytes of files, on one thread. pyvips represents sharp, which uses libvips.

ImageMagick and GraphicsMagick are processes: their time includes the start of a process and pipes. So they do only the thumbnail of a
JPEG, as people use them, and none of the tasks in memory.
"""

import importlib
import os
import subprocess
import sys
from pathlib import Path

from . import debian

FOLDER = Path(".build-bench/python")
PACKAGES = {
    "pyvips": "pyvips-binary pyvips",
    "PIL": "pillow",
    "cv2": "opencv-python-headless",
    "skia": "skia-python",
    "ssimulacra2": "ssimulacra2",
    "pyjpegli": "pyjpegli",
    "numpy": "numpy",
    "blazediff": "blazediff",
    "kornia_rs": "kornia-rs",
}


def is_ours(module):
    """Whether a module is the one in our folder. One of the system's may stand on an old library: a libvips of 2022 takes
    four times as long to resize."""
    spec = importlib.util.find_spec(module)
    return spec is not None and Path(spec.origin).is_relative_to(FOLDER.absolute())


def install():
    """Makes the peers importable; returns what is missing, with why."""
    sys.path.insert(0, str(FOLDER.absolute()))
    os.environ["VIPS_CONCURRENCY"] = "1"
    absent = [package for module, package in PACKAGES.items() if not is_ours(module)]
    if absent:
        print(f"==> Installing {' '.join(absent)} into {FOLDER}", flush=True)
    missing = {}
    for package in absent:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", FOLDER]
        done = subprocess.run([*pip, *package.split()], stderr=subprocess.PIPE, text=True)
        if done.returncode:
            missing[package] = done.stderr.strip().splitlines()[-1]
    importlib.invalidate_caches()
    for module, package in PACKAGES.items():
        try:
            importlib.import_module(module)
        except ImportError as error:
            missing.setdefault(package, str(error))
    return missing


class Vips:
    """libvips 8.18 through pyvips, without its cache of operations."""

    name = "pyvips"

    def __init__(self):
        import pyvips

        pyvips.cache_set_max(0)
        self.vips = pyvips
        self.version = ".".join(str(pyvips.version(part)) for part in range(3))

    def thumbnail(self, photo, width, height):
        """The picture, made as sharp makes it: asking the decoder for less where that is enough."""
        return self.vips.Image.thumbnail_buffer(photo, width, height=height, size="force")

    def jpeg(self, picture, quality):
        return picture.jpegsave_buffer(Q=quality)

    def png(self, picture):
        return picture.pngsave_buffer(compression=6)

    def thumb_jpeg(self, photo, width, height):
        return [self.jpeg(self.thumbnail(photo, width, height), 80)]

    def thumb_png(self, photo, width, height):
        return [self.png(self.thumbnail(photo, width, height))]

    def composed(self, photo, layer, matrix):
        picture = self.vips.Image.new_from_buffer(photo, "")
        toned = picture.recomb([row[:3] for row in matrix]).cast("uchar")
        over = self.vips.Image.new_from_buffer(layer, "")
        x, y = (toned.width - over.width) // 2, (toned.height - over.height) // 2
        return toned.composite2(over, "over", x=x, y=y).flatten()

    def compose(self, photo, layer, matrix):
        return [self.jpeg(self.composed(photo, layer, matrix), 80)]

    def trim(self, photo, width):
        """As sharp does: what is kept is found in the whole picture, and then resized."""
        picture = self.vips.Image.new_from_buffer(photo, "")
        left, top, columns, rows = picture.find_trim(threshold=10)
        kept = picture.crop(left, top, columns, rows)
        return [self.jpeg(kept.resize(width / columns), 80)]

    def once(self, photo, sizes):
        """All sizes from one decode, held in memory."""
        picture = self.vips.Image.new_from_buffer(photo, "").copy_memory()
        return [picture.resize(width / picture.width, vscale=height / picture.height) for width, height in sizes]

    def each(self, photo, sizes):
        """Each size by itself, from the file."""
        return [self.thumbnail(photo, *size) for size in sizes]

    def six_once(self, photo, sizes):
        return [self.jpeg(picture, 80) for picture in self.once(photo, sizes)]

    def six_each(self, photo, sizes):
        return [self.jpeg(picture, 80) for picture in self.each(photo, sizes)]

    def resized(self, method, photo, sizes):
        """What a method encodes."""
        return self.once(photo, sizes) if method == "six_once" else self.each(photo, sizes)

    def pixels(self, picture):
        import numpy

        return numpy.ndarray(
            buffer=picture.write_to_memory(), dtype=numpy.uint8, shape=[picture.height, picture.width, picture.bands]
        )


class Pillow:
    """Pillow, with what its own documentation says of thumbnails."""

    name = "Pillow"

    def __init__(self):
        import PIL.Image

        self.image = PIL.Image
        self.version = PIL.__version__

    def open(self, photo):
        import io

        return self.image.open(io.BytesIO(photo))

    def saved(self, picture, format, **options):
        import io

        file = io.BytesIO()
        picture.save(file, format, **options)
        return file.getvalue()

    def thumb_jpeg(self, photo, width, height):
        return [self.saved(self.open(photo).resize((width, height), self.image.LANCZOS), "JPEG", quality=80)]

    def thumb_png(self, photo, width, height):
        # Its resize weighs colour without alpha unless the picture is premultiplied.
        picture = self.open(photo).convert("RGBa").resize((width, height), self.image.LANCZOS).convert("RGBA")
        return [self.saved(picture, "PNG", compress_level=6)]

    def compose(self, photo, layer, matrix):
        rows = [value for row in matrix for value in [*row[:3], 0]]
        toned = self.open(photo).convert("RGB", rows).convert("RGBA")
        over = self.open(layer).convert("RGBA")
        toned.alpha_composite(over, ((toned.width - over.width) // 2, (toned.height - over.height) // 2))
        return [self.saved(toned.convert("RGB"), "JPEG", quality=80)]

    def six_once(self, photo, sizes):
        picture = self.open(photo)
        picture.load()
        return [self.saved(picture.resize(size, self.image.LANCZOS), "JPEG", quality=80) for size in sizes]


class OpenCV:
    """OpenCV on one thread. Of its ways to make a picture smaller, `INTER_AREA` is the one that does not alias."""

    name = "OpenCV"

    def __init__(self):
        import cv2

        cv2.setNumThreads(1)
        self.cv2 = cv2
        self.version = cv2.__version__

    def open(self, photo, flags=None):
        import numpy

        return self.cv2.imdecode(numpy.frombuffer(photo, numpy.uint8), flags or self.cv2.IMREAD_COLOR)

    def jpeg(self, picture):
        return self.cv2.imencode(".jpg", picture, [self.cv2.IMWRITE_JPEG_QUALITY, 80])[1]

    def thumb_jpeg(self, photo, width, height):
        return self.six_once(photo, [(width, height)])

    def six_once(self, photo, sizes):
        picture = self.open(photo)
        return [self.jpeg(self.cv2.resize(picture, size, interpolation=self.cv2.INTER_AREA)) for size in sizes]


class Skia:
    """Skia's raster backend. It makes pictures smaller through mipmaps."""

    name = "Skia"

    def __init__(self):
        import skia

        self.skia = skia
        self.version = skia.__version__

    def open(self, photo):
        return self.skia.Image.MakeFromEncoded(self.skia.Data.MakeWithoutCopy(photo))

    def jpeg(self, picture):
        return bytes(picture.encodeToData(self.skia.kJPEG, 80))

    def thumb_jpeg(self, photo, width, height):
        return self.six_once(photo, [(width, height)])

    def six_once(self, photo, sizes):
        skia = self.skia
        options = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
        picture = self.open(photo).makeRasterImage()
        return [self.jpeg(picture.resize(*size, options)) for size in sizes]

    def compose(self, photo, layer, matrix):
        skia = self.skia
        picture, over = self.open(photo), self.open(layer)
        surface = skia.Surface(picture.width(), picture.height())
        rows = [value for row in matrix for value in [*row[:3], 0, 0]] + [0, 0, 0, 1, 0]
        toned = skia.Paint(ColorFilter=skia.ColorFilters.Matrix(rows))
        with surface as canvas:
            canvas.drawImage(picture, 0, 0, skia.SamplingOptions(), toned)
            canvas.drawImage(over, (picture.width() - over.width()) // 2, (picture.height() - over.height()) // 2)
        return [self.jpeg(surface.makeImageSnapshot())]


class Magick:
    """A program of the command line."""

    folders = {}

    def __init__(self):
        self.program, self.environment = debian.found(self.package, self.executable, self.folders)
        said = self.run("-version").decode().removeprefix("Version: ").removeprefix(self.name)
        self.version = said.split()[0]
        # One that was unpacked may lack something that only shows at work.
        self.run("-size", "1x1", "xc:red", "jpeg:-")

    def run(self, *arguments, input=None):
        command = [self.program, *self.verb, *arguments]
        finished = subprocess.run(command, input=input, env=self.environment or None, stdout=subprocess.PIPE)
        if finished.returncode:
            raise LookupError(f"{self.executable} ended with {finished.returncode}")
        return finished.stdout

    def thumb_jpeg(self, photo, width, height):
        """As its documentation says of thumbnails: the decoder is asked for twice the size, or more."""
        resized = ["-filter", "Lanczos", "-resize", f"{width}x{height}!", "-quality", "80", "jpeg:-"]
        return [self.run(*self.reading(f"{2 * width}x{2 * height}"), "jpeg:-", *resized, input=photo)]


class ImageMagick(Magick):
    name, package, executable, verb = "ImageMagick", "imagemagick-6.q16", "convert-im6.q16", []
    folders = {"MAGICK_CODER_MODULE_PATH": "coders", "MAGICK_CONFIGURE_PATH": "ImageMagick-6"}

    def reading(self, size):
        return ["-limit", "thread", "1", "-define", f"jpeg:size={size}"]


class GraphicsMagick(Magick):
    name, package, executable, verb = "GraphicsMagick", "graphicsmagick", "gm", ["convert"]

    def reading(self, size):
        return ["-limit", "threads", "1", "-size", size]


# By the module that each needs.
ALL = {"pyvips": Vips, "PIL": Pillow, "cv2": OpenCV, "skia": Skia}
PROGRAMS = [ImageMagick, GraphicsMagick]


def programs(missing):
    """The programs that there are; to `missing` are added those that are not, with why."""
    there = []
    for program in PROGRAMS:
        try:
            there.append(program())
        except LookupError as error:
            missing[f"Debian's {program.package}"] = str(error)
    return there
