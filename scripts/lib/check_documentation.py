"""Prints public declarations without documentation. Usage: check_documentation.py [MODULE…]"""

import re
import sys
from pathlib import Path

from symbol_graphs import MODULES, PROJECT, graphs


def symbols(module):
    """The module's public symbols and their relationships, including its extensions of other modules' types."""
    found, relationships = {}, []
    for graph in graphs(module):
        found.update((symbol["identifier"]["precise"], symbol) for symbol in graph["symbols"])
        relationships += graph["relationships"]
    return found, relationships


def undocumented(found, relationships):
    # Symbols that inherit documentation from what they implement, override or are the default implementation of.
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
            sys.exit(f"there is no module {module}; the modules are {' '.join(MODULES)}")
    missing_in_all, all_symbols = 0, 0
    for module in modules:
        found, relationships = symbols(module)
        missing = sorted(undocumented(found, relationships), key=place)
        print(f"{module}: {len(found)} public declarations, {len(missing)} without documentation")
        for symbol in missing:
            print(f"  {place(symbol)}: {'.'.join(symbol['pathComponents'])}")
        missing_in_all += len(missing)
        all_symbols += len(found)
    print(f"{all_symbols} public declarations, {missing_in_all} without documentation")
    return 1 if missing_in_all else 0


sys.exit(main())
