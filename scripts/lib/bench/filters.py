"""Usage: scripts/bench filters [--rounds N] [--sigma X…]

Blurs an RGBA picture of one megapixel in memory, on one thread and in turns with libvips, Pillow and OpenCV. Prints a table in Markdown:
the shortest time of each in milliseconds, how many times as fast as libvips packshot is, and the largest difference of each from a
Gaussian in double precision, in levels of 255. Then trims, whitens, sharpens, shades and captions product pictures, and prints the shortest
times. Takes two minutes.

libvips blurs with integers by default, which is several levels off, and in floating point, which is within a level, as packshot is. The
goal is to be five times as fast as the latter, and faster than every other. The picture is noise, stripes and edges, which is the worst
case for errors. libvips is told to extend the Gaussian until it no longer matters, because its default is 15 levels off.
"""

import argparse
import subprocess
import sys
import time

from . import peers, product_filters
from .sharing import built, workplace

WIDTH, HEIGHT = 1250, 800
SIGMAS = [1, 2, 4, 8, 16, 40]
# Milliseconds a megapixel; levels; and how many times as fast as libvips in floating point from which sigma on.
MOST_MILLISECONDS, MOST_LEVELS, LEAST_TIMES, LEAST_TIMES_FROM = 10, 0.75, 5, 8


def picture():
    import numpy

    random = numpy.random.default_rng(7)
    pixels = random.integers(0, 256, (HEIGHT, WIDTH, 4), numpy.uint8)
    y, x = numpy.mgrid[:HEIGHT, :WIDTH]
    pixels[:, WIDTH // 3:] = (((x // 7 + y // 11) % 2) * 255)[:, WIDTH // 3:, None]
    pixels[HEIGHT // 2:, WIDTH // 3:] = ((x * 2 > y * 3) * 255)[HEIGHT // 2:, WIDTH // 3:, None]
    pixels[..., :3] = numpy.minimum(pixels[..., :3], pixels[..., 3:])
    return pixels


def gaussian(pixels, sigma):
    """The picture blurred in double precision; beyond its edges it goes on as there."""
    import numpy

    def matrix(length):
        reach = int(8 * sigma) + 1
        weights = numpy.exp(-numpy.arange(-reach, reach + 1) ** 2 / (2 * sigma * sigma))
        result = numpy.zeros((length, length))
        for output in range(length):
            places = numpy.clip(numpy.arange(output - reach, output + reach + 1), 0, length - 1)
            numpy.add.at(result[output], places, weights / weights.sum())
        return result

    columns, rows = matrix(WIDTH), matrix(HEIGHT)
    planes = [rows @ pixels[..., channel].astype(float) @ columns.T for channel in range(4)]
    return numpy.stack(planes, -1)


class Packshot:
    name = "packshot"

    def __init__(self, pixels, work):
        source, self.result = work / "source", work / "result"
        pixels.tofile(source)
        self.shape = pixels.shape
        self.process = subprocess.Popen(
            [built("FilterBenchmark"), source, str(pixels.shape[1]), self.result], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        self.process.stdout.readline()

    def blur(self, sigma):
        import numpy

        return self.do(f"blur: {sigma}"), lambda: numpy.fromfile(self.result, numpy.uint8).reshape(self.shape)

    def do(self, step):
        """Seconds of a step as a recipe writes it."""
        self.process.stdin.write(step + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("FilterBenchmark has ended; its output is above")
        return float(answer.split()[0])

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Vips:
    name, precision = "libvips", "integer"

    def __init__(self, pixels, work):
        import pyvips

        pyvips.cache_set_max(0)
        self.picture = pyvips.Image.new_from_memory(pixels.data, WIDTH, HEIGHT, 4, "uchar")

    def blur(self, sigma):
        import numpy

        start = time.perf_counter()
        blurred = self.picture.gaussblur(sigma, min_ampl=0.01, precision=self.precision)
        result = blurred.rint().cast("uchar").write_to_memory()
        return time.perf_counter() - start, lambda: numpy.frombuffer(result, numpy.uint8).reshape(HEIGHT, WIDTH, 4)


class VipsFloat(Vips):
    """So slow that it is timed twice only."""

    name, precision = "libvips float", "float"


class Pillow:
    name = "Pillow"

    def __init__(self, pixels, work):
        from PIL import Image, ImageFilter

        self.filter, self.picture = ImageFilter.GaussianBlur, Image.frombytes("RGBa", (WIDTH, HEIGHT), pixels.tobytes())

    def blur(self, sigma):
        import numpy

        start = time.perf_counter()
        result = self.picture.filter(self.filter(sigma))
        return time.perf_counter() - start, lambda: numpy.asarray(result)


class OpenCV:
    name = "OpenCV"

    def __init__(self, pixels, work):
        import cv2

        cv2.setNumThreads(1)
        self.cv2, self.pixels = cv2, pixels

    def blur(self, sigma):
        start = time.perf_counter()
        result = self.cv2.GaussianBlur(self.pixels, (0, 0), sigma, borderType=self.cv2.BORDER_REPLICATE)
        return time.perf_counter() - start, lambda: result


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench filters", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="number of measurements of each (default 7)")
    parser.add_argument("--sigma", type=float, nargs="+", default=SIGMAS, metavar="X", help="standard deviations")
    options = parser.parse_args(arguments)
    missing = peers.install()
    if {peers.PACKAGES["pyvips"], peers.PACKAGES["numpy"]} & set(missing):
        sys.exit(f"the comparison needs numpy and pyvips: {missing}")
    import numpy

    pixels = picture()
    modules = {Vips: "pyvips", VipsFloat: "pyvips", Pillow: "PIL", OpenCV: "cv2"}
    rivals = [rival for rival, module in modules.items() if peers.PACKAGES[module] not in missing]
    missed = 0
    with workplace(None) as work:
        programs = [kind(pixels, work) for kind in [Packshot, *rivals]]
        names = [program.name for program in programs]
        heads = [*(f"{name}, ms" for name in names), "times libvips", "times its float", *(f"{name}, levels" for name in names)]
        print("|", " | ".join(["sigma", *heads]), "|")
        print("|---" * (1 + len(heads)) + "|")
        for sigma in options.sigma:
            expected = gaussian(pixels, sigma)
            seconds, errors = {name: [] for name in names}, {}
            for number in range(options.rounds):
                for program in programs:
                    if number > 1 and isinstance(program, VipsFloat):
                        continue
                    # The second time each finds its picture in the cache.
                    for _ in range(2):
                        took, result = program.blur(sigma)
                        seconds[program.name].append(took)
                    if program.name not in errors:
                        errors[program.name] = numpy.abs(result() - expected).max()
            least = {name: min(times) * 1e9 / (WIDTH * HEIGHT) for name, times in seconds.items()}
            times = [least[name] / least["packshot"] for name in ("libvips", "libvips float")]
            missed += least["packshot"] > MOST_MILLISECONDS or errors["packshot"] > MOST_LEVELS
            missed += sigma >= LEAST_TIMES_FROM and times[1] < LEAST_TIMES
            missed += min(least.values()) < least["packshot"]
            cells = [f"{sigma:g}", *(f"{least[name]:.1f}" for name in names), *(f"{value:.1f}" for value in times)]
            print("|", " | ".join(cells + [f"{errors[name]:.2f}" for name in names]), "|", flush=True)
        missed += product_filters.measure(
            Packshot, {module for module in modules.values() if peers.PACKAGES[module] in missing}, options.rounds, work)
    for package, reason in missing.items():
        print(f"not measured: {package} could not be installed ({reason})")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
