"""Simulates power cuts in recorded runs and edits. Usage: power_cuts.py PACKSHOT FOLDER STATES PHOTOS EDITS SEED

If something is wrong, leaves the files in FOLDER and exits with 1.
"""

import os
import random
import shutil
import sys
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pictures
from cut_edits import CutEdits
from cut_runs import CutRun, Recipes
from lossy_disk import LOSSES, Loss, LossyDisk
from recorded_calls import SYNC_DATA, SYNC_FILE

# Classes of flushes, by the file's name (None for a folder), with the loss if a disk ignores them. Some state must be wrong then.
# Otherwise this check wouldn't notice a missing flush.
NEEDED_FLUSHES = {
    "pictures": (lambda name: name is not None and name.startswith(".packshot-run-"), Loss("all", "none")),
    "the journal": (lambda name: name is not None and (name == ".packshot.lock" or "-run-" in name and name[0] != "."), Loss("all", "none")),
    "folders": (lambda name: name is None, Loss("none", "all")),
    "the catalog": (lambda name: name is not None and name.startswith("catalog.sqlite") and "-run-" not in name, Loss("all", "none")),
}
MOST_STATES_TO_MISS_A_FLUSH = 200
MOST_PASSES = 400
# States of a pass. A pass replays the calls once, so its states are in the order of their moments.
MOST_AT_ONCE = 200


class Check:
    def __init__(self, folder, seed):
        self.folder, self.dice, self.faults, self.number = folder, random.Random(seed), 0, 0
        self.threads = os.cpu_count() or 1

    def states(self, cut, count, ignored, losses, moments):
        """Yields different states of a recording: (index of the first call that did not begin, loss, tree)."""
        seen, missing = set(), count
        for _ in range(MOST_PASSES):
            if missing <= 0:
                return
            disk, at = LossyDisk(cut.tree, cut.inodes, ignored), 0
            for moment in sorted(moments(cut, min(missing, MOST_AT_ONCE))):
                while at < moment:
                    disk.replay(cut.calls[at])
                    at += 1
                loss = self.dice.choice(losses)
                tree = disk.state(loss, self.dice.random())
                # Two states with the same files differ if other work was reported before them.
                key = hash((cut.promised(moment), tuple(sorted(tree.items(), key=lambda item: item[0]))))
                if key not in seen:
                    seen.add(key)
                    missing -= 1
                    yield moment, loss, tree

    def moments(self, cut, count):
        """Returns `count` moments of a recording, just before or after a call, spread evenly over the kinds of calls."""
        kinds = defaultdict(list)
        for index, call in enumerate(cut.calls):
            kinds[call.name, Path(cut.path_of(call)).suffix].append(index)
        kinds = list(kinds.values())
        self.dice.shuffle(kinds)
        return [self.dice.choice(kinds[number % len(kinds)]) + self.dice.randint(0, 1) for number in range(count)]

    def late_moments(self, cut, count):
        """Returns `count` random moments of the second half of a recording, when much has been reported."""
        half = len(cut.calls) // 2
        return [self.dice.randint(half, 2 * half) for _ in range(count)]

    def judge(self, cut, count, ignored=lambda call, name: False, losses=LOSSES, until_wrong=False):
        """Tries `count` states. Returns how many were wrong, and how many were tried."""
        room, wrong, tried = threading.Semaphore(self.threads + 1), [], 0

        def judge_one(number, moment, loss, tree, seed):
            place = self.folder / f"state-{number}"
            try:
                faults = cut.faults(place, moment, tree, random.Random(seed))
            except Exception as error:
                faults = [f"the check failed: {error!r}"]
            finally:
                room.release()
            if faults:
                wrong.append((moment, loss, faults, place))
            if not faults or until_wrong:
                shutil.rmtree(place, ignore_errors=True)

        with ThreadPoolExecutor(self.threads) as pool:
            moments = self.late_moments if until_wrong else self.moments
            for moment, loss, tree in self.states(cut, count, ignored, losses, moments):
                if until_wrong and wrong:
                    break
                room.acquire()
                self.number += 1
                tried += 1
                pool.submit(judge_one, self.number, moment, loss, tree, self.dice.random())
        if not until_wrong:
            for moment, loss, faults, place in wrong[:10]:
                call = cut.calls[moment] if moment < len(cut.calls) else None
                before = f"before {call.name} {cut.path_of(call)}" if call else "at the end"
                print(f"{cut.name}, cut at call {moment} ({before}; names: {loss.names}, bytes: {loss.data}), in {place}:")
                print(*(f"  {fault}" for fault in faults[:4]), sep="\n", flush=True)
        return len(wrong), tried

    def is_whole(self, cut):
        """Checks that a recording is complete: replaying it must give the folder's content."""
        disk = LossyDisk(cut.tree, cut.inodes)
        for call in cut.calls:
            disk.replay(call)
        missing = cut.differences(disk)
        for fault in missing[:5]:
            print(f"{cut.name}, recorded: {fault}")
        self.faults += bool(missing)

    def needs(self, cut, what):
        """Lets the disk ignore a class of flushes, and checks that some state is wrong then."""
        is_meant, loss = NEEDED_FLUSHES[what]

        def ignored(call, name):
            return call.name in (SYNC_FILE, SYNC_DATA) and is_meant(name)

        wrong, tried = self.judge(cut, MOST_STATES_TO_MISS_A_FLUSH, ignored, [loss], until_wrong=True)
        if wrong:
            print(f"{tried:>6}  states until the first wrong one on a disk that does not flush {what}", flush=True)
        else:
            print(f"on a disk that does not flush {what}, all {tried} states are correct, so this check would miss a lacking flush")
            self.faults += 1


def main(packshot, folder, states, photos, edits, seed):
    folder, states, seed = Path(folder), int(states), int(seed)
    check = Check(folder, seed)
    made = pictures.make(folder / "photos", int(photos), seed)
    recipes = Recipes(packshot, folder, made)
    into_nothing = CutRun("into an empty folder", recipes, folder)
    replacing = CutRun("over another recipe's pictures", recipes, folder, over=recipes.other.folder)
    resuming = CutRun("over the files of a cut run", recipes, folder, after=into_nothing)
    aside = CutRun("into an empty folder, with the catalog elsewhere", recipes, folder, elsewhere=True)
    going_on = CutRun("over the files of such a run", recipes, folder, after=aside, elsewhere=True)
    editing = CutEdits("edits of the catalog", Path(packshot), folder, int(edits), seed)
    cuts = [into_nothing, replacing, resuming, aside, going_on, editing]
    for cut in cuts:
        check.is_whole(cut)
    for what in NEEDED_FLUSHES:
        check.needs(replacing, what)
    check.needs(going_on, "the journal")
    for cut in cuts:
        wrong, tried = check.judge(cut, -(-states // len(cuts)))
        check.faults += wrong
        print(f"{tried:>6}  states of {len(cut.calls)} calls, {cut.name}; wrong: {wrong}", flush=True)
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
