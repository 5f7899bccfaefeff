"""Prints tables of the time and the exactness of thumbnails, photo by photo."""

import statistics
from typing import NamedTuple

from . import thumb_decode
from .thumb_inputs import Input

PEER = "pyvips"
# How many times as fast as a peer the whole job is to be, by width: all photos in one process, with one worker, from files to
# files, packshot's with its start, its catalog and its flushes, the peers' without Python's start and without flushes.
LEAST_TIMES = {
    (PEER, 200): 3.5, (PEER, 400): 2, (PEER, 800): 1.5, ("OpenCV", 200): 1.5, ("OpenCV", 400): 1.5,
}  # fmt: skip
# How many decibels any photo may be below libvips in luma or in chroma, and how many all are to be above it in luma, as a mean.
MOST_DECIBELS_BELOW = 0.5
LEAST_DECIBELS_ABOVE = 3


class Goal(NamedTuple):
    what: str
    wanted: str
    found: str
    is_reached: bool


class Row(NamedTuple):
    """One photo in one form, and one set of widths. Seconds of all rounds and instructions are by program."""

    input: Input
    widths: list
    memory: dict
    processes: dict
    instructions: dict
    # Of each program, by width.
    fidelity: dict

    @property
    def decibels_below(self):
        """How far it is below libvips where that is most: at any width, in luma or in chroma."""
        ours, theirs = self.fidelity["packshot"], self.fidelity[PEER]
        return max(
            max(theirs[width].luma - ours[width].luma, theirs[width].chroma - ours[width].chroma) for width in ours
        )

    def described(self):
        return {
            "photo": self.input.name,
            "form": self.input.form,
            "size": self.input.size,
            "bitsPerPixel": self.input.bits,
            "widths": self.widths,
            "memory": self.memory,
            "processes": self.processes,
            "instructions": self.instructions,
            "fidelity": {
                name: {width: one._asdict() for width, one in all.items()} for name, all in self.fidelity.items()
            },
            "decibelsBelow": self.decibels_below,
        }


def times(seconds, peer):
    """How many times as fast as a peer packshot is: the median of the rounds' ratios."""
    return statistics.median(theirs / ours for ours, theirs in zip(seconds["packshot"], seconds[peer]))


def goals(rows, batches, decodes):
    """What is to be reached, of what was measured."""
    found = []
    for widths, seconds in batches:
        for peer in seconds:
            if len(widths) == 1 and (least := LEAST_TIMES.get((peer, widths[0]))):
                ratio = times(seconds, peer)
                what = f"whole job at {widths[0]} px beside {peer}"
                found.append(Goal(what, f"≥ {least:.2f} ×", f"{ratio:.2f} ×", ratio >= least))
    for (form, divisor), least in thumb_decode.GOALS.items():
        if ratios := [speed(ours, theirs) for input, by, ours, theirs in decodes if (input.form, by) == (form, divisor)]:
            mean = statistics.geometric_mean(ratios)
            what = f"decode to 1/{divisor}, {form}, beside libjpeg-turbo"
            found.append(Goal(what, f"≥ {least:.2f} ×", f"{mean:.2f} ×", mean >= least))
    for width in sorted({width for row in rows for width in row.fidelity["packshot"]}):
        chosen = [(row.fidelity["packshot"][width], row.fidelity[PEER][width]) for row in rows if width in row.fidelity[PEER]]
        above = statistics.mean(ours.luma - theirs.luma for ours, theirs in chosen)
        what = f"luma at {width} px above {PEER}, mean"
        found.append(Goal(what, f"≥ {LEAST_DECIBELS_ABOVE} dB", f"{above:.1f} dB", above >= LEAST_DECIBELS_ABOVE))
        for plane in ("luma", "chroma"):
            most = max(getattr(theirs, plane) - getattr(ours, plane) for ours, theirs in chosen)
            what = f"{plane} at {width} px below {PEER}, worst photo"
            found.append(Goal(what, f"≤ {MOST_DECIBELS_BELOW} dB", f"{most:.1f} dB", most <= MOST_DECIBELS_BELOW))
    return found


def speed(ours, theirs):
    return statistics.median(one / other for one, other in zip(theirs, ours))


def printed(rows, batches, decodes, goals):
    for widths, batch in batches:
        chosen = [row for row in rows if row.widths == widths]
        print(f"\n{' + '.join(map(str, widths))} pixels wide")
        print_times("in memory", chosen, lambda row: row.memory)
        print_times("whole processes, with one photo, Python's start included", chosen, lambda row: row.processes)
        print_batch(batch)
        if chosen[0].instructions:
            print_instructions(chosen)
        print_fidelity(chosen)
    if decodes:
        print_decodes(decodes)
    print("\ngoals")
    for goal in goals:
        print(f"  {'reached' if goal.is_reached else 'MISSED ':<9}{goal.what:<56}{goal.found:>10}   goal {goal.wanted}")


def print_decodes(decodes):
    print("\ndecode alone, to planes, on one thread")
    print(f"    {'':<44}{'packshot':>14}{'libjpeg-turbo':>16}")
    for input, divisor, ours, theirs in decodes:
        name = f"{input.name[:24]}, {input.form}, 1/{divisor}"
        print(f"    {name:<44}{statistics.median(ours) * 1e3:>11.2f} ms{speed(ours, theirs):>14.2f} ×")


def print_times(title, rows, seconds):
    """packshot's milliseconds, and how many times as long each peer takes."""
    names = [name for name in seconds(rows[0]) if name != "packshot"]
    head(title, ["packshot", *names])
    for row in rows:
        ours = statistics.median(seconds(row)["packshot"])
        cells = [f"{ours * 1e3:.1f} ms", *(f"{times(seconds(row), name):.2f} ×" for name in names)]
        line(row.input, cells)
    means = [statistics.geometric_mean(times(seconds(row), name) for row in rows) for name in names]
    print(f"    {'geometric mean':<44}{'':>14}" + "".join(f"{mean:>12.2f} ×" for mean in means))


def print_batch(seconds):
    print("  all photos in one process, one worker; the peers without Python's start")
    for name, all in seconds.items():
        said = "" if name == "packshot" else f"{times(seconds, name):.2f} × packshot's"
        print(f"    {name:<44}{statistics.median(all) * 1e3:>11.1f} ms  {said}")


def print_instructions(rows):
    names = list(rows[0].instructions)
    head("millions of instructions of a process; the peers' without Python's start", names)
    for row in rows:
        line(row.input, [f"{row.instructions[name] / 1e6:.1f}" for name in names])


def print_fidelity(rows):
    names = list(rows[0].fidelity)
    head("PSNR of luma and chroma in dB beside Lanczos-3 of the full decode", names, 20)
    for row in rows:
        for width in row.widths:
            cells = [" ".join(f"{value:.1f}" for value in row.fidelity[name][width]) for name in names]
            line(row.input, cells, 20, f" at {width}" if len(row.widths) > 1 else "")
    worst = max(rows, key=lambda row: row.decibels_below)
    print(f"    furthest below {PEER}: {worst.decibels_below:+.1f} dB, {worst.input.title}")


def head(title, names, width=14):
    print(f"  {title}")
    print(f"    {'':<44}" + "".join(f"{name:>{width}}" for name in names))


def line(input, cells, width=14, more=""):
    name = f"{input.name[:20]}, {input.form}{more}"
    print(f"    {name:<44}" + "".join(f"{cell:>{width}}" for cell in cells))
