"""Records edits of a catalog, and checks the catalogs that they can leave after a power cut."""

import hashlib
import random
import subprocess
from bisect import bisect_right

from cut_folder import CutFolder, lay, open_copy, problems_of_catalog
from program import CATALOG
from recorded_calls import NOTED

SHOP = "shop"
# Queries whose results are the same whenever the same edits are made: without times and record ids.
VIEW = [
    "SELECT sku, name, price, currency, quantity, rating, timesSold, archived, note FROM product ORDER BY sku",
    "SELECT name, email FROM customer ORDER BY name",
    "SELECT name FROM maker ORDER BY name",
    "SELECT productName, quantity, unitPrice FROM sale ORDER BY 1, 2, 3",
    "SELECT sku, delta, reason FROM stockMovement JOIN product ON product.id = productId ORDER BY 1, 2, 3",
    "SELECT label, undone FROM _history ORDER BY id",
]
CUSTOMERS = ["Ann", "Ben", "Cleo"]
SKUS = [f"MUG-{number:03}" for number in range(1, 13)]


class CutEdits(CutFolder):
    def __init__(self, name, packshot, scratch, count, seed):
        super().__init__(name, scratch, {SHOP: None})
        self.packshot, self.edits = packshot, list(edits(random.Random(seed), count, scratch))
        # By number of edits, the catalog's content and view. `noted` has the index of the call after which each edit was reported.
        self.contents, self.views, self.noted = [None], [None], []
        for number, edit in enumerate(self.edits):
            status, said = self.recording.run(self.command(edit, self.root))
            if status:
                raise SystemExit(f"edit {number + 1} ({' '.join(map(str, edit))}) ends with {status}: {said}")
            self.recording.note(number + 1)
            content, view = open_copy(self.root / SHOP / CATALOG, lambda shop: (everything(shop), seen(shop)))
            self.contents.append(content)
            self.views.append(view)
        self.take_calls()
        self.noted = [index for index, call in enumerate(self.calls) if call.name == NOTED]

    def command(self, edit, place):
        return [self.packshot, *edit, "--catalog", place / SHOP / CATALOG]

    def promised(self, moment):
        """The number of edits that had been reported."""
        return bisect_right(self.noted, moment - 1)

    def faults(self, place, moment, files, dice):
        lay(files, place, SHOP)
        catalog, done = place / SHOP / CATALOG, self.promised(moment)
        found = self.found(catalog, done)
        if isinstance(found, str):
            return [found]
        faults = []
        if dice.random() < 0.5:
            faults += problems_of_catalog(self.packshot, catalog, with_files=True)
        if found < len(self.edits):
            again = subprocess.run(self.command(self.edits[found], place), capture_output=True, text=True, timeout=60)
            if again.returncode:
                faults.append(f"edit {found + 1}, repeated, ends with {again.returncode}: {again.stderr[-300:]}")
            elif open_copy(catalog, seen) != self.views[found + 1]:
                faults.append(f"edit {found + 1}, repeated, leaves a different shop")
        # SQLite may leave its log for the next process that opens the catalog.
        kept = {CATALOG, CATALOG + "-wal", CATALOG + "-shm"}
        faults += [f"{path.name} was left" for path in (place / SHOP).iterdir() if path.name not in kept]
        return faults + problems_of_catalog(self.packshot, catalog, with_files=True)

    def found(self, catalog, done):
        """The number of edits in the catalog, which must be the reported ones or one more. Otherwise a text that says what is wrong."""
        content = open_copy(catalog, everything)
        if isinstance(content, str):
            return f"the catalog: {content}"
        for number in (done, done + 1):
            if number < len(self.contents) and content == self.contents[number]:
                return number
        if done == 0 and (content is None or not content.get("_history")):
            return 0
        return f"{done} edits were reported, but the catalog has neither their result nor that of the next edit"


def everything(shop):
    """The hash of each table's rows, without virtual tables."""
    tables = shop.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY 1")
    rows = {name: sorted(map(repr, shop.execute(f'SELECT * FROM "{name}"'))) for (name,) in tables.fetchall()}
    return {name: hashlib.sha256("\n".join(found).encode()).hexdigest() for name, found in rows.items() if found}


def seen(shop):
    return [shop.execute(query).fetchall() for query in VIEW]


def edits(dice, count, scratch):
    """Yields the arguments of edits of every kind. None of them would be refused."""
    for sku in SKUS:
        yield "products", "add", sku, "--name", f"Mug {sku[-3:]}", "--price", "12.50", "--stock", "500"
    for customer in CUSTOMERS:
        yield "customers", "add", customer, "--email", f"{customer.lower()}@example.com"
    left = count - len(SKUS) - len(CUSTOMERS)
    while left > 0:
        left -= 1
        sku = dice.choice(SKUS)
        kind = dice.choice(["price", "note", "stock", "sell", "sale", "undo", "import", "maker"])
        if kind == "price":
            yield "products", "edit", sku, f"price={dice.randint(1, 99)}.50", f"rating={dice.randint(1, 5)}"
        elif kind == "note":
            yield "products", "edit", sku, "note=" + "fine stoneware " * dice.randint(1, 400)
        elif kind == "stock":
            yield "products", "stock", sku, f"{dice.choice('+-')}{dice.randint(1, 9)}"
        elif kind == "sell":
            yield "products", "sell", sku, str(dice.randint(1, 3))
        elif kind == "sale":
            yield "sales", "record", dice.choice(CUSTOMERS), sku, str(dice.randint(1, 3))
        elif kind == "maker":
            yield "products", "edit", sku, f"makers={dice.choice(['Ann', 'Bob', 'Cy'])}, {dice.randint(1, 99)}"
        elif kind == "undo":
            yield "products", "edit", sku, f"rating={dice.randint(1, 50) / 10}"
            yield "catalog", "undo"
            left -= 1
        else:
            yield "catalog", "import", prices(dice, scratch / f"prices-{left}.csv"), "--entity", "products"


def prices(dice, path):
    """Writes a list of prices with some new products. Returns its path."""
    lines = [f"{sku},Mug {sku[-3:]},{dice.randint(1, 99)}.25" for sku in SKUS]
    lines += [f"NEW-{dice.randint(0, 10**6):06}-{n},New mug {n} of {path.stem},9.75" for n in range(dice.randint(1, 30))]
    path.write_text("\n".join(["sku,name,price", *lines]) + "\n")
    return path
