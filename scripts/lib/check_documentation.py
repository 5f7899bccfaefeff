"""Looks for public declarations without documentation. Usage: check_documentation.py [MODULE…]"""

import json
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
BUILD = PROJECT / ".build/debug"
# From the ground up, as Package.swift has them. The instruction sets' modules and the program are no part of the library.
MODULES = [
    name for name in re.findall(r'name: "(\w+)"', (PROJECT / "Package.swift").read_text())
    if any((PROJECT / "Sources" / name).rglob("*.swift")) and name not in ("packshot", "PixelKernelsSSE2")
]


def module_maps():
    """Flags for the modules of C that ours import."""
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


def symbols(module, flags):
    """The module's public symbols, also of its extensions of other modules' types, and their relationships."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-I", str(BUILD / "Modules"), "-output-dir", folder,
             "-target", f"{platform.machine()}-unknown-linux-gnu", "-minimum-access-level", "public",
             "-skip-synthesized-members", *flags],
            capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"the symbols of {module} cannot be read: {done.stderr[-800:]}")
        found, relationships = {}, []
        for path in Path(folder).glob("*.symbols.json"):
            graph = json.loads(path.read_text())
            for symbol in graph["symbols"]:
                found[symbol["identifier"]["precise"]] = symbol
            relationships += graph["relationships"]
        return found, relationships


def undocumented(found, relationships):
    # What has its words from what it implements, overrides or is a default for.
    inherits = {
        relation["source"] for relation in relationships
        if "sourceOrigin" in relation or relation["kind"] in ("overrides", "defaultImplementationOf")
    }
    for precise, symbol in found.items():
        if symbol.get("docComment", {}).get("lines") or precise in inherits or "location" not in symbol:
            continue
        if symbol["kind"]["identifier"] in ("swift.extension", "swift.deinit", "swift.typealias.associated"):
            continue
        yield symbol


def place(symbol):
    location = symbol["location"]
    path = re.sub(r"^file://", "", location["uri"])
    try:
        path = str(Path(path).relative_to(PROJECT))
    except ValueError:
        pass
    return f"{path}:{location['position']['line'] + 1}"


def main():
    modules = sys.argv[1:] or MODULES
    for module in modules:
        if module not in MODULES:
            sys.exit(f"there is no module {module}; there are: {' '.join(MODULES)}")
    flags = module_maps()
    missing_in_all, all_symbols = 0, 0
    for module in modules:
        found, relationships = symbols(module, flags)
        missing = sorted(undocumented(found, relationships), key=place)
        print(f"{module}: {len(found)} public declarations, {len(missing)} without documentation")
        for symbol in missing:
            print(f"  {place(symbol)}: {'.'.join(symbol['pathComponents'])}")
        missing_in_all += len(missing)
        all_symbols += len(found)
    print(f"{all_symbols} public declarations, {missing_in_all} without documentation")
    return 1 if missing_in_all else 0


sys.exit(main())
