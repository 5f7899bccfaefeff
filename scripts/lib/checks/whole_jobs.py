"""The jobs whose instructions are counted: whole runs of the program over the sample photos, from files to files."""

import random
import shutil
from pathlib import Path

import pictures

SAMPLES = Path("Assets/samples")
RECIPES = Path("Assets/recipes")
# One photo at a time, without workers.
ALONE = ["--output", "output", "--jobs", "1", "--no-sandbox", "--quiet"]

BASELINE = "mugs/MUG-001_front.jpg"  # 4000 × 3000, 4:2:0
PROGRESSIVE = "bottles/BTL-330_front.jpg"  # 1800 × 2400
SQUARE = "accessories/RNG-088_front.jpg"  # 1600 × 1600
CUTOUT = "accessories/BOW-017_cutout.png"  # 1400 × 933, with alpha
SIXTEEN = "sixteen.png"

STEPS = {
    # Not a sample recipe, so that the job stays the same when those change.
    "on-backdrop": """\
sources:
  backdrop: backdrop.png
  badge: { circle: { size: [96, 96], fill: "#e63946", stroke: "#ffffff", lineWidth: 2, inset: 2, scale: 2 } }
steps:
  - fit: { width: 1400, height: 1400 }
  - sepiaTone: { intensity: 0.5 }
  - sourceOver: { background: backdrop }
  - sourceOver: { foreground: badge, at: topRight, inset: [24, 24] }
outputs:
  - { file: "a.png" }
  - { file: "b.jpg", steps: [ { resize: { width: 800 } } ], quality: 82 }
  - { file: "c.jpg", steps: [ { resize: { width: 200, height: 200, mode: cover } } ] }""",
    "fit-product": "steps: [ fit: { width: 1500, height: 1500, content: 88%, background: white } ]\n"
    'outputs: [ { file: "a.jpg" } ]',
    "compose": 'sources: { layer: cutout.png }\nsteps: [ sourceOver: { foreground: layer } ]\noutputs: [ { file: "a.jpg" } ]',
    "sepia": 'steps: [ sepiaTone: { intensity: 0.8 } ]\noutputs: [ { file: "a.jpg" } ]',
    "png": 'steps: []\noutputs: [ { file: "a.png" } ]',
    "linear": 'working: linear\nsteps: [ resize: { width: 800 } ]\noutputs: [ { file: "a.jpg" } ]',
    "sixteen-bits": 'steps: [ resize: { width: 300 } ]\noutputs: [ { file: "a.png", depth: 16 } ]',
    "six-sizes": "steps: []\noutputs:\n"
    + "".join(
        f'  - {{ file: "{side}.jpg", steps: [ {{ resize: {{ width: {side} }} }} ] }}\n'
        for side in (1200, 800, 600, 400, 200, 100)
    ),
}


def prepared(folder):
    """Writes photos and recipes into a folder. Returns the arguments of each job, by name."""
    photos = folder / "photos"
    photos.mkdir(parents=True)
    for sample in (BASELINE, PROGRESSIVE, SQUARE, CUTOUT):
        shutil.copyfile(SAMPLES / sample, photos / Path(sample).name)
    shutil.copyfile(SAMPLES / CUTOUT, folder / "cutout.png")
    for recipe in RECIPES.iterdir():
        shutil.copyfile(recipe, folder / recipe.name)
    (photos / SIXTEEN).write_bytes(sixteen_bits(640, 480))
    for name, text in STEPS.items():
        (folder / f"{name}.yaml").write_text(f"packshot: 1\nname: {name}\n{text}\n")

    def photo(sample):
        return f"photos/{Path(sample).name}"

    def run(recipe, sample):
        return ["run", f"{recipe}.yaml", photo(sample), *ALONE]

    return {
        "thumb-baseline": ["thumb", photo(BASELINE), "--width", "200", *ALONE],
        "thumb-progressive": ["thumb", photo(PROGRESSIVE), "--width", "200", *ALONE],
        "thumb-png": ["thumb", photo(CUTOUT), "--width", "400", "--format", "png", *ALONE],
        "six-sizes": run("six-sizes", SQUARE),
        "on-backdrop": run("on-backdrop", SQUARE),
        "fit-product": run("fit-product", BASELINE),
        "compose": run("compose", SQUARE),
        "sepia": run("sepia", SQUARE),
        "png": run("png", SQUARE),
        "linear": run("linear", SQUARE),
        "sixteen-bits": run("sixteen-bits", SIXTEEN),
    }


def sixteen_bits(width, height):
    """A PNG with two gradients and a little grain."""
    source = random.Random(1)
    rows = bytearray()
    for y in range(height):
        for x in range(width):
            grain = source.getrandbits(9)
            for level in (x * 65_000 // width, y * 65_000 // height, 30_000):
                rows += (level + grain).to_bytes(2, "big")
    return pictures.png(width, height, bytes(rows), depth=16)
