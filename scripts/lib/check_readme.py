"""Does what the README says. Usage: check_readme.py FOLDER

FOLDER has the project's Assets in it. Prints what is not as the README says, and exits with 1 then.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
LINKED = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]

folder = Path(sys.argv[1])
# As a person's shell has it: continuous integration refuses what needs eyes, such as approving pictures.
environment = {name: value for name, value in os.environ.items() if name != "CI"}
wrong = []


def blocks(text):
    """The fenced blocks of a document: their languages, the lines they begin at, their texts."""
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield match[1], text[: match.start()].count("\n") + 2, match[2]


def run(command):
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def expect(command, line, status=0):
    done = run(command)
    if done.returncode != status:
        said = (done.stderr.strip() or done.stdout.strip())[-600:]
        wrong.append(f"README.md:{line}: {command}\n  ends with {done.returncode}: {said}")


def write_file(line, content):
    """Writes the file that a block of YAML names in its first line, and has packshot read it."""
    name = re.match(r"# (\S+\.yaml)\n", content)
    if not name:
        return
    path = folder / name[1]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    if path.name == "case.yaml":
        suite, *case = path.relative_to(folder).parent.parts
        expect(f"packshot golden check {suite} {'/'.join(case)}", line)
    else:
        expect(f"packshot recipe check {name[1]}", line)


def run_commands(first, content):
    for number, line in enumerate(content.splitlines(), first):
        status = re.search(r"# .*\bends with (\d+)", line)
        print(f"README.md:{number}: {line}")
        expect(line, number, int(status[1]) if status else 0)


def check_links():
    for document in LINKED:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            if not (PROJECT / target).exists():
                wrong.append(f"{document.name}: there is no {target}")


for language, line, content in blocks((PROJECT / "README.md").read_text()):
    if language == "yaml":
        write_file(line, content)
    elif language == "sh":
        run_commands(line, content)
check_links()
for line in wrong:
    print(line, file=sys.stderr)
sys.exit(1 if wrong else 0)
