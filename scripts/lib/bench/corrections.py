"""Usage: scripts/bench corrections [--rounds N]

Corrects light, colour and angle of an opaque picture of 12 megapixels in memory, on one thread and in turns with libvips. Prints a table in
Markdown: the shortest time of each in milliseconds per megapixel, and how many times as fast as libvips packshot is. The goal is twice as
fast. Takes two minutes.

libvips does each correction as its own documentation or sharp does it. Where one of its tables gives the same result, as for a gamma, it
uses the table. libvips rotates with bicubic interpolation of four by four pixels, packshot with Lanczos of six by six.
"""

import argparse
import os
import sys
import time

os.environ["VIPS_CONCURRENCY"] = "1"

from . import peers, product_filters  # noqa: E402
from .filters import Packshot  # noqa: E402
from .sharing import workplace  # noqa: E402

LEAST_TIMES = 2


class Vips:
    def __init__(self, pixels):
        import pyvips

        pyvips.cache_set_max(0)
        height, width, _ = pixels.shape
        self.vips = pyvips
        self.picture = pyvips.Image.new_from_memory(pixels.tobytes(), width, height, 4, "uchar").copy(interpretation="srgb")
        self.table = pyvips.Image.identity()

    def linear_light(self, factors):
        light = self.picture.colourspace("scrgb").linear([*factors, 1], [0] * 4)
        return light.colourspace("srgb")

    def recomb(self, rows):
        return self.picture[:3].recomb(self.vips.Image.new_from_array(rows)).cast("uchar").bandjoin(self.picture[3])

    def saturation(self):
        luminance = [0.2126, 0.7152, 0.0722]
        return self.recomb([[-0.8 * luminance[column] + 1.8 * (row == column) for column in range(3)] for row in range(3)])

    def rotate(self):
        return self.picture.rotate(12, interpolate=self.vips.Interpolate.new("bicubic"))

    TASKS = {
        "exposure: 0.7": lambda self: self.linear_light([2 ** 0.7] * 3),
        "brightness: 1.25": lambda self: self.picture.linear([1.25] * 3 + [1], [0] * 4, uchar=True),
        "contrast: 1.4": lambda self: self.picture.linear([1.4] * 3 + [1], [-51] * 3 + [0], uchar=True),
        "gamma: 1.5": lambda self: self.picture[:3].gamma(exponent=1 / 1.5).bandjoin(self.picture[3]),
        "levels: { black: 8%, white: 92% }": lambda self: self.picture.linear([1 / 0.84] * 3 + [1], [-24.3] * 3 + [0], uchar=True),
        "saturation: 1.8": saturation,
        "greyscale: 1": lambda self: self.recomb([[0.2126, 0.7152, 0.0722]] * 3),
        "greyscale: { linear: true }": lambda self: self.picture.colourspace("b-w"),
        'whiteBalance: "#e8d9c0"': lambda self: self.linear_light([0.89, 1, 1.3]),
        "rotate: 12": rotate,
        "flip: horizontal": lambda self: self.picture.fliphor(),
        "flip: vertical": lambda self: self.picture.flipver(),
    }


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench corrections", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="how often each correction is done (default 5)")
    options = parser.parse_args(arguments)
    missing = peers.install()
    if {peers.PACKAGES["pyvips"], peers.PACKAGES["numpy"]} & set(missing):
        sys.exit(f"without numpy and pyvips there is nothing to compare with: {missing}")
    pixels = product_filters.lit_product(4000, 3000)
    megapixels = pixels.shape[0] * pixels.shape[1] / 1e6
    missed = 0
    with workplace(None) as work:
        ours, theirs = Packshot(pixels, work), Vips(pixels)
        print("| step | packshot, ms/MP | libvips, ms/MP | times libvips |")
        print("|---|---|---|---|")
        for step, correct in Vips.TASKS.items():
            least = [float("inf"), float("inf")]
            for _ in range(options.rounds):
                least[0] = min(least[0], ours.do(step))
                start = time.perf_counter()
                correct(theirs).write_to_memory()
                least[1] = min(least[1], time.perf_counter() - start)
            cells = [f"{seconds * 1e3 / megapixels:.2f}" for seconds in least]
            missed += least[1] / least[0] < LEAST_TIMES
            print("|", " | ".join([f"`{step}`", *cells, f"{least[1] / least[0]:.1f}"]), "|", flush=True)
        ours.end()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
