"""Draws the picture of a golden report for the README: cases of the project's recipes, after a change of the storefront recipe's badge
colour and sepia intensity."""

import subprocess
import tempfile
from pathlib import Path

import chromium

PROJECT = Path(__file__).resolve().parents[2]
CASES = [
    ("mugs/storefront", "storefront", "mugs/MUG-001_front.jpg", "the storefront of the shop"),
    ("mugs/antique", "antique", "mugs/MUG-002_front.jpg", "the old prints"),
    ("bottles/storefront", "storefront", "bottles/BTL-330_front.jpg", "a photo in portrait"),
]
CHANGES = [('"#e63946"', '"#3946e6"'), ("intensity: 0.5 }", "intensity: 0.7 }")]


def draw(packshot, picture):
    """Writes a picture of the report page, 1000 pixels wide, to the path `picture`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for recipe in ("storefront", "antique"):
            text = (PROJECT / f"Assets/recipes/{recipe}.yaml").read_text()
            (folder / f"{recipe}.yaml").write_text(text)
        (folder / "backdrop.png").symlink_to(PROJECT / "Assets/recipes/backdrop.png")
        for case, recipe, photo, why in CASES:
            photo = PROJECT / "Assets/samples" / photo
            command = [packshot, "golden", "new", "goldens", case, "--recipe", f"{recipe}.yaml", "--input", photo, "--why", why]
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
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
