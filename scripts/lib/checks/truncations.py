"""Truncates photos and renders them. Usage: truncations.py PACKSHOT FOLDER DATA STEP

DATA is the folder of collected files, or empty for none. Exits with 1 if a truncated photo is taken for a whole one.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

import pictures

# Keeps every pixel, so that any difference shows.
RECIPE = """packshot: 1
name: cut
steps: []
outputs:
  - { file: "{relative}/{stem}.png" }
"""
JPEG_RECIPE = """packshot: 1
name: small
steps: [ { resize: { width: 160, height: 160 } } ]
outputs:
  - { file: "{stem}.jpg", quality: 90 }
"""
# Samples of the project. They are rendered small first, except for the only progressive one, which is taken as it is.
SAMPLES = ["mugs/MUG-001_front.jpg", "home/BAL-007_front.png", "bottles/BTL-330_front.jpg"]
# Small collected photos: grey, with restarts, of every subsampling, progressive, with Exif after the pixels.
COLLECTED = [
    "bench/*/*.jpg",
    "conformance/image-rs+jpeg-decoder/reftest/images/*.jpg",
    "conformance/libjpeg-turbo+libjpeg-turbo/*.jpg",
    "conformance/davidbyttow+govips/*.jpg",
    "conformance/lovell+sharp/*.jpg",
    "photos/*/*.jpg",
]
MOST_CUTS = 400
MOST_COLLECTED_BYTES = 40_000


def photos(packshot, folder, data):
    """The bytes of whole photos, by name."""
    files = pictures.of_every_kind(random.Random(1)) | pictures.read_only_kinds(random.Random(2))
    recipe = folder / "small.yaml"
    recipe.write_text(JPEG_RECIPE)
    for sample in SAMPLES:
        small = folder / Path(sample).with_suffix(".jpg").name
        subprocess.run([packshot, "render", recipe, Path("Assets/samples", sample), small, "--quiet"], check=True)
        files[small.name] = small.read_bytes()
    for path in sorted(Path("Assets/samples").rglob("*.jpg")):
        content = path.read_bytes()
        if is_progressive(content):
            files[f"progressive-{path.name}"] = content
    for pattern in COLLECTED if data else []:
        found = sorted(Path(data).glob(pattern))
        small = [path for path in found if path.stat().st_size <= MOST_COLLECTED_BYTES]
        for path in sorted(small, key=lambda path: (not is_progressive(path.read_bytes()), path.name))[:4]:
            files[path.name] = path.read_bytes()
    return files


def is_progressive(content):
    """Whether a JPEG is progressive (T.81, table B.1)."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        if content[at + 1] in (0xC0, 0xC1, 0xC2):
            return content[at + 1] == 0xC2
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return False


def run(packshot, folder):
    """Renders every truncated photo. Returns the event of each: its status, the picture's hash, the error."""
    recipe = folder / "cut.yaml"
    recipe.write_text(RECIPE)
    done = subprocess.run(
        [packshot, "run", recipe, folder / "cuts", "--output", folder / "pictures", "--json"],
        capture_output=True,
        text=True,
    )
    if done.returncode != 1:
        sys.exit(f"packshot run ends with {done.returncode}: {done.stderr[-1000:]}")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    return {Path(event["input"]): event for event in events if event["event"] == "photo"}


def main(packshot, folder, data, step):
    folder, step, faults = Path(folder), int(step), 0
    cuts = {}
    for name, content in photos(packshot, folder, data).items():
        place = folder / "cuts" / name
        place.mkdir(parents=True)
        suffix = Path(name).suffix
        (place / f"whole{suffix}").write_bytes(content)
        # Includes an empty file, and a photo that lacks only its last byte.
        distance = max(step, len(content) // MOST_CUTS)
        cuts[name] = [*range(0, len(content), distance), len(content) - 1]
        for count in cuts[name]:
            (place / f"{count}{suffix}").write_bytes(content[:count])
    events = run(packshot, folder)

    print(f"{'':<52}{'bytes':>8}{'cuts':>6}{'reasons':>9}{'same':>6}   the same picture from")
    for name, counts in cuts.items():
        place, suffix = folder / "cuts" / name, Path(name).suffix
        whole = events[place / f"whole{suffix}"]
        size = (place / f"whole{suffix}").stat().st_size
        if whole["status"] != "rendered":
            print(f"{name:<52}{size:>8}   not accepted: {whole['error']['message']}")
            continue
        reasons, same, first = 0, 0, None
        for count in counts:
            event = events[place / f"{count}{suffix}"]
            if event["status"] == "failed" and event["error"]["code"] in ("damaged", "not-an-image"):
                reasons += bool(event["error"]["message"])
            if event["status"] == "rendered" and event["outputs"][0]["sha256"] == whole["outputs"][0]["sha256"]:
                same, first = same + 1, count if first is None else first
        behind = f"{size - first} bytes before the end" if same else "–"
        print(f"{name:<52}{size:>8}{len(counts):>6}{reasons:>9}{same:>6}   {behind}")
        for count in counts:
            event = events[place / f"{count}{suffix}"]
            what = event.get("error", {"code": "different picture", "message": ""})
            is_same = event["outputs"] and event["outputs"][0]["sha256"] == whole["outputs"][0]["sha256"]
            if not is_same and not (what["code"] in ("damaged", "not-an-image") and what["message"]):
                print(f"wrong: {name} cut at {count}: {event['status']}, {what['code']} {what['message']}")
                faults += 1
    print(f"{sum(map(len, cuts.values()))} cuts of {len(cuts)} photos; wrong: {faults}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
