"""Tables of what thumbnails take, and of how faithful they are, photo by photo."""

import statistics
from typing import NamedTuple

from .thumb_inputs import Input

# How many times as fast as libvips in memory it is to be, by the widest thumbnail, and how many decibels of luma or chroma it
# may be below libvips with any photo.
PEER = "pyvips"
LEAST_TIMES = 1
MOST_DECIBELS_BELOW = 0.5


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


def is_reached(rows):
    return all(times(row.memory, PEER) >= LEAST_TIMES and row.decibels_below <= MOST_DECIBELS_BELOW for row in rows)


def printed(rows, batches):
    for widths, batch in batches:
        chosen = [row for row in rows if row.widths == widths]
        print(f"\n{' + '.join(map(str, widths))} pixels wide")
        print_times("in memory", chosen, lambda row: row.memory, f"goal {LEAST_TIMES} × {PEER}'s or more")
        print_times("whole processes", chosen, lambda row: row.processes)
        print_batch(batch)
        if chosen[0].instructions:
            print_instructions(chosen)
        print_fidelity(chosen)


def print_times(title, rows, seconds, goal=""):
    """packshot's milliseconds, and how many times as long each peer takes."""
    names = [name for name in seconds(rows[0]) if name != "packshot"]
    head(f"{title}; {goal}" if goal else title, ["packshot", *names])
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
    goal = f"packshot at most {MOST_DECIBELS_BELOW} dB below {PEER}"
    head(f"PSNR of luma, chroma, RGB in dB beside Lanczos-3 of the full decode; {goal}", names, 20)
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
