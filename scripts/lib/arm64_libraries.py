"""Copies the shared libraries that programs for arm64 need, also those that packshot loads at their first use.

Usage: arm64_libraries.py SYSROOT TARGET PROGRAM…
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path


def needed(file):
    output = subprocess.run(["readelf", "--dynamic", file], check=True, capture_output=True, text=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output)


def main(sysroot, target, *programs):
    folder = Path("usr/lib/aarch64-linux-gnu")
    loaded = set()
    for source in Path("Sources/CLibraries").rglob("*.[ch]"):
        loaded.update(re.findall(r'"(lib[\w+-]+\.so\.\d+)"', source.read_text()))
    # Of a library with several versions, a system has one.
    loaded = {name for name in loaded if (Path(sysroot) / folder / name).exists()}
    waiting = sorted(loaded) + [name for program in programs for name in needed(program)] + ["ld-linux-aarch64.so.1"]
    done = set()
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        done.add(name)
        for place in (folder, Path("usr/lib")):
            file = Path(sysroot) / place / name
            if file.exists():
                copy = Path(target) / place / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)
                copy.chmod(0o755)
                waiting += needed(file)
                break
        else:
            sys.exit(f"{sysroot} has no {name}")
    # Programs name their loader by this path.
    (Path(target) / "lib").symlink_to("usr/lib")
    (Path(target) / "usr/lib/ld-linux-aarch64.so.1").symlink_to("aarch64-linux-gnu/ld-linux-aarch64.so.1")


main(*sys.argv[1:])
