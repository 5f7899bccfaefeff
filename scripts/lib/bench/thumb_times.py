"""Times thumbnails in memory and as whole processes, in turns, and counts their instructions."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from . import debian, thumb_fidelity, thumb_peers
from .tasks import Job
from .thumb_peers import ALL, QUALITY, sizes_of

CALLGRIND = ["valgrind", "--quiet", "--tool=callgrind"]


class Bench:
    """packshot, its engine and its peers, with a folder to work in."""

    def __init__(self, packshot, engine, rivals, folder, rounds):
        self.packshot, self.engine, self.rivals, self.folder, self.rounds = packshot, engine, rivals, folder, rounds
        self.missing = {}
        try:
            self.vipsthumbnail = debian.found("libvips-tools", "vipsthumbnail")
        except LookupError as error:
            self.vipsthumbnail = None
            self.missing["Debian's libvips-tools"] = str(error)

    def measured(self, photo, widths, with_instructions):
        """Of one photo: seconds in memory, seconds of processes, instructions, and how faithful the pixels are; all by name."""
        sizes = sizes_of(photo.size, widths)
        task = self.engine.prepare(Job(self.recipe(widths), photo.file, [], sizes))
        instructions = self.instructions(photo, widths) if with_instructions else {}
        fidelity = thumb_fidelity.measured(self.engine, task, self.rivals, photo, sizes, self.folder)
        return self.in_memory(task, photo, sizes), self.processes(photo, widths), instructions, fidelity

    def in_memory(self, number, photo, sizes):
        content = photo.file.read_bytes()
        seconds = {name: [] for name in ["packshot", *(peer.name for peer in self.rivals)]}
        for _ in range(self.rounds):
            seconds["packshot"].append(self.engine.ask("render", task=number)["seconds"])
            for peer in self.rivals:
                began = time.perf_counter()
                thumb_peers.files(peer, content, sizes)
                seconds[peer.name].append(time.perf_counter() - began)
        return seconds

    def recipe(self, widths):
        file = self.folder / f"{'-'.join(map(str, widths))}.yaml"
        outputs = "".join(
            f'  - {{ file: "{width}.jpg", quality: {QUALITY}, steps: [ {{ resize: {{ width: {width} }} }} ] }}\n'
            for width in widths
        )
        file.write_text(f"packshot: 1\nname: thumbs\nsteps: []\noutputs:\n{outputs}")
        return file

    def processes(self, photo, widths):
        """From a process' start to its end, with one photo."""
        commands = self.commands([photo], widths)
        seconds = {name: [] for name in commands}
        for _ in range(self.rounds):
            for name, (command, environment) in commands.items():
                seconds[name].append(self.elapsed(command, environment)[0])
        return seconds

    def batch(self, photos, widths):
        """All photos in one process, with one worker; of those that are Python, its start and imports left out."""
        commands = self.commands(photos, widths)
        commands.pop("vipsthumbnail", None)
        seconds = {name: [] for name in commands}
        for _ in range(self.rounds):
            for name, (command, environment) in commands.items():
                whole, said = self.elapsed(command, environment)
                seconds[name].append(whole if name == "packshot" else json.loads(said)["seconds"])
        return seconds

    def commands(self, photos, widths):
        """By name, the command that makes the thumbnails and its environment."""
        files = [str(photo.file.absolute()) for photo in photos]
        output = str(self.folder / "output")
        ours = [str(self.packshot), "thumb", *files, "--output", output, "--jobs", "1", "--quiet"]
        for width in widths:
            ours += ["--width", str(width)]
        modules = {peer.name: module for module, kind in ALL.items() for peer in self.rivals if type(peer) is kind}
        commands = {"packshot": (ours, None)}
        for name, module in modules.items():
            python = [sys.executable, "-S", "-m", "bench.thumb_peers", module, output, ",".join(map(str, widths))]
            commands[name] = ([*python, *files], None)
        if self.vipsthumbnail and len(widths) == 1:
            program, environment = self.vipsthumbnail
            size = [program, "--size", f"{widths[0]}x", "--output", f"{output}/%s.jpg[Q={QUALITY}]", *files]
            commands["vipsthumbnail"] = (size, {**os.environ, **environment, "VIPS_CONCURRENCY": "1"})
        return commands

    def elapsed(self, command, environment):
        """The seconds of a process that writes into an empty folder, and what it prints."""
        output = self.folder / "output"
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir()
        began = time.perf_counter()
        done = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, text=True)
        return time.perf_counter() - began, done.stdout

    def instructions(self, photo, widths):
        """Those of a process with the photo, less those of Python's start; packshot's in one process, with its start."""
        program = self.folder / "stripped"
        if not program.exists():
            # Valgrind cannot read the debugging information that Swift wrote.
            subprocess.run(["strip", "--strip-debug", "-o", program, self.packshot], check=True)
        found = {}
        for name, (command, _) in self.commands([photo], widths).items():
            if name == "packshot":
                found[name] = self.count([program, *command[1:], "--no-sandbox"])
            elif name != "vipsthumbnail":
                found[name] = self.count(command) - self.count(command[:-1])
        return found

    def count(self, command):
        profile = self.folder / "callgrind"
        # Valgrind 3.19 knows no AVX-512.
        environment = {**os.environ, "PACKSHOT_CPU": "avx2"}
        self.elapsed([*CALLGRIND, f"--callgrind-out-file={profile}", *map(str, command)], environment)
        total = next(line for line in profile.read_text(errors="replace").splitlines() if line.startswith("totals:"))
        return int(total.split()[1])
