"""Times whole jobs beside libjpeg-turbo and zlib. Usage: clock.py MOST_PERCENT TABLE PACKSHOT
                                                        clock.py --update TABLE PACKSHOT

Exits with 1 if a job takes over MOST_PERCENT more, as a multiple of its floor, than in TABLE.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import memory
import whole_jobs

ROUNDS = 7
# A job that takes too long is measured again, because another program can have taken the caches meanwhile.
TRIES = 3
HEAD = """# What whole jobs take, as multiples of a floor that is measured in turns with them: JPEGs beside djpeg and cjpeg, PNGs beside zlib.
# Of both, the processor's time counts. Each machine has its own figures, because processors differ.
# Written by `scripts/check-clock --update`.
"""
COPIES = {"camera": (whole_jobs.BASELINE, 4), "progressive": (whole_jobs.PROGRESSIVE, 8), "square": (whole_jobs.SQUARE, 8)}


def prepared(folder):
    """Writes photos and recipes into a folder. Returns the arguments of each job, by name."""
    whole_jobs.prepared(folder)
    for name, (sample, count) in COPIES.items():
        (folder / name).mkdir()
        for number in range(count):
            shutil.copyfile(whole_jobs.SAMPLES / sample, folder / name / f"SKU-{number}.jpg")
    for recipe in folder.glob("*.yaml"):
        recipe.write_text(re.sub(r'file: "(\w+)\.(\w+)"', r'file: "{stem}-\1.\2"', recipe.read_text()))

    def thumb(photos, width):
        return ["thumb", photos, "--width", str(width), *whole_jobs.ALONE]

    def run(recipe, photos):
        return ["run", f"{recipe}.yaml", photos, *whole_jobs.ALONE]

    return {
        "thumb-one": thumb("square/SKU-0.jpg", 200),
        "thumb-camera-200": thumb("camera", 200),
        "thumb-camera-800": thumb("camera", 800),
        "thumb-progressive-400": thumb("progressive", 400),
        "six-sizes": run("six-sizes", "square"),
        "on-backdrop": run("on-backdrop", "square"),
        "fit-product": run("fit-product", "camera"),
        "compose": run("compose", "square"),
        "sepia": run("sepia", "square"),
        "png": run("png", "square"),
    }


def seconds(command, folder):
    """The processor's time of a command and its children."""
    shutil.rmtree(folder / "output", ignore_errors=True)
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status):
        sys.exit(f"{' '.join(map(str, command))} ended with {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime


class Floor:
    """Decodes and encodes a photo with libjpeg-turbo's programs, or compresses bytes with zlib."""

    def __init__(self, folder):
        self.folder, self.pixels = folder, folder / "floor.ppm"
        photo = whole_jobs.SAMPLES / whole_jobs.BASELINE
        self.decode = ["djpeg", "-outfile", self.pixels, photo.absolute()]
        self.encode = ["cjpeg", "-outfile", folder / "floor.jpg", self.pixels]
        seconds(self.decode, folder)
        self.bytes = self.pixels.read_bytes()[: 4 << 20]

    def seconds(self, job):
        if job != "png":
            return seconds(self.decode, self.folder) + seconds(self.encode, self.folder)
        before = os.times()
        zlib.compress(self.bytes, 6)
        after = os.times()
        return after.user + after.system - before.user - before.system


def measured(packshot, jobs, folder, floor):
    """How many times its floor each of these jobs takes: the median of rounds."""
    rounds = {job: [] for job in jobs}
    for _ in range(ROUNDS):
        for job, arguments in jobs.items():
            rounds[job].append(seconds([packshot, *arguments], folder) / floor.seconds(job))
    return {job: statistics.median(ratios) for job, ratios in rounds.items()}


def made_with():
    found = {name: version for name, version in memory.made_with().items() if name != "large-pages"}
    model = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return {**found, "CPU": re.sub(r"[^\w.-]+", "-", model[1] if model else "unknown").strip("-")}


def load(table):
    """The figures of each machine, by what they were made with."""
    found = {}
    for part in Path(table).read_text().split("\n# Made with ")[1:]:
        head, *rows = part.strip().splitlines()
        found[head] = {job: float(ratio) for ratio, job in (row.split() for row in rows if row)}
    return found


def update(table, packshot):
    tables = load(table) if Path(table).exists() else {}
    with tempfile.TemporaryDirectory(prefix="packshot-") as work:
        folder = Path(work)
        jobs, floor = prepared(folder), Floor(folder)
        tables[described()] = measured(packshot, jobs, folder, floor)
    parts = [
        f"\n# Made with {machine}\n\n" + "".join(f"{ratio:9.3f}  {job}\n" for job, ratio in ratios.items())
        for machine, ratios in tables.items()
    ]
    Path(table).write_text(HEAD + "".join(parts))
    print(parts[-1], end="")
    return 0


def described():
    return ", ".join(f"{name} {version}" for name, version in made_with().items()) + "."


def check(most_percent, table, packshot):
    before = load(table).get(described())
    if before is None:
        print(f"NOT HERE: {table} has no figures for {described()}")
        return 0
    with tempfile.TemporaryDirectory(prefix="packshot-") as work:
        folder = Path(work)
        jobs, floor = prepared(folder), Floor(folder)
        print(f"{'':<24}{'before':>8}{'now':>8}   times the floor")
        for left in reversed(range(TRIES)):
            slow = {}
            for job, ratio in measured(packshot, jobs, folder, floor).items():
                if job not in before:
                    sys.exit(f"{table} has no figure for {job}; scripts/check-clock --update adds it")
                more = ratio / before[job]
                if more > 1 + most_percent / 100:
                    slow[job] = jobs[job]
                said = f"   more than {most_percent:g} % more" if job in slow else ""
                print(f"{job:<24}{before[job]:>8.3f}{ratio:>8.3f}   × {more:.3f}{said}", flush=True)
            if not slow:
                return 0
            if left:
                print("Measuring again what took longer")
            jobs = slow
    return 1


def main(how, table, packshot):
    return update(table, packshot) if how == "--update" else check(float(how), table, packshot)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
