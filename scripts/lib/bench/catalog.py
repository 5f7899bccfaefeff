"""Usage: scripts/bench catalog [--products N…] [--keep FOLDER]

Makes a catalog of a million products with two photos each, times queries, and compares the times with their goals. Compares adding
with Python's sqlite3 and the same tables, indexes, constraints, triggers and search. Takes about fifteen minutes and 5 GB in a
temporary folder, and memory for a text line of each product.

With several numbers of products, makes a catalog of each, and prints a table in Markdown of how time and size grow with them:

    scripts/bench catalog --products 10000 100000 1000000
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from . import peer
from .products import Shop
from .sharing import built, workplace

BATCH = 10_000
LONGEST = {"1 letter": 20, "2 letters": 20, "3 letters": 20, "8 letters": 20, "page": 10, "open": 50}
NAMES = {"page": "product page", "open": "open"}


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench catalog", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument(
        "--products", type=int, nargs="+", default=[1_000_000], metavar="N", help="how many (default 1,000,000)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work in this folder, and leave what is made there")
    options = parser.parse_args(arguments)
    program = built("CatalogBenchmark")
    with workplace(options.keep) as folder:
        if len(options.products) == 1:
            return measure(program, folder, options.products[0])
        rows = [(count, *measured(program, folder, count)) for count in options.products]
        print("\n".join(table(rows)))
        return 0


def measured(program, folder, count):
    """Makes a catalog; returns the seconds of adding products, the answers to queries, and the catalog's bytes."""
    print(f"==> Making up {count:,} products", flush=True)
    Shop().write(folder, count)
    for path in folder.glob("catalog.sqlite*"):
        path.unlink()
    catalog = folder / "catalog.sqlite"
    print("==> Adding them", flush=True)
    filled = run(program, "fill", folder / "products.tsv", catalog, "--batch", BATCH)["fill"]
    print("==> Asking", flush=True)
    answers = run(program, "ask", catalog, folder / "queries.json")
    return filled, answers, sum(path.stat().st_size for path in folder.glob("catalog.sqlite*"))


def table(rows):
    yield "| products | adding | size | search: median, worst | a product's page | opening |"
    yield "|---|---|---|---|---|---|"
    for count, filled, answers, size in rows:
        searches = [answers[kind] for kind in LONGEST if kind not in NAMES]
        median = max(answer["median"] for answer in searches)
        worst = max(answer["worst"] for answer in searches)
        cells = [
            f"{count:,}", f"{1e6 * filled / count:.0f} µs each", f"{size / count:,.0f} bytes each",
            f"{median:.1f} ms, {worst:.1f} ms", f"{answers['page']['median']:.2f} ms", f"{answers['open']['median']:.0f} ms",
        ]
        yield f"| {' | '.join(cells)} |"


def measure(program, folder, count):
    """Prints every figure beside its goal; returns the exit code."""
    filled, answers, size = measured(program, folder, count)
    catalog = folder / "catalog.sqlite"
    plain = folder / "peer.sqlite"
    plain.unlink(missing_ok=True)
    print("==> Adding them with Python's sqlite3", flush=True)
    peer_filled = peer.fill(catalog, plain, -(-count // BATCH))

    print(f"\n{'':<16}{'median':>12}{'worst':>12}{'goal':>12}")
    missed = 0
    for kind, longest in LONGEST.items():
        answer = answers[kind]
        missed += answer["worst"] > longest
        slowest = f"  “{answer['slowest']}”" if answer["slowest"] else ""
        name = NAMES.get(kind, "search, " + kind)
        print(f"{name:<16}{answer['median']:>9.2f} ms{answer['worst']:>9.2f} ms{longest:>6} ms or less{slowest}")
    share = peer_filled / filled
    missed += share < 0.5
    print(
        f"\nadding: {filled:.0f} s ({count / filled:,.0f} products/s with two photos each); "
        f"Python's sqlite3 {peer_filled:.0f} s: {share:.2f} × as fast (goal 0.5 or more)"
    )
    print(f"the catalog has {size / 1e6:,.0f} MB")
    return 1 if missed else 0


def run(program, *arguments):
    """What the program prints, which is JSON."""
    finished = subprocess.run([program, *map(str, arguments)], check=True, stdout=subprocess.PIPE)
    return json.loads(finished.stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
