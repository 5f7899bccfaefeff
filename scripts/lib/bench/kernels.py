"""Usage: scripts/bench kernels [--rounds N]

Times the inner loops over rows that fit the second-level cache, at each CPU level, on one thread and in turns with memcpy, pixman's
compositing (the system's libpixman-1) and Skia's blending and colour filter. Prints gigabytes of destination per second. Takes half a
minute.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time

from . import peers
from .sharing import built

COUNT = 16_384
REPETITIONS = 400
# How many times as fast as pixman source-over is to be, and how much of memcpy's speed.
LEAST_TIMES_PIXMAN = {"avx2": 3, "avx512": 5}
LEAST_SHARE_OF_MEMCPY = {"avx512": 0.5}


class SkiaLoops:
    """Skia's blend and its colour filter over a row of the same length, many times in one recording."""

    def __init__(self):
        import skia

        width = 256
        info = skia.ImageInfo.MakeN32Premul(width, COUNT // width)
        self.surface = skia.Surface.MakeRaster(info)
        layer = skia.Surface.MakeRaster(info)
        layer.getCanvas().clear(skia.Color4f(0.8, 0.3, 0.1, 0.5))
        picture = layer.makeImageSnapshot()
        sepia = [0.393, 0.769, 0.189, 0, 0, 0.349, 0.686, 0.168, 0, 0, 0.272, 0.534, 0.131, 0, 0, 0, 0, 0, 1, 0]
        paints = {
            "source-over, Skia": skia.Paint(),
            "sepia, CSS, Skia": skia.Paint(
                ColorFilter=skia.ColorFilters.Matrix(sepia), BlendMode=skia.BlendMode.kSrc
            ),
        }
        self.recordings = {}
        for name, paint in paints.items():
            recorder = skia.PictureRecorder()
            canvas = recorder.beginRecording(width, COUNT // width)
            for _ in range(REPETITIONS):
                canvas.drawImage(picture, 0, 0, skia.SamplingOptions(), paint)
            self.recordings[name] = recorder.finishRecordingAsPicture()

    def round(self):
        rates = {}
        for name, recording in self.recordings.items():
            start = time.perf_counter()
            self.surface.getCanvas().drawPicture(recording)
            rates[name] = COUNT * 4 * REPETITIONS / (time.perf_counter() - start) / 1e9
        return rates


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench kernels", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--rounds", type=int, default=11, metavar="N", help="number of measurements of each (default 11)")
    options = parser.parse_args(arguments)
    missing = peers.install()
    skia = None if peers.PACKAGES["skia"] in missing else SkiaLoops()
    command = [built("KernelBenchmark"), "--count", str(COUNT), "--repetitions", str(REPETITIONS)]
    rounds = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        for _ in range(options.rounds):
            program.stdin.write("\n")
            program.stdin.flush()
            rounds.append(json.loads(program.stdout.readline()) | (skia.round() if skia else {}))
        program.stdin.close()
    rates = {name: statistics.median(round[name] for round in rounds) for name in rounds[0]}
    for name in sorted(rates):
        values = [round[name] for round in rounds]
        print(f"{name:<40}{rates[name]:>7.1f} GB/s   ({min(values):.1f} to {max(values):.1f})")
    print()
    missed = 0
    for name, least in goals(rates):
        times = rates[name] / rates[least[0]]
        missed += times < least[1]
        print(f"{name:<36}{times:>6.2f} x {least[0]}   goal {least[1]} x")
    for package, reason in missing.items():
        print(f"not measured: {package} could not be installed ({reason})")
    if "source-over, pixman" not in rates:
        print("not measured: pixman, because libpixman-1.so.0 is not installed (Debian's libpixman-1-0)")
    return 1 if missed else 0


def goals(rates):
    """What each loop is measured by: a peer's, and how many times as fast as that it is to be."""
    for level in ("avx2", "avx512"):
        over, sepia = f"source-over, {level}", f"sepia, CSS, {level}"
        if over not in rates:
            continue
        yield from (
            (name, least)
            for name, least in [
                (over, ("source-over, pixman", LEAST_TIMES_PIXMAN[level])),
                (
                    f"source-over of translucent, {level}",
                    ("source-over of translucent, pixman", LEAST_TIMES_PIXMAN[level]),
                ),
                (over, ("memcpy", LEAST_SHARE_OF_MEMCPY.get(level, 0))),
                (over, ("source-over, Skia", 1)),
                (sepia, ("sepia, CSS, Skia", 1)),
            ]
            if least[0] in rates and least[1]
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
