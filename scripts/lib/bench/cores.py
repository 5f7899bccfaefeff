"""Measures how much faster two workers are than one, and as many workers as there are processors, if those are more.

A worker takes the next photo when one is done, in packshot and in the peers, which otherwise use one thread each.
"""

import math
import os
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from .tasks import six_sizes
from .timing import matching, spread

GOAL_WORKERS = 2
LEAST_GAIN = 1.9
# Photos at least in a round, each as often as the others: at its end a worker waits for one photo at most.
LEAST_PHOTOS = 74
LEAST_PHOTOS_QUICKLY = 32
# Those that let go of Python's lock while they work, and do not take minutes.
PEERS = ["pyvips", "OpenCV"]


class Result(NamedTuple):
    name: str
    says: str
    workers: list
    # By the name of a program and then by the number of workers, the seconds of each round.
    seconds: dict

    def gains(self, name, workers):
        """How many times as fast as one worker so many are, in each round."""
        return [one / many for one, many in zip(self.seconds[name][1], self.seconds[name][workers])]

    def times(self, name, workers):
        """How many times as fast as a peer packshot is, in each round."""
        pairs = zip(self.seconds["packshot"][workers], self.seconds[name][workers])
        return [theirs / ours for ours, theirs in pairs]

    @property
    def is_reached(self):
        return statistics.median(self.gains("packshot", GOAL_WORKERS)) >= LEAST_GAIN

    @property
    def text(self):
        lines = [f"    {self.says}"]
        for name in self.seconds:
            for workers, seconds in self.seconds[name].items():
                said = ""
                if workers > 1:
                    said = f"{spread(self.gains(name, workers))} × one worker"
                    if name == "packshot" and workers == GOAL_WORKERS:
                        said += f", goal {LEAST_GAIN} or more"
                if name != "packshot":
                    said += f"{', ' if said else ''}packshot {spread(self.times(name, workers))} × as fast"
                lines.append(f"    {f'{name}, {workers}':<24}{spread(seconds)} s  {said}")
        return "\n".join(lines)

    @property
    def table(self):
        """In Markdown."""
        lines = [
            f"Workers: {self.says}.",
            "",
            "| program | " + " | ".join(f"{workers} at work" for workers in self.workers) + " | gain |",
            "|---|" + "---|" * (len(self.workers) + 1),
        ]
        for name, seconds in self.seconds.items():
            cells = [f"{spread(seconds[workers])} s" for workers in self.workers]
            gains = "; ".join(f"{spread(self.gains(name, workers))} ×" for workers in self.workers[1:])
            lines.append(f"| {name} | " + " | ".join(cells) + f" | {gains} |")
        return "\n".join(lines) + "\n"

    def described(self):
        return {
            "task": self.name,
            "says": self.says,
            "goal": {"workers": GOAL_WORKERS, "gain": LEAST_GAIN},
            "programs": {
                name: [
                    {
                        "workers": workers,
                        "seconds": seconds,
                        "gain": statistics.median(self.gains(name, workers)),
                        **({} if name == "packshot" else {"times": statistics.median(self.times(name, workers))}),
                    }
                    for workers, seconds in rounds.items()
                ]
                for name, rounds in self.seconds.items()
            },
        }


def measured(material, engine, peers, rounds):
    task = six_sizes(material)
    numbers = [engine.prepare(job) for job in task.jobs]
    least = LEAST_PHOTOS_QUICKLY if material.is_quick else LEAST_PHOTOS
    times = math.ceil(least / len(numbers))
    rivals = {name: work for name, work in matching(task.methods, peers).items() if name in PEERS}
    cores = os.cpu_count() or 1
    workers = [1, GOAL_WORKERS] + ([cores] if cores > GOAL_WORKERS else [])
    seconds = {name: {count: [] for count in workers} for name in ["packshot", *rivals]}
    for _ in range(rounds):
        for count in workers:
            answer = engine.ask("renderAll", tasks=numbers, times=times, workers=count)
            seconds["packshot"][count].append(answer["seconds"])
            for name, work in rivals.items():
                seconds[name][count].append(elapsed(work, task.jobs * times, count))
    says = f"{len(numbers)} JPEGs in six sizes, {times} times over, by {' and by '.join(map(str, workers))} workers"
    says = material.said(says, *(job.photo for job in task.jobs))
    if cores < GOAL_WORKERS:
        says += " (this machine has one processor alone)"
    return Result("all cores", says, workers, seconds)


def elapsed(work, jobs, workers):
    """The seconds in which so many threads do the jobs."""
    with ThreadPoolExecutor(workers) as pool:
        began = time.perf_counter()
        for _ in pool.map(lambda job: work(*job.arguments), jobs):
            pass
        return time.perf_counter() - began
