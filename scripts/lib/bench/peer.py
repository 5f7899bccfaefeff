"""Makes the same catalog with Python's own sqlite3, as fast as possible, for comparison.

The rows are copied from packshot's catalog, so names are already folded, sorted and checked. Reading them and splitting texts into index
entries isn't timed. Only SQLite's work is timed: the same tables, indexes, constraints, triggers and search, in transactions of as many
products.
"""

import sqlite3
import time

EARLY = ["maker", "collection"]
# The column that says which product a row belongs to.
KEYS = {"product": "id", "photo": "productId", "makers_products": "products", "collections_products": "products"}
ALL = (b"", b"\xff" * 17)
MARK = "\ue000"


def fill(original, path, batches):
    """Fills a new database at `path` with what `original` has, in `batches` transactions; returns the seconds."""
    source = sqlite3.connect(original)
    target = sqlite3.connect(path, isolation_level=None)
    target.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")
    for (sql,) in source.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY type = 'trigger', rowid"):
        # SQLite makes the tables behind a virtual one, and its own, by itself.
        if not sql.startswith(("CREATE TABLE '_entries_", "CREATE TABLE sqlite_")):
            target.execute(sql)
    seconds = 0
    for number, products in enumerate(ranges(source, batches)):
        # What products lead to is there before all of them.
        work = [rows(source, table, "id", ALL) for table in EARLY if number == 0]
        work += [rows(source, table, key, products) for table, key in KEYS.items()]
        for table, ids in [(table, ALL) for table in EARLY if number == 0] + [("product", products)]:
            work += entries(source, table, ids)
        began = time.perf_counter()
        target.execute("BEGIN IMMEDIATE")
        for sql, values in work:
            target.executemany(sql, values)
        for table in [*EARLY, "product"]:
            target.execute(f"DELETE FROM _stale_{table}")
        target.execute("COMMIT")
        seconds += time.perf_counter() - began
    target.close()
    return seconds


def ranges(source, batches):
    """The first and the last id of each batch of products."""
    ids = [id for (id,) in source.execute("SELECT id FROM product ORDER BY id")]
    size = -(-len(ids) // batches)
    return [(ids[start], ids[min(start + size, len(ids)) - 1]) for start in range(0, len(ids), size)]


def rows(source, table, key, ids):
    """A table's rows by some ids, in the order in which packshot has added them, and how to insert them."""
    found = source.execute(f"SELECT * FROM {table} WHERE {key} BETWEEN ? AND ? ORDER BY {key}", ids)
    places = ", ".join("?" for _ in found.description)
    return f"INSERT INTO {table} VALUES ({places})", found.fetchall()


def entries(source, table, ids):
    """The places of some records in their list, and the index's entries of them."""
    found = source.execute(
        f"SELECT number, id, text FROM _list_{table} WHERE id BETWEEN ? AND ? ORDER BY number", ids
    ).fetchall()
    return [
        (f"INSERT INTO _list_{table} VALUES (?, ?, ?)", found),
        (
            f"INSERT INTO _entries_{table} (rowid, entries) VALUES (?, ?)",
            [(number, cut(text)) for number, _, text in found],
        ),
    ]


def cut(text):
    """A text's entries in the index: what its name begins with, and every run of up to three letters."""
    name = text.split(None, 1)[0]
    runs = [word[start : start + 3] for word in text.split() for start in range(len(word))]
    return " ".join([MARK + name[:1], MARK + name[:2], MARK + name[:3], *runs])
