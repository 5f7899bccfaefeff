"""Does random sequences of steps, shortens those that break a promise, and prints them as commands to type.

A world is what steps change. `apply(step)` does a step and raises `Fault`; a step is a list of a verb and what it takes. A step that has
nothing to work on does nothing, so that steps can be left out. Changes make up steps for a world: `beginning()`, `next()` and `end()`
return lists of them.
"""

import multiprocessing
import shutil
import time
from collections import Counter
from pathlib import Path

from served import Served


class Fault(Exception):
    """A promise that was broken: the promise, by which faults are told apart, and what was seen."""

    def __init__(self, promise, seen):
        super().__init__(f"{promise}: {seen}")
        self.promise = promise


class Search:
    """A search for faults in sequences of `count` changes each."""

    def __init__(self, world, changes, typed, count):
        """world(folder, program) and changes(seed, world) create them. typed(steps) returns the steps as lines of a shell script."""
        self.world, self.changes, self.typed, self.count = world, changes, typed, count

    def sequence(self, seed, folder, program):
        """A random sequence. Returns its steps and its fault."""
        world = self.world(folder, program)
        changes = self.changes(seed, world)
        steps, done, more = [], 0, changes.beginning()
        while more or done < self.count:
            if not more:
                done += 1
                more = changes.next() if done < self.count else changes.end()
            for step in more:
                steps.append(step)
                try:
                    world.apply(step)
                except Fault as fault:
                    return steps, fault
            more = []
        return steps, None

    def fault(self, steps, folder, program):
        """Does steps in a new world. Returns the fault, if there was one, and how many steps were done."""
        world = self.world(folder, program)
        for done, step in enumerate(steps, 1):
            try:
                world.apply(step)
            except Fault as fault:
                return fault, done
        return None, len(steps)

    def shortened(self, steps, fault, folder, program):
        """Leaves out steps as long as the same promise is broken."""
        size = len(steps) // 2
        while size:
            at = 0
            while at < len(steps):
                fewer = steps[:at] + steps[at + size :]
                found, done = self.fault(fewer, folder, program)
                if found and found.promise == fault.promise:
                    steps, fault = fewer[:done], found
                else:
                    at += size
            size //= 2
        return self.without_lines(steps, fault, folder, program)

    def without_lines(self, steps, fault, folder, program):
        """Leaves out lines of texts in the same way."""
        for place in [place for place, step in enumerate(steps) if step[0] == "text"]:
            verb, name, text, *rest = steps[place]
            lines = text.splitlines(keepends=True)
            for line in lines[:]:
                fewer = lines[:]
                fewer.remove(line)
                found, _ = self.fault(steps[:place] + [[verb, name, "".join(fewer), *rest]] + steps[place + 1 :], folder, program)
                if found and found.promise == fault.promise:
                    lines, fault = fewer, found
            steps[place] = [verb, name, "".join(lines), *rest]
        return steps, fault

    def work(self, packshot, folder, seeds, found):
        """Does the sequences of some seeds. Puts what is found into a queue, and None if the check itself is wrong."""
        try:
            program = Served(packshot, folder / "program")
            for seed in seeds:
                steps, fault = self.sequence(seed, folder / "world", program)
                if fault:
                    steps, fault = self.shortened(steps, fault, folder / "world", program)
                found.put((seed, fault and (fault.promise, str(fault)), self.typed(steps) if fault else None))
            program.end()
            shutil.rmtree(folder)
        except BaseException:
            found.put(None)
            raise

    def run(self, packshot, folder, sequences, seed, jobs):
        """Does that many sequences with successive seeds. Prints those with faults. Returns an exit code: 1 if there was one."""
        seeds = range(seed, seed + sequences)
        found, began = multiprocessing.Queue(), time.monotonic()
        for job in range(jobs):
            arguments = (packshot, Path(folder) / f"{job}", seeds[job::jobs], found)
            multiprocessing.Process(target=self.work, args=arguments, daemon=True).start()
        promises = Counter()
        for _ in seeds:
            result = found.get()
            if result is None:
                return 70
            number, fault, commands = result
            if fault:
                promises[fault[0]] += 1
                print(f"# Sequence {number}: {fault[1]}\n", *commands, "", sep="\n", flush=True)
        for promise, times in promises.most_common():
            print(f"{times:>6}  broken: {promise}")
        print(f"{sequences} sequences in {time.monotonic() - began:.0f} s; {promises.total()} with faults")
        return 1 if promises else 0
