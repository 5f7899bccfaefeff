"""Programs of this package, as they are measured."""

import subprocess
import sys
from pathlib import Path


def built(product):
    """The path of a product, built for release."""
    print(f"==> Building {product}", flush=True)
    subprocess.run(["swift", "build", "-c", "release", "--product", product], check=True, stdout=sys.stderr)
    shown = subprocess.run(
        ["swift", "build", "-c", "release", "--show-bin-path"], check=True, capture_output=True, text=True
    )
    return Path(shown.stdout.strip()) / product
