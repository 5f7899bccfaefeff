import ObjectStore

extension Catalog {
  /// Version 1: products, their photos, and the runs and recipes that made them.
  ///
  /// Strict tables keep every other program that writes to the file to the declared types. Each foreign key has an index,
  /// because deleting what it leads to looks for it.
  static let schema1 = """
    CREATE TABLE product (
      id BLOB NOT NULL PRIMARY KEY,
      sku TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      nameFolded TEXT NOT NULL UNIQUE,
      searchKey TEXT NOT NULL,
      price INTEGER NOT NULL,
      currency TEXT NOT NULL,
      quantity INTEGER NOT NULL,
      rating REAL NOT NULL,
      isFavorite INTEGER NOT NULL,
      timesSold INTEGER NOT NULL,
      lastSold INTEGER,
      url TEXT,
      tint TEXT,
      archived INTEGER NOT NULL,
      note TEXT
    ) STRICT;
    CREATE INDEX product_searchKey ON product (searchKey);

    CREATE TABLE recipe (
      id BLOB NOT NULL PRIMARY KEY,
      hash TEXT NOT NULL,
      name TEXT NOT NULL,
      canonicalYAML TEXT NOT NULL,
      engineVersion TEXT NOT NULL,
      UNIQUE (hash, engineVersion)
    ) STRICT;

    CREATE TABLE run (
      id BLOB NOT NULL PRIMARY KEY,
      started INTEGER NOT NULL,
      finished INTEGER,
      host TEXT NOT NULL,
      options TEXT NOT NULL,
      engineVersion TEXT NOT NULL,
      status TEXT NOT NULL,
      rendered INTEGER NOT NULL,
      unchanged INTEGER NOT NULL,
      failed INTEGER NOT NULL,
      conflict INTEGER NOT NULL,
      skipped INTEGER NOT NULL
    ) STRICT;

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
      productId BLOB REFERENCES product (id) ON DELETE CASCADE,
      sourceId BLOB REFERENCES photo (id) ON DELETE CASCADE,
      recipeId BLOB REFERENCES recipe (id) ON DELETE RESTRICT,
      runId BLOB REFERENCES run (id) ON DELETE SET NULL,
      UNIQUE (path, kind)
    ) STRICT;
    CREATE INDEX photo_productId ON photo (productId);
    CREATE INDEX photo_sourceId ON photo (sourceId);
    CREATE INDEX photo_recipeId ON photo (recipeId);
    CREATE INDEX photo_runId ON photo (runId);

    CREATE TABLE ingredients_usedIn (
      ingredients BLOB NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
      usedIn BLOB NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
      PRIMARY KEY (usedIn, ingredients)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ingredients_usedIn_ingredients ON ingredients_usedIn (ingredients);

    CREATE TABLE runFailure (
      id BLOB NOT NULL PRIMARY KEY,
      path TEXT NOT NULL,
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      runId BLOB NOT NULL REFERENCES run (id) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX runFailure_runId ON runFailure (runId);
    """
}
