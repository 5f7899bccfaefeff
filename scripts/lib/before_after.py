"""Draws the first picture of the README: four supplier photos, and the shop's pictures that the storefront recipe makes of them."""

import subprocess
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PHOTOS = ["mugs/MUG-001_front", "home/LMP-045_front", "home/STL-300_front", "home/VAS-120_front"]
SHEET = ["--columns", "2", "--size", "356", "--gap", "16", "--background", "white"]
# The photos' sheet is 760 pixels wide, the arrow has 80, and the pictures' sheet is on the right.
JOIN = [
    "pad: { right: 840, background: white }",
    "sourceOver: { foreground: after.png, at: right }",
    'text: { text: "→", size: 56, fill: "#8a8a8a" }',
]


def draw(packshot, picture):
    """Writes the picture, 1600 × 760 pixels, to the path `picture`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def run(*arguments):
            subprocess.run([packshot, *map(str, arguments)], cwd=folder, check=True, capture_output=True)

        photos = [PROJECT / f"Assets/samples/{photo}.jpg" for photo in PHOTOS]
        run("run", PROJECT / "Assets/recipes/storefront.yaml", *photos, "--output", "shop")
        run("sheet", *photos, *SHEET, "--output", "before.png")
        run("sheet", *(f"shop/{photo.name}" for photo in photos), *SHEET, "--output", "after.png")
        steps = [part for step in JOIN for part in ("--step", step)]
        run("render", *steps, "before.png", "picture.jpg")
        picture.write_bytes((folder / "picture.jpg").read_bytes())
