"""Times filters for product pictures, on pixels in memory, compared with libvips, Pillow and OpenCV as their users write it.

Each peer's function takes the picture in the peer's own form, and returns finished bytes or pixels. None draws into the picture that it
is given.
"""

import time

INTER = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"


def lit_product(width, height):
    """An opaque photo: a product before a backdrop on which light falls off, with a camera's noise."""
    import numpy

    random = numpy.random.default_rng(12)
    y, x = numpy.mgrid[:height, :width].astype(numpy.float32)
    light = 246 - 12 * ((x / width - 0.4) ** 2 + (y / height - 0.4) ** 2)
    light += random.normal(0, 0.8, light.shape).astype(numpy.float32)
    pixels = numpy.repeat(light[..., None], 4, 2)
    product = ((x / width - 0.5) / 0.3) ** 2 + ((y / height - 0.55) / 0.32) ** 2 < 1
    pixels[product, :3] = numpy.stack([60 + 120 * x / width, 90 + 60 * y / height, 140 - 80 * x / width], -1)[product]
    pixels[..., 3] = 255
    return pixels.clip(0, 255).round().astype(numpy.uint8)


def cut_out(side):
    """A product on nothing, premultiplied."""
    pixels = lit_product(side, side)
    import numpy

    y, x = numpy.mgrid[:side, :side].astype(numpy.float32)
    distance = numpy.sqrt(((x / side - 0.5) / 0.3) ** 2 + ((y / side - 0.55) / 0.32) ** 2)
    coverage = ((1 - distance) * side * 0.3 + 0.5).clip(0, 1)[..., None]
    pixels[..., 3] = 255
    return (pixels * coverage).round().astype(numpy.uint8)


class Vips:
    name = "libvips"

    def __init__(self, pixels):
        import pyvips

        pyvips.cache_set_max(0)
        height, width, _ = pixels.shape
        self.picture = pyvips.Image.new_from_memory(pixels.tobytes(), width, height, 4, "uchar").copy(interpretation="srgb")

    def trim(self):
        left, top, width, height = self.picture.find_trim(threshold=10)
        return self.picture.crop(left, top, width, height).write_to_memory()

    def sharpen(self):
        return self.picture.sharpen(sigma=1, x1=2, m1=0, m2=1).write_to_memory()

    def shadow(self):
        alpha = self.picture[3].gaussblur(20, min_ampl=0.01) * 0.35
        shade = alpha.new_from_image([0, 0, 0]).bandjoin(alpha).cast("uchar").copy(interpretation="srgb")
        shade = shade.embed(0, 16, self.picture.width, self.picture.height)
        return shade.composite2(self.picture, "over", premultiplied=True).cast("uchar").write_to_memory()


class Pillow:
    name = "Pillow"

    def __init__(self, pixels):
        from PIL import Image, ImageFont

        height, width, _ = pixels.shape
        self.picture = Image.frombytes("RGBA", (width, height), pixels.tobytes())
        self.font = ImageFont.truetype(INTER, 200)

    def trim(self):
        from PIL import Image, ImageChops

        plain = Image.new("RGB", self.picture.size, self.picture.getpixel((0, 0))[:3])
        difference = ImageChops.difference(self.picture.convert("RGB"), plain).convert("L").point(lambda value: 255 * (value > 10))
        return self.picture.crop(difference.getbbox())

    def sharpen(self):
        from PIL import ImageFilter

        return self.picture.filter(ImageFilter.UnsharpMask(radius=1, percent=60, threshold=2))

    def shadow(self):
        from PIL import Image, ImageChops, ImageFilter

        alpha = self.picture.getchannel("A").filter(ImageFilter.GaussianBlur(20)).point(lambda value: value * 0.35)
        shade = Image.new("RGBA", self.picture.size)
        shade.putalpha(ImageChops.offset(alpha, 0, 16))
        return Image.alpha_composite(shade, self.picture)

    def text(self):
        from PIL import ImageDraw

        picture = self.picture.copy()
        ImageDraw.Draw(picture).text((400, 600), "Sale −20 %", font=self.font, fill=(230, 57, 70, 255))
        return picture


class OpenCV:
    name = "OpenCV"

    def __init__(self, pixels):
        import cv2

        cv2.setNumThreads(1)
        self.cv2, self.picture = cv2, pixels

    def trim(self):
        cv2 = self.cv2
        grey = cv2.cvtColor(self.picture, cv2.COLOR_RGBA2GRAY)
        far = cv2.threshold(cv2.absdiff(grey, float(grey[0, 0])), 10, 255, cv2.THRESH_BINARY)[1]
        x, y, width, height = cv2.boundingRect(far)
        return self.picture[y:y + height, x:x + width].copy()

    def sharpen(self):
        cv2 = self.cv2
        blurred = cv2.GaussianBlur(self.picture, (0, 0), 1)
        return cv2.addWeighted(self.picture, 1.6, blurred, -0.6, 0)


# Of each: what is asked of packshot, and of which picture.
TASKS = {
    "trim": ("trim: {}", lambda: lit_product(4000, 3000)),
    # No peer does this. A photo is analysed at 1000 pixels on the longer side, however large it is.
    "whiten": ("whiten: {}", lambda: lit_product(1000, 1000)),
    "sharpen": ("sharpen: { radius: 1, amount: 0.6, threshold: 2 }", lambda: lit_product(1600, 1600)),
    "shadow": ("shadow: { offset: [0, 16], blur: 40, opacity: 0.35 }", lambda: cut_out(1600)),
    "text": ('text: { text: "Sale −20 %", size: 200, fill: "#e63946" }', lambda: lit_product(1600, 1600)),
}
RIVALS = {Vips: "pyvips", Pillow: "PIL", OpenCV: "cv2"}


def measure(packshot, missing_modules, rounds, work):
    """Prints a row for each task; returns how many are slower than a rival."""
    names = ["packshot", *(rival.name for rival in RIVALS)]
    print("\n|", " | ".join(["step", "megapixels", *(f"{name}, ms" for name in names), "times the next"]), "|")
    print("|---" * (3 + len(names)) + "|")
    missed = 0
    for task, (step, picture) in TASKS.items():
        pixels = picture()
        height, width, _ = pixels.shape
        ours = packshot(pixels, work)
        rivals = [kind(pixels) for kind, module in RIVALS.items() if module not in missing_modules and hasattr(kind, task)]
        least = {}
        for _ in range(rounds):
            for program in [ours, *rivals]:
                # The second time each finds its picture in the cache.
                for _ in range(2):
                    if program is ours:
                        seconds = ours.do(step)
                    else:
                        start = time.perf_counter()
                        getattr(program, task)()
                        seconds = time.perf_counter() - start
                    least[program.name] = min(least.get(program.name, seconds), seconds)
        ours.end()
        others = [seconds for name, seconds in least.items() if name != "packshot"]
        times = min(others) / least["packshot"] if others else None
        missed += times is not None and times < 1
        cells = [f"{least[name] * 1e3:.1f}" if name in least else "" for name in names]
        cells.append("" if times is None else f"{times:.1f}")
        print("|", " | ".join([f"`{task}`", f"{width * height / 1e6:.1f}", *cells]), "|", flush=True)
    return missed
