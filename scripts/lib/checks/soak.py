"""Watches one long run. Usage: soak.py PACKSHOT FOLDER PHOTOS

Exits with 1 if the process grows or keeps files open.
"""

import json
import random
import resource
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import pictures

RECIPE = """packshot: 1
name: soak
steps: []
outputs:
  - { file: "{relative}/{stem}.jpg", quality: 85 }
"""
# Photos after which SQLite's cache of 32 MB is full, at 1.6 kB a photo. Until then, the process may grow by the cache.
WARM_UP = 20_000
CACHE_MEGABYTES = 34
MOST_GROWTH_MEGABYTES = 8
# Short, because few pictures are open only briefly, between two groups.
SECONDS_BETWEEN = 0.01


def make(folder, count):
    """Writes photos of 32 × 32 pixels, a thousand in a folder. All have different bytes: a few pixels differ."""
    source = random.Random(1)
    rows = bytearray(source.randbytes(32 * 32 * 3))
    for number in range(count):
        place = folder / f"shelf-{number // 1000:03}"
        if number % 1000 == 0:
            place.mkdir(parents=True)
        rows[0:4] = number.to_bytes(4, "big")
        (place / f"{number:06}.png").write_bytes(pictures.png(32, 32, rows))


class Sample:
    """A process's memory, threads and open files, from /proc."""

    def __init__(self, process, reported):
        self.reported = reported
        status = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
        # RssAnon leaves out mapped files, such as the catalog's index, because the system can drop them.
        self.resident, self.own = (int(status[name].split()[0]) / 1024 for name in ("VmRSS", "RssAnon"))
        self.threads = int(status["Threads"])
        self.files = sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())


def watched(packshot, folder, count):
    """Renders all photos in one process. Returns samples taken meanwhile."""
    recipe = folder / "soak.yaml"
    recipe.write_text(RECIPE)
    command = [packshot, "run", recipe, folder / "photos", "--output", folder / "pictures", "--json"]
    began = time.perf_counter()
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    reported, samples = [0, 0], []

    def read():
        for line in process.stdout:
            event = json.loads(line)
            if event["event"] == "photo":
                reported[event["status"] == "rendered"] += 1

    reader = threading.Thread(target=read)
    reader.start()
    while process.poll() is None:
        try:
            samples.append(Sample(process.pid, sum(reported)))
        except (OSError, ValueError, KeyError):
            # The process has just ended.
            pass
        time.sleep(SECONDS_BETWEEN)
    reader.join()
    if process.returncode or reported[1] != count:
        said = (folder / "log").read_text()[-1000:]
        sys.exit(f"the run ended with {process.returncode}, {reported[1]} photos rendered: {said}")
    print(f"{count} photos in {time.perf_counter() - began:.1f} s")
    return samples


def main(packshot, folder, photos):
    folder, count = Path(folder), int(photos)
    make(folder / "photos", count)
    samples = [sample for sample in watched(packshot, folder, count) if sample.reported]
    print(f"{'photos':>8}{'resident':>11}{'own':>9}{'files':>7}{'threads':>9}")
    for tenth in range(11):
        sample = min(samples, key=lambda sample: abs(sample.reported - tenth * count / 10))
        print(
            f"{sample.reported:>8}{sample.resident:>8.1f} MB{sample.own:>6.1f} MB{sample.files:>7}{sample.threads:>9}"
        )
    # The list of photos is in memory before the first photo is done, so it doesn't count as growth.
    cold = samples[0].own
    warm = [sample for sample in samples if sample.reported > min(WARM_UP, count / 4)]
    quarter = max(1, len(warm) // 4)
    early, late = (statistics.median(sample.own for sample in part) for part in (warm[:quarter], warm[-quarter:]))
    peak = max(sample.own for sample in samples)
    # Pictures are open until their group is flushed. So the minimum of open files, between two groups, mustn't grow.
    half = max(1, len(warm) // 2)
    first_files, last_files = (min(sample.files for sample in part) for part in (warm[:half], warm[-half:]))
    most_files = max(sample.files for sample in samples)
    print(f"private memory: {cold:.1f} MB at the first photo, then {early:.1f}, {late:.1f} at the end, {peak:.1f} at most")
    print(f"open files: at least {first_files}, {last_files} at the end, at most {most_files}")
    faults = []
    if count > 2 * WARM_UP and late - early > MOST_GROWTH_MEGABYTES:
        faults.append(f"memory grew by {late - early:.1f} MB after the first {WARM_UP} photos")
    if peak - cold > CACHE_MEGABYTES + MOST_GROWTH_MEGABYTES:
        faults.append(f"memory grew by {peak - cold:.1f} MB, which is more than SQLite's cache")
    # At most a quarter of the files that a process can open are pictures waiting to be flushed.
    if last_files > first_files + 2 or most_files > 40 + resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 4:
        faults.append(f"files stay open: {first_files}, then {last_files}, at most {most_files}")
    for fault in faults:
        print(f"wrong: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
