"""Measures the peak memory of whole jobs. Usage: memory.py MOST_PERCENT TABLE PACKSHOT
                                             memory.py --update TABLE PACKSHOT

Exits with 1 if a job takes over MOST_PERCENT more than in TABLE.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import instruction_table
import whole_jobs

MEGA = 1_000_000
# The lowest figure of several runs counts: the peak varies with how threads overlap.
ROUNDS = 3
LARGE = "large"
HEAD = """# Peak memory of whole jobs in MB, of one process without workers: its code, the photo's file, and what it computes.
# Written by `scripts/check-memory --update`.
"""


def measured(packshot):
    """The megabytes of all jobs by name."""
    with tempfile.TemporaryDirectory(prefix="packshot-") as work:
        folder = Path(work)
        jobs = whole_jobs.prepared(folder / "inputs")
        jobs |= large(packshot, folder / "inputs")
        return {job: min(peak(packshot, arguments, folder) for _ in range(ROUNDS)) for job, arguments in jobs.items()}


def large(packshot, inputs):
    """Jobs with a photo of a hundred megapixels: six sizes of it, and one thumbnail."""
    recipe = inputs / "enlarge.yaml"
    recipe.write_text(
        "packshot: 1\nname: enlarge\nsteps: [ resize: { width: 11648 } ]\n"
        f'outputs: [ {{ file: "{LARGE}.jpg", quality: 85 }} ]\n'
    )
    photo = inputs / "photos" / Path(whole_jobs.BASELINE).name
    subprocess.run([packshot, "run", recipe, photo, "--output", inputs / "large", "--quiet"], check=True)
    file = f"large/{LARGE}.jpg"
    return {
        "six-sizes-100-mp": ["run", "six-sizes.yaml", file, *whole_jobs.ALONE],
        "thumb-100-mp": ["thumb", file, "--width", "400", *whole_jobs.ALONE],
    }


def peak(packshot, arguments, folder):
    with tempfile.TemporaryDirectory(dir=folder) as own:
        for item in (folder / "inputs").iterdir():
            Path(own, item.name).symlink_to(item)
        runner = [sys.executable, "-IS", Path("scripts/lib/bench/peak.py").absolute()]
        done = subprocess.run([*runner, packshot, *arguments], cwd=own, check=True, stdout=subprocess.PIPE, text=True)
    figures = json.loads(done.stdout)
    if figures["code"]:
        sys.exit(f"{' '.join(arguments)} ended with {figures['code']}")
    return figures["memory"] / MEGA


def made_with():
    """What the figures depend on: the compiler, the libraries, and how the system hands out large pages."""
    found = {name: version for name, version in instruction_table.made_with().items() if name != "valgrind"}
    setting = Path("/sys/kernel/mm/transparent_hugepage/enabled")
    word = re.search(r"\[(\w+)\]", setting.read_text() if setting.exists() else "[never]")
    return {**found, "large-pages": word[1] if word else "never"}


def load(table):
    text = Path(table).read_text()
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return instruction_table.versions_of(text), {job: float(memory) for memory, job in rows}


def update(table, packshot):
    versions = ", ".join(f"{name} {version}" for name, version in made_with().items())
    rows = "".join(f"{memory:9.1f}  {job}\n" for job, memory in measured(packshot).items())
    Path(table).write_text(f"{HEAD}# Made with {versions}.\n\n{rows}")
    print(rows, end="")
    return 0


def check(most_percent, table, packshot):
    versions, before = load(table)
    if instruction_table.is_of_others(table, versions, made_with()):
        return 0
    over = 0
    print(f"{'':<20}{'before':>10}{'now':>10}   MB")
    for job, memory in measured(packshot).items():
        if job not in before:
            print(f"{job:<20}{'–':>10}{memory:>10.1f}   new")
            continue
        ratio = memory / before[job]
        is_over = ratio > 1 + most_percent / 100
        over += is_over
        said = f"   more than {most_percent:g} % more" if is_over else ""
        print(f"{job:<20}{before[job]:>10.1f}{memory:>10.1f}   × {ratio:.3f}{said}")
    return 1 if over else 0


def main(how, table, packshot):
    return update(table, packshot) if how == "--update" else check(float(how), table, packshot)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
