"""Shared by the benchmarks: release builds of this package's programs, and a folder to work in."""

import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path


def built(product):
    """The path of a product, built for release."""
    print(f"==> Building {product}", flush=True)
    subprocess.run(["swift", "build", "-c", "release", "--product", product], check=True, stdout=sys.stderr)
    shown = subprocess.run(
        ["swift", "build", "-c", "release", "--show-bin-path"], check=True, capture_output=True, text=True
    )
    return Path(shown.stdout.strip()) / product


@contextlib.contextmanager
def workplace(kept):
    """The folder `kept`, made if need be; where that is None, a temporary one that goes afterwards."""
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
    else:
        with tempfile.TemporaryDirectory(prefix="packshot-bench-") as folder:
            yield Path(folder)
