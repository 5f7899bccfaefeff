"""Usage: scripts/bench profiles [--rounds N] PROFILE…

Times the conversion of pixels in memory to sRGB with ICC profiles, on one thread, in turns with libvips' `icc_transform`. The intent is
relative colorimetric with black point compensation. Prints a table in Markdown: megapixels per second of both, and the largest difference of each from Little CMS
(the system's liblcms2) in floating point, unoptimised.

For RGB with 8 bits, the pixels are all possible colours in random order. For CMYK, and for RGB with 16 bits, they are four million random
colours. Profiles with tables are measured with 8 bits only. Random colours are the slowest, because caches don't help.
"""

import argparse
import ctypes
import statistics
import subprocess
import sys
import time
from pathlib import Path

from . import peers
from .sharing import built, workplace

# How many times as fast as libvips, by whether the profile works by tables.
LEAST_TIMES = {False: 4, True: 1.8}
PART = 1 << 18


class Pixels:
    """What is converted by a profile at a depth, and the two that convert it."""

    def __init__(self, path, deep):
        self.path, self.deep = path, deep
        profile = path.read_bytes()
        self.has_inks = profile[16:20] == b"CMYK"
        count = int.from_bytes(profile[128:132], "big")
        tags = {profile[132 + 12 * index:136 + 12 * index] for index in range(count)}
        self.has_tables = self.has_inks or bool(tags & {b"A2B0", b"A2B1"})
        self.largest = 65535 if deep else 255
        self.values = self.made()

    def made(self):
        import numpy

        random = numpy.random.default_rng(1)
        if self.has_inks or self.deep:
            channels = 4 if self.has_inks else 3
            kind = numpy.uint16 if self.deep else numpy.uint8
            return random.integers(0, self.largest + 1, (1 << 22, channels), kind)
        colours = random.permutation(1 << 24).astype("<u4")
        return numpy.ascontiguousarray(colours.view(numpy.uint8).reshape(-1, 4)[:, :3])

    def write(self, path):
        """As packshot has pixels: of four values."""
        import numpy

        values = self.values
        if not self.has_inks:
            opaque = numpy.full((len(values), 1), self.largest, values.dtype)
            values = numpy.hstack([values, opaque])
        values.tofile(path)

    def vips(self):
        """Seconds that libvips took, and its pixels."""
        import numpy
        import pyvips

        kind, space = ("ushort", "rgb16") if self.deep else ("uchar", "cmyk" if self.has_inks else "srgb")
        image = pyvips.Image.new_from_memory(self.values.data, 4096, len(self.values) // 4096, self.values.shape[1], kind)
        start = time.perf_counter()
        result = image.copy(interpretation=space).icc_transform(
            "srgb", input_profile=str(self.path), intent="relative", black_point_compensation=True,
            depth=16 if self.deep else 8).write_to_memory()
        return time.perf_counter() - start, numpy.frombuffer(result, self.values.dtype).reshape(-1, 3)

    def errors(self, results):
        """The largest difference of each from Little CMS."""
        import numpy

        from .little_cms import converted, lcms

        profile = self.path.read_bytes()
        opened = lcms.cmsOpenProfileFromMem(ctypes.c_char_p(profile), len(profile))
        largest = [0.0] * len(results)
        for start in range(0, len(self.values), PART):
            part = slice(start, start + PART)
            mode = "CMYK" if self.has_inks else "RGB"
            expected = converted(self.values[None, part], opened, mode, self.largest)[0]
            for index, result in enumerate(results):
                largest[index] = max(largest[index], numpy.abs(result[part, :3] - expected).max())
        return largest


def measure(program, pixels, rounds, work):
    """Median seconds of packshot and of libvips, and the errors of both."""
    import numpy

    source, destination = work / "source", work / "destination"
    pixels.write(source)
    command = [program, pixels.path, source, destination] + (["--deep"] if pixels.deep else [])
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout.readline() != "ready\n":
            sys.exit("ColorBenchmark has ended; what it said stands above")
        ours, theirs = [], []
        for _ in range(rounds):
            process.stdin.write("\n")
            process.stdin.flush()
            ours.append(float(process.stdout.readline()))
            seconds, converted = pixels.vips()
            theirs.append(seconds)
        process.stdin.close()
    result = numpy.fromfile(destination, pixels.values.dtype).reshape(-1, 4)
    return statistics.median(ours), statistics.median(theirs), pixels.errors([result, converted])


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench profiles", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="number of measurements of each (default 7)")
    parser.add_argument("profiles", type=Path, nargs="+", metavar="PROFILE")
    options = parser.parse_args(arguments)
    missing = peers.install()
    if {peers.PACKAGES["pyvips"], peers.PACKAGES["numpy"]} & set(missing):
        sys.exit(f"without numpy and pyvips there is nothing to compare with: {missing}")
    program = built("ColorBenchmark")
    missed = 0
    print("| profile | bits | packshot, MP/s | libvips, MP/s | times | goal | packshot's error, levels | libvips' |")
    print("|---|---|---|---|---|---|---|---|")
    with workplace(None) as work:
        for path in options.profiles:
            for deep in (False, True):
                pixels = Pixels(path, deep)
                if deep and pixels.has_tables:
                    continue
                ours, theirs, errors = measure(program, pixels, options.rounds, work)
                least = None if deep else LEAST_TIMES[pixels.has_tables]
                missed += errors[0] > 1 or least is not None and theirs / ours < least
                count = len(pixels.values) / 1e6
                cells = [path.name, 16 if deep else 8, f"{count / ours:.0f}", f"{count / theirs:.0f}"]
                cells += [f"{theirs / ours:.1f}", least or "–", *(f"{error:.2f}" for error in errors)]
                print("|", " | ".join(map(str, cells)), "|", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
