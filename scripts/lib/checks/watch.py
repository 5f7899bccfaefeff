"""Moves photos into a watched folder and kills the watch, for scripts/check-watch."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
RECIPE = """\
packshot: 1
steps: [ { resize: { width: 40 } } ]
outputs: [ { file: "{relative}/{stem}.jpg" } ]
"""
# Seconds to wait before the check fails. Longer than any step takes.
PATIENCE = 600


def main():
    program, count, kills = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory(prefix="packshot-watch-") as folder:
        Shop(Path(folder), program, count).check(kills)


class Shop:
    def __init__(self, folder, program, count):
        self.folder, self.program, self.count = folder, program, count
        self.random = random.Random(19)
        (folder / "recipe.yaml").write_text(RECIPE)
        for name in ("photos", "elsewhere"):
            (folder / name).mkdir()
        # Small versions of the sample photos, from which all photos are made.
        (folder / "scale.yaml").write_text(
            'packshot: 1\nsteps: [ { resize: { width: 240 } } ]\noutputs: [ { file: "{stem}.jpg" } ]\n')
        self.packshot("run", "scale.yaml", PROJECT / "Assets/samples", "--output", "scaled", "--quiet")
        self.samples = [path.read_bytes() for path in sorted((folder / "scaled").glob("*.jpg"))]
        self.told = []
        self.lock = threading.Lock()

    def packshot(self, *arguments):
        subprocess.run([self.program, *arguments], cwd=self.folder, check=True)

    def check(self, kills):
        mover = threading.Thread(target=self.move_in)
        self.start()
        mover.start()
        for _ in range(kills):
            goal = len(self.told) + self.random.randrange(1, max(2, self.count // (kills + 1)))
            self.wait(lambda: len(self.told) >= goal or not mover.is_alive())
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.start()
        mover.join()
        pictures = self.folder / "out"
        self.wait(lambda: sum(1 for _ in pictures.rglob("*.jpg")) == self.count)
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait() == 130, self.process.returncode
        self.reader.join()
        self.compare(kills)
        self.check_edits()

    def check_edits(self):
        """A product's new price is on its picture soon, though no file but the catalog has changed."""
        (self.folder / "priced.yaml").write_text(
            "packshot: 1\noutputs: [ { file: '{sku}-{price|none}.jpg' } ]\ncatalog: { sku: '(?<sku>.*)' }\n")
        (self.folder / "priced").mkdir()
        (self.folder / "priced/MUG-1.jpg").write_bytes(self.samples[0])
        self.start("priced.yaml", "priced", "priced-out")
        pictures = lambda: [path.name for path in (self.folder / "priced-out").glob("*.jpg")]
        self.wait(lambda: pictures() == ["MUG-1-none.jpg"])
        subprocess.run(
            [self.program, "products", "edit", "MUG-1", "price=12.50", "--catalog", "priced-out/catalog.sqlite"], cwd=self.folder,
            check=True, stdout=subprocess.DEVNULL)
        self.wait(lambda: any("12.5" in name for name in pictures()))
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.reader.join()

    def start(self, recipe="recipe.yaml", photos="photos", output="out"):
        self.process = subprocess.Popen(
            [self.program, "run", recipe, photos, "--output", output, "--watch", "--json"], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.reader = threading.Thread(target=self.listen, args=(self.process.stdout,))
        self.reader.start()

    def listen(self, lines):
        for line in lines:
            try:
                event = json.loads(line)
            except ValueError:
                continue  # an incomplete last line of a killed run
            if event["event"] == "photo" and event["status"] != "unchanged":
                with self.lock:
                    self.told.append((event["input"], event["status"]))

    def move_in(self):
        """Moves photos in, singly and in bursts, into folders that are created with them."""
        for number in range(self.count):
            place = self.folder / "photos" / str(number % 7) / f"P{number:05}.jpg"
            place.parent.mkdir(exist_ok=True)
            # A number after the picture's end, which isn't decoded, makes the bytes of each file different.
            data = self.samples[number % len(self.samples)] + str(number).encode()
            if self.random.random() < 0.02:
                with open(place, "wb") as file:
                    for start in range(0, len(data), len(data) // 3 + 1):
                        file.write(data[start:start + len(data) // 3 + 1])
                        file.flush()
                        time.sleep(0.05)
            else:
                whole = self.folder / "elsewhere" / place.name
                whole.write_bytes(data)
                os.rename(whole, place)
            if self.random.random() < 0.003:
                time.sleep(0.3)

    def wait(self, isSo):
        end = time.monotonic() + PATIENCE
        while not isSo():
            assert self.process.poll() is None, f"the watch ended with {self.process.returncode}"
            assert time.monotonic() < end, f"after {PATIENCE} s only {len(self.told)} photos were reported"
            time.sleep(0.02)

    def compare(self, kills):
        failed = [input for input, status in self.told if status != "rendered"]
        assert not failed, f"{len(failed)} photos failed: {failed[:3]}"
        names = [input for input, _ in self.told]
        twice = {name for name in names if names.count(name) > 1} if len(names) != len(set(names)) else set()
        assert not twice, f"rendered twice: {sorted(twice)[:3]}"
        # If a run was killed between recording a photo and printing its line, the photo was rendered but not reported.
        assert len(names) >= self.count - 600 * kills, f"only {len(names)} of {self.count} were reported"
        self.packshot("run", "recipe.yaml", "photos", "--output", "whole", "--quiet")
        found, wanted = contents(self.folder / "out"), contents(self.folder / "whole")
        wrong = sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name))
        assert not wrong, f"{len(wrong)} files are missing, other, or left behind: {wrong[:5]}"
        subprocess.run([self.program, "catalog", "verify", "--files", "--catalog", "out/catalog.sqlite"],
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        again = subprocess.run([self.program, "run", "recipe.yaml", "photos", "--output", "out"], cwd=self.folder,
                               capture_output=True, text=True)
        assert f"{self.count} unchanged" in again.stderr, again.stderr
        print(f"{self.count} photos arrived while the watch was killed {kills} times; each was rendered completely and once")


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and not path.name.startswith("catalog.sqlite") and path.name != ".packshot.lock"}


main()
