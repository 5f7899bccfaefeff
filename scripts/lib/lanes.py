"""Runs builds and checks, two at a time, each with its own log. Jobs that keep every core busy never run together.

Writes the time of each job to a file, from which scripts/check-all makes the table in CONTRIBUTING.md.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[2]
LOGS = PROJECT / ".build-checks"
TIMES = LOGS / "times.tsv"

# Lines of a failed check's log that are repeated at the end, because CI may keep only the end of a long output.
SHOWN_OF_A_FAILURE = 40


class Job(NamedTuple):
    """A build or a check."""

    name: str
    command: str  # for a shell, in the project's folder
    is_busy: bool = False  # keeps every core busy; no two such jobs run at the same time
    needs: tuple[str, ...] = ()  # names of builds


class Result(NamedTuple):
    """The outcome of a job, its times, and what it couldn't check."""

    name: str
    outcome: str  # passed, FAILED, skipped (a part of it couldn't run), or not run (because a build failed)
    seconds: float = 0
    cpu: float = 0  # seconds of all processes, on all cores
    skipped: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def minutes(seconds):
    """A duration as minutes:seconds."""
    return f"{round(seconds) // 60}:{round(seconds) % 60:02}"


def log_of(name):
    return LOGS / f"{name}.log"


class Lanes:
    """Runs jobs. Each worker takes the first job that can run now."""

    def __init__(self, jobs, count=2):
        self.waiting, self.count = list(jobs), count
        self.results, self.running, self.processes = {}, set(), {}
        self.changed = threading.Condition()
        self.began = time.monotonic()

    def run(self):
        """Returns the results in the order of the jobs."""
        LOGS.mkdir(exist_ok=True)
        order = [job.name for job in self.waiting]
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        workers = [threading.Thread(target=self._work, daemon=True) for _ in range(self.count)]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        except KeyboardInterrupt:
            for process in list(self.processes.values()):
                os.killpg(process.pid, signal.SIGTERM)
            sys.exit(130)
        return [self.results[name] for name in order]

    def _work(self):
        while job := self._next():
            result = self._perform(job)
            with self.changed:
                self.results[job.name] = result
                self.running.discard(job)
                self._say(result)
                self.changed.notify_all()

    def _next(self):
        """Waits for a job that can run. Returns None if none is left."""
        with self.changed:
            while self.waiting:
                for job in list(self.waiting):
                    builds = [self.results.get(name) for name in job.needs]
                    if any(build and build.outcome == "FAILED" for build in builds):
                        self.waiting.remove(job)
                        self.results[job.name] = Result(job.name, "not run")
                    elif all(builds) and not (job.is_busy and any(other.is_busy for other in self.running)):
                        self.waiting.remove(job)
                        self.running.add(job)
                        return job
                if self.waiting:
                    self.changed.wait()
            return None

    def _perform(self, job):
        log = log_of(job.name)
        began = time.monotonic()
        with log.open("wb") as output:
            process = subprocess.Popen(
                ["bash", "-c", job.command], cwd=PROJECT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True)
            self.processes[job.name] = process
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            del self.processes[job.name]
        seconds, cpu = time.monotonic() - began, usage.ru_utime + usage.ru_stime
        text = log.read_text(errors="replace")
        skipped, absent = (tuple(re.findall(rf"^{word}: (.*)", text, re.MULTILINE)) for word in ("SKIPPED", "NOT HERE"))
        if process.returncode != 0:
            return Result(job.name, "FAILED", seconds, cpu, skipped, absent)
        return Result(job.name, "skipped" if skipped else "passed", seconds, cpu, skipped, absent)

    def _say(self, result):
        """Prints a result and the last line of its log, which usually sums up what the check found."""
        lines = log_of(result.name).read_text(errors="replace").strip().splitlines()
        last = re.sub(r"\x1b\[[0-9;]*m", "", lines[-1]) if lines else ""
        at = minutes(time.monotonic() - self.began)
        print(f"{at:>6}  {result.outcome:7} {minutes(result.seconds):>6}  {result.name}: {last[:120]}", flush=True)


def write_times(results, total):
    """Writes the times of a run, in seconds. Wall times contain what the other lane took away."""
    rows = [f"{result.name}\t{result.outcome}\t{result.seconds:.0f}\t{result.cpu:.0f}" for result in results]
    TIMES.write_text("\n".join(["name\toutcome\twall\tcpu", *rows, f"all\t\t{total:.0f}\t{sum(r.cpu for r in results):.0f}", ""]))


def report(results, total):
    """Prints a summary of a run. Returns the exit code: 1 if a job failed or, in continuous integration, was skipped."""
    print(f"==> All checks, in {minutes(total)} minutes; the slowest:")
    for result in sorted(results, key=lambda result: -result.seconds)[:10]:
        print(f"{minutes(result.seconds):>7}, {minutes(result.cpu):>6} of CPU  {result.name}")
    for heading, lines in (
        ("Not possible on this machine", [f"{r.name}: {line}" for r in results for line in r.absent]),
        ("SKIPPED: these did not run; `scripts/setup --checks` or `--long-checks` installs what checks need",
         [f"{r.name}: {line}" for r in results for line in r.skipped]),
    ):
        if lines:
            print(f"==> {heading}", *lines, sep="\n")
    failed = [result.name for result in results if result.outcome == "FAILED"]
    for name in failed:
        print(f"==> FAILED: the end of {log_of(name)}")
        print("\n".join(log_of(name).read_text(errors="replace").splitlines()[-SHOWN_OF_A_FAILURE:]))
    unrun = [result.name for result in results if result.outcome == "not run"]
    passed = len(results) - len(failed) - len(unrun)
    print(f"{passed} passed, {len(failed) + len(unrun)} failed", flush=True)
    if failed or unrun:
        left = f"; not run, because a build failed: {', '.join(unrun)}" if unrun else ""
        print(f"failed: {', '.join(failed)}{left}; the logs are in {LOGS}", file=sys.stderr)
        return 1
    if any(result.skipped for result in results) and os.environ.get("CI") == "true":
        print("in CI, every check must run", file=sys.stderr)
        return 1
    return 0
