"""Checks modules and imports for scripts/check-imports.

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


def rows(text):
    """The index of each module's row in the table below “## Modules”."""
    table = re.search(r"^## Modules$(.*?)^## ", text, re.M | re.S)[1]
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
    text = "## Modules\n\n| module | duty |\n|---|---|\n| `Low`, `Gone` | uses `Text` |\n| `High` | |\n\n## Next\n"
    found = list(problems_of_modules(dependencies(package), rows(text)))
    with tempfile.TemporaryDirectory() as project:
        folder = Path(project) / "Tests"
        for name in ("LowTests", "PixelTests"):
            (folder / name).mkdir(parents=True)
            (folder / name / "Test.swift").write_text("import Low\n  @preconcurrency import XCTest\n@testable import Low\n")
        found += problems_of_tests(folder, r"^(Pixel)Tests\.")
    expected = [
        "Package.swift: Low depends on High, which is not above it in ARCHITECTURE.md's table",
        "ARCHITECTURE.md: the table of modules has no row for Unheard",
        "ARCHITECTURE.md: the table of modules has a row for Gone, which Package.swift doesn't declare",
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
    found += problems_of_tests(PROJECT / "Tests", sys.argv[1])
    if found:
        print(*found, sep="\n")
        sys.exit(1)


main()
