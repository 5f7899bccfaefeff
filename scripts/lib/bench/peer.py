"""The same catalog made by Python's own sqlite3, as fast as it goes: what the catalog is compared with.

The rows are those that packshot has made, so that names are folded, sorted and checked already; reading them and cutting
texts into the index's entries is not timed. What is timed is what SQLite takes for the same tables, indexes,
constraints, triggers and search, in transactions of as many products.
"""

import sqlite3
import time

TABLES = ["maker", "collection", "product", "photo", "makers_products", "collections_products"]
LISTS = ["maker", "collection", "product"]
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
    for batch in range(batches):
        work = [statement for table in TABLES for statement in rows(source, table, batch, batches)]
        work += [statement for table in LISTS for statement in entries(source, table, batch, batches)]
        began = time.perf_counter()
        target.execute("BEGIN IMMEDIATE")
        for sql, values in work:
            target.executemany(sql, values)
        for table in LISTS:
            target.execute(f"DELETE FROM _stale_{table}")
        target.execute("COMMIT")
        seconds += time.perf_counter() - began
    target.close()
    return seconds


def rows(source, table, batch, batches):
    """One batch of a table's rows, in the order in which packshot has added them."""
    # A table of pairs has no row numbers; its ids are as old as its products.
    key = "products" if "_" in table else "id"
    (count,) = source.execute(f"SELECT count(*) FROM {table}").fetchone()
    first, last = count * batch // batches, count * (batch + 1) // batches
    found = source.execute(f"SELECT * FROM {table} ORDER BY {key} LIMIT ? OFFSET ?", (last - first, first))
    places = ", ".join("?" for _ in found.description)
    yield f"INSERT INTO {table} VALUES ({places})", found.fetchall()


def entries(source, table, batch, batches):
    """The same batch of a list, and the index's entries of it."""
    (count,) = source.execute(f"SELECT count(*) FROM _list_{table}").fetchone()
    first, last = count * batch // batches, count * (batch + 1) // batches
    found = source.execute(
        f"""
        SELECT number, id, text FROM _list_{table}
        WHERE id IN (SELECT id FROM {table} ORDER BY id LIMIT ? OFFSET ?) ORDER BY number
        """,
        (last - first, first),
    ).fetchall()
    yield f"INSERT INTO _list_{table} VALUES (?, ?, ?)", found
    yield (
        f"INSERT INTO _entries_{table} (rowid, entries) VALUES (?, ?)",
        [(number, cut(text)) for number, _, text in found],
    )


def cut(text):
    """A text's entries in the index: what its name begins with, and every run of up to three letters."""
    name = text.split(None, 1)[0]
    runs = [word[start : start + 3] for word in text.split() for start in range(len(word))]
    return " ".join([MARK + name[:1], MARK + name[:2], MARK + name[:3], *runs])
