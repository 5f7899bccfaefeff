"""Measures the processor time of all processes per photo on Apache Spark, compared with a plain loop that feeds the same worker.

    scripts/bench spark [--rounds N] [--million N] [--keep FOLDER]

`scripts/check-spark` installs PySpark. Needs root, to count the time of a group of processes.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.sharing import built, workplace  # noqa: E402

PROJECT = Path(__file__).resolve().parents[3]
ENVIRONMENT = PROJECT / ".build-spark/bin"
LITTLE = """\
packshot: 1
steps: [ { resize: { width: 32 } } ]
outputs: [ { file: "{relative}/{stem}.jpg", quality: 50 } ]
"""
# Kilobytes, width and quality that come to them, photos of a short and of a long job.
SIZES = [(10, 420, 70, 500, 4500), (100, 1500, 86, 200, 2200), (1000, 3700, 93, 50, 550)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--million", type=int, metavar="N", help="instead: render N photos of 10 KB, and watch the memory")
    parser.add_argument("--program", type=Path, help="the packshot to measure (default: the release build)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work in this folder, and keep it")
    options = parser.parse_args()
    if not ENVIRONMENT.exists():
        sys.exit("scripts/bench spark: PySpark is not installed; scripts/check-spark does it")
    program = (options.program or built("packshot")).resolve()
    with workplace(options.keep) as folder:
        folder = folder.resolve()
        if options.million:
            sys.exit(million(folder, program, options.million))
        sys.exit(compare(folder, program, options.rounds))


def compare(folder, program, rounds):
    (folder / "little.yaml").write_text(LITTLE)
    (folder / "storefront.yaml").write_bytes(subprocess.run([program, "init"], check=True, capture_output=True).stdout)
    missed = 0
    print(f"{'photo':>8} {'recipe':10} {'as':6} {'loop':>9} {'Spark':>9}   ms of processor time a photo, the least of {rounds}")
    for kilobytes, width, quality, few, many in SIZES:
        paths = photos(folder, program, kilobytes, width, quality, many)
        for recipe, way in [("little", "paths"), ("little", "bytes"), ("storefront", "paths")]:
            if recipe == "storefront" and kilobytes == 10:
                continue
            counts = (few, many) if recipe == "little" else (few // 10, few // 10 + 60)
            least = {}
            for _ in range(rounds):
                for how in ("loop", "spark"):
                    found = measured(folder, program, how, recipe, way, paths, counts)
                    least[how] = min(found, least.get(how, found))
            more, ratio = least["spark"] - least["loop"], least["spark"] / least["loop"]
            if kilobytes == 10:
                result, isReached = f"{more:+.2f} ms (goal 0.2)", more <= 0.2
            else:
                goal = 10 if recipe == "little" else 3
                result, isReached = f"{100 * (ratio - 1):+.1f} % (goal {goal})", ratio <= 1 + goal / 100
            missed += not isReached
            print(f"{kilobytes:5} KB {recipe:10} {way:6} {least['loop']:9.3f} {least['spark']:9.3f}   {result}", flush=True)
    return min(missed, 1)


def photos(folder, program, kilobytes, width, quality, count):
    """So many photos of about this size: the samples, scaled, each many times under names of its own."""
    place = folder / f"{kilobytes}k"
    place.mkdir()
    (folder / "scale.yaml").write_text(
        f"packshot: 1\nsteps: [ {{ resize: {{ width: {width} }} }} ]\n"
        f'outputs: [ {{ file: "{{stem}}.jpg", quality: {quality} }} ]\n')
    subprocess.run([program, "run", folder / "scale.yaml", PROJECT / "Assets/samples", "--output", folder / "scaled",
                    "--catalog", folder / "scaled.sqlite", "--force", "--quiet"], check=True)
    scaled = sorted((folder / "scaled").glob("*.jpg"))
    print(f"# {kilobytes} KB: {sum(path.stat().st_size for path in scaled) / len(scaled) / 1000:.0f} KB on average")
    for number in range(count):
        os.link(scaled[number % len(scaled)], place / f"P{number:07}.jpg")
    for path in scaled:
        path.unlink()
    return place


def measured(folder, program, how, recipe, way, paths, counts):
    """Milliseconds of processor time that a photo takes: what a long job takes more than a short one."""
    group = Group("packshot-bench")
    command = [str(ENVIRONMENT / "python"), __file__, how, str(program), str(folder / f"{recipe}.yaml"), way, str(paths),
               str(folder / "out"), group.usage_file, *map(str, counts)]
    done = subprocess.run(command, preexec_fn=group.join, capture_output=True, text=True,
                          env=os.environ | {"PATH": f"{ENVIRONMENT}:{os.environ['PATH']}"})
    if done.returncode:
        sys.exit(done.stderr[-3000:])
    few, many = json.loads(done.stdout.splitlines()[-1])
    return (many - few) / 1e6 / (counts[1] - counts[0])


class Group:
    """A control group, which counts the processor time of all processes that are in it, and of those that have ended."""

    def __init__(self, name):
        self.place = Path("/sys/fs/cgroup/cpuacct") / name
        if not self.place.parent.exists():
            self.place = Path("/sys/fs/cgroup") / name
        self.place.mkdir(exist_ok=True)
        usage = self.place / "cpuacct.usage"
        self.usage_file = str(usage if usage.exists() else self.place / "cpu.stat")

    def join(self):
        (self.place / "cgroup.procs").write_text(str(os.getpid()))


def usage(file):
    """Nanoseconds."""
    text = Path(file).read_text()
    return int(text) if text.strip().isdigit() else 1000 * int(text.split()[1])


# In the group


def work():
    how, program, recipe, way, paths, output, usage_file, *counts = sys.argv[1:]
    sys.path.insert(0, str(PROJECT / "scripts/spark"))
    names = sorted(str(path) for path in Path(paths).iterdir())
    run = loop(program, recipe, way, output) if how == "loop" else spark(program, recipe, way, output)
    run(names[:20])
    took = []
    for count in map(int, counts):
        before = usage(usage_file)
        run(names[:count])
        took.append(usage(usage_file) - before)
    print(json.dumps(took))


def loop(program, recipe, way, output):
    from packshot_worker import Photo, Worker, opening

    def run(names):
        with Worker([program, "worker", "--jobs", "1"], opening(file=recipe, output=output)) as worker, open(
                output + ".ndjson", "w") as log:
            data = (lambda name: lambda: Path(name).read_bytes()) if way == "bytes" else lambda name: None
            for _, record, _ in worker.render(Photo(name, data=data(name)) for name in names):
                print(json.dumps(record), file=log)

    return run


def spark(program, recipe, way, output):
    import packshot_spark
    from pyspark.sql import SparkSession

    session = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
               .config("spark.driver.memory", "1g").getOrCreate())
    job = packshot_spark.prepared(recipe, program, output)
    job.program = program
    packshot_spark.ship(session, program)

    def run(names):
        prefix = "file://" if way == "bytes" else ""
        table = session.createDataFrame([(prefix + name, "", 0) for name in names], "path string, relative string, modified long")
        packshot_spark.render(session, table.repartition(1), job).write.mode("overwrite").parquet(output + ".records")

    return run


def million(folder, program, count):
    """Renders many photos, and prints how much memory the driver and the processes below it have as time goes on."""
    import threading
    import time

    (folder / "little.yaml").write_text(LITTLE)
    place = photos(folder, program, 10, 420, 70, 10_000)
    (folder / "list.py").write_text(
        "import sys, pyarrow as pa, pyarrow.parquet as pq, glob\n"
        "names = sorted(glob.glob(sys.argv[1] + '/*.jpg')); n = int(sys.argv[2])\n"
        "w = pq.ParquetWriter(sys.argv[3], pa.schema([('path', pa.string()), ('relative', pa.string()), ('bytes', pa.int64())]))\n"
        "for start in range(0, n, 10000):\n"
        "    count = min(10000, n - start)\n"
        "    w.write_table(pa.table({'path': names[:count], 'relative': [str(start // 10000)] * count, 'bytes': [10000] * count}))\n"
        "w.close()\n")
    subprocess.run([ENVIRONMENT / "python", folder / "list.py", place, str(count), folder / "list.parquet"], check=True)
    command = [str(ENVIRONMENT / "spark-submit"), "--master", "local[2]", "--driver-memory", "1g", "--conf",
               "spark.ui.enabled=false",
               str(PROJECT / "scripts/spark/packshot_spark.py"), "little.yaml", "--table", "list.parquet", "--output", "out",
               "--catalog", "catalog.sqlite", "--packshot", str(program), "--photo-seconds", "0.002", "--megabyte-seconds", "0"]
    began = time.monotonic()
    environment = os.environ | {"PATH": f"{ENVIRONMENT}:{os.environ['PATH']}"}
    with open(folder / "log", "w+") as log:
        job = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=environment)
        while job.poll() is None:
            time.sleep(20)
            seen = resident(job.pid)
            sizes = "  ".join(f"{name} {size // 1000} MB" for name, size in sorted(seen.items()))
            print(f"{time.monotonic() - began:6.0f} s  {sizes}", flush=True)
        log.seek(0)
        lines = log.read().splitlines()
        print("\n".join(lines[-20:] if job.returncode else [line for line in lines if line.startswith(("packshot:", "imported"))]))
    print(f"{count} photos in {time.monotonic() - began:.0f} s")
    return job.returncode


def resident(root):
    """Kilobytes of a process and of those below it, by what they are: `java` is the driver and its executor."""
    children, sizes, names = {}, {}, {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            name, rest = Path(f"/proc/{pid}/stat").read_text().split("(", 1)[1].rsplit(")", 1)
            sizes[int(pid)] = int(rest.split()[21]) * 4
        except OSError:
            continue
        names[int(pid)] = name
        children.setdefault(int(rest.split()[1]), []).append(int(pid))
    todo, found = [root], {names.get(root, ""): sizes.get(root, 0)}
    while todo:
        for child in children.get(todo.pop(), []):
            todo.append(child)
            found[names[child]] = found.get(names[child], 0) + sizes[child]
    return found


if __name__ == "__main__" and len(sys.argv) > 5 and sys.argv[1] in ("loop", "spark"):
    work()
elif __name__ == "__main__":
    main()
