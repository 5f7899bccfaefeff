"""Usage: scripts/bench thumbs [--quick] [--photos N] [--forms N] [--width N[,N…]…] [--instructions] [--json] …

Makes thumbnails of camera photos of 8 to 24 megapixels, 200, 400 and 800 pixels wide, and 150, 300 and 600 at once. Compares packshot with
libvips, Pillow with `draft` and OpenCV with IMREAD_REDUCED_COLOR, which also decode a JPEG at a reduced size: in memory, on one thread; as
whole processes, including their start; and all photos in one process with one worker. Some photos are also measured in each form of JPEG:
baseline and progressive, 4:2:0, 4:2:2 and 4:4:4, with and without restart markers. For every photo, prints how near each program's pixels
are to Lanczos-3 in double precision of the full decode. Also times decoding alone, compared with libjpeg-turbo's own reduced decode. At
the end, prints which goals are met.

If the folder of inputs has fewer than ten photos, drawn photos with the spectrum and noise of a camera's replace them.

For example: scripts/bench thumbs --photos 3 --width 200 --json > thumbs.json
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from . import peers, thumb_decode, thumb_inputs, thumb_peers, thumb_times
from .sharing import built
from .thumb_report import Row, goals, printed
from .timing import Engine

WIDTHS = ["200", "400", "800", "150,300,600"]


def main(arguments):
    options = parsed(arguments)
    # What is said meanwhile stays apart from the figures.
    figures, sys.stdout = sys.stdout, sys.stderr
    missing = peers.install()
    rivals = [peer() for module, peer in thumb_peers.ALL.items() if peers.PACKAGES[module] not in missing]
    if not any(peer.name == "pyvips" for peer in rivals) or "numpy" in missing or "pillow" in missing:
        sys.exit(f"without numpy, Pillow and pyvips there is nothing to compare with: {missing}")
    packshot, helper = (
        options.binaries / name if options.binaries else built(name) for name in ("packshot", "EngineBenchmark")
    )
    photos = thumb_inputs.photos(options.data)[: options.photos]
    inputs = photos + [form for photo in photos[: options.forms] for form in thumb_inputs.forms(photo)]
    rows, batches = [], []
    with tempfile.TemporaryDirectory(prefix="packshot-bench-") as folder, Engine(helper) as engine:
        bench = thumb_times.Bench(packshot, engine, rivals, Path(folder), options.rounds)
        for widths in options.width:
            for input in inputs:
                print(f"==> {input.title} to {','.join(map(str, widths))}", flush=True)
                rows.append(Row(input, widths, *bench.measured(input, widths, options.instructions)))
            print(f"==> All of them to {','.join(map(str, widths))}", flush=True)
            batches.append((widths, bench.batch(photos, widths)))
        print("==> Decoding alone", flush=True)
        decodes = thumb_decode.measured(bench, photos)
    for package, reason in (missing | bench.missing).items():
        print(f"not measured: {package} ({reason})")
    sys.stdout = figures
    reached = goals(rows, batches, decodes)
    if options.json:
        found = {
            "photos": [row.described() for row in rows],
            "batches": [{"widths": widths, "seconds": seconds} for widths, seconds in batches],
            "decodes": [
                {"photo": input.title, "divisor": divisor, "packshot": ours, "libjpeg-turbo": theirs}
                for input, divisor, ours, theirs in decodes
            ],
            "goals": [goal._asdict() for goal in reached],
        }
        print(json.dumps(found, indent=2))
    else:
        printed(rows, batches, decodes, reached)
    return 0 if all(goal.is_reached for goal in reached) else 1


def parsed(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/bench thumbs",
        description=__doc__.split("\n\n", 1)[1],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="two photos, 200 pixels, three rounds: about a minute")
    parser.add_argument("--photos", type=int, metavar="N", help="how many photos (default 10)")
    parser.add_argument("--forms", type=int, metavar="N", help="how many of them in each form of a JPEG (default 1)")
    parser.add_argument("--width", action="append", metavar="N[,N…]", help=f"default: {' and '.join(WIDTHS)}")
    parser.add_argument("--rounds", type=int, metavar="N", help="number of measurements of each (default 7)")
    parser.add_argument("--instructions", action="store_true", help="count each process' instructions with valgrind too")
    parser.add_argument("--json", action="store_true", help="print one JSON object, and nothing else, on standard output")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), metavar="FOLDER", help="the inputs")
    parser.add_argument("--binaries", type=Path, metavar="FOLDER", help="where packshot and EngineBenchmark are built")
    options = parser.parse_args(arguments)
    few = options.quick
    options.photos = options.photos or (2 if few else 10)
    options.forms = (0 if few else 1) if options.forms is None else options.forms
    options.rounds = options.rounds or (3 if few else 7)
    texts = options.width or (WIDTHS[:1] if few else WIDTHS)
    options.width = [[int(width) for width in text.split(",")] for text in texts]
    options.binaries = options.binaries and options.binaries.absolute()
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
