"""Counts the instructions of whole jobs. Usage: instructions.py MOST_PERCENT TABLE PACKSHOT [OLD]
                                              instructions.py --update TABLE PACKSHOT

Compares PACKSHOT with the older program OLD or, without it, with TABLE. Exits with 1 if a job takes over MOST_PERCENT more.
"""

import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import callgrind
import instruction_table
import whole_jobs

# How far two counts of the same job may differ, as a share. Most differ by a few ten-thousandths. But depending on the threads, the
# catalog may open another connection, whose reading of the schema takes five million instructions.
MOST_NOISE = 0.015
MOST_NAMED = 5


def counted(*programs):
    """For each program, the profiles of all jobs by name, in the order of the jobs."""
    with tempfile.TemporaryDirectory(prefix="packshot-") as work, ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = whole_jobs.prepared(Path(work, "inputs"))
        waiting = []
        for number, program in enumerate(programs):
            copy = callgrind.stripped(program, Path(work, f"packshot-{number}"))
            for job, arguments in jobs.items():
                # Each job has a separate folder. All names have the same length, because paths are recorded.
                folder = Path(work, f"{len(waiting):02}")
                shutil.copytree(Path(work, "inputs"), folder)
                waiting.append((number, job, pool.submit(profiled, copy, arguments, folder)))
        found = [{} for _ in programs]
        for number, job, profile in waiting:
            found[number][job] = profile.result()
        return found


def profiled(program, arguments, folder):
    # Every program is called packshot, so that its functions have the same names.
    own = folder / "packshot"
    os.link(program, own)
    return callgrind.profile([own, *arguments], folder)


def compared(before, now, most_percent):
    """Prints each job's counts before and now. Returns the jobs that take too many more."""
    print(f"{'':<20}{'before':>10}{'now':>10}   millions of instructions")
    over = []
    for job, profile in now.items():
        if job not in before:
            print(f"{job:<20}{'–':>10}{profile.total / 1e6:>10.1f}   new")
            continue
        ratio = profile.total / before[job].total
        said = ""
        if ratio > 1 + most_percent / 100:
            over.append(job)
            said = f"   more than {most_percent:g} % more"
        print(f"{job:<20}{before[job].total / 1e6:>10.1f}{profile.total / 1e6:>10.1f}   × {ratio:.4f}{said}")
    return over


def name_growth(job, before, now):
    """Prints the functions that grew most, and their earlier counts if known."""
    print(f"{job}: the largest growth, in millions of instructions")
    for function, growth in grown(before, now)[:MOST_NAMED]:
        known = before.functions[function] if function in before.functions else None
        was = f"from {known / 1e6:.2f}" if known is not None else "new, or small before"
        print(f"  {growth / 1e6:+9.2f}  {function.module}: {function.name} ({was})")


def grown(before, now):
    """The functions that grew, those that grew most first. Functions that the table leaves out are compared as a sum by module."""
    counts = now.functions.copy()
    for function in list(counts):
        others = callgrind.Function(function.module, "others")
        if function not in before.functions and others in before.functions and counts[function] < small(before):
            counts[others] += counts.pop(function)
    growth = {function: count - before.functions[function] for function, count in counts.items()}
    return sorted(((f, count) for f, count in growth.items() if count > 0), key=lambda pair: -pair[1])


def small(profile):
    """The most instructions that a function left out of a table can take."""
    return profile.total * instruction_table.LEAST_SHARE


def update(table, packshot):
    """Counts everything twice. If both counts agree, writes the lower ones to the table."""
    once, again = counted(packshot, packshot)
    for job in once:
        noise = abs(once[job].total / again[job].total - 1)
        print(f"{job:<20}{once[job].total / 1e6:>10.1f}{again[job].total / 1e6:>10.1f}   {noise * 100:.4f} % apart")
        if noise > MOST_NOISE:
            sys.exit(f"two counts of {job} are {noise * 100:.2f} % apart; at most {MOST_NOISE * 100:.1f} % is allowed")
    least = {job: min(once[job], again[job], key=lambda profile: profile.total) for job in once}
    Path(table).write_text(instruction_table.written(instruction_table.made_with(), least))
    return 0


def check(most_percent, table, packshot, old=None):
    if old:
        before, now = counted(old, packshot)
    else:
        versions, before = instruction_table.load(table)
        if instruction_table.is_of_others(table, versions, instruction_table.made_with()):
            print("To compare with an earlier build of your own: scripts/check-instructions --against FOLDER/packshot")
            return 0
        (now,) = counted(packshot)
    over = compared(before, now, float(most_percent))
    for job in over:
        name_growth(job, before[job], now[job])
    return 1 if over else 0


def main(how, *arguments):
    return update(*arguments) if how == "--update" else check(how, *arguments)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
