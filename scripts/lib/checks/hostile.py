"""Renders hostile files. Usage: hostile.py PACKSHOT FOLDER DATA SEED

DATA is the folder of collected files, or empty for none. If something is wrong, leaves the files in FOLDER and exits with 1.
"""

import io
import json
import os
import random
import re
import struct
import subprocess
import sys
import threading
import time
import zipfile
import zlib
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

import pictures

MOST_SECONDS = 10
# The default of `--max-memory`, plus the most that the program itself takes.
MOST_MEGABYTES = 1024 + 64
RECIPE = """packshot: 1
name: hostile
steps:
  - resize: { width: 64, height: 64 }
outputs:
  - { file: "{relative}/{stem}.{extension}.png" }
"""
PEERS = Path(__file__).with_name("hostile_peers.py")
# Possible results of a file. The first two are right.
ENDS = ["picture", "reason", "crash", "hang", "memory", "fault", "silent"]


class Outcome(NamedTuple):
    name: str
    path: object
    end: str
    status: int
    said: str
    megabytes: float
    seconds: float
    picture: Path


class Check:
    def __init__(self, packshot, folder):
        self.packshot, self.folder = packshot, folder
        self.recipe = folder / "hostile.yaml"
        self.recipe.write_text(RECIPE)
        (folder / "pictures").mkdir()
        self.outcomes = []

    def render(self, name, path):
        """Renders one file in a separate process. The path is text, or bytes if the name isn't valid text."""
        picture = self.folder / "pictures" / f"{len(self.outcomes)}.png"
        log = self.folder / "log"
        began = time.perf_counter()
        with open(log, "wb") as errors:
            process = subprocess.Popen(
                [self.packshot, "render", self.recipe, path, picture], stdout=subprocess.DEVNULL, stderr=errors
            )
        hung = threading.Event()
        timer = threading.Timer(MOST_SECONDS, lambda: (hung.set(), process.kill()))
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        # Tells Python that the process has ended, because it was waited for above.
        process.returncode = status = os.waitstatus_to_exitcode(status)
        said = log.read_text(errors="replace").strip()
        megabytes = used.ru_maxrss / 1024
        end = self.end(status, said, megabytes, hung.is_set(), picture)
        self.outcomes.append(
            Outcome(name, path, end, status, said, megabytes, time.perf_counter() - began, picture)
        )

    @staticmethod
    def end(status, said, megabytes, hung, picture):
        if hung:
            return "hang"
        if status < 0:
            return "crash"
        if megabytes > MOST_MEGABYTES:
            return "memory"
        if status == 0:
            return "picture" if picture.exists() else "silent"
        if picture.exists() or not any(line.startswith("error: ") for line in said.splitlines()):
            return "silent"
        # 66: the photo can't be read or doesn't exist, as with a broken link. 64: the recipe can't be applied to it.
        return "reason" if status in (64, 66) else "fault"

    def run(self, name, photos):
        """Runs `packshot run` over a folder. Returns what is wrong with its reports."""
        output = self.folder / "run"
        done = subprocess.run(
            [self.packshot, "run", self.recipe, photos, "--output", output, "--json"], capture_output=True, timeout=60
        )
        counts, faults = Counter(), []
        for line in done.stdout.decode().splitlines():
            event = json.loads(line)
            if event["event"] != "photo":
                continue
            counts[event["status"]] += 1
            if event["status"] == "failed" and not event["error"]["message"]:
                faults.append(f"{name}: no error for {event['input']!r}")
            faults += [
                f"{name}: {place['path']!r} is not there"
                for place in event["outputs"]
                if not (output / place["path"]).exists()
            ]
        if done.returncode not in (0, 1, 74):
            faults.append(f"{name}: packshot run ends with {done.returncode}: {done.stderr.decode().strip()[-300:]}")
        print(f"packshot run over {name}: exit {done.returncode}, {dict(counts)}", flush=True)
        return faults


def made(folder, packshot, recipe, seed):
    """Writes generated files: pictures with changed bytes, and headers that promise more than the file contains."""
    source = random.Random(seed)
    folder.mkdir()
    photo = pictures.small(source, pictures.RGBA)
    chunk = pictures.chunk
    (folder / "photo.png").write_bytes(photo)
    subprocess.run([packshot, "render", recipe, folder / "photo.png", folder / "photo.jpg"], check=True)
    jpeg = (folder / "photo.jpg").read_bytes()

    def header(width, height, depth=8, kind=6, interlace=0):
        fields = [*width.to_bytes(4, "big"), *height.to_bytes(4, "big"), depth, kind, 0, 0, interlace]
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(fields))

    files = {
        "empty.png": b"",
        "signature.png": photo[:8],
        "header.png": photo[:33],
        "text.jpg": b"this is no picture\n" * 9,
        "page.jpg": b"<!DOCTYPE html><title>404</title>",
        "soi.jpg": b"\xff\xd8",
        "soi-eoi.jpg": b"\xff\xd8\xff\xd9",
        "markers.jpg": b"\xff\xd8" + b"\xff" * 100_000,
        "zeros.png": header(50, 50) + chunk(b"IDAT", b"") * 2000 + chunk(b"IEND", b""),
        "bomb.png": header(30_000, 30_000, 8, 0) + chunk(b"IDAT", zlib.compress(bytes(1 << 24), 9)) + chunk(b"IEND", b""),
        "promise.png": header(60_000, 60_000, 16) + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b""),
        "wide.png": header(0x7FFFFFFF, 1) + chunk(b"IDAT", zlib.compress(bytes(999))) + chunk(b"IEND", b""),
        "nothing.png": header(0, 0) + chunk(b"IEND", b""),
        "depth.png": header(9, 9, 7) + chunk(b"IEND", b""),
        "palette.png": header(9, 9, 8, 3) + chunk(b"IDAT", zlib.compress(bytes(90))) + chunk(b"IEND", b""),
        "text-bomb.png": photo[:33] + chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(1 << 26), 9)) + photo[33:],
        "profile-bomb.png": photo[:33] + chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(1 << 26), 9)) + photo[33:],
        "long-chunk.png": photo[:33] + b"\x7f\xff\xff\xfftEXtabc",
    }
    others = pictures.read_only_kinds(source)
    files |= other_formats(others)
    whole = {"photo.png": photo, "photo.jpg": jpeg} | others
    for number in range(240):
        name, content = list(whole.items())[number % len(whole)]
        changed = bytearray(content)
        for _ in range(source.randint(1, 9)):
            # Half of the changes are in the first 600 bytes, where headers are.
            changed[source.randrange(len(changed) if source.random() < 0.5 else 600)] = source.randrange(256)
        files[f"changed-{number}{Path(name).suffix}"] = bytes(changed)
    files |= archives(source, photo)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "folder.png").mkdir()
    (folder / "nowhere.png").symlink_to("missing.png")
    (folder / "circle.png").symlink_to("circle.png")
    return folder


# The name of the file that each generated archive should have.
ARCHIVED = "front/photo.png"


def archives(source, photo):
    """Returns generated ZIP archives by name: bombs, lies, names that lead out, and archives with changed bytes."""

    def archive(entries, method=zipfile.ZIP_DEFLATED):
        room = io.BytesIO()
        with zipfile.ZipFile(room, "w", method) as made:
            for name, content in entries:
                made.writestr(zipfile.ZipInfo(name), content, method)
        return room.getvalue()

    def bomb():
        """1.1 GB of zeros in 34 files, deflated once."""
        size = 1 << 25
        deflated = zlib.compress(bytes(size), wbits=-15)
        fields = struct.pack("<5HIIIHH", 20, 0, 8, 0, 0, zlib.crc32(bytes(size)), len(deflated), size, len(ARCHIVED), 0)
        local = b"PK\3\4" + fields + ARCHIVED.encode() + deflated
        records = b"".join(
            b"PK\1\2\x14\0" + fields + bytes(10) + struct.pack("<I", number * len(local)) + ARCHIVED.encode()
            for number in range(34)
        )
        ending = struct.pack("<HHHHIIH", 0, 0, 34, 34, len(records), 34 * len(local), 0)
        return local * 34 + records + b"PK\5\6" + ending

    def patched(content, signature, offset, value):
        """The archive with other bytes in its last record with this signature."""
        place = content.rindex(signature) + offset
        return content[:place] + value + content[place + len(value) :]

    good = archive([("readme.txt", b"photos"), (ARCHIVED, photo)])
    central, end = b"PK\1\2", b"PK\5\6"
    most = b"\xff\xff\xff\xff"
    # An end of ZIP64, whose directory has 2^63 bytes.
    end64 = b"PK\6\6" + bytes(36) + (1 << 63).to_bytes(8, "little") + bytes(8)
    locator = b"PK\6\7" + bytes(4) + len(good).to_bytes(8, "little") + (1).to_bytes(4, "little")
    files = {
        "good.zip": good,
        "stored.zip": archive([(ARCHIVED, photo)], zipfile.ZIP_STORED),
        "lzma.zip": archive([(ARCHIVED, photo)], zipfile.ZIP_LZMA),
        "empty.zip": b"",
        "page.zip": b"<!DOCTYPE html><title>404</title>",
        "cut.zip": good[:-30],
        "end.zip": good[-22:],
        "out.zip": archive([("../" + ARCHIVED, photo), ("/etc/" + ARCHIVED, photo), ("C:\\a.png", photo), (ARCHIVED, photo)]),
        "nested.zip": archive([("inner.zip", good), (ARCHIVED, photo)]),
        "deep.zip": archive([("a/" * 30_000 + "a.png", photo), (ARCHIVED, photo)]),
        "bomb.zip": bomb(),
        "encrypted.zip": patched(good, central, 8, b"\1\0"),
        "crc.zip": patched(good, central, 16, b"\0\0\0\0"),
        "compressed-size.zip": patched(good, central, 20, most),
        "size.zip": patched(good, central, 24, most),
        "smaller.zip": patched(good, central, 24, b"\1\0\0\0"),
        "offset.zip": patched(good, central, 42, most),
        "overlap.zip": patched(good, central, 42, b"\0\0\0\0"),
        "count.zip": patched(good, end, 8, b"\xfe\xff\xfe\xff"),
        "split.zip": patched(good, end, 4, b"\1\0"),
        "directory.zip": patched(good, end, 12, most),
        "sixty-four.zip": good[:-22] + good[-22:].replace(end, end64 + locator + end),
    }
    for number in range(60):
        changed = bytearray(good)
        for _ in range(source.randint(1, 9)):
            # Half of the changes are in the directory.
            changed[source.randrange(len(good)) if source.random() < 0.5 else -source.randint(1, 200)] = source.randrange(256)
        files[f"changed-{number}.zip"] = bytes(changed)
    return files


def other_formats(files):
    """GIFs, BMPs and Photoshop documents that promise more than they contain, or that expand."""

    def changed(name, *changes):
        content = bytearray(files[name])
        for place, part in changes:
            content[place : place + len(part)] = part
        return bytes(content)

    huge, wide = (1 << 30).to_bytes(4, "little"), (16_000).to_bytes(4, "little")
    screen = 13 + 768
    return {
        "promise.bmp": changed("rows.bmp", (18, huge), (22, huge)),
        "wide.bmp": changed("rows.bmp", (18, wide), (22, wide)),
        "offset.bmp": changed("rows.bmp", (10, b"\xff\xff\xff\xff")),
        "height.bmp": changed("rows.bmp", (22, b"\0\0\0\x80")),
        "runs-bomb.bmp": changed("runs.bmp", (18, wide), (22, wide))[: 54 + 1024] + b"\0\1",
        "runs-end.bmp": changed("runs.bmp", (54 + 1024, b"\0\2\xff\xff\xff\xff")),
        "profile.bmp": changed("rows.bmp", (14, b"\x7c")),
        "promise.gif": changed("passes.gif", (screen + 5, b"\xff\xff\xff\xff")),
        "canvas.gif": changed("rows.gif", (6, b"\xff\x3f\xff\x3f")),
        "outside.gif": changed("rows.gif", (screen + 1, b"\xff\xff\xff\xff")),
        "codes.gif": changed("rows.gif", (screen + 12, b"\xff" * 40)),
        "no-table.gif": changed("rows.gif", (10, b"\0")),
        "frames.gif": files["rows.gif"][:-1] + files["rows.gif"][screen:-1] * 200 + b"\x3b",
        "promise.psd": changed("packed.psd", (14, b"\0\x0f\x42\x40\0\0\0\xff")),
        "channels.psd": changed("packed.psd", (12, b"\0\x38")),
        "sections.psd": changed("rows.psd", (26, b"\xff\xff\xff\xff")),
        "rows.psd": changed("packed.psd", (40, b"\xff\xff" * 37)),
        "large.psb": changed("rows.psd", (4, b"\0\2")),
    }


def everything(folder):
    """Yields (name, path) of every file below a folder, and of folders with a name like a picture's.

    Names that aren't valid text are bytes.
    """
    root = os.fsencode(folder)
    for place, folders, names in os.walk(root):
        for name in sorted(names) + [name for name in folders if b"." in name[1:]]:
            path = os.path.join(place, name)
            yield os.path.relpath(path, root).decode(errors="replace"), path


def group(name):
    """The row of the printed table in which a file is counted."""
    first, *rest = name.split("/")
    return "made" if first == "made" else f"{first}/{rest[0]}"


def table(outcomes):
    rows = defaultdict(Counter)
    for outcome in outcomes:
        rows[group(outcome.name)][outcome.end] += 1
        rows["in all"][outcome.end] += 1
    members = {row: [outcome for outcome in outcomes if row in ("in all", group(outcome.name))] for row in rows}
    peaks = {row: max(outcome.megabytes for outcome in members[row]) for row in rows}
    slowest = {row: max(outcome.seconds for outcome in members[row]) for row in rows}
    print(f"\n{'':<44}{'files':>6}" + "".join(f"{end:>9}" for end in ENDS) + f"{'peak MB':>9}{'slowest':>9}")
    for row in [*sorted(set(rows) - {"in all"}), "in all"]:
        counts = rows[row]
        figures = f"{peaks[row]:>9.0f}{slowest[row]:>7.2f} s"
        print(f"{row:<44}{counts.total():>6}" + "".join(f"{counts[end] or '–':>9}" for end in ENDS) + figures)


def plain(said):
    """A reason without details of the file, so that equal reasons can be counted."""
    line = next((line for line in said.splitlines() if line.startswith("error: ")), said)
    reason = re.sub(r"(?<=that starts) [0-9a-f ]+|(?<=there is no) .*", " …", line.split(": ", 2)[-1])
    return re.sub(r"0x[0-9a-f]+|\d+", "N", reason)


def compare(outcomes):
    """Prints where Pillow and libvips disagree with packshot. That isn't a failure by itself."""
    asked = {os.fsdecode(outcome.path): outcome for outcome in outcomes if os.path.isfile(outcome.path)}
    waiting, answers = list(asked), {}
    while waiting:
        questions = "".join(
            json.dumps({"path": path, "ours": str(asked[path].picture) if asked[path].end == "picture" else None}) + "\n"
            for path in waiting
        )
        done = subprocess.run([sys.executable, "-B", PEERS], input=questions, capture_output=True, text=True)
        if done.returncode == 3:
            print("\n" + done.stdout.strip())
            return
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        answers |= dict(zip(waiting, lines))
        # If a file crashed the peers' process, it is started again with the next file.
        waiting = waiting[len(lines) + 1 :]

    refused, odd, levels = defaultdict(list), [], []
    for path, answer in answers.items():
        outcome = asked[path]
        peers = [peer for peer in ("Pillow", "libvips") if answer[peer] is True]
        if outcome.end != "picture" and peers:
            refused[plain(outcome.said)].append((outcome.name, " and ".join(peers)))
        if outcome.end == "picture" and answer.get("difference") is not None:
            levels.append(answer["difference"])
            if answer["difference"] > 4 or not answer["sameShape"]:
                odd.append((answer["difference"], answer["sameShape"], outcome.name))
    ours = sum(outcome.end == "picture" for outcome in asked.values())
    theirs = {peer: sum(answer[peer] is True for answer in answers.values()) for peer in ("Pillow", "libvips")}
    print(f"\nJPEGs and PNGs decoded: packshot {ours}, " + ", ".join(f"{peer} {count}" for peer, count in theirs.items()))
    print("\nFiles that a peer decodes and packshot refuses, by its reason:")
    for reason, names in sorted(refused.items(), key=lambda item: -len(item[1])):
        print(f"  {len(names):>4}  {reason}")
        for name, peers in names[:6]:
            print(f"          {name} ({peers})")
    levels.sort()
    if levels:
        print(
            f"\n{len(levels)} pictures beside the peers', mean difference of a value: "
            f"median {levels[len(levels) // 2]:.2f}, 95 of 100 below {levels[len(levels) * 95 // 100]:.2f}; "
            "those above 4, or of another shape:"
        )
    for difference, same, name in sorted(odd, reverse=True):
        print(f"  {difference:>6.1f}  {name}" + ("" if same else " (another shape)"))


def main(packshot, folder, data, seed):
    folder = Path(folder)
    check = Check(packshot, folder)
    faults = []
    trees = [("made", made(folder / "made", packshot, check.recipe, int(seed)))]
    if data:
        data = Path(data)
        trees += [(name, data / name) for name in ("conformance", "hostile")]
        archive = data / "hostile/own-names-and-links.tar"
        if archive.exists():
            names = folder / "names"
            names.mkdir()
            subprocess.run(["tar", "-xf", archive, "-C", names], check=True)
            trees.append(("names-and-links.tar", names))
            faults += check.run("names and links", names)
    faults += check.run("made files", folder / "made")
    for name, place in trees:
        for below, path in everything(place):
            check.render(f"{name}/{below}", path)
            if name == "made" and below.endswith(".zip"):
                check.render(f"{name}/{below}/{ARCHIVED}", path + b"/" + os.fsencode(ARCHIVED))
    table(check.outcomes)
    print("\nthe most memory:")
    for outcome in sorted(check.outcomes, key=lambda outcome: -outcome.megabytes)[:3]:
        print(f"  {outcome.megabytes:>5.0f} MB  {outcome.seconds:.2f} s  {outcome.name}: {outcome.end}")
    print("\nreasons:")
    reasons = Counter((outcome.status, plain(outcome.said)) for outcome in check.outcomes if outcome.end == "reason")
    for (status, reason), count in reasons.most_common():
        print(f"  {count:>4}  exit {status}: {reason[:150]}")
    compare(check.outcomes)
    for outcome in check.outcomes:
        if outcome.end not in ("picture", "reason"):
            faults.append(f"{outcome.name}: {outcome.end}, exit {outcome.status}: {outcome.said[-300:]}")
    for fault in faults:
        print(f"wrong: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
