"""Usage: scripts/bench engine [--quick] [--data FOLDER] [--rounds N] [--task NAME…] [--result FOLDER]

Does the same work with packshot and with each peer, in turns, in memory, on one thread: a thumbnail of a JPEG and of a PNG, a picture
composed of two, and six sizes of each of many photos. Prints each median time, its ratio to each peer and to the least time with the
same codecs, the exactness of the pixels before encoding, and the sizes of the files. Then prints the memory for a hundred megapixels,
and how much faster two workers are than one.

ImageMagick and GraphicsMagick also make the JPEG's thumbnail. They are processes, and their time includes their start.

The peers are installed into an ignored folder, and a peer that can't be installed is reported. If the folder of inputs has no photos,
pictures made of the samples replace them, and the tasks that use those are marked.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from . import cores, memory, peers, timing
from .report import write
from .sharing import built
from .tasks import RENDERINGS, Material


def rendering(make):
    """What measures a task of renderings."""
    return lambda material, engine, rivals, rounds: timing.measured(make(material), engine, rivals, rounds)


# What measures each task, given its material, the engine, the peers and how many rounds there are to be.
TASKS = {name: rendering(make) for name, make in RENDERINGS.items()}
TASKS |= {"all-cores": cores.measured, "memory": memory.measured}


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench engine", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--quick", action="store_true", help="three rounds, two photos in six sizes: less than two minutes")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), metavar="FOLDER", help="the inputs")
    parser.add_argument("--rounds", type=int, metavar="N", help="number of measurements of each (default 21)")
    parser.add_argument("--task", action="append", choices=list(TASKS), metavar="NAME", help=", ".join(TASKS))
    parser.add_argument(
        "--result", type=Path, default=Path(".build-bench/engine"), metavar="FOLDER", help="where tables and chart go"
    )
    options = parser.parse_args(arguments)
    rounds = options.rounds or (3 if options.quick else 21)
    missing = peers.install()
    if "numpy" in missing or "pyvips-binary pyvips" in missing:
        sys.exit(f"without numpy and pyvips there is nothing to compare with: {missing}")
    rivals = [peer() for module, peer in peers.ALL.items() if peers.PACKAGES[module] not in missing]
    rivals += peers.programs(missing)
    with tempfile.TemporaryDirectory(prefix="packshot-bench-") as folder, timing.Engine(built("EngineBenchmark")) as engine:
        material = Material(options.data, Path(folder), options.quick)
        results = []
        for name in options.task or TASKS:
            print(f"==> {name}", flush=True)
            results.append(TASKS[name](material, engine, rivals, rounds))
            print(results[-1].text, flush=True)
    for package, reason in missing.items():
        print(f"not measured: {package} could not be installed ({reason})")
    write(results, rivals, missing, options.result)
    return 0 if all(result.is_reached for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
