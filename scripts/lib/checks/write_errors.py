"""Lets runs meet disk errors. Usage: write_errors.py PACKSHOT FOLDER CALLS SIZES PHOTOS SEED

If something is wrong, leaves the files in FOLDER and exits with 1.
"""

import errno
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pictures
from program import CATALOG_FILES, RECIPE, Job, Subject, is_temporary, recipe, tree

CANNOT_WRITE = 74
MOUNT = ["mount", "-t", "tmpfs", "-o"]
# Calls that write. `renameat2` publishes a picture whose path is free.
NAMES = ["write", "pwrite", "fsync", "fdatasync", "renameat2", "ftruncate"]
HERE = Path(__file__).parent


# The pictures of this recipe take more room than the catalog.
LARGE_RECIPE = RECIPE.replace("steps:", "steps:\n  - resize: { width: 200, height: 200 }", 1)


class Check:
    def __init__(self, packshot, folder, photos, seed):
        self.folder, self.random, self.faults = folder, random.Random(seed), 0
        made = pictures.make(folder / "photos", photos, seed)
        self.small, self.large = (
            Subject(Job(packshot, recipe(folder / f"{name}.yaml", text), made), folder / f"truth-{name}")
            for name, text in (("small", RECIPE), ("large", LARGE_RECIPE))
        )
        for subject in (self.small, self.large):
            self.judge("the undisturbed run", subject.faults_finished(subject.folder))

    def judge(self, what, faults):
        for fault in faults[:5]:
            print(f"{what}: {fault}", flush=True)
        self.faults += bool(faults)
        return not faults

    def faults_after(self, subject, output, status, said, with_catalog=True):
        """What is wrong with the end of a run that met an error, and with its folder."""
        errors = [line for line in said.splitlines() if line.startswith("error: ")]
        if status == 0:
            # The run did without the failed call, or repeated it.
            return subject.faults_finished(output, with_catalog)
        faults = [] if status == CANNOT_WRITE else [f"it ended with {status}, not {CANNOT_WRITE}: {said.strip()[-300:]}"]
        if not errors:
            faults.append(f"it ended with {status} without an error message: {said.strip()[-300:]}")
        faults += [f"the error is unclear: {line}" for line in errors if "cannot be" not in line]
        faults += subject.faults_unfinished(output, with_catalog)
        faults += [f"{name} was left" for name in tree(output)[1] if is_temporary(name)]
        return faults

    def resumed(self, subject, output):
        """What is wrong with the folder after the next run, which meets no error."""
        status, said = subject.job.run(output)
        faults = [f"the next run ends with {status}: {said.strip()[-300:]}"] if status else []
        return faults + subject.faults_finished(output)

    # Single failing calls

    def compile(self):
        library = self.folder / "failing_calls.so"
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, HERE / "failing_calls.c", "-ldl"], check=True)
        self.report = self.folder / "report"
        self.preload = {"LD_PRELOAD": str(library), "FAILING_REPORT": str(self.report)}

    def run_failing(self, output, name, call, error, lasting):
        """Returns the exit status, standard error, the file of the failed call, and the number of calls of that name."""
        choice = {"NAME": name, "CALL": call, "ERROR": error, "LASTING": int(lasting), "FOLDER": output}
        choice = {f"FAILING_{name}": str(value) for name, value in choice.items()}
        status, said = self.small.job.run(output, env=os.environ | self.preload | choice)
        failed, count = None, 0
        for line in self.report.read_text().splitlines():
            word, rest = line.split(" ", 1)
            if word == "failed":
                failed = rest
            else:
                count = int(rest)
        return status, said, failed, count

    def calls(self, number):
        """Lets one call of each run fail: equally many of each kind, spread over the run."""
        self.compile()
        counts = {}
        for name in NAMES:
            status, said, _, counts[name] = self.run_failing(self.folder / f"counted-{name}", name, 0, 0, False)
            if status or not counts[name]:
                sys.exit(f"no call of {name} can be made to fail; the run ended with {status}\n{said}")
        print("calls of a run:", ", ".join(f"{count} of {name}" for name, count in counts.items()), flush=True)
        table = Counter()
        for index in range(number):
            name, stretch, stretches = NAMES[index % len(NAMES)], index // len(NAMES), -(-number // len(NAMES))
            count = counts[name]
            call = min(count, int((stretch + self.random.random()) * count / stretches) + 1)
            error, lasting = self.random.choice([errno.EIO, errno.ENOSPC]), self.random.random() < 0.5
            output = self.folder / f"{name}-{call}-{index}"
            status, said, failed, _ = self.run_failing(output, name, call, error, lasting)
            failed = f"{name} of {kind(failed)}" if failed else f"no {name}, because there were fewer calls than before"
            what = f"call {call}, {failed}, fails with {errno.errorcode[error]}" + (" and all after it" if lasting else "")
            table[failed, "went on" if status == 0 else f"ended with {status}"] += 1
            good = self.judge(what, self.faults_after(self.small, output, status, said))
            if good & self.judge(what + ", then another run", self.resumed(self.small, output)):
                shutil.rmtree(output)
        for (failed, end), times in sorted(table.items()):
            print(f"{times:>6}  {failed}: {end}")

    # Full disks

    def disks(self, number):
        """Runs into file systems that are too small, each larger than the one before, and enlarges them for the next run."""
        place = self.folder / "disk"
        place.mkdir()
        if os.geteuid() or subprocess.run([*MOUNT, "size=64k", "none", place], stderr=subprocess.DEVNULL).returncode:
            print("SKIPPED: full disks, which need root to mount small file systems")
            return
        subprocess.run(["umount", place], check=True)
        table = Counter()
        for index in range(number):
            subject = [self.small, self.large, self.large][index % 3]
            files = [path for path in subject.folder.rglob("*") if path.is_file()]
            if index % 3 == 2:
                # If only the output folder is full, the run continues and reports each failed photo.
                subject = subject.recorded_in(self.folder / f"catalog-{index}.sqlite")
                files = [path for path in files if path.name not in CATALOG_FILES]
            needed = sum(path.stat().st_blocks * 512 for path in files)
            # File systems in memory have sizes in pages of 4096 bytes.
            size = max(1, int(needed * 1.1 * (index + self.random.random()) / number) // 4096) * 4096
            subprocess.run([*MOUNT, f"size={size}", "none", place], check=True)
            try:
                table[self.disk(subject, place, size, needed)] += 1
            finally:
                subprocess.run(["umount", place], check=True)
        for end, sizes in sorted(table.items()):
            print(f"{sizes:>6}  disk full: {end}")

    def disk(self, subject, place, size, needed):
        """Runs with `size` bytes of room and checks the result, then enlarges the disk and checks the next run."""
        what = f"a disk of {size // 1024} KiB for {needed // 1024} KiB"
        output = place / "output"
        status, said = subject.job.run(output)
        # The catalog is checked later, because there is no room for the copy that the check needs.
        good = self.judge(what, self.faults_after(subject, output, status, said, with_catalog=False))
        subprocess.run(["mount", "-o", f"remount,size={needed * 4 + (1 << 22)}", place], check=True)
        good &= self.judge(what + ", enlarged", subject.faults_of_catalog(output))
        if not good & self.judge(what + ", then another run", self.resumed(subject, output)):
            shutil.copytree(output, self.folder / f"disk-{size}")
        if status == 0:
            return "enough room"
        said_of = {"the catalog": "the catalog", "pictures": subject.job.photos}
        failed = [what for what, start in said_of.items() if f"error: {start}" in said]
        return f"ended with {status}, of {' and '.join(failed) or 'the output folder'}"


def kind(path):
    """The kind of a file in the output folder, for the summary."""
    name = Path(path).name
    if name.startswith("catalog.sqlite"):
        return name
    return "a temporary file" if name.startswith(".packshot-run-") else "a picture" if Path(name).suffix else "a folder"


def main(packshot, folder, calls, sizes, photos, seed):
    check = Check(Path(packshot), Path(folder), int(photos), int(seed))
    check.calls(int(calls))
    check.disks(int(sizes))
    print(f"wrong: {check.faults}")
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
