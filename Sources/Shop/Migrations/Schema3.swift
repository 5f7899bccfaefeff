import ObjectStore

extension Catalog {
  /// Version 3: what was sold is computed from the sales on record; edits that are made in parts. It is not
  /// released yet: until then it may be edited.
  static let schema3 = Migration.steps(
    .sql(schema3Products), .sql(schema3Triggers), .sql(schema3LongEdits),
    // Not known of files that were recorded before, which are read once more.
    .addingColumn("changedNanoseconds INTEGER", to: "photo", behind: "modifiedNanoseconds"),
    // Not known of photos that were recorded before, until they are rendered again.
    .addingColumn("colors TEXT", to: "photo", behind: "icc"),
    .addingColumn("content TEXT", to: "photo", behind: "colors"),
    // Not known of photos that were recorded before: their products are taken for those that their names told.
    .addingColumn("skuOfName TEXT", to: "photo", behind: "view"),
    .addingColumn("viewOfName TEXT", to: "photo", behind: "skuOfName"),
    // Not known of products that are there, which are left alone.
    .addingColumn("isMadeByRun INTEGER NOT NULL", to: "product", behind: "archived", value: "0"))

  /// The table of products is made anew. What was counted beyond the sales on record was sold elsewhere, and none of it worn.
  private static let schema3Products = """
    PRAGMA legacy_alter_table = ON;
    ALTER TABLE product RENAME TO product2;
    PRAGMA legacy_alter_table = OFF;
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
      timesSold INTEGER NOT NULL CONSTRAINT product_timesSold_check CHECK (timesSold BETWEEN 0 AND 2147483647),
      lastSold INTEGER,
      soldElsewhere INTEGER NOT NULL,
      lastSoldElsewhere INTEGER,
      timesWorn INTEGER NOT NULL,
      lastWorn INTEGER,
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
    INSERT INTO product (
      id, sku, name, searchKey, price, currency, quantity, rating, isFavorite, timesSold, lastSold, soldElsewhere,
        lastSoldElsewhere, timesWorn, lastWorn, url, tint, archived, note, nameFolded, nameOrder, searchText)
    SELECT
      id, sku, name, searchKey, price, currency, quantity, rating, isFavorite, max(timesSold, soldHere),
        coalesce(max(lastSold, lastSoldHere), lastSold, lastSoldHere), max(timesSold - soldHere, 0),
        CASE WHEN lastSoldHere IS NULL OR lastSold > lastSoldHere THEN lastSold END, 0, NULL, url, tint, archived,
        note, nameFolded, nameOrder, searchText
    FROM (
      SELECT
        *, (SELECT coalesce(sum(quantity), 0) FROM sale WHERE productId = product2.id) AS soldHere,
        (SELECT max(soldAt) FROM sale WHERE productId = product2.id) AS lastSoldHere
      FROM product2);
    DROP TABLE product2;
    DROP INDEX sale_productId;
    CREATE INDEX product_nameOrder ON product (nameOrder, id);
    CREATE INDEX sale_productId ON sale (productId, soldAt);
    """

  /// What keeps what was sold, and the triggers that went with the old table.
  private static let schema3Triggers = """
    CREATE TRIGGER product_timesSold_inserted AFTER INSERT ON sale
    WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET timesSold = timesSold + new.quantity WHERE id = new.productId;
    END;
    CREATE TRIGGER product_timesSold_deleted AFTER DELETE ON sale
    WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET timesSold = timesSold - old.quantity WHERE id = old.productId;
    END;
    CREATE TRIGGER product_timesSold_changed AFTER UPDATE OF quantity ON sale
    WHEN old.productId IS new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET timesSold = timesSold + new.quantity - old.quantity WHERE id = new.productId;
    END;
    CREATE TRIGGER product_timesSold_moved AFTER UPDATE OF productId ON sale
    WHEN old.productId IS NOT new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET timesSold = timesSold - old.quantity WHERE id = old.productId;
      UPDATE product SET timesSold = timesSold + new.quantity WHERE id = new.productId;
    END;
    CREATE TRIGGER product_timesSold_based AFTER UPDATE OF soldElsewhere ON product
    WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET timesSold = timesSold + new.soldElsewhere - old.soldElsewhere WHERE id = new.id;
    END;
    CREATE TRIGGER product_lastSold_inserted AFTER INSERT ON sale
    WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET lastSold = (SELECT max(value) FROM (
        SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhere)) WHERE id = new.productId;
    END;
    CREATE TRIGGER product_lastSold_deleted AFTER DELETE ON sale
    WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET lastSold = (SELECT max(value) FROM (
        SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhere)) WHERE id = old.productId;
    END;
    CREATE TRIGGER product_lastSold_changed AFTER UPDATE OF soldAt ON sale
    WHEN old.productId IS new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET lastSold = (SELECT max(value) FROM (
        SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhere)) WHERE id = new.productId;
    END;
    CREATE TRIGGER product_lastSold_moved AFTER UPDATE OF productId ON sale
    WHEN old.productId IS NOT new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET lastSold = (SELECT max(value) FROM (
        SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhere)) WHERE id = old.productId;
      UPDATE product SET lastSold = (SELECT max(value) FROM (
        SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhere)) WHERE id = new.productId;
    END;
    CREATE TRIGGER product_lastSold_based AFTER UPDATE OF lastSoldElsewhere ON product
    WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET lastSold = (SELECT max(value) FROM (
        SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhere)) WHERE id = new.id;
    END;
    CREATE TRIGGER product_watch_insert AFTER INSERT ON product BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Product', new.id, 0);
    END;
    CREATE TRIGGER product_watch_update AFTER UPDATE ON product BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Product', new.id, 1);
    END;
    CREATE TRIGGER product_watch_delete AFTER DELETE ON product BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Product', old.id, 2);
    END;
    CREATE TRIGGER _stale_product_inserted AFTER INSERT ON product BEGIN
      INSERT OR IGNORE INTO _stale_product VALUES (new.id);
    END;
    CREATE TRIGGER _stale_product_changed AFTER UPDATE OF nameOrder, searchText ON product
    WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN
      INSERT OR IGNORE INTO _stale_product VALUES (new.id);
    END;
    CREATE TRIGGER _stale_product_deleted AFTER DELETE ON product BEGIN
      INSERT OR IGNORE INTO _stale_product VALUES (old.id);
    END;
    """

  /// What edits that are made in parts are kept in.
  private static let schema3LongEdits = """
    CREATE TABLE _longEdit (
      id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      label TEXT NOT NULL,
      history INTEGER UNIQUE,
      done INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      step TEXT
    ) STRICT;
    CREATE TABLE _part (
      edit INTEGER NOT NULL,
      number INTEGER NOT NULL,
      changeset BLOB NOT NULL,
      PRIMARY KEY (edit, number)
    ) STRICT;
    CREATE TRIGGER _longEdit_forgotten AFTER DELETE ON _history BEGIN
      DELETE FROM _longEdit WHERE history = old.id;
    END;
    """
}
