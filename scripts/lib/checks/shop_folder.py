"""A shop's folder as a sequence of steps changes it. A step is a list: a verb, and what it takes. See `World` for the verbs."""

import base64
import gzip
import json
import os
import random
import shlex
import shutil
import struct
import zipfile
from io import BytesIO
from pathlib import Path

import pictures
from sequences import Fault

CATALOG, RECIPE, PHOTOS, OUTPUT = "shop.sqlite", "shop.yaml", "photos", "out"
SIZES = [(24, 18), (18, 24), (20, 20), (30, 12)]
KINDS = [(pictures.RGB, 8)] * 3 + [(pictures.RGBA, 8), (pictures.GRAY, 8), (pictures.RGB, 16)]
EARLY = 1_000_000_000


def drawing(seed, name):
    """A small picture: a colour and two rectangles. A BMP always has the same size in bytes if its sides are the same."""
    source = random.Random(seed)
    width, height = source.choice(SIZES)
    rows = bytearray(bytes(source.randrange(256) for _ in range(3)) * (width * height))
    for _ in range(2):
        x, y, colour = source.randrange(width - 8), source.randrange(height - 8), source.randbytes(3)
        for row in range(y, y + 6):
            rows[3 * (row * width + x) : 3 * (row * width + x + 7)] = colour * 7
    if not name.endswith(".bmp"):
        kind, depth = source.choice(KINDS)
        samples = pictures.CHANNELS[kind] * depth // 8
        data = bytes(rows) if samples == 3 else bytes(rows[at % len(rows)] for at in range(width * height * samples))
        wide = pictures.WIDE if kind != pictures.GRAY and source.random() < 0.3 else b""
        return pictures.png(width, height, data, kind, depth, wide)
    stride = -(-3 * width // 4) * 4
    lines = (bytes(rows[at : at + 3 * width]).ljust(stride, b"\0") for at in range(0, len(rows), 3 * width))
    data = b"".join(lines)
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(data), 2835, 2835, 0, 0)
    return struct.pack("<2sIII", b"BM", 54 + len(data), 0, 54) + info + data


def archive(members):
    """A ZIP archive of pictures: [name, seed] each."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, seed in members:
            made.writestr(zipfile.ZipInfo(name), drawing(seed, name))
    return file.getvalue()


class World:
    """The folder, and what one must know of it beside its files."""

    def __init__(self, folder, program):
        self.folder, self.program = Path(folder), program
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / PHOTOS).mkdir(parents=True)
        # Paths below the output folder that were edited by hand, with the bytes.
        self.edited = {}
        # Whether the catalog may not know all pictures, because an older one was restored, or a record removed.
        self.is_restored = False
        # Whether photos have values in the catalog that don't follow from their names.
        self.has_links = False

    def path(self, name):
        return self.folder / name

    def files(self, below, ends=("",)):
        """Paths below a folder, sorted."""
        start = str(self.path(below))
        found = (os.path.join(place, name)[len(start) + 1 :] for place, _, names in os.walk(start) for name in names)
        return sorted(name for name in found if name.endswith(tuple(ends)))

    def photos(self):
        return self.files(PHOTOS, (".png", ".bmp"))

    def outputs(self):
        """The bytes of the pictures in the output folder by their paths."""
        return self.tree(OUTPUT)

    def tree(self, below):
        found = [name for name in self.files(below) if not Path(name).name.startswith(".packshot") and ".sqlite" not in name]
        return {name: self.path(below).joinpath(name).read_bytes() for name in found}

    def run(self, *arguments, given="", kill_at=0):
        return self.program.run(arguments, self.folder, given, kill_at)

    # Steps

    def apply(self, step):
        """Does a step. A step whose files are gone does nothing, so that parts of a sequence can be left out."""
        verb, *rest = step
        getattr(self, "do_" + verb.replace(" ", "_"))(*rest)

    def write(self, name, data, how="", keeps=""):
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        times = path.stat() if keeps == "time" and path.exists() else None
        if how == "rename" or (path.exists() and path.stat().st_nlink > 1):
            part = path.with_name(path.name + ".part~")
            part.write_bytes(data)
            part.rename(path)
        else:
            path.write_bytes(data)
        if times:
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        if keeps == "early":
            os.utime(path, (EARLY, EARLY))

    def do_picture(self, name, seed, how="", keeps=""):
        self.write(name, drawing(seed, name), how, keeps)

    def do_archive(self, name, members):
        self.write(name, archive(members))

    def do_font(self, name, number):
        fonts = sorted(Path("/usr/share/fonts").rglob("Inter-[BR]*[dr].otf")) or sorted(Path("/usr/share/fonts").rglob("*.ttf"))
        self.write(name, fonts[number % len(fonts)].read_bytes())

    def do_text(self, name, text, encoding="utf-8"):
        self.write(name, text.encode(encoding))

    def do_move(self, one, other):
        one, other = self.path(one), self.path(other)
        if one.exists() and not str(other).startswith(f"{one}/") and not (one.is_dir() and other.exists()):
            other.parent.mkdir(parents=True, exist_ok=True)
            one.rename(other)

    def do_copy(self, one, other):
        one, other = self.path(one), self.path(other)
        if one.exists() and not other.exists():
            other.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(one, other)

    def do_link(self, one, other):
        one, other = self.path(one), self.path(other)
        if one.exists() and not other.exists():
            other.parent.mkdir(parents=True, exist_ok=True)
            os.link(one, other)

    def do_remove(self, name):
        self.path(name).unlink(missing_ok=True)
        if name.startswith(OUTPUT + "/"):
            self.edited.pop(name[len(OUTPUT) + 1 :], None)

    def do_touch(self, name):
        if self.path(name).exists():
            os.utime(self.path(name))

    def do_edit(self, name, keeps=""):
        """Changes the last byte of a file."""
        path = self.path(name)
        if not path.exists():
            return
        data = bytearray(path.read_bytes())
        data[-1] ^= 1
        self.write(name, bytes(data), "", keeps)
        self.edited[name[len(OUTPUT) + 1 :]] = bytes(data)

    def do_packshot(self, *arguments):
        result = self.run(*arguments)
        if result.status in (70, 74) or result.status < 0:
            raise Fault("a command fails", f"{' '.join(arguments)} ends with {result.status}: {result.err.strip()}")
        self.last = result

    def do_killed(self, kill_at, *arguments):
        result = self.run(*arguments, kill_at=kill_at)
        if result.status in (70, 74) or result.status < 0 and result.status != -9:
            raise Fault("a command fails", f"{' '.join(arguments)} ends with {result.status}: {result.err.strip()}")

    def do_meanwhile(self, at, steps, *arguments):
        """Does steps while a command stands still before a call that changes a file."""
        result = self.program.run(arguments, self.folder, kill_at=at, meanwhile=lambda: [self.apply(step) for step in steps])
        # A picture that somebody changes while it is being replaced stops the run with 74.
        if result.status == 70 or result.status < 0:
            raise Fault("a command fails", f"{' '.join(arguments)} ends with {result.status}: {result.err.strip()}")

    def do_restore(self, backup):
        if self.path(backup).exists():
            self.do_packshot("catalog", "restore", backup, "--catalog", CATALOG)
            self.is_restored = True

    def do_forget(self, *arguments):
        """A command after which the catalog no longer knows some pictures."""
        self.do_packshot(*arguments)
        self.is_restored = self.has_links = True

    def do_shards(self, halves, keeps):
        """Runs both halves, one after the other, and imports their catalogs."""
        catalogs = [f"{OUTPUT}/catalog-{half.replace('/', '-of-')}.sqlite" for half in halves]
        for half in halves:
            self.do_packshot("run", RECIPE, PHOTOS, "--output", OUTPUT, "--no-sandbox", "--quiet", "--shard", half)
        self.do_packshot("catalog", "import", *[name for name in catalogs if self.path(name).exists()], "--catalog", CATALOG)
        for name in [] if keeps else catalogs:
            for path in self.folder.glob(name.removesuffix(".sqlite") + "*"):
                shutil.rmtree(path) if path.is_dir() else path.unlink()

    def do_use(self, *arguments):
        """A command that gives a photo values which don't follow from its name."""
        self.do_packshot(*arguments)
        self.has_links = True


# Commands to type

def typed(steps):
    """The lines of a shell script that does the steps."""
    return [line for step in steps for line in typed_step(*step)]


def typed_step(verb, *rest):
    quoted = [shlex.quote(str(text)) for text in rest]

    def bytes_into(name, data, how, keeps):
        made = f"echo {base64.b64encode(gzip.compress(data, mtime=0)).decode()} | base64 -d | gunzip"
        target = shlex.quote(name + ".part~" if how == "rename" else name)
        lines = [f"mkdir -p {shlex.quote(str(Path(name).parent))}"] if "/" in name else []
        keep = keeps == "time"
        lines += [f"touch -r {shlex.quote(name)} time~"] if keep else []
        lines += [f"{made} > {target}"] + ([f"mv {target} {shlex.quote(name)}"] if how == "rename" else [])
        lines += [f"touch -r time~ {shlex.quote(name)}"] if keep else []
        return lines + ([f"touch -d @{EARLY} {shlex.quote(name)}"] if keeps == "early" else [])

    match verb:
        case "picture":
            name, seed, how, keeps = (rest + ("", ""))[:4]
            return bytes_into(name, drawing(seed, name), how, keeps)
        case "archive":
            return bytes_into(rest[0], archive(rest[1]), "", "")
        case "text":
            recode = f" | iconv -t {rest[2]}" if len(rest) > 2 else ""
            return [f"cat <<'END'{recode} > {quoted[0]}", rest[1].removesuffix("\n"), "END"]
        case "move":
            return [f"mkdir -p {shlex.quote(str(Path(rest[1]).parent))}; mv {quoted[0]} {quoted[1]}"]
        case "copy" | "link":
            parent = shlex.quote(str(Path(rest[1]).parent))
            return [f"mkdir -p {parent}; cp {'-p' if verb == 'copy' else '-l'} {quoted[0]} {quoted[1]}"]
        case "remove":
            return [f"rm {quoted[0]}"]
        case "touch":
            return [f"touch {quoted[0]}"]
        case "edit":
            keep = len(rest) > 1 and rest[1] == "time"
            change = f"printf '\\001' | dd of={quoted[0]} bs=1 seek=$(($(stat -c %s {quoted[0]}) - 1)) conv=notrunc status=none"
            return [f"touch -r {quoted[0]} time~; {change}; touch -r time~ {quoted[0]}" if keep else change]
        case "shards":
            run = f"packshot run {RECIPE} {PHOTOS} --output {OUTPUT} --no-sandbox --quiet --shard"
            lines = [f"{run} {half}" for half in rest[0]]
            lines.append(f"packshot catalog import {OUTPUT}/catalog-?-of-2.sqlite --catalog {CATALOG}")
            return lines if rest[1] else [*lines, f"rm -r {OUTPUT}/catalog-?-of-2.*"]
        case "packshot" | "use" | "forget":
            return ["packshot " + " ".join(quoted)]
        case "restore":
            return [f"packshot catalog restore {quoted[0]} --catalog {CATALOG}"]
        case "killed":
            return [f"packshot {' '.join(quoted[1:])}     # killed before its call {rest[0]} that changes a file"]
        case "meanwhile":
            done = [f"    {line}" for line in typed(rest[1])]
            return [f"packshot {' '.join(quoted[2:])}     # stopped before its call {rest[0]} that changes a file, while this is done:", *done]
        case "check":
            options = " ".join(["run", RECIPE, PHOTOS, "--output", OUTPUT, "--catalog", CATALOG, *rest])
            return [f"packshot {options}     # compared with a first run"]
    return [f"# {json.dumps([verb, *rest])}"]
