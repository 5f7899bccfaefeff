"""Renders photos on Spark with kills and repeated tasks, and checks the results, for scripts/check-spark."""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
JOB = PROJECT / "scripts/spark/packshot_spark.py"
LOG4J = """\
rootLogger.level = error
rootLogger.appenderRef.console.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %p %c{1}: %m%n
"""
SETTINGS = {
    "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.memory": "1g",
    "spark.executor.memory": "1g", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1",
}
BAD = {"text.jpg": b"no photo at all", "cut.jpg": None, "empty.png": b""}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    program = os.path.realpath(parser.parse_args().program)
    with tempfile.TemporaryDirectory(prefix="packshot-spark-") as folder:
        shop = Shop(Path(folder), program)
        shop.run_by_packshot()
        shop.check("kills", "local-cluster[2,1,1024]", kills, {})
        with Cluster(shop.folder) as cluster:
            shop.check("two attempts", cluster.master, stall, {
                "spark.speculation": "true", "spark.speculation.multiplier": "1.1",
                "spark.speculation.quantile": "0.1", "spark.speculation.interval": "100ms",
                "spark.speculation.minTaskRuntime": "500ms",
            })


class Shop:
    """Photos, some of them bad, and the expected result."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        corpus = os.environ.get("PACKSHOT_CORPUS")
        sources = sorted(path for root in [corpus and Path(corpus) / "photos", PROJECT / "Assets/samples"] if root
                         for path in root.rglob("*") if path.suffix.lower() in (".jpg", ".png"))
        photos = folder / "photos"
        for copy in range(max(2, 160 // len(sources))):
            for number, source in enumerate(sources):
                place = photos / f"{copy}" / f"SKU-{number:03}_{source.stem[:20]}{source.suffix}"
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, place)
        for name, data in BAD.items():
            (photos / name).write_bytes(sources[0].read_bytes()[:2000] if data is None else data)
        self.count = sum(path.is_file() for path in photos.rglob("*"))
        recipe = subprocess.run([program, "init"], check=True, capture_output=True).stdout
        (folder / "shop.yaml").write_bytes(recipe)
        (folder / "log4j2.properties").write_text(LOG4J)

    def run_by_packshot(self):
        print(f"{self.count} photos, {len(BAD)} of them bad, by packshot run", flush=True)
        status = subprocess.run(
            [self.program, "run", "shop.yaml", "photos", "--output", "whole", "--quiet", "--catalog", "whole/catalog.sqlite"], cwd=self.folder,
            stderr=subprocess.DEVNULL).returncode
        assert status == 1, status
        self.pictures, self.records = pictures(self.folder / "whole"), records(self.program, self.folder / "whole")

    def check(self, what, master, disturb, settings):
        """Renders the photos on Spark while something happens to the job, and compares the result."""
        output = what.replace(" ", "-")
        command = ["spark-submit", "--master", master, "--driver-java-options",
                   f"-Dlog4j2.configurationFile={self.folder}/log4j2.properties"]
        for key, value in (SETTINGS | settings).items():
            command += ["--conf", f"{key}={value}"]
        command += [str(JOB), "shop.yaml", "photos", "--output", output, "--catalog", f"{output}/catalog.sqlite",
                    "--packshot", self.program, "--task-seconds", "1"]
        began = time.monotonic()
        with open(self.folder / f"{output}.log", "w+") as log:
            job = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)
            done = []
            threading.Thread(target=disturb, args=(self, job, self.folder / output, done), daemon=True).start()
            status = job.wait()
            log.seek(0)
            text = log.read()
        assert done, f"{what}: the job was over before anything happened to it"
        assert status == 1, f"{what}: the job ended with {status}:\n{text[-3000:]}"
        found = pictures(self.folder / output)
        wrong = sorted(name for name in self.pictures.keys() | found.keys()
                       if self.pictures.get(name) != found.get(name))
        assert not wrong, f"{what}: {len(wrong)} files are missing, other, or left behind: {wrong[:5]}"
        theirs = records(self.program, self.folder / output)
        assert theirs == self.records, f"{what}: records differ: {sorted(theirs ^ self.records)[:4]}"
        left = [str(path) for path in self.folder.glob(f"{output}/*.records-*")]
        assert not left, f"{what}: left behind: {left}"
        again = subprocess.run(
            [self.program, "run", "shop.yaml", "photos", "--output", output, "--catalog", f"{output}/catalog.sqlite"],
            cwd=self.folder, capture_output=True, text=True)
        assert f"{self.count - len(BAD)} unchanged" in again.stderr + again.stdout, again
        print(f"{what}: {', '.join(done)}; {len(found)} pictures and {len(theirs)} records are correct, "
              f"in {time.monotonic() - began:.0f} s", flush=True)


def pictures(folder):
    """The bytes of all files except the catalog and the lock, by path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and not path.name.startswith("catalog.sqlite") and path.name != ".packshot.lock"}


def records(program, folder):
    """All records except runs, without ids, times and absolute paths. Relationships are replaced by what they refer to."""
    text = subprocess.run(
        [program, "catalog", "export", "-", "--catalog", str(folder / "catalog.sqlite")], check=True,
        capture_output=True).stdout
    all_ = json.loads(text)
    names = {}
    for record in all_:
        key = next((record[key] for key in ("sku", "path", "hash") if record.get(key)), "run")
        names[record["id"]] = f"{record['entity']} {record.get('kind')} {key}"

    def named(value):
        if isinstance(value, list):
            return sorted(names.get(item, item) for item in value)
        return names.get(value, value) if isinstance(value, str) else value

    return {
        json.dumps({key: named(value) for key, value in record.items()
                    if key not in ("id", "inode") and not key.endswith("Nanoseconds")}, sort_keys=True)
        for record in all_ if record["entity"] != "Run"}


# Events during a job


def kills(shop, job, output, done):
    """Kills a worker, and later an executor, while pictures are written."""
    wait_for_pictures(job, output, 20)
    if victim := pick(job, "worker --jobs"):
        os.kill(victim, signal.SIGKILL)
        done.append("a worker killed")
    wait_for_pictures(job, output, len(shop.pictures) // 3)
    if victim := pick(job, "CoarseGrainedExecutorBackend"):
        os.kill(victim, signal.SIGKILL)
        done.append("an executor killed")


def stall(shop, job, output, done):
    """Stops a worker, so that its task is tried again elsewhere, and resumes it when the job is over."""
    wait_for_pictures(job, output, 20)
    victim = pick(None, f"{shop.program.rsplit('/', 1)[1]} worker --jobs")
    if victim is None:
        return
    os.kill(victim, signal.SIGSTOP)
    done.append("a worker stopped, and its task begun again")
    job.wait()
    try:
        os.kill(victim, signal.SIGCONT)
    except ProcessLookupError:
        pass


def wait_for_pictures(job, folder, count):
    while job.poll() is None and sum(1 for _ in folder.rglob("*.jpg")) < count:
        time.sleep(0.05)


def pick(job, words):
    """A process of a job whose command line contains these words. Without a job, a process of this check."""
    root = job.pid if job else os.getpid()
    found = [pid for pid in descendants(root) if words in command_line(pid)]
    return random.choice(found) if found else None


def descendants(root):
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent = int(Path(f"/proc/{name}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(name))
    todo = [root]
    while todo:
        for child in children.get(todo.pop(), []):
            todo.append(child)
            yield child


def command_line(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


class Cluster:
    """A master and two workers on different addresses, because Spark repeats a slow task only on another machine."""

    master = "spark://127.0.0.1:7199"

    def __init__(self, folder):
        self.folder, self.processes = folder, []

    def start(self, kind, *arguments):
        environment = os.environ | {
            "SPARK_WORKER_DIR": str(self.folder / "work"), "PYSPARK_PYTHON": sys.executable,
            "SPARK_DAEMON_JAVA_OPTS": f"-Dlog4j2.configurationFile={self.folder}/log4j2.properties"}
        with open(self.folder / f"cluster.log", "a") as log:
            self.processes.append(subprocess.Popen(
                ["spark-class", f"org.apache.spark.deploy.{kind}", *arguments], env=environment, stdout=log,
                stderr=log))

    def __enter__(self):
        self.start("master.Master", "--host", "127.0.0.1", "--port", "7199", "--webui-port", "0")
        for host in ("127.0.0.2", "127.0.0.3"):
            self.start("worker.Worker", "--host", host, "--cores", "1", "--memory", "1g", "--webui-port", "0",
                       self.master)
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait()


main()
