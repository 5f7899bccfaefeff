"""Renders photos with packshot on Apache Spark, and records the results in packshot's catalog.

    spark-submit packshot_spark.py shop.yaml photos --output shop --catalog shop/catalog.sqlite
    spark-submit packshot_spark.py shop.yaml s3://suppliers/2026 --output s3://shop --catalog catalog.sqlite
    spark-submit packshot_spark.py shop.yaml --table photos.parquet --output /mnt/shop --catalog catalog.sqlite

Photos are files in a folder that all machines see, objects in a store that fsspec supports, or the rows of a table with the column
`path` and optionally `relative`, `bytes` and `modified` (nanoseconds since 1970). The program, the recipe and its pictures are sent
with the job. Photos that are up to date according to the catalog aren't rendered.

As a library, `render(spark, photos, job)` returns a table of records, one for each photo. It writes only pictures.
"""

import argparse
import concurrent.futures
import dataclasses
import datetime
import fcntl
import functools
import itertools
import json
import math
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections import deque

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # otherwise executors use the first python3 in their PATH

SCHEMA = "kind string, path string, status string, record string, pictures array<struct<file:string,content:binary>>"
ROWS = 500
ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
UNFINISHED = re.compile(r"\.packshot-[0-9a-z]{13}")


@dataclasses.dataclass
class Job:
    """The settings of a job, sent to every task."""

    yaml: str
    name: str
    resources: list  # (name, path, bytes) of the files that the recipe names
    output: str  # a folder that all machines see, or an address
    pictures: str = "files"  # files; objects, which tasks write to the store; column, in the table of records
    run: str = dataclasses.field(default_factory=lambda: str(uuid.uuid4()))
    started: str = dataclasses.field(
        default_factory=lambda: datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
        .replace("+00:00", "Z"))
    program: str = "packshot"  # a file sent with addFile, or a path on every machine
    options: tuple = ()  # for `packshot worker`
    jobs: int = 1  # photos rendered at the same time; as many as a task has cores
    ahead: int = 4  # objects fetched before the worker needs them
    storage: dict = dataclasses.field(default_factory=dict)  # for fsspec

    def opening(self):
        from packshot_worker import opening

        return opening(
            yaml=self.yaml, name=self.name, resources=self.resources, output=self.output, run=self.run,
            started=self.started, pictures="files" if self.pictures == "files" else "bytes")


# On the executors


def tasks_rows(job):
    """The function for `mapInArrow`: turns a task's rows of photos into rows of records."""

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
            for _, record, pictures in worker.render(itertools.chain([first], photos)):
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


def program(name):
    """The program's path on this machine. The program may have been sent with the job."""
    if os.sep in name:
        return name
    from pyspark import SparkFiles

    path = SparkFiles.get(name)
    return path if os.path.exists(path) else name


def fetched(rows, job):
    """Yields the photos of a task's rows. Objects are fetched ahead."""
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
    system, place = located(path, json.dumps(storage))
    return system.cat_file(place)


@functools.lru_cache(maxsize=64)
def system(scheme, storage):
    import fsspec

    return fsspec.filesystem(scheme, **json.loads(storage))


def located(path, storage):
    """Returns the store of an object, and the object's name there."""
    store = system(path.split("://", 1)[0], storage)
    return store, store._strip_protocol(path)


def stored(job, record, pictures):
    """Writes pictures to the store, which shows an object only when it is complete. If that fails, the photo fails with the reason."""
    try:
        for file, content in pictures:
            store, place = located(posixpath.join(job.output, file), json.dumps(job.storage))
            if job.output.startswith("file:"):
                store.makedirs(posixpath.dirname(place), exist_ok=True)
            store.pipe_file(place, content)
    except Exception as error:  # whatever a store's library raises
        message = f"its pictures cannot be put into {job.output}: {error}"
        return record | {"outputs": [], "error": {"code": "cannot-write", "message": message}}
    return record


# On the driver


def render(spark, photos, job):
    """Returns the records of photos as a table. `photos` is a DataFrame with the column `path` and optionally `relative` and
    `modified`. Each partition is a task with its own worker. Two attempts at a task write the same bytes."""
    columns = [name for name in ("path", "relative", "modified") if name in photos.columns]
    return photos.select(*columns).mapInArrow(tasks_rows(job), SCHEMA)


def ship(spark, packshot):
    """Sends the program and the client to the executors. Returns the program's name there."""
    context = spark.sparkContext
    for module in ("packshot_worker.py", "packshot_spark.py"):
        context.addPyFile(os.path.join(os.path.dirname(os.path.abspath(__file__)), module))
    path = shutil.which(packshot) or packshot
    context.addFile(os.path.realpath(path))
    return os.path.basename(os.path.realpath(path))


def prepared(recipe, packshot, output, **more):
    """Makes a job of a recipe file. Mistakes in the recipe are found here, before a task starts."""
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


def listed(places, packshot, storage):
    """The photos in folders and below addresses, found by extension, as an Arrow table."""
    import pyarrow

    formats = subprocess.run([packshot, "formats", "--json"], check=True, capture_output=True, text=True).stdout
    known = {"." + extension for line in formats.splitlines() for extension in json.loads(line)["extensions"]}
    rows = itertools.chain.from_iterable(
        objects(place.rstrip("/"), known, storage) if ADDRESS.match(place) else files(place, known) for place in places)
    schema = pyarrow.schema([
        ("path", pyarrow.string()), ("relative", pyarrow.string()), ("bytes", pyarrow.int64()),
        ("modified", pyarrow.int64())])
    batches = []
    while chunk := list(itertools.islice(rows, 10_000)):
        columns = [pyarrow.array(column, field.type) for column, field in zip(zip(*chunk), schema)]
        batches.append(pyarrow.RecordBatch.from_arrays(columns, schema=schema))
    return pyarrow.Table.from_batches(batches, schema)


def files(place, known):
    """Yields the photos in a folder: path, relative, bytes, modified. Leaves out hidden files and output folders of other runs, as
    `packshot run` does."""
    root = os.path.abspath(place)
    if not os.path.isdir(root):
        raise FileNotFoundError(f"there is no folder {place}")
    for folder, names, found in os.walk(root):
        names[:] = sorted(
            name for name in names
            if not name.startswith(".") and not os.path.exists(os.path.join(folder, name, ".packshot.lock")))
        relative = os.path.relpath(folder, root)
        for name in sorted(found):
            if name.startswith(".") or os.path.splitext(name)[1].lower() not in known:
                continue
            path = os.path.join(folder, name)
            try:
                status = os.stat(path)
                size, modified = status.st_size, status.st_mtime_ns
            except OSError:
                size, modified = 0, 0  # the worker reports what is wrong with the file
            yield path, "" if relative == "." else relative, size, modified


def objects(place, known, storage):
    """Yields the photos below an address: path, relative, bytes, modified."""
    import fsspec

    system, root = fsspec.core.url_to_fs(place, **storage)
    for path, facts in sorted(system.find(root, detail=True).items()):
        if posixpath.splitext(path)[1].lower() in known:
            relative = posixpath.dirname(path[len(root):].lstrip("/"))
            yield system.unstrip_protocol(path), relative, facts.get("size") or 0, changed(facts)


def changed(facts):
    """The time of an object's last change in nanoseconds since 1970. Stores have different names for it."""
    for name in ("LastModified", "last_modified", "mtime", "updated", "created"):
        time = facts.get(name)
        if hasattr(time, "timestamp"):
            return int(time.timestamp() * 1e9)
        if isinstance(time, (int, float)):
            return int(time * 1e9)
    return 0


def unfinished(spark, photos, recipe, packshot, catalog, output):
    """The photos whose pictures aren't up to date according to the catalog, by size and time."""
    if not os.path.exists(catalog):
        return photos
    import pyarrow.json

    with tempfile.NamedTemporaryFile(suffix=".ndjson") as file:
        subprocess.run(
            [packshot, "photos", "up-to-date", recipe, "--catalog", catalog, "--output", output, "--json"], check=True,
            stdout=file)
        if os.path.getsize(file.name) == 0:
            return photos
        done = pyarrow.json.read_json(file.name).drop_columns(["sha256"])
    return photos.join(spark.createDataFrame(done), [name for name in done.column_names if name in photos.columns],
                       "left_anti")


def partitioned(spark, photos, options):
    """Divides the photos into partitions of about `task_seconds` of work, estimated from their number and bytes. Returns them and the
    number of photos."""
    from pyspark.sql import functions

    size = functions.coalesce(functions.sum("bytes"), functions.lit(0)) if "bytes" in photos.columns else functions.lit(0)
    count, size = photos.agg(functions.count("*"), size).first()
    seconds = count * options.photo_seconds + size / 1e6 * options.megabyte_seconds
    tasks = max(math.ceil(seconds / options.task_seconds), spark.sparkContext.defaultParallelism)
    return photos.repartition(max(min(tasks, count), 1)), count


def write_records(spark, folder, file):
    """Writes the tasks' records to a file for `packshot catalog import`. Returns the numbers of photos by status."""
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


def clash(spark, folder):
    """Two photos whose pictures have the same name, as (picture, photo, photo). None if there are none."""
    from pyspark.sql import functions

    outputs = functions.from_json("record", "outputs array<struct<path:string>>").outputs.path
    return (spark.read.parquet(folder).where("status = 'rendered'")
            .select("path", functions.explode(outputs).alias("picture")).groupBy("picture")
            .agg(functions.count("*").alias("n"), functions.min("path"), functions.max("path"))
            .where("n > 1").select("picture", "min(path)", "max(path)").first())


def sweep(folder):
    """Removes temporary files of killed workers. A lock on each file shows whether its writer still runs."""
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
    parser.add_argument("--records", help="where tasks write their records: a folder that all machines see, or an address that Spark knows "
                        "(default: a folder beside the catalog)")
    parser.add_argument("--pictures", choices=["files", "objects", "column"],
                        help="files by rename, objects in a store, or a column of the records (default: by --output)")
    parser.add_argument("--packshot", default="packshot", help="the program to ship (default: the one in PATH)")
    parser.add_argument("--option", action="append", default=[], help="an option for `packshot worker`; repeatable")
    parser.add_argument("--task-seconds", type=float, default=10, help="work for a task (default: %(default)s)")
    parser.add_argument("--photo-seconds", type=float, default=0.005, help="a photo's work (default: %(default)s)")
    parser.add_argument("--megabyte-seconds", type=float, default=0.05, help="a megabyte's work (default: %(default)s)")
    parser.add_argument("--ahead", type=int, default=4, help="objects that a task fetches at a time (default: %(default)s)")
    parser.add_argument("--storage", type=json.loads, default={}, help="options for fsspec, as a JSON object")
    options = parser.parse_args()
    if not options.photos and not options.table:
        parser.error("name folders or addresses of photos, or a --table")
    return options


def main():
    options = arguments()
    from pyspark.sql import SparkSession

    packshot = shutil.which(options.packshot) or options.packshot
    output = options.output if ADDRESS.match(options.output) else os.path.abspath(options.output)
    pictures = options.pictures or ("objects" if ADDRESS.match(output) else "files")
    job = prepared(options.recipe, packshot, output, pictures=pictures, options=tuple(options.option),
                   ahead=options.ahead, storage=options.storage)
    spark = SparkSession.builder.appName("packshot").getOrCreate()
    job.program = ship(spark, packshot)
    job.jobs = int(spark.conf.get("spark.task.cpus", "1"))
    tables = [spark.read.parquet(table) for table in options.table]
    if options.photos:
        tables.append(spark.createDataFrame(listed(options.photos, packshot, options.storage)))
    photos = functools.reduce(lambda one, other: one.unionByName(other, allowMissingColumns=True), tables)
    wanted = unfinished(spark, photos, options.recipe, packshot, options.catalog, output).cache()
    total = photos.count()
    table, count = partitioned(spark, wanted, options)
    print(f"packshot: {total} photos, {total - count} finished before", flush=True)
    status = 0
    if count:
        records = options.records or os.path.abspath(options.catalog) + f".records-{job.run}"
        render(spark, table, job).write.parquet(records)
        if pictures == "files":
            sweep(output)
        if same := clash(spark, records):
            sys.exit(f"packshot: {same[1]} and {same[2]} were both written to {same[0]}; use {{relative}} in the output's file. "
                     f"Nothing was imported; the records are in {records}")
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
    # Imported by its module name: functions of the script itself would be sent to the executors by value, with a cache that can't be.
    import packshot_spark

    packshot_spark.main()
