"""Checks modules, rooms and imports for scripts/check-imports.

Usage: check_imports.py PIXEL_TESTS < PACKAGES, where PIXEL_TESTS is a pattern for names of test targets, and PACKAGES is what
`swift package dump-package` prints for each architecture, one after the other.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def dependencies(package):
    """The modules of Sources, with the targets and products that each declares."""
    return {
        target["name"]: [name for kind in target["dependencies"] for name, *_ in kind.values()]
        for target in package["targets"]
        if target["type"] != "test" and target.get("path") is None
    }


def packages(text):
    """Yields the JSON values that follow each other in a text."""
    place = 0
    while place < len(text):
        value, place = json.JSONDecoder().raw_decode(text, place)
        yield value
        place += len(text[place:]) - len(text[place:].lstrip())


def rows(text, title="Modules"):
    """The index of each module's row, or room's row, in the table below a title of ARCHITECTURE.md."""
    table = re.search(rf"^## {title}$(.*?)^## ", text, re.M | re.S)[1]
    lines = re.findall(r"^\| (`.*?) \|", table, re.M)
    return {name: row for row, cell in enumerate(lines) for name in re.findall(r"`(\w+)`", cell)}


def problems_of_modules(modules, row):
    """Yields modules without a row, rows without a module, and dependencies on modules that aren't in a row above."""
    for name, declared in modules.items():
        if name not in row:
            yield f"ARCHITECTURE.md: the table of modules has no row for {name}"
            continue
        for other in declared:
            if other in modules and row.get(other, -1) >= row[name]:
                yield f"Package.swift: {name} depends on {other}, which is not above it in ARCHITECTURE.md's table"
    for name in row.keys() - modules.keys():
        yield f"ARCHITECTURE.md: the table of modules has a row for {name}, which Package.swift doesn't declare"


# A declaration of a type, with what precedes the kind, and its name.
TYPE = re.compile(
    r"^( *(?:@\w+(?:\([^)]*\))? +)*(?:[a-z]+ +)*?)(?:struct|class|enum|protocol|actor|typealias) +([A-Z]\w*)", re.M)
# What doesn't use a type: comments and texts.
PROSE = re.compile(r'//.*|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"')
# A name that can be a type's, unless it is another type's member.
NAME = re.compile(r"(?<![.\w])[A-Z]\w*")


def problems_of_rooms(folder, row, most_lines=5000):
    """Yields a module's folders without a row, rows without a folder, uses of types of rooms that aren't in a row above, and rooms
    with too much code. Files beside the folders are used by all rooms, and use none.

    Types are found by their names, so a use in a text's interpolation isn't, nor one of a member that an extension adds. A file that
    declares a type of its own with the name of another room's is taken to mean its own."""
    sources = {file: PROSE.sub("", file.read_text()) for file in sorted(folder.rglob("*.swift"))}
    rooms = {file: file.relative_to(folder).parts[0] if file.parent != folder else "" for file in sources}
    row = {"": -1} | row
    for room in sorted((row.keys() | set(rooms.values())) - {""}):
        if room not in row:
            yield f"ARCHITECTURE.md: the table of rooms has no row for {folder.name}/{room}"
        elif room not in rooms.values():
            yield f"ARCHITECTURE.md: the table of rooms has a row for {room}, which is no folder of {folder.name}"
        elif (count := sum(len(re.findall(r"^.*\S", sources[file], re.M)) for file in sources if rooms[file] == room)) > most_lines:
            yield f"{folder.name}/{room}: {count} lines of code, of {most_lines} that a room may have"
    owners = {
        name: rooms[file] for file, text in sources.items() for before, name in TYPE.findall(text)
        if not before.startswith(" ") and "private" not in before}
    for file, text in sources.items():
        own = {name for _, name in TYPE.findall(text)}
        for name in sorted(set(NAME.findall(text)) & owners.keys() - own):
            if owners[name] != rooms[file] and row.get(owners[name], -1) >= row.get(rooms[file], len(row)):
                yield f"{file.relative_to(folder.parent)}: {name} is in {owners[name]}, which is not above {rooms[file] or 'the rooms'}"


def problems_of_exports(filters, exports):
    """Yields packshot's filters that are neither exported for users of the library, nor named in the exports' comment as names that
    SwiftUI has."""
    for name in re.findall(r"^ +(\w+)\.self,$", filters, re.M):
        if not re.search(rf"^@_exported import \w+ Filters\.{name}$|^// .*`{name}`", exports, re.M):
            yield f"Sources/PackshotKit/Exports.swift: the filter {name} is not exported"


def problems_of_tests(folder, pixel_tests):
    """Yields imports that tests mustn't have."""
    for file in sorted(folder.rglob("*.swift")):
        target = file.relative_to(folder).parts[0]
        for number, line in enumerate(file.read_text().splitlines(), 1):
            place = f"{file.relative_to(folder.parent)}:{number}"
            if re.match(r"\s*(@\w+ +)?import +XCTest\b", line):
                yield f"{place}: imports XCTest; write tests with Testing, because only those are run"
            if line.lstrip().startswith("@testable") and re.match(pixel_tests, target + "."):
                yield f"{place}: @testable needs a build with internals open; declare the symbol package instead"


def self_test():
    """Checks that all problems of a small wrong package are found."""
    package = {"targets": [
        {"name": "Low", "type": "regular", "dependencies": [{"byName": ["High", None]}]},
        {"name": "High", "type": "executable", "dependencies": [
            {"byName": ["Low", None]}, {"product": ["GRDB", "GRDB.swift", None, None]}]},
        {"name": "Unheard", "type": "regular", "dependencies": []},
        {"name": "LowTests", "type": "test", "dependencies": [{"byName": ["High", None]}]},
        {"name": "Benchmark", "type": "executable", "path": "Tests/Benchmark", "dependencies": []},
    ]}
    text = "## Modules\n\n| module | duty |\n|---|---|\n| `Low`, `Gone` | uses `Text` |\n| `High` | |\n\n## Rooms of Kit\n"
    text += "\n| `Cellar` | |\n| `Hall`, `Tower` | |\n\n## Next\n"
    found = list(problems_of_modules(dependencies(package), rows(text)))
    with tempfile.TemporaryDirectory() as project:
        kit = Path(project) / "Kit"
        for name, code in (("Error", "enum E { case hall(Hall) }"), ("Cellar/Wine", "public struct Wine {\n  struct Hall {}\n  let h: Hall\n}"),
                           ("Cellar/Coal", "/// Hall\nlet a = \"Hall\", b = Low.Hall(), c = Wine()\n\nlet d: Hall?"),
                           ("Hall/Hall", "@Fine final class Hall { let wine: Wine, e: E }"), ("Attic/Trunk", "let hall: Hall")):
            (kit / name).parent.mkdir(parents=True, exist_ok=True)
            (kit / f"{name}.swift").write_text(code)
        found += problems_of_rooms(kit, rows(text, "Rooms of Kit"), most_lines=2)
        found += problems_of_exports("    Blur.self,\n    Text.self,\n    Trim.self,\n", "// Not `Text`.\n@_exported import struct Filters.Blur\n")
        folder = Path(project) / "Tests"
        for name in ("LowTests", "PixelTests"):
            (folder / name).mkdir(parents=True)
            (folder / name / "Test.swift").write_text("import Low\n  @preconcurrency import XCTest\n@testable import Low\n")
        found += problems_of_tests(folder, r"^(Pixel)Tests\.")
    expected = [
        "Package.swift: Low depends on High, which is not above it in ARCHITECTURE.md's table",
        "ARCHITECTURE.md: the table of modules has no row for Unheard",
        "ARCHITECTURE.md: the table of modules has a row for Gone, which Package.swift doesn't declare",
        "ARCHITECTURE.md: the table of rooms has no row for Kit/Attic",
        "Kit/Cellar: 6 lines of code, of 2 that a room may have",
        "ARCHITECTURE.md: the table of rooms has a row for Tower, which is no folder of Kit",
        "Kit/Cellar/Coal.swift: Hall is in Hall, which is not above Cellar",
        "Kit/Error.swift: Hall is in Hall, which is not above the rooms",
        "Sources/PackshotKit/Exports.swift: the filter Trim is not exported",
        "Tests/LowTests/Test.swift:2: imports XCTest; write tests with Testing, because only those are run",
        "Tests/PixelTests/Test.swift:2: imports XCTest; write tests with Testing, because only those are run",
        "Tests/PixelTests/Test.swift:3: @testable needs a build with internals open; declare the symbol package instead",
    ]
    if found != expected:
        sys.exit("\n".join(["the self-test found", *found, "but should have found", *expected]))


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    architecture = (PROJECT / "ARCHITECTURE.md").read_text()
    modules = {}
    for package in packages(sys.stdin.read()):
        for name, declared in dependencies(package).items():
            modules[name] = modules.get(name, []) + declared
    found = list(dict.fromkeys(problems_of_modules(modules, rows(architecture))))
    sources = PROJECT / "Sources"
    found += problems_of_rooms(sources / "PackshotKit", rows(architecture, "Rooms of PackshotKit"))
    found += problems_of_exports(
        (sources / "Filters/FilterList.swift").read_text(), (sources / "PackshotKit/Exports.swift").read_text())
    found += problems_of_tests(PROJECT / "Tests", sys.argv[1])
    if found:
        print(*found, sep="\n")
        sys.exit(1)


main()
