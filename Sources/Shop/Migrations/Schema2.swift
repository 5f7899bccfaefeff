import Foundation
import GRDB
import ObjectStore

extension Catalog {
  /// Version 2: makers, collections, customers, sales and the stock ledger; the bytes of photos; lists in the order of a
  /// language, search, undo, and notice of changes.
  ///
  /// The tables of products and photos are made anew, because SQLite adds columns only at the end and no checks. What was
  /// in stock becomes the first line of the ledger. Keys of the order, texts that searches look through and lists are left
  /// empty: they are derived when all migrations have run.
  static let schema2 = Migration { db in
    try db.execute(sql: schema2Tables)
    try db.execute(sql: schema2Moves)
    try db.execute(sql: schema2Triggers)
    try openLedger(db)
    try db.execute(sql: "DROP TABLE product1; DROP TABLE photo1; INSERT INTO _stale_product SELECT id FROM product")
  }

  /// Writes what was in stock into the ledger. The triggers add it up.
  private static func openLedger(_ db: Database) throws {
    let now = Int64((Date().timeIntervalSince1970 * 1000).rounded())
    let line = try db.makeStatement(
      sql: "INSERT INTO stockMovement (id, delta, reason, at, productId) VALUES (?, ?, 'opening', ?, ?)")
    for product in try Row.fetchAll(db, sql: "SELECT id, quantity FROM product1 WHERE quantity <> 0 ORDER BY id") {
      try line.execute(arguments: [id(at: now), product[1] as Int64, now, product[0] as Data])
    }
  }

  /// An id as version 2 makes them: of UUID's version 7, with the time in milliseconds and random bits behind it.
  private static func id(at milliseconds: Int64) -> Data {
    let high = UInt64(milliseconds) << 16 | 7 << 12 | UInt64.random(in: 0..<1 << 12)
    let low = 0b10 << 62 | UInt64.random(in: 0..<1 << 62)
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Data($0) }
  }

  /// What version 2 adds, and the two tables that it makes anew.
  static let schema2Tables = """
    CREATE TEMP TABLE product1 AS SELECT * FROM product;
    CREATE TEMP TABLE photo1 AS SELECT * FROM photo;
    DROP TABLE product;
    DROP TABLE photo;
    CREATE TABLE product (
      id BLOB NOT NULL PRIMARY KEY,
      sku TEXT NOT NULL,
      name TEXT NOT NULL,
      searchKey TEXT NOT NULL,
      price INTEGER NOT NULL,
      currency TEXT NOT NULL,
      quantity INTEGER NOT NULL CONSTRAINT product_quantity_check CHECK (quantity BETWEEN 0 AND 2147483647),
      rating REAL NOT NULL,
      isFavorite INTEGER NOT NULL,
      timesSold INTEGER NOT NULL,
      lastSold INTEGER,
      url TEXT,
      tint TEXT,
      archived INTEGER NOT NULL,
      note TEXT,
      nameFolded TEXT NOT NULL,
      nameOrder BLOB NOT NULL,
      searchText TEXT NOT NULL,
      UNIQUE (sku),
      UNIQUE (nameFolded)
    ) STRICT;
    CREATE INDEX product_nameOrder ON product (nameOrder, id);
    CREATE TABLE photo (
      id BLOB NOT NULL PRIMARY KEY,
      kind TEXT NOT NULL,
      path TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      identity TEXT,
      view TEXT,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      orientation INTEGER NOT NULL,
      aspect REAL NOT NULL,
      format TEXT NOT NULL,
      colorModel TEXT,
      bitDepth INTEGER NOT NULL,
      hasAlpha INTEGER NOT NULL,
      isProgressive INTEGER NOT NULL,
      icc TEXT,
      capturedAt INTEGER,
      bytes INTEGER NOT NULL,
      modifiedNanoseconds INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      recordedNanoseconds INTEGER NOT NULL,
      dataFile TEXT,
      thumbnailFile TEXT,
      productId BLOB REFERENCES product (id) ON DELETE CASCADE,
      sourceId BLOB REFERENCES photo (id) ON DELETE CASCADE,
      recipeId BLOB REFERENCES recipe (id) ON DELETE RESTRICT,
      runId BLOB REFERENCES run (id) ON DELETE SET NULL,
      data BLOB,
      thumbnail BLOB,
      UNIQUE (path, kind)
    ) STRICT;
    CREATE INDEX photo_productId ON photo (productId);
    CREATE INDEX photo_sourceId ON photo (sourceId);
    CREATE INDEX photo_recipeId ON photo (recipeId);
    CREATE INDEX photo_runId ON photo (runId);
    CREATE TABLE maker (
      id BLOB NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      searchKey TEXT NOT NULL,
      nameFolded TEXT NOT NULL,
      nameOrder BLOB NOT NULL,
      searchText TEXT NOT NULL,
      UNIQUE (nameFolded)
    ) STRICT;
    CREATE INDEX maker_nameOrder ON maker (nameOrder, id);
    CREATE TABLE collection (
      id BLOB NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      searchKey TEXT NOT NULL,
      nameFolded TEXT NOT NULL,
      nameOrder BLOB NOT NULL,
      searchText TEXT NOT NULL,
      UNIQUE (nameFolded)
    ) STRICT;
    CREATE INDEX collection_nameOrder ON collection (nameOrder, id);
    CREATE TABLE customer (
      id BLOB NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      email TEXT,
      phone TEXT,
      nameOrder BLOB NOT NULL,
      searchText TEXT NOT NULL
    ) STRICT;
    CREATE INDEX customer_nameOrder ON customer (nameOrder, id);
    CREATE TABLE sale (
      id BLOB NOT NULL PRIMARY KEY,
      quantity INTEGER NOT NULL,
      unitPrice INTEGER NOT NULL,
      currency TEXT NOT NULL,
      productName TEXT NOT NULL,
      soldAt INTEGER NOT NULL,
      customerId BLOB REFERENCES customer (id) ON DELETE CASCADE,
      productId BLOB NOT NULL REFERENCES product (id) ON DELETE RESTRICT
    ) STRICT;
    CREATE INDEX sale_customerId ON sale (customerId);
    CREATE INDEX sale_productId ON sale (productId);
    CREATE TABLE stockMovement (
      id BLOB NOT NULL PRIMARY KEY,
      delta INTEGER NOT NULL,
      reason TEXT NOT NULL,
      at INTEGER NOT NULL,
      productId BLOB NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      saleId BLOB REFERENCES sale (id) ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX stockMovement_productId ON stockMovement (productId);
    CREATE INDEX stockMovement_saleId ON stockMovement (saleId);
    CREATE TABLE makers_products (
      makers BLOB NOT NULL REFERENCES maker (id) ON DELETE CASCADE,
      products BLOB NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      PRIMARY KEY (products, makers)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX makers_products_makers ON makers_products (makers);
    CREATE TABLE collections_products (
      collections BLOB NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
      products BLOB NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      PRIMARY KEY (products, collections)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX collections_products_collections ON collections_products (collections);
    CREATE TABLE _setting (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE _change (
      sequence INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      entity TEXT NOT NULL,
      id BLOB NOT NULL,
      kind INTEGER NOT NULL
    ) STRICT;CREATE TABLE _history (
      id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      label TEXT NOT NULL,
      at INTEGER NOT NULL,
      undone INTEGER NOT NULL,
      changeset BLOB NOT NULL
    ) STRICT;
    CREATE INDEX _history_undone ON _history (undone) WHERE undone > 0;
    CREATE TABLE _applying (
      history INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE _list_product (
      number INTEGER NOT NULL PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      text TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE _entries_product USING fts5 (
      entries, content='', columnsize=0, detail=none, prefix='1 2',
      tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'"
    );
    CREATE TABLE _stale_product (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE _list_maker (
      number INTEGER NOT NULL PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      text TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE _entries_maker USING fts5 (
      entries, content='', columnsize=0, detail=none, prefix='1 2',
      tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'"
    );
    CREATE TABLE _stale_maker (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE _list_collection (
      number INTEGER NOT NULL PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      text TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE _entries_collection USING fts5 (
      entries, content='', columnsize=0, detail=none, prefix='1 2',
      tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'"
    );
    CREATE TABLE _stale_collection (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE _list_customer (
      number INTEGER NOT NULL PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      text TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE _entries_customer USING fts5 (
      entries, content='', columnsize=0, detail=none, prefix='1 2',
      tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'"
    );
    CREATE TABLE _stale_customer (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    """

  /// What was in those two tables.
  static let schema2Moves = """
    INSERT INTO product (
      id, sku, name, searchKey, price, currency, rating, isFavorite, timesSold, lastSold, url, tint, archived,
        note, nameFolded, quantity, nameOrder, searchText)
    SELECT
      id, sku, name, searchKey, price, currency, rating, isFavorite, timesSold, lastSold, url, tint, archived,
        note, nameFolded, 0, x'', ''
    FROM product1;
    INSERT INTO photo (
      id, kind, path, sha256, identity, view, width, height, orientation, aspect, format, colorModel, bitDepth,
        hasAlpha, isProgressive, icc, capturedAt, bytes, modifiedNanoseconds, inode, recordedNanoseconds,
        productId, sourceId, recipeId, runId)
    SELECT
      id, kind, path, sha256, identity, view, width, height, orientation, aspect, format, colorModel, bitDepth,
        hasAlpha, isProgressive, icc, capturedAt, bytes, modifiedNanoseconds, inode, recordedNanoseconds,
        productId, sourceId, recipeId, runId
    FROM photo1;
    """
}
