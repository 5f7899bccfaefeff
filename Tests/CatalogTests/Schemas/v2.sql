CREATE TABLE _applying (
  history INTEGER NOT NULL
) STRICT;
CREATE TABLE _change (
  sequence INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  entity TEXT NOT NULL,
  id BLOB NOT NULL,
  kind INTEGER NOT NULL
) STRICT;
CREATE VIRTUAL TABLE _entries_collection USING fts5 (
  entries, content='', columnsize=0, detail=none, prefix='1 2',
  tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE TABLE '_entries_collection_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE '_entries_collection_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE '_entries_collection_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE VIRTUAL TABLE _entries_customer USING fts5 (
  entries, content='', columnsize=0, detail=none, prefix='1 2',
  tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE TABLE '_entries_customer_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE '_entries_customer_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE '_entries_customer_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE VIRTUAL TABLE _entries_maker USING fts5 (
  entries, content='', columnsize=0, detail=none, prefix='1 2',
  tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE TABLE '_entries_maker_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE '_entries_maker_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE '_entries_maker_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE VIRTUAL TABLE _entries_product USING fts5 (
  entries, content='', columnsize=0, detail=none, prefix='1 2',
  tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE TABLE '_entries_product_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE '_entries_product_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE '_entries_product_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE TABLE _history (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  at INTEGER NOT NULL,
  undone INTEGER NOT NULL,
  changeset BLOB NOT NULL
) STRICT;
CREATE INDEX _history_undone ON _history (undone) WHERE undone > 0;
CREATE TABLE _list_collection (
  number INTEGER NOT NULL PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE _list_customer (
  number INTEGER NOT NULL PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE _list_maker (
  number INTEGER NOT NULL PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE _list_product (
  number INTEGER NOT NULL PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE _setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE _stale_collection (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TRIGGER _stale_collection_changed AFTER UPDATE OF nameOrder, searchText ON collection
WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN
  INSERT OR IGNORE INTO _stale_collection VALUES (new.id);
END;
CREATE TRIGGER _stale_collection_deleted AFTER DELETE ON collection BEGIN
  INSERT OR IGNORE INTO _stale_collection VALUES (old.id);
END;
CREATE TRIGGER _stale_collection_inserted AFTER INSERT ON collection BEGIN
  INSERT OR IGNORE INTO _stale_collection VALUES (new.id);
END;
CREATE TABLE _stale_customer (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TRIGGER _stale_customer_changed AFTER UPDATE OF nameOrder, searchText ON customer
WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN
  INSERT OR IGNORE INTO _stale_customer VALUES (new.id);
END;
CREATE TRIGGER _stale_customer_deleted AFTER DELETE ON customer BEGIN
  INSERT OR IGNORE INTO _stale_customer VALUES (old.id);
END;
CREATE TRIGGER _stale_customer_inserted AFTER INSERT ON customer BEGIN
  INSERT OR IGNORE INTO _stale_customer VALUES (new.id);
END;
CREATE TABLE _stale_maker (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TRIGGER _stale_maker_changed AFTER UPDATE OF nameOrder, searchText ON maker
WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN
  INSERT OR IGNORE INTO _stale_maker VALUES (new.id);
END;
CREATE TRIGGER _stale_maker_deleted AFTER DELETE ON maker BEGIN
  INSERT OR IGNORE INTO _stale_maker VALUES (old.id);
END;
CREATE TRIGGER _stale_maker_inserted AFTER INSERT ON maker BEGIN
  INSERT OR IGNORE INTO _stale_maker VALUES (new.id);
END;
CREATE TABLE _stale_product (id BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TRIGGER _stale_product_changed AFTER UPDATE OF nameOrder, searchText ON product
WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN
  INSERT OR IGNORE INTO _stale_product VALUES (new.id);
END;
CREATE TRIGGER _stale_product_collections_changed AFTER UPDATE OF searchText ON collection
WHEN old.searchText IS NOT new.searchText BEGIN
  INSERT OR IGNORE INTO _stale_product SELECT products FROM collections_products WHERE collections = new.id;
END;
CREATE TRIGGER _stale_product_collections_inserted AFTER INSERT ON collection BEGIN
  INSERT OR IGNORE INTO _stale_product SELECT products FROM collections_products WHERE collections = new.id;
END;
CREATE TRIGGER _stale_product_collections_linked AFTER INSERT ON collections_products BEGIN
  INSERT OR IGNORE INTO _stale_product VALUES (new.products);
END;
CREATE TRIGGER _stale_product_collections_unlinked AFTER DELETE ON collections_products BEGIN
  INSERT OR IGNORE INTO _stale_product VALUES (old.products);
END;
CREATE TRIGGER _stale_product_deleted AFTER DELETE ON product BEGIN
  INSERT OR IGNORE INTO _stale_product VALUES (old.id);
END;
CREATE TRIGGER _stale_product_inserted AFTER INSERT ON product BEGIN
  INSERT OR IGNORE INTO _stale_product VALUES (new.id);
END;
CREATE TRIGGER _stale_product_makers_changed AFTER UPDATE OF searchText ON maker
WHEN old.searchText IS NOT new.searchText BEGIN
  INSERT OR IGNORE INTO _stale_product SELECT products FROM makers_products WHERE makers = new.id;
END;
CREATE TRIGGER _stale_product_makers_inserted AFTER INSERT ON maker BEGIN
  INSERT OR IGNORE INTO _stale_product SELECT products FROM makers_products WHERE makers = new.id;
END;
CREATE TRIGGER _stale_product_makers_linked AFTER INSERT ON makers_products BEGIN
  INSERT OR IGNORE INTO _stale_product VALUES (new.products);
END;
CREATE TRIGGER _stale_product_makers_unlinked AFTER DELETE ON makers_products BEGIN
  INSERT OR IGNORE INTO _stale_product VALUES (old.products);
END;
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
CREATE TRIGGER collection_watch_delete AFTER DELETE ON collection BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Collection', old.id, 2);
END;
CREATE TRIGGER collection_watch_insert AFTER INSERT ON collection BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Collection', new.id, 0);
END;
CREATE TRIGGER collection_watch_update AFTER UPDATE ON collection BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Collection', new.id, 1);
END;
CREATE TABLE collections_products (
  collections BLOB NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
  products BLOB NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  PRIMARY KEY (products, collections)
) STRICT, WITHOUT ROWID;
CREATE INDEX collections_products_collections ON collections_products (collections);
CREATE TRIGGER collections_products_watch_delete AFTER DELETE ON collections_products BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Collection', old.collections, 1), ('Product', old.products, 1);
END;
CREATE TRIGGER collections_products_watch_insert AFTER INSERT ON collections_products BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Collection', new.collections, 1), ('Product', new.products, 1);
END;
CREATE TABLE customer (
  id BLOB NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  nameOrder BLOB NOT NULL,
  searchText TEXT NOT NULL
) STRICT;
CREATE INDEX customer_nameOrder ON customer (nameOrder, id);
CREATE TRIGGER customer_watch_delete AFTER DELETE ON customer BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Customer', old.id, 2);
END;
CREATE TRIGGER customer_watch_insert AFTER INSERT ON customer BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Customer', new.id, 0);
END;
CREATE TRIGGER customer_watch_update AFTER UPDATE ON customer BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Customer', new.id, 1);
END;
CREATE TABLE ingredients_usedIn (
  ingredients BLOB NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
  usedIn BLOB NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
  PRIMARY KEY (usedIn, ingredients)
) STRICT, WITHOUT ROWID;
CREATE INDEX ingredients_usedIn_ingredients ON ingredients_usedIn (ingredients);
CREATE TRIGGER ingredients_usedIn_watch_delete AFTER DELETE ON ingredients_usedIn BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Photo', old.ingredients, 1), ('Photo', old.usedIn, 1);
END;
CREATE TRIGGER ingredients_usedIn_watch_insert AFTER INSERT ON ingredients_usedIn BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Photo', new.ingredients, 1), ('Photo', new.usedIn, 1);
END;
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
CREATE TRIGGER maker_watch_delete AFTER DELETE ON maker BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Maker', old.id, 2);
END;
CREATE TRIGGER maker_watch_insert AFTER INSERT ON maker BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Maker', new.id, 0);
END;
CREATE TRIGGER maker_watch_update AFTER UPDATE ON maker BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Maker', new.id, 1);
END;
CREATE TABLE makers_products (
  makers BLOB NOT NULL REFERENCES maker (id) ON DELETE CASCADE,
  products BLOB NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  PRIMARY KEY (products, makers)
) STRICT, WITHOUT ROWID;
CREATE INDEX makers_products_makers ON makers_products (makers);
CREATE TRIGGER makers_products_watch_delete AFTER DELETE ON makers_products BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Maker', old.makers, 1), ('Product', old.products, 1);
END;
CREATE TRIGGER makers_products_watch_insert AFTER INSERT ON makers_products BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Maker', new.makers, 1), ('Product', new.products, 1);
END;
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
CREATE INDEX photo_recipeId ON photo (recipeId);
CREATE INDEX photo_runId ON photo (runId);
CREATE INDEX photo_sourceId ON photo (sourceId);
CREATE TRIGGER photo_watch_delete AFTER DELETE ON photo BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Photo', old.id, 2);
END;
CREATE TRIGGER photo_watch_insert AFTER INSERT ON photo BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Photo', new.id, 0);
END;
CREATE TRIGGER photo_watch_update AFTER UPDATE ON photo BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Photo', new.id, 1);
END;
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
CREATE TRIGGER product_quantity_changed AFTER UPDATE OF delta ON stockMovement
WHEN old.productId IS new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN
  UPDATE product SET quantity = quantity + new.delta - old.delta WHERE id = new.productId;
END;
CREATE TRIGGER product_quantity_deleted AFTER DELETE ON stockMovement
WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
  UPDATE product SET quantity = quantity - old.delta WHERE id = old.productId;
END;
CREATE TRIGGER product_quantity_inserted AFTER INSERT ON stockMovement
WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
  UPDATE product SET quantity = quantity + new.delta WHERE id = new.productId;
END;
CREATE TRIGGER product_quantity_moved AFTER UPDATE OF productId ON stockMovement
WHEN old.productId IS NOT new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN
  UPDATE product SET quantity = quantity - old.delta WHERE id = old.productId;
  UPDATE product SET quantity = quantity + new.delta WHERE id = new.productId;
END;
CREATE TRIGGER product_watch_delete AFTER DELETE ON product BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Product', old.id, 2);
END;
CREATE TRIGGER product_watch_insert AFTER INSERT ON product BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Product', new.id, 0);
END;
CREATE TRIGGER product_watch_update AFTER UPDATE ON product BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Product', new.id, 1);
END;
CREATE TABLE recipe (
  id BLOB NOT NULL PRIMARY KEY,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  canonicalYAML TEXT NOT NULL,
  engineVersion TEXT NOT NULL,
  UNIQUE (hash, engineVersion)
) STRICT;
CREATE TRIGGER recipe_watch_delete AFTER DELETE ON recipe BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Recipe', old.id, 2);
END;
CREATE TRIGGER recipe_watch_insert AFTER INSERT ON recipe BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Recipe', new.id, 0);
END;
CREATE TRIGGER recipe_watch_update AFTER UPDATE ON recipe BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Recipe', new.id, 1);
END;
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
CREATE TABLE runFailure (
  id BLOB NOT NULL PRIMARY KEY,
  path TEXT NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  runId BLOB NOT NULL REFERENCES run (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX runFailure_runId ON runFailure (runId);
CREATE TRIGGER runFailure_watch_delete AFTER DELETE ON runFailure BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('RunFailure', old.id, 2);
END;
CREATE TRIGGER runFailure_watch_insert AFTER INSERT ON runFailure BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('RunFailure', new.id, 0);
END;
CREATE TRIGGER runFailure_watch_update AFTER UPDATE ON runFailure BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('RunFailure', new.id, 1);
END;
CREATE TRIGGER run_watch_delete AFTER DELETE ON run BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Run', old.id, 2);
END;
CREATE TRIGGER run_watch_insert AFTER INSERT ON run BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Run', new.id, 0);
END;
CREATE TRIGGER run_watch_update AFTER UPDATE ON run BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Run', new.id, 1);
END;
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
CREATE TRIGGER sale_watch_delete AFTER DELETE ON sale BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Sale', old.id, 2);
END;
CREATE TRIGGER sale_watch_insert AFTER INSERT ON sale BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Sale', new.id, 0);
END;
CREATE TRIGGER sale_watch_update AFTER UPDATE ON sale BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('Sale', new.id, 1);
END;
CREATE TABLE sqlite_sequence(name,seq);
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
CREATE TRIGGER stockMovement_watch_delete AFTER DELETE ON stockMovement BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('StockMovement', old.id, 2);
END;
CREATE TRIGGER stockMovement_watch_insert AFTER INSERT ON stockMovement BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('StockMovement', new.id, 0);
END;
CREATE TRIGGER stockMovement_watch_update AFTER UPDATE ON stockMovement BEGIN
  INSERT INTO _change (entity, id, kind) VALUES ('StockMovement', new.id, 1);
END;
