"""Writes the documentation's examples to FOLDER, as the sources of a Swift package. Usage: check_docs.py FOLDER

Doesn't touch files whose text stays the same, so they aren't compiled again. Prints the names of the targets, separated by commas,
for PACKSHOT_EXAMPLES (see Package.swift).
"""

import re
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
ARTICLES = PROJECT / "Sources/PackshotKit/PackshotKit.docc"
# Its example is a separate program that depends only on the object store.
STORE = ARTICLES / "ObjectStoreAlone.md"
# Guides whose examples aren't part of the functions: a test compiles those of the first, and the second is that program.
ELSEWHERE = ["FromCoreData.md", STORE.name]

# Variables that examples in comments use without declaring them.
PRELUDE = """
let recipe = try! Recipe(contentsOf: "storefront.yaml")
let options = BatchOptions(inputs: ["photos"], outputFolder: "out")
let photo = try! Photo(contentsOf: "mug.jpg").applying(.resize(width: 100))
let image = try! photo.image()
let input = image.shape
"""

folder = Path(sys.argv[1])


class Block:
    def __init__(self, place, text):
        self.place = place
        self.text = text
        named = re.match(r"// (\w+\.swift)\n", text)
        self.file = named[1] if named else None

    @property
    def is_test(self):
        return "@Test" in self.text

    @property
    def statements(self):
        """The block without its imports."""
        return re.sub(r"^import .*\n", "", self.text, flags=re.MULTILINE)


def line_of(text, position):
    return text[:position].count("\n") + 1


def blocks_of_article(path):
    text = path.read_text()
    for match in re.finditer(r"^```swift\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield Block(f"{path.name}:{line_of(text, match.start()) + 1}", match[1])


def blocks_of_comments(path):
    text = path.read_text()
    for match in re.finditer(r"^ */// ```swift\n(.*?)^ */// ```$", text, re.MULTILINE | re.DOTALL):
        lines = [re.sub(r"^ *///? ?", "", line) for line in match[1].splitlines()]
        yield Block(f"{path.name}:{line_of(text, match.start()) + 1}", "\n".join(lines) + "\n")


def write(name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    written.add(path)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


written = set()
functions = []
tests = []
programs = []


def add_functions(name, blocks):
    """Adds a function for the blocks with `await` and one for the others. In an async function, Swift would choose the asynchronous form of
    calls that examples make without `await`."""
    for waits in (False, True):
        some = [block for block in blocks if ("await" in block.text) == waits]
        if some:
            body = "".join(f'  print("{block.place}")\n{block.statements}\n' for block in some)
            full = name + ("Waiting" if waits else "")
            functions.append((full, f"func {full}() {'async ' if waits else ''}throws {{\n{body}}}\n"))


for article in [PROJECT / "README.md", *sorted(ARTICLES.glob("*.md"))]:
    if article.name in ELSEWHERE:
        continue
    plain = []
    for block in blocks_of_article(article):
        if block.file:
            write(f"Sources/OwnFilters/{block.file}", block.text)
        elif block.is_test:
            tests.append(block)
        else:
            plain.append(block)
    if plain:
        add_functions("article" + article.stem, plain)

for source in sorted((PROJECT / "Sources").glob("**/*.swift")):
    for block in blocks_of_comments(source):
        if block.file:
            programs.append(block)
        elif block.is_test:
            tests.append(block)
        else:
            add_functions(f"comment{len(functions)}", [block])

vignette = (folder / "Sources/OwnFilters/Vignette.swift").read_text()
write("Sources/Examples/Vignette.swift", vignette)
write("Sources/Examples/Prelude.swift", "import PackshotKit\n" + PRELUDE)
imports = "import Foundation\nimport PackshotKit\n\n"
for name, text in functions:
    write(f"Sources/Examples/{name}.swift", imports + text)
write("Sources/Examples/main.swift", "".join(
    f"try {'await ' if 'async throws' in text else ''}{name}()\n" for name, text in functions))
for index, block in enumerate(tests):
    text = block.text if "@Suite" in block.text else imports + "import PackshotTesting\nimport Testing\n\n" + block.text
    write(f"Tests/ExampleTests/Tests{index}.swift", text)
targets = ["Examples", "OwnFilters"]
for index, block in enumerate(programs):
    # Compiled but not run, because these examples show only parts of a program.
    targets.append(f"Program{index}")
    write(f"Sources/Program{index}/{block.file}", imports + block.text)
    write(f"Sources/Program{index}/Vignette.swift", vignette)

store = next(blocks_of_article(STORE))
write("Sources/StoreByItself/main.swift", store.text)

products = '.product(name: "PackshotKit", package: "packshot")'
executables = "".join(f'    .executableTarget(name: "{name}", dependencies: [{products}]),\n' for name in targets)
write(
    "Package.swift",
    f"""// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "examples", platforms: [.macOS(.v15)],
  dependencies: [.package(name: "packshot", path: "{PROJECT}")],
  targets: [
{executables}    .executableTarget(name: "StoreByItself", dependencies: [.product(name: "ObjectStore", package: "packshot")]),
    .testTarget(
      name: "ExampleTests",
      dependencies: [{products}, .product(name: "PackshotTesting", package: "packshot")]),
  ])
""")
for path in folder.rglob("*.swift"):
    if path not in written:
        path.unlink()
count = len(tests) + len(programs) + sum(text.count("  print(\"") for _, text in functions)
print(
    f"{count} examples in {len(functions)} functions, {len(tests)} tests and {len(programs)} programs beside the articles' own",
    file=sys.stderr)
print(",".join([*targets, "StoreByItself", "ExampleTests"]))
