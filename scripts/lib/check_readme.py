"""Follows the README and the guides. Usage: check_readme.py FOLDER

FOLDER contains the project's Assets. Prints the commands, recipes and links that fail, and exits with 1 if there are any.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import documents

PROJECT = documents.PROJECT
LINKED = [PROJECT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", "Assets/README.md", "Assets/gallery/README.md")]

# A newcomer reads the whole README. What doesn't fit belongs in a guide.
README_LIMIT = 12_288

folder = Path(sys.argv[1])
# CI is unset, as in a person's shell: with it, packshot refuses to approve pictures.
environment = {name: value for name, value in os.environ.items() if name != "CI"}
wrong = []


def expect(command, place, status=0):
    """Runs a command, and records an error if it doesn't end with the status."""
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != status:
        said = (done.stderr.strip() or done.stdout.strip())[-600:]
        wrong.append(f"{place}: {command}\n  exits with {done.returncode}: {said}")


def write_file(place, content):
    """Writes the recipe or golden case that a block of YAML names in its first line, and has packshot check it."""
    name = re.match(r"# (\S+\.yaml)\n", content)
    if not name:
        return
    path = folder / name[1]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    if path.name == "case.yaml":
        suite, *case = path.relative_to(folder).parent.parts
        expect(f"packshot golden check {suite} {'/'.join(case)}", place)
    elif "\npackshot: 1\n" in content:
        expect(f"packshot recipe check {name[1]}", place)


def run_commands(document, first, content, settings):
    """Runs the commands of a block, each a line, or several that end in a backslash. A line `export NAME=VALUE` applies to the
    document's later commands, by `settings`."""
    command = ""
    for number, line in enumerate(content.splitlines(), first):
        command += line
        if line.endswith("\\"):
            command += "\n"
            continue
        status = re.search(r"# .*\bexits with (\d+)", line)
        began = time.monotonic()
        if re.match(r"export \w+=", command):
            settings.append(command.split("#")[0].strip())
        expect("\n".join([*settings, command]), f"{document.name}:{number}", int(status[1]) if status else 0)
        print(f"{document.name}:{number}: {command} [{time.monotonic() - began:.1f} s]")
        command = ""


def anchors(path):
    """The anchors of a document's headings."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return set(map(documents.anchor, headings))


def check_links(document):
    text = re.sub(r"^```.*?^```$|`[^`\n]+`", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]+))?\)", text):
        if target.startswith("../../releases"):
            continue  # On a code host, the page of releases beside that of the README.
        path = document.parent / target if target else document
        if not path.exists():
            wrong.append(f"{document.name}: there is no {target}")
        elif anchor and path.suffix == ".md" and anchor.lower() not in anchors(path):
            wrong.append(f"{document.name}: {path.name} has no heading for #{anchor}")
    for name in re.findall(r"[<(]doc:(\w+)[>)]", text):
        if not (documents.GUIDES / f"{name}.md").exists():
            wrong.append(f"{document.name}: there is no guide {name}")


def check_storefront():
    """Compares the README's recipe with the sample recipe that the first picture is made with. Their paths and first comments differ."""
    recipe = (PROJECT / "Assets/recipes/storefront.yaml").read_text().split("\npackshot: 1\n")[1]
    (quoted,) = [text for _, _, text in documents.blocks(documents.README) if text.startswith("# storefront.yaml\n")]
    if re.sub(r" +#", " #", quoted.replace("Assets/recipes/", "")) != "# storefront.yaml\npackshot: 1\n" + re.sub(r" +#", " #", recipe):
        wrong.append("README.md quotes another recipe than Assets/recipes/storefront.yaml")


check_storefront()
guides = documents.guides()
for document in [documents.README, *guides]:
    settings = []
    if document.name == "FirstRecipe.md":
        (folder / "shop.yaml").unlink()  # It makes the README's recipe again.
    for language, line, content in documents.blocks(document):
        if language == "yaml":
            write_file(f"{document.name}:{line}", content)
        elif language == "sh":
            run_commands(document, line, content, settings)
for document in [documents.README, *LINKED, documents.INDEX, *guides]:
    check_links(document)
# PackshotKit.md is the front page of the library's documentation.
listed = {*guides, documents.INDEX, documents.GUIDES / "PackshotKit.md"}
front = (documents.GUIDES / "PackshotKit.md").read_text()
for guide in sorted(documents.GUIDES.glob("*.md")):
    if guide not in listed:
        wrong.append(f"Guides.md has no link to {guide.name}")
    if guide.stem != "PackshotKit" and f"<doc:{guide.stem}>" not in front:
        wrong.append(f"PackshotKit.md does not list {guide.stem}")
if (size := len(documents.README.read_bytes())) > README_LIMIT:
    wrong.append(f"README.md has {size} bytes; at most {README_LIMIT} are allowed. Move a section into a guide")
errors = (documents.GUIDES / "JSONEvents.md").read_text().split("A photo that fails")[1].split("## Statuses")[0]
codes = set(re.findall(r"^\| `([a-z-]+)` \|", errors, re.MULTILINE))
explained = (documents.GUIDES / "Troubleshooting.md").read_text()
wrong += [f"Troubleshooting.md does not explain the code {code}" for code in sorted(codes) if f"\n| `{code}` |" not in explained]
for line in wrong:
    print(line, file=sys.stderr)
sys.exit(1 if wrong else 0)
