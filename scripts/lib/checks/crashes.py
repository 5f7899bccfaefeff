"""Kills runs at random moments. Usage: crashes.py PACKSHOT FOLDER KILLS PHOTOS SEED

If something is wrong, leaves the files in FOLDER and exits with 1.
"""

import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pictures
from program import RECIPE, Job, Subject, copy_tree, is_temporary, recipe, tree

MOST_SECONDS_TO_STOP = 2
OLDER_RECIPE = RECIPE.replace("intensity: 0.3", "intensity: 0.7")


class Check:
    def __init__(self, packshot, folder, photos, seed):
        self.folder, self.random = folder, random.Random(seed)
        made = pictures.make(folder / "photos", photos, seed)
        self.subject = Subject(Job(packshot, recipe(folder / "check.yaml"), made), folder / "truth")
        # The pictures of the recipe's older version, which have the same names.
        self.older = Subject(Job(packshot, recipe(folder / "older.yaml", OLDER_RECIPE), made), folder / "older")
        # The duration of a run, as far as known.
        self.seconds = self.subject.seconds
        self.faults = 0
        # Numbers of runs by how they ended.
        self.counts = {}
        self.slowest_stop = 0
        self.judge("the undisturbed run", self.subject.faults_finished(folder / "truth"))

    def judge(self, what, faults):
        for fault in faults[:5]:
            print(f"{what}: {fault}", flush=True)
        self.faults += bool(faults)
        return not faults

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def moment(self):
        """A random moment of a run, in seconds. A quarter of the moments are in its first tenth."""
        end = self.seconds * (0.1 if self.random.random() < 0.25 else 1.05)
        return self.random.uniform(0, end)

    def elsewhere(self, number):
        """Whether a case has its catalog beside the output folder instead of in it."""
        return number % 2 == 1 and number % 3 != 0

    def strike(self, subject, output, number, at):
        """Sends a signal to a run after `at` seconds. Returns its status, or None if it ended before the signal, and the seconds
        that it took to end."""
        process = subject.job.start(output)
        try:
            process.wait(at)
            return None, 0
        except subprocess.TimeoutExpired:
            pass
        process.send_signal(number)
        began = time.perf_counter()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        return process.returncode, time.perf_counter() - began

    def case(self, number, kills):
        """Kills runs into one folder up to `kills` times in succession, and resumes. Returns how many runs were killed before they
        ended. A third of the folders already contain pictures of the recipe's older version, which are replaced. Another third are
        resumed with the older version, which replaces the pictures of the killed runs."""
        output = self.folder / f"case-{number}"
        killed, good, before = 0, True, None
        subject, older = self.subject, self.older
        if self.elsewhere(number):
            subject, older = (one.recorded_in(output.with_suffix(".sqlite")) for one in (subject, older))
            self.count("with the catalog elsewhere")
        if number % 3 == 0:
            before = self.older
            copy_tree(before.folder, output)
        for _ in range(kills):
            at = self.moment()
            status, _ = self.strike(subject, output, signal.SIGKILL, at)
            if status is None:
                self.count("ended before the signal")
                if killed == 0:
                    self.seconds = min(self.seconds, at)
                break
            killed += 1
            self.count("killed while replacing pictures" if before else "killed")
            faults = subject.faults_unfinished(output, before=before)
            good &= self.judge(f"case {number}, killed after {at:.3f} s", faults)
        if number % 3 == 1 and killed:
            self.count("resumed with a changed recipe")
            good &= self.resume(output, f"case {number}", older)
        else:
            good &= self.resume(output, f"case {number}", subject)
        if good:
            shutil.rmtree(output)
        return killed

    def ask(self, number, signal_number):
        """Stops a run with SIGINT or SIGTERM, and resumes it."""
        output = self.folder / f"signal-{number}"
        at = self.moment()
        name = signal.Signals(signal_number).name
        what = f"signal {number}, {name} after {at:.3f} s"
        subject = self.subject.recorded_in(output.with_suffix(".sqlite")) if number % 4 > 1 else self.subject
        status, seconds = self.strike(subject, output, signal_number, at)
        faults = []
        if status is None or status == 0:
            self.count("ended before the signal")
        elif status == -signal_number:
            # Before the program handles signals, the system ends it. A shell reports the same status for that.
            self.count(f"ended by {name}, before it began")
            if output.exists():
                faults.append("it had begun to write and ignored the signal")
        else:
            self.count(f"stopped for {name}")
            self.slowest_stop = max(self.slowest_stop, seconds)
            if status != 128 + signal_number:
                faults.append(f"it ended with {status}, not {128 + signal_number}")
        if seconds > MOST_SECONDS_TO_STOP:
            faults.append(f"it took {seconds:.1f} s to end")
        faults += subject.faults_unfinished(output)
        faults += [f"{name} was left" for name in tree(output)[1] if is_temporary(name)]
        if self.judge(what, faults) & self.resume(output, what, subject):
            shutil.rmtree(output)

    def resume(self, output, what, subject=None):
        subject = subject or self.subject
        status, said = subject.job.run(output)
        faults = [f"the resumed run ends with {status}: {said.strip()}"] if status else []
        return self.judge(what + ", resumed", faults + subject.faults_finished(output))


def main(packshot, folder, kills, photos, seed):
    check = Check(Path(packshot), Path(folder), int(photos), int(seed))
    subject = check.subject
    print(f"{photos} photos, {len(subject.truth)} files; an undisturbed run takes {subject.seconds:.2f} s", flush=True)
    left, number = int(kills), 0
    # At most three times as many cases as kills, in case the machine is so fast that runs end before the signal.
    while left > 0 and number < 3 * int(kills):
        number += 1
        left -= check.case(number, min(left, check.random.choice([1, 1, 2, 3, 5])))
    for number in range(max(4, int(kills) // 4)):
        check.ask(number + 1, [signal.SIGINT, signal.SIGTERM][number % 2])
    for what, count in sorted(check.counts.items()):
        print(f"{count:>6}  {what}")
    print(f"the slowest to stop took {check.slowest_stop:.2f} s; wrong: {check.faults}")
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
