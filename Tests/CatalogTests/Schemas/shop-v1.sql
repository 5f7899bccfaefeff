PRAGMA application_id = 1349210984;
PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
CREATE TABLE ingredients_usedIn (
  ingredients BLOB NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
  usedIn BLOB NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
  PRIMARY KEY (usedIn, ingredients)
) STRICT, WITHOUT ROWID;
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
INSERT INTO photo VALUES(X'00000000000000000000000000000003','original','in/mug.jpg','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',NULL,'front',40,30,6,0.75,'jpeg','rgb',8,0,1,'sRGB',NULL,1234,5,6,7,X'00000000000000000000000000000001',NULL,NULL,NULL);
INSERT INTO photo VALUES(X'00000000000000000000000000000004','rendition','mug.png','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc','front',20,10,1,2.0,'png','rgb',8,1,0,NULL,NULL,99,5,6,7,X'00000000000000000000000000000001',X'00000000000000000000000000000003',NULL,NULL);
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
INSERT INTO product VALUES(X'00000000000000000000000000000001','M-1','Café Mug','café mug','cafe mug',125000,'EUR',7,4.5,1,2,1740821400000,'https://example.com/mug','#e63946',0,'a note');
INSERT INTO product VALUES(X'00000000000000000000000000000002','V-1','vase','vase','vase',0,'EUR',0,0.0,0,0,NULL,NULL,NULL,1,NULL);
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
CREATE TABLE runFailure (
  id BLOB NOT NULL PRIMARY KEY,
  path TEXT NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  runId BLOB NOT NULL REFERENCES run (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX ingredients_usedIn_ingredients ON ingredients_usedIn (ingredients);
CREATE INDEX photo_productId ON photo (productId);
CREATE INDEX photo_recipeId ON photo (recipeId);
CREATE INDEX photo_runId ON photo (runId);
CREATE INDEX photo_sourceId ON photo (sourceId);
CREATE INDEX product_searchKey ON product (searchKey);
CREATE INDEX runFailure_runId ON runFailure (runId);
