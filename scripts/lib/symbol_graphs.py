"""Extracts the symbol graphs of the library's modules, which are public declarations with comments, from the debug build in the
folder DEBUG_BUILD."""

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
BUILD = PROJECT / os.environ["DEBUG_BUILD"]
# In the order of Package.swift. The program, its studio, and the instruction sets' modules are no part of the library.
NOT_OF_THE_LIBRARY = ("packshot", "Studio", "PixelKernelsSSE2", "PixelKernelsNEON")
MODULES = list(dict.fromkeys(
    name for name in re.findall(r'target\(\s*name: "(\w+)"', (PROJECT / "Package.swift").read_text())
    if any((PROJECT / "Sources" / name).rglob("*.swift")) and name not in NOT_OF_THE_LIBRARY
))


def module_map_flags():
    """Compiler flags to find the C modules that the library imports."""
    flags = []
    for folder in sorted((PROJECT / "Sources").glob("C*")):
        for place in (folder / "module.modulemap", folder / "include/module.modulemap"):
            if place.exists():
                flags += ["-Xcc", f"-fmodule-map-file={place}"]
    for place in sorted(BUILD.glob("*.build/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={place}"]
    for place in sorted((PROJECT / ".build/checkouts").glob("*/Sources/*/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={place}"]
    for include in sorted((PROJECT / "Sources").glob("C*/include")) + sorted(
        (PROJECT / ".build/checkouts").glob("*/Sources/*/include")):
        flags += ["-Xcc", f"-I{include}"]
    return flags


def graphs(module, *options):
    """Returns the graph of a module, then the graphs of its extensions of other modules' types."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-I", str(BUILD / "Modules"), "-output-dir", folder,
             "-target", f"{platform.machine()}-unknown-linux-gnu", "-minimum-access-level", "public",
             "-skip-synthesized-members", *options, *module_map_flags()],
            capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"the symbols of {module} cannot be read: {done.stderr[-800:]}")
        return [json.loads(path.read_text()) for path in sorted(Path(folder).glob("*.symbols.json"))]
