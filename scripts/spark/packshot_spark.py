"""Renders photos with packshot on Apache Spark, and brings what was done into packshot's catalog.

    spark-submit packshot_spark.py shop.yaml photos --output shop --catalog shop/catalog.sqlite
    spark-submit packshot_spark.py shop.yaml s3://suppliers/2026 --output s3://shop --catalog catalog.sqlite
    spark-submit packshot_spark.py shop.yaml --table photos.parquet --output /mnt/shop --catalog catalog.sqlite

Photos are files in a folder that all machines see, or objects in a store that fsspec knows, or the rows of a table with the
columns `path` and, if they are known, `relative`, `bytes` and `modified` (nanoseconds since 1970). The program, the recipe and its
pictures travel with the job. Photos that the catalog has finished are not sent.

As a library: `render(spark, photos, job)` is a table of records, one for each photo, and nothing is written but pictures.
"""

import argparse
import concurrent.futures
import dataclasses
import datetime
import fcntl
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections import deque

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else executors take the first python3 of their PATH

SCHEMA = "kind string, path string, status string, record string, pictures array<struct<file:string,content:binary>>"
ROWS = 500
ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
UNFINISHED = re.compile(r"\.packshot-[0-9a-z]{13}")


@dataclasses.dataclass
class Job:
    """What every task is told."""

    yaml: str
    name: str
    resources: list  # (name, path, bytes) of the files that the recipe names
    output: str  # a folder that all machines see, or an address
    pictures: str = "files"  # files; objects, which tasks put into the store; column, in the records themselves
    run: str = dataclasses.field(default_factory=lambda: str(uuid.uuid4()))
    started: str = dataclasses.field(
        default_factory=lambda: datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
        .replace("+00:00", "Z"))
    program: str = "packshot"  # what addFile brought, or a path on every machine
    options: tuple = ()  # for `packshot worker`
    jobs: int = 1  # photos at a time; as many as a task has cores
    ahead: int = 4  # objects fetched before they are asked for
    storage: dict = dataclasses.field(default_factory=dict)  # for fsspec

    def opening(self):
        from packshot_worker import opening

        return opening(
            yaml=self.yaml, name=self.name, resources=self.resources, output=self.output, run=self.run,
            started=self.started, pictures="files" if self.pictures == "files" else "bytes")


# On the executors


def tasks_rows(job):
    """What `mapInArrow` is given: a task's rows of photos in, rows of records out."""

    def rows(batches):
        import pyarrow

        from packshot_worker import Worker

        schema = pyarrow.schema([
            ("kind", pyarrow.string()), ("path", pyarrow.string()), ("status", pyarrow.string()),
            ("record", pyarrow.string()),
            ("pictures", pyarrow.list_(pyarrow.struct([("file", pyarrow.string()), ("content", pyarrow.binary())]))),
        ])
        pending = []

        def batch():
            made = pyarrow.RecordBatch.from_pylist(pending, schema)
            pending.clear()
            return made

        def row(kind, path, status, record, pictures=None):
            pending.append({
                "kind": kind, "path": path, "status": status, "pictures": pictures,
                "record": json.dumps(record, separators=(",", ":"), ensure_ascii=False)})

        command = [program(job.program), "worker", "--jobs", str(job.jobs), *job.options]
        photos = fetched((photo for batch in batches for photo in batch.to_pylist()), job)
        first = next(photos, None)
        if first is None:
            return
        with Worker(command, job.opening(), window=2 * job.jobs + 2) as worker:
            row("run", None, None, worker.opened["run"])
            for _, record, pictures in worker.render(chain(first, photos)):
                if job.pictures == "objects":
                    record, pictures = stored(job, record, pictures), []
                status = "failed" if "error" in record else "rendered"
                held = [{"file": file, "content": content} for file, content in pictures]
                row("photo", record["path"], status, record, held or None)
                if len(pending) >= ROWS or held:
                    yield batch()
        if pending:
            yield batch()

    return rows


def chain(first, rest):
    yield first
    yield from rest


def program(name):
    """Where the program is: a path, or what travelled with the job."""
    if os.sep in name:
        return name
    from pyspark import SparkFiles

    path = SparkFiles.get(name)
    return path if os.path.exists(path) else name


def fetched(rows, job):
    """The photos of a task's rows. Objects are on their way before they are asked for."""
    from packshot_worker import Photo

    def photo(row, data=None):
        relative, modified = row.get("relative") or "", row.get("modified")
        return Photo(row["path"], relative, data, modified if data else None)

    with concurrent.futures.ThreadPoolExecutor(max(job.ahead, 1)) as pool:
        flying = deque()
        for row in rows:
            if not ADDRESS.match(row["path"]):
                yield photo(row)
                continue
            flying.append((row, pool.submit(content, row["path"], job.storage)))
            if len(flying) > job.ahead:
                row, data = flying.popleft()
                yield photo(row, data.result)
        for row, data in flying:
            yield photo(row, data.result)


def content(path, storage):
    import fsspec

    with fsspec.open(path, "rb", **storage) as file:
        return file.read()


def stored(job, record, pictures):
    """Puts pictures into the store, where an object is there whole or not at all; what keeps one out is the photo's failure."""
    import fsspec

    try:
        for file, content in pictures:
            with fsspec.open(posixpath.join(job.output, file), "wb", **job.storage) as place:
                place.write(content)
    except Exception as error:  # whatever a store's library raises
        message = f"its pictures cannot be put into {job.output}: {error}"
        return record | {"outputs": [], "error": {"code": "cannot-write", "message": message}}
    return record


# On the driver


def render(spark, photos, job):
    """The records of photos, as a table: `photos` is a DataFrame with the columns `path` and, where known, `relative` and
    `modified`; each of its partitions is a task with a worker of its own. Two attempts at a task write the same bytes."""
    columns = [name for name in ("path", "relative", "modified") if name in photos.columns]
    return photos.select(*columns).mapInArrow(tasks_rows(job), SCHEMA)


def ship(spark, packshot):
    """Has the program and the client travel to the executors; returns the program's name there."""
    context = spark.sparkContext
    context.addPyFile(os.path.join(os.path.dirname(os.path.abspath(__file__)), "packshot_worker.py"))
    path = shutil.which(packshot) or packshot
    context.addFile(os.path.realpath(path))
    return os.path.basename(os.path.realpath(path))


def prepared(recipe, packshot, output, **more):
    """A job by a recipe file. Whatever is wrong with it is found here, before a task is started."""
    from packshot_worker import Worker, opening

    with Worker([packshot, "worker", "--jobs", "1"], opening(file=os.path.abspath(recipe))) as worker:
        resources = worker.opened["resources"]
        for warning in worker.opened["warnings"]:
            print(f"packshot: {warning}", file=sys.stderr)
    files = []
    for resource in resources:
        with open(resource["path"], "rb") as file:
            files.append((resource["name"], os.path.abspath(resource["path"]), file.read()))
    with open(recipe, encoding="utf-8") as file:
        return Job(yaml=file.read(), name=recipe, resources=files, output=output, **more)


def listed(place, packshot, storage):
    """The photos in a folder or below an address, by their extensions: dictionaries with path, relative, bytes, modified."""
    formats = subprocess.run([packshot, "formats", "--json"], check=True, capture_output=True, text=True).stdout
    known = {"." + extension for line in formats.splitlines() for extension in json.loads(line)["extensions"]}
    if ADDRESS.match(place):
        yield from listed_objects(place.rstrip("/"), known, storage)
        return
    root = os.path.abspath(place)
    for folder, names, files in os.walk(root):
        # As `packshot run` leaves out what is hidden, and other runs' output folders.
        names[:] = sorted(
            name for name in names
            if not name.startswith(".") and not os.path.exists(os.path.join(folder, name, ".packshot.lock")))
        for name in sorted(files):
            if name.startswith(".") or os.path.splitext(name)[1].lower() not in known:
                continue
            path = os.path.join(folder, name)
            relative = os.path.relpath(folder, root)
            try:
                status = os.stat(path)
                size, modified = status.st_size, status.st_mtime_ns
            except OSError:
                size, modified = 0, 0  # the worker says what is wrong with it
            yield {"path": path, "relative": "" if relative == "." else relative, "bytes": size, "modified": modified}


def listed_objects(place, known, storage):
    import fsspec

    system, root = fsspec.core.url_to_fs(place, **storage)
    for found in sorted(system.find(root, detail=True).items()):
        path, facts = found
        relative = posixpath.dirname(path[len(root):].lstrip("/"))
        if posixpath.splitext(path)[1].lower() not in known:
            continue
        time = facts.get("LastModified") or facts.get("last_modified") or facts.get("mtime") or facts.get("created") or 0
        seconds = time.timestamp() if hasattr(time, "timestamp") else float(time) if isinstance(time, (int, float)) else 0
        yield {
            "path": system.unstrip_protocol(path), "relative": relative, "bytes": facts.get("size") or 0,
            "modified": int(seconds * 1e9)}


def finished(recipe, packshot, catalog, output):
    """The photos that the catalog has finished by this recipe, as it saw them: path to bytes and modified."""
    if not os.path.exists(catalog):
        return {}
    lines = subprocess.run(
        [packshot, "photos", "done", recipe, "--catalog", catalog, "--output", output, "--json"], check=True,
        stdout=subprocess.PIPE, text=True).stdout
    return {photo["path"]: (photo["bytes"], photo["modified"]) for photo in map(json.loads, lines.splitlines())}


def partitioned(spark, photos, seconds, photo_seconds, megabyte_seconds):
    """A table of photos in partitions of about so many seconds of work."""
    parts, part, work = [], [], 0.0
    for photo in photos:
        part.append((photo["path"], photo["relative"], photo["modified"]))
        work += photo_seconds + photo["bytes"] / 1e6 * megabyte_seconds
        if work >= seconds:
            parts.append(part)
            part, work = [], 0.0
    if part:
        parts.append(part)
    # No core without work where there is some for it.
    cores = spark.sparkContext.defaultParallelism
    if 0 < len(parts) < cores:
        rows = [row for part in parts for row in part]
        parts = [rows[start::cores] for start in range(min(cores, len(rows)))]
    rows = spark.sparkContext.parallelize(parts, max(len(parts), 1)).flatMap(lambda part: part)
    return spark.createDataFrame(rows, "path string, relative string, modified long")


def write_records(spark, folder, file):
    """Writes what tasks recorded as a file that `packshot catalog import` reads; returns how many photos failed and why."""
    from pyspark.sql import functions

    table = spark.read.parquet(folder)
    for row in table.where("kind = 'run'").limit(1).collect():
        file.write(row.record + "\n")
    counts = {row.status: row.n for row in table.where("kind = 'photo'").groupBy("status").agg(
        functions.count("*").alias("n")).collect()}
    for row in table.where("kind = 'photo'").select("record").toLocalIterator(prefetchPartitions=True):
        file.write(row.record + "\n")
    file.flush()
    return counts


def sweep(folder):
    """Removes what killed workers have left; a lock says of each whether its writer lives."""
    for place, _, names in os.walk(folder):
        for name in filter(UNFINISHED.fullmatch, names):
            try:
                with open(os.path.join(place, name), "rb") as file:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    os.unlink(file.name)
            except OSError:
                pass


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], epilog="\n\n".join(__doc__.split("\n\n")[1:3]),
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", help="the recipe, a YAML file on the driver")
    parser.add_argument("photos", nargs="*", help="folders that all machines see, or addresses such as s3://bucket/folder")
    parser.add_argument("--table", action="append", default=[], help="a Parquet table of photos, with a column `path`")
    parser.add_argument("--output", required=True, help="where pictures go: a folder that all machines see, or an address")
    parser.add_argument("--catalog", required=True, help="the catalog, on the driver; made if it does not exist")
    parser.add_argument("--records", help="where tasks write their records (default: a folder beside the catalog)")
    parser.add_argument("--pictures", choices=["files", "objects", "column"],
                        help="files by rename, objects in a store, or a column of the records (default: by --output)")
    parser.add_argument("--packshot", default="packshot", help="the program to ship (default: the one in PATH)")
    parser.add_argument("--option", action="append", default=[], help="an option for `packshot worker`; repeatable")
    parser.add_argument("--task-seconds", type=float, default=10, help="work for a task (default: %(default)s)")
    parser.add_argument("--photo-seconds", type=float, default=0.005, help="a photo's work (default: %(default)s)")
    parser.add_argument("--megabyte-seconds", type=float, default=0.05, help="a megabyte's work (default: %(default)s)")
    parser.add_argument("--storage", type=json.loads, default={}, help="options for fsspec, as a JSON object")
    options = parser.parse_args()
    if not options.photos and not options.table:
        parser.error("name folders or addresses of photos, or a --table")
    return options


def main():
    options = arguments()
    from pyspark.sql import SparkSession

    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    packshot = shutil.which(options.packshot) or options.packshot
    output = options.output if ADDRESS.match(options.output) else os.path.abspath(options.output)
    pictures = options.pictures or ("objects" if ADDRESS.match(output) else "files")
    job = prepared(options.recipe, packshot, output, pictures=pictures, options=tuple(options.option),
                   storage=options.storage)
    spark = SparkSession.builder.appName("packshot").getOrCreate()
    job.program = ship(spark, packshot)
    job.jobs = int(spark.conf.get("spark.task.cpus", "1"))
    done = finished(options.recipe, packshot, options.catalog, output)
    photos = [photo for place in options.photos for photo in listed(place, packshot, options.storage)]
    for table in options.table:
        for row in spark.read.parquet(table).toLocalIterator():
            photos.append({"relative": "", "bytes": 0, "modified": 0} | row.asDict())
    wanted = [photo for photo in photos if done.get(photo["path"]) != (photo["bytes"], photo["modified"])]
    print(f"packshot: {len(photos)} photos, {len(photos) - len(wanted)} finished before")
    status = 0
    if wanted:
        records = options.records or os.path.abspath(options.catalog) + f".records-{job.run}"
        table = partitioned(spark, wanted, options.task_seconds, options.photo_seconds, options.megabyte_seconds)
        render(spark, table, job).write.parquet(records)
        if pictures == "files":
            sweep(output)
        with tempfile.NamedTemporaryFile("w", suffix=".ndjson", encoding="utf-8") as file:
            counts = write_records(spark, records, file)
            subprocess.run([packshot, "catalog", "import", "--catalog", options.catalog, file.name], check=True)
        if not options.records and pictures != "column":
            shutil.rmtree(records, ignore_errors=True)
        print("packshot: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
        status = 1 if counts.get("failed") else 0
    spark.stop()
    sys.exit(status)


if __name__ == "__main__":
    main()
