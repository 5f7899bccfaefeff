"""Draws the picture of a golden report for the README: cases of the project's recipes, after a change of the storefront recipe's badge
colour."""

import subprocess
import tempfile
from pathlib import Path

import chromium

PROJECT = Path(__file__).resolve().parents[2]
CASES = [
    ("mugs/storefront", "storefront", "mugs/MUG-001_front.jpg", "a product on sale"),
    ("mugs/antique", "antique", "mugs/MUG-002_front.jpg", "the old prints"),
    ("bottles/storefront", "storefront", "bottles/BTL-330_front.jpg", "a photo in portrait"),
]
CHANGES = [('fill: "#b3402a"', 'fill: "#2a5db3"')]


def draw(packshot, picture):
    """Writes a picture of the report page, 1000 pixels wide, to the path `picture`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for recipe in ("storefront", "antique"):
            text = (PROJECT / f"Assets/recipes/{recipe}.yaml").read_text()
            (folder / f"{recipe}.yaml").write_text(text)
        (folder / "sale.csv").symlink_to(PROJECT / "Assets/recipes/sale.csv")
        for case, recipe, photo, why in CASES:
            # The cases use the samples themselves, because `golden new` renames its copy, and the storefront recipe reads the SKU in the name.
            place = folder / "goldens" / case
            place.mkdir(parents=True)
            (place / "case.yaml").write_text(f"why: {why}\nrecipe: ../../../{recipe}.yaml\ninput: {PROJECT}/Assets/samples/{photo}\n")
        approve = [packshot, "golden", "approve", "goldens", "--all", "--yes", "--in-ci"]
        subprocess.run(approve, cwd=folder, check=True, capture_output=True)
        storefront = folder / "storefront.yaml"
        text = storefront.read_text()
        for before, after in CHANGES:
            assert before in text, f"the storefront recipe has no {before} any more"
            text = text.replace(before, after)
        storefront.write_text(text)
        subprocess.run([packshot, "golden", "check", "goldens", "--report", "report.html"], cwd=folder, capture_output=True)
        browser = chromium.Chromium(chromium.find())
        try:
            browser.shape(1000, 700)
            browser.open(f"file://{folder}/report.html")
            # Removes the duration, which differs between runs and would change the picture.
            browser.run("const run = document.getElementById('run'); run.textContent = run.textContent.replace(/ in [0-9.]+ s/, '')")
            browser.run("read(report.cases.find((item) => item.name === 'mugs/storefront'))")
            browser.run("new Promise((done) => setTimeout(done, 500))")
            picture.write_bytes(browser.screenshot())
        finally:
            browser.close()
