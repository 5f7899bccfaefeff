"""Times packshot and its peers, in turns."""

import json
import math
import statistics
import subprocess
import time
from typing import NamedTuple

# How many decibels of PSNR packshot's pixels may be below libvips', each by the reference of its own decode path.
MOST_DECIBELS_BELOW = 0.5


class Engine:
    """`EngineBenchmark` at work: it does what it is asked for, and says what that took."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, request, **values):
        self.process.stdin.write(json.dumps({request: values}) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("EngineBenchmark has ended; what it said stands above")
        return json.loads(answer)

    def prepare(self, job):
        """The number of a task."""
        self.ask("prepare", recipe=str(job.recipe), photo=str(job.photo))
        self.count += 1
        return self.count - 1


class Side(NamedTuple):
    """What one program took: seconds in each round, and bytes of the files that it made."""

    seconds: list
    bytes: int

    @property
    def median(self):
        return statistics.median(self.seconds)


class Result(NamedTuple):
    task: object
    ours: Side
    floor: Side
    # By name, with the ratio of each round in `times`.
    rivals: dict
    fidelity: dict

    def ratios(self, name):
        """How many times as fast as a peer packshot is, in each round."""
        return [theirs / ours for ours, theirs in zip(self.ours.seconds, self.rivals[name].seconds)]

    def times(self, name):
        return statistics.median(self.ratios(name))

    @property
    def ratios_floor(self):
        """How many times the floor it takes, in each round."""
        return [ours / least for ours, least in zip(self.ours.seconds, self.floor.seconds)]

    @property
    def name(self):
        return self.task.name

    @property
    def times_floor(self):
        return statistics.median(self.ratios_floor)

    @property
    def is_reached(self):
        goals = [(name, goal) for name, (_, goal) in self.task.methods.items() if goal and name in self.rivals]
        limit = self.task.most_times_floor
        fast = all(self.times(name) >= goal for name, goal in goals) and (not limit or self.times_floor <= limit)
        return fast and self.decibels_below <= MOST_DECIBELS_BELOW

    @property
    def decibels_below(self):
        """How many decibels the pixels are below those of the first peer that is compared, where they are further below:
        in luma or in chroma. Negative where they are above in both."""
        if not self.fidelity:
            return -math.inf
        ours, theirs = self.fidelity["packshot"], self.fidelity["pyvips"]
        return max(theirs.luma - ours.luma, theirs.chroma - ours.chroma)

    @property
    def text(self):
        lines = [f"    {self.task.says}"]
        lines.append(row("packshot", self.ours, ""))
        limit = self.task.most_times_floor
        said = f"{spread(self.ratios_floor)} × it" + (f" (goal {limit} or less)" if limit else "")
        lines.append(row("decode + encode", self.floor, said))
        for name, side in self.rivals.items():
            goal = self.task.methods[name][1]
            said = f"{spread(self.ratios(name))} × as fast" + (f" (goal {goal} or more)" if goal else "")
            lines.append(row(name, side, said))
        for name, fidelity in self.fidelity.items():
            lines.append(
                f"    {name:<24}luma {fidelity.luma:.1f} dB, chroma {fidelity.chroma:.1f} dB, "
                f"SSIMULACRA2 {fidelity.ssimulacra2:.1f}"
            )
        if self.fidelity:
            lines.append(
                f"    PSNR beside pyvips': {-self.decibels_below:+.1f} dB or more (goal {-MOST_DECIBELS_BELOW} or more)"
            )
        return "\n".join(lines)

    def described(self):
        return {
            "task": self.name,
            "says": self.task.says,
            "packshot": {"seconds": self.ours.seconds, "bytes": self.ours.bytes},
            "floor": {"seconds": self.floor.seconds, "times": self.times_floor},
            "peers": {
                name: {"seconds": side.seconds, "bytes": side.bytes, "times": self.times(name)}
                for name, side in self.rivals.items()
            },
            "fidelity": {name: fidelity._asdict() for name, fidelity in self.fidelity.items()},
        }


def spread(values, scale=1, digits=2):
    """The median of values, and the least and the most of them."""
    least, most = (f"{value * scale:.{digits}f}" for value in (min(values), max(values)))
    return f"{statistics.median(values) * scale:.{digits}f} ({least} to {most})"


def matching(methods, peers):
    """By label, the methods of a task that the peers there are have."""
    return {
        label: getattr(peer, method)
        for label, (method, _) in methods.items()
        for peer in peers
        if label.split(",")[0] == peer.name
    }


def row(name, side, said):
    size = f"{side.bytes / 1e3:.1f} kB" if side.bytes else ""
    return f"    {name:<24}{spread(side.seconds, 1e3, 1):<26} ms {size:>12}  {said}"


def measured(task, engine, peers, rounds):
    """Times a task's jobs, all of them in each round."""
    numbers = [engine.prepare(job) for job in task.jobs]
    rivals = matching(task.methods, peers)
    ours, floors, theirs = [], [], {name: [] for name in rivals}
    sizes = {}
    for _ in range(rounds):
        answers = [engine.ask("render", task=number) for number in numbers]
        ours.append(sum(answer["seconds"] for answer in answers))
        sizes["packshot"] = sum(sum(answer["bytes"]) for answer in answers)
        floors.append(sum(engine.ask("floor", task=number)["seconds"] for number in numbers))
        for name, work in rivals.items():
            seconds, sizes[name] = 0, 0
            for job in task.jobs:
                began = time.perf_counter()
                files = work(*job.arguments)
                seconds += time.perf_counter() - began
                sizes[name] += sum(map(len, files))
            theirs[name].append(seconds)
    from .fidelity import compared

    return Result(
        task,
        Side(ours, sizes["packshot"]),
        Side(floors, 0),
        {name: Side(seconds, sizes[name]) for name, seconds in theirs.items()},
        compared(task, engine, numbers, peers[0]) if task.is_resize else {},
    )
