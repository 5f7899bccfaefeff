// The file of a new catalog, page by page; zeros at a page's end are left out. "File Format" in SQLite's documentation says
// what is in it. Page 2 is the table `_setting`, which is empty here.
//
// Made by scripts/make-new-catalog.
#include "NewCatalog.h"

#define ZEROS_8 "\0\0\0\0\0\0\0\0"
#define ZEROS_16 ZEROS_8 ZEROS_8
#define ZEROS_32 ZEROS_16 ZEROS_16
#define ZEROS_64 ZEROS_32 ZEROS_32
#define ZEROS_128 ZEROS_64 ZEROS_64
#define ZEROS_256 ZEROS_128 ZEROS_128
#define ZEROS_512 ZEROS_256 ZEROS_256
#define ZEROS_1024 ZEROS_512 ZEROS_512
#define ZEROS_2048 ZEROS_1024 ZEROS_1024

static const unsigned char pages[][4096] = {
  [0] = // page 1
    "SQLite format 3\000\020\000\002\002\000@  \000\000\000\000\000\000\000X\000\000\000\000\000\000\000\000\000\000"
    "\000\203\000\000\000\004\000\000\000\000\000\000\000\000\000\000\000\001\000\000\000\003\000\000\000\000PkSh"
    ZEROS_16 ZEROS_8 "\0\0\0\0"
    "\005\000\000\000\007\017\334\000\000\000\000R\017\373\017\366\017\361\017\354\017\347\017\342\017\334"
    ZEROS_2048 ZEROS_1024 ZEROS_512 ZEROS_256 ZEROS_64 ZEROS_32 "\0"
    "E\201\006\000\000\000>t\000\000\000=a\000\000\000<M\000\000\0008@\000\000\000\034/\000\000\000\031\023",
  [1] = // page 2
    "\n\000\000\000\000\020",
  [2] = // page 3
    "\015\000\000\000\000\020",
  [3] = // page 4
    "\015\000\000\000\000\020",
  [4] = // page 5
    "\015\000\000\000\000\020",
  [5] = // page 6
    "\n\000\000\000\000\020",
  [6] = // page 7
    "\015\000\000\000\000\020",
  [7] = // page 8
    "\015\000\000\000\000\020",
  [8] = // page 9
    "\n\000\000\000\000\020",
  [9] = // page 10
    "\015\000\000\000\000\020",
  [10] = // page 11
    "\n\000\000\000\000\020",
  [11] = // page 12
    "\015\000\000\000\000\020",
  [12] = // page 13
    "\n\000\000\000\000\020",
  [13] = // page 14
    "\n\000\000\000\000\020",
  [14] = // page 15
    "\n\000\000\000\000\020",
  [15] = // page 16
    "\n\000\000\000\000\020",
  [16] = // page 17
    "\015\000\000\000\000\020",
  [17] = // page 18
    "\n\000\000\000\000\020",
  [18] = // page 19
    "\n\000\000\000\000\020",
  [19] = // page 20
    "\n\000\000\000\000\020",
  [20] = // page 21
    "\n\000\000\000\000\020",
  [21] = // page 22
    "\n\000\000\000\000\020",
  [22] = // page 23
    "\n\000\000\000\000\020",
  [23] = // page 24
    "\015\000\000\000\000\020",
  [24] = // page 25
    "\015\000\000\000\023\001\324\000\017y\016\301\016o\015\233\0153\014\326\013\277\014\243\n"
    "\361\013\224\nP\006\177\n"
    "!\011\362\011\303\006 \002*\001\377\001\324\001\201\0011\000\341\000\232\000\222\000e#\027\001_indexphoto_runId"
    "photo\027CREATE INDEX phot\011\303\006\032"
    ZEROS_64 ZEROS_32 ZEROS_16 ZEROS_8 "\0\0\0"
    "\363"
    ZEROS_128 ZEROS_64 ZEROS_32 ZEROS_8 "\0\0\0\0\0\0\0"
    ")\023\006\027=\027\001\000indexsqlite_autoindex_photo_2photo\023)\022\006\027=\027\001\000indexsqlite_autoindex"
    "_photo_1photo\022\207s\021\007\027\027\027\001\217Etablephotophoto\021CREATE TABLE photo (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  kind TEXT NOT NULL,\n"
    "  path TEXT NOT NULL,\n"
    "  sha256 TEXT NOT NULL,\n"
    "  identity TEXT,\n  view TEXT,\n"
    "  skuOfName TEXT,\n  viewOfName TEXT,\n"
    "  width INTEGER NOT NULL,\n"
    "  height INTEGER NOT NULL,\n"
    "  orientation INTEGER NOT NULL,\n"
    "  aspect REAL NOT NULL,\n"
    "  format TEXT NOT NULL,\n"
    "  colorModel TEXT,\n  bitDepth INTEGER NOT NULL,\n"
    "  hasAlpha INTEGER NOT NULL,\n"
    "  isProgressive INTEGER NOT NULL,\n"
    "  icc TEXT,\n  colors TEXT,\n"
    "  content TEXT,\n  capturedAt INTEGER,\n"
    "  bytes INTEGER NOT NULL,\n"
    "  modifiedNanoseconds INTEGER NOT NULL,\n"
    "  changedNanoseconds INTEGER,\n"
    "  inode INTEGER NOT NULL,\n"
    "  recordedNanoseconds INTEGER NOT NULL,\n"
    "  dataFile TEXT,\n  thumbnailFile TEXT,\n"
    "  productId BLOB REFERENCES product (id) ON DELETE CASCADE,\n"
    "  sourceId BLOB REFERENCES photo (id) ON DELETE CASCADE,\n"
    "  recipeId BLOB REFERENCES recipe (id) ON DELETE RESTRICT,\n"
    "  runId BLOB REFERENCES run (id) ON DELETE SET NULL,\n"
    "  data BLOB,\n  thumbnail BLOB,\n"
    "  UNIQUE (path, kind)\n"
    ") STRICT]\020\006\027/\033\001\177indexproduct_nameOrderproduct\020CREATE INDEX product_nameOrder ON product (n"
    "ameOrder, id)\206A\014\007\027\033\033\001\214Ytableproductproduct\014CREATE TABLE product (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  sku TEXT NOT NULL,\n"
    "  name TEXT NOT NULL,\n"
    "  searchKey TEXT NOT NULL,\n"
    "  price INTEGER NOT NULL,\n"
    "  currency TEXT NOT NULL,\n"
    "  quantity INTEGER NOT NULL CONSTRAINT product_quantity_check CHECK (quantity BETWEEN 0 AND 2147483647),\n"
    "  rating REAL NOT NULL,\n"
    "  isFavorite INTEGER NOT NULL,\n"
    "  timesSold INTEGER NOT NULL CONSTRAINT product_timesSold_check CHECK (timesSold BETWEEN 0 AND 2147483647),\n"
    "  lastSold INTEGER,\n"
    "  soldElsewhere INTEGER NOT NULL,\n"
    "  lastSoldElsewhere INTEGER,\n"
    "  timesWorn INTEGER NOT NULL,\n"
    "  lastWorn INTEGER,\n"
    "  url TEXT,\n  tint TEXT,\n"
    "  archived INTEGER NOT NULL,\n"
    "  isMadeByRun INTEGER NOT NULL,\n"
    "  note TEXT,\n  nameFolded TEXT NOT NULL,\n"
    "  nameOrder BLOB NOT NULL,\n"
    "  searchText TEXT NOT NULL,\n"
    "  UNIQUE (sku),\n  UNIQUE (nameFolded)\n"
    ") STRICT-\017\006\027A\033\001\000indexsqlite_autoindex_product_3product\017-\016\006\027A\033\001\000indexsqli"
    "te_autoindex_product_2product\016-\015\006\027A\033\001\000indexsqlite_autoindex_product_1product\015\201\036\013"
    "\007\0333\035\010\201wtrigger_longEdit_forgotten_historyCREATE TRIGGER _longEdit_forgotten AFTER DELETE ON _his"
    "tory BEGIN\n  DELETE FROM _longEdit WHERE history = old.id;\n"
    "END\201 \011\007\027\027\027\001\202\037table_part_part\n"
    "CREATE TABLE _part (\n"
    "  edit INTEGER NOT NULL,\n"
    "  number INTEGER NOT NULL,\n"
    "  changeset BLOB NOT NULL,\n"
    "  PRIMARY KEY (edit, number)\n"
    ") STRICT)\n\006\027=\027\001\000indexsqlite_autoindex__part_1_part\013\201a\007\007\027\037\037\001\203\021tabl"
    "e_longEdit_longEdit\010CREATE TABLE _longEdit (\n"
    "  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,\n"
    "  label TEXT NOT NULL,\n"
    "  history INTEGER UNIQUE,\n"
    "  done INTEGER NOT NULL,\n"
    "  bytes INTEGER NOT NULL,\n"
    "  step TEXT\n) STRICT1\010\006\027E\037\001\000indexsqlite_autoindex__longEdit_1_longEdit\011[\006\007\027\037\037"
    "\001\201\005table_applying_applying\007CREATE TABLE _applying (\n"
    "  history INTEGER NOT NULL\n"
    ") STRICTf\005\007\027+\035\001\201\021index_history_undone_history\006CREATE INDEX _history_undone ON _history "
    "(undone) WHERE undone > 0\201Q\004\007\027\035\035\001\202utable_history_history\005CREATE TABLE _history (\n"
    "  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,\n"
    "  label TEXT NOT NULL,\n"
    "  at INTEGER NOT NULL,\n"
    "  undone INTEGER NOT NULL,\n"
    "  changeset BLOB NOT NULL\n"
    ") STRICTP\003\006\027++\001Ytablesqlite_sequencesqlite_sequence\004CREATE TABLE sqlite_sequence(name,seq)\2015\002"
    "\007\027\033\033\001\202Atable_change_change\003CREATE TABLE _change (\n"
    "  sequence INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,\n"
    "  entity TEXT NOT NULL,\n"
    "  id BLOB NOT NULL,\n"
    "  kind INTEGER NOT NULL\n"
    ") STRICT\201\004\001\007\027\035\035\001\201[table_setting_setting\002CREATE TABLE _setting (\n"
    "  name TEXT NOT NULL PRIMARY KEY,\n"
    "  value TEXT NOT NULL\n"
    ") STRICT, WITHOUT ROWID",
  [25] = // page 26
    "\n\000\000\000\000\020",
  [26] = // page 27
    "\n\000\000\000\000\020",
  [27] = // page 28
    "\015\011\206\000\034\000\311\000\n"
    "\302\nr\n\"\011\216\010I\011Y\011,\006\255\010\"\005\221\006x\0056\003\357\005\013\004\340\003\230\002.\003c\003"
    ".\001\302\000\311\001\221\016~\015\032\014\361\014\237\014H\013\025\011\347\017\214\017!\000\000\000\000\011\206"
    ZEROS_16 ZEROS_8 "\0"
    "\001\221\000d"
    ZEROS_64 ZEROS_32
    "\201E(\007\027\035\035\001\202]tablecustomercustomer*CREATE TABLE customer (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  name TEXT NOT NULL,\n"
    "  email TEXT,\n  phone TEXT,\n"
    "  nameOrder BLOB NOT NULL,\n"
    "  searchText TEXT NOT NULL\n"
    ") STRICT/)\006\027C\035\001\000indexsqlite_autoindex_customer_1customer+j'\007\0275!\001\201\013indexcollection"
    "_nameOrdercollection)CREATE INDEX collection_nameOrder ON collection (nameOrder, id)\201}$\007\027!!\001\203Eta"
    "blecollectioncollection&CREATE TABLE collection (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  name TEXT NOT NULL,\n"
    "  searchKey TEXT NOT NULL,\n"
    "  nameFolded TEXT NOT NULL,\n"
    "  nameOrder BLOB NOT NULL,\n"
    "  searchText TEXT NOT NULL,\n"
    "  UNIQUE (nameFolded)\n"
    ") STRICT3&\006\027G!\001\000indexsqlite_autoindex_collection_2collection(3%\006\027G!\001\000indexsqlite_autoin"
    "dex_collection_1collection'U#\006\027+\027\001windexmaker_nameOrdermaker%CREATE INDEX maker_nameOrder ON maker "
    "(nameOrder, id)\201n \007\027\027\027\001\203;tablemakermaker\"CREATE TABLE maker (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  name TEXT NOT NULL,\n"
    "  searchKey TEXT NOT NULL,\n"
    "  nameFolded TEXT NOT NULL,\n"
    "  nameOrder BLOB NOT NULL,\n"
    "  searchText TEXT NOT NULL,\n"
    "  UNIQUE (nameFolded)\n"
    ") STRICT)\"\006\027=\027\001\000indexsqlite_autoindex_maker_2maker$)!\006\027=\027\001\000indexsqlite_autoindex"
    "_maker_1maker#Y\037\006\027-!\001sindexrunFailure_runIdrunFailure!CREATE INDEX runFailure_runId ON runFailure ("
    "runId)\201d\035\007\027!!\001\203\023tablerunFailurerunFailure\037CREATE TABLE runFailure (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  path TEXT NOT NULL,\n"
    "  code TEXT NOT NULL,\n"
    "  message TEXT NOT NULL,\n"
    "  runId BLOB NOT NULL REFERENCES run (id) ON DELETE CASCADE\n"
    ") STRICT3\036\006\027G!\001\000indexsqlite_autoindex_runFailure_1runFailure \202r\033\007\027\023\023\001\205Kt"
    "ablerunrun\035CREATE TABLE run (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  started INTEGER NOT NULL,\n"
    "  finished INTEGER,\n"
    "  host TEXT NOT NULL,\n"
    "  options TEXT NOT NULL,\n"
    "  engineVersion TEXT NOT NULL,\n"
    "  status TEXT NOT NULL,\n"
    "  rendered INTEGER NOT NULL,\n"
    "  unchanged INTEGER NOT NULL,\n"
    "  failed INTEGER NOT NULL,\n"
    "  conflict INTEGER NOT NULL,\n"
    "  skipped INTEGER NOT NULL\n"
    ") STRICT%\034\006\0279\023\001\000indexsqlite_autoindex_run_1run\036\201`\030\007\027\031\031\001\203\033tabler"
    "eciperecipe\030CREATE TABLE recipe (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  hash TEXT NOT NULL,\n"
    "  name TEXT NOT NULL,\n"
    "  canonicalYAML TEXT NOT NULL,\n"
    "  engineVersion TEXT NOT NULL,\n"
    "  UNIQUE (hash, engineVersion)\n"
    ") STRICT+\032\006\027?\031\001\000indexsqlite_autoindex_recipe_2recipe\033+\031\006\027?\031\001\000indexsqlite"
    "_autoindex_recipe_1recipe\032\011\325\000\010\000\000\000\000E\027\006\027#\027\001_indexphoto_runIdphoto\027CR"
    "EATE INDEX photo_runId ON photo (runId)\016\342\000M"
    ZEROS_64 ZEROS_8 "\0"
    "N\026\006\027)\027\001kindexphoto_recipeIdphoto\026CREATE INDEX photo_recipeId ON photo (recipeId)N\025\006\027"
    ")\027\001kindexphoto_sourceIdphoto\025CREATE INDEX photo_sourceId ON photo (sourceId)Q\024\006\027+\027\001oind"
    "exphoto_productIdphoto\024CREATE INDEX photo_productId ON photo (productId)\2020/\007\027''\001\204\037tablesto"
    "ckMovementstockMovement1CREATE TABLE stockMovement (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  delta INTEGER NOT NULL,\n"
    "  reason TEXT NOT NULL,\n"
    "  at INTEGER NOT NULL,\n"
    "  productId BLOB NOT NULL REFERENCES product (id) ON DELETE CASCADE,\n"
    "  saleId BLOB REFERENCES sale (id) ON DELETE SET NULL\n"
    ") STRICTU.\006\027)\025\001{indexsale_productIdsale0CREATE INDEX sale_productId ON sale (productId, soldAt)P-\006"
    "\027+\025\001oindexsale_customerIdsale/CREATE INDEX sale_customerId ON sale (customerId)',\006\027;\025\001\000"
    "indexsqlite_autoindex_sale_1sale.\202a+\007\027\025\025\001\205%tablesalesale-CREATE TABLE sale (\n"
    "  id BLOB NOT NULL PRIMARY KEY,\n"
    "  quantity INTEGER NOT NULL,\n"
    "  unitPrice INTEGER NOT NULL,\n"
    "  currency TEXT NOT NULL,\n"
    "  productName TEXT NOT NULL,\n"
    "  soldAt INTEGER NOT NULL,\n"
    "  customerId BLOB REFERENCES customer (id) ON DELETE CASCADE,\n"
    "  productId BLOB NOT NULL REFERENCES product (id) ON DELETE RESTRICT\n"
    ") STRICTb*\007\0271\035\001\201\003indexcustomer_nameOrdercustomer,CREATE INDEX customer_nameOrder ON customer "
    "(nameOrder, id)\000\000\001\036",
  [28] = // page 29
    "\015\000\000\000\000\020",
  [29] = // page 30
    "\n\000\000\000\000\020",
  [30] = // page 31
    "\015\000\000\000\000\020",
  [31] = // page 32
    "\n\000\000\000\000\020",
  [32] = // page 33
    "\n\000\000\000\000\020",
  [33] = // page 34
    "\015\000\000\000\000\020",
  [34] = // page 35
    "\n\000\000\000\000\020",
  [35] = // page 36
    "\n\000\000\000\000\020",
  [36] = // page 37
    "\n\000\000\000\000\020",
  [37] = // page 38
    "\015\000\000\000\000\020",
  [38] = // page 39
    "\n\000\000\000\000\020",
  [39] = // page 40
    "\n\000\000\000\000\020",
  [40] = // page 41
    "\n\000\000\000\000\020",
  [41] = // page 42
    "\015\000\000\000\000\020",
  [42] = // page 43
    "\n\000\000\000\000\020",
  [43] = // page 44
    "\n\000\000\000\000\020",
  [44] = // page 45
    "\015\000\000\000\000\020",
  [45] = // page 46
    "\n\000\000\000\000\020",
  [46] = // page 47
    "\n\000\000\000\000\020",
  [47] = // page 48
    "\n\000\000\000\000\020",
  [48] = // page 49
    "\015\000\000\000\000\020",
  [49] = // page 50
    "\n\000\000\000\000\020",
  [50] = // page 51
    "\n\000\000\000\000\020",
  [51] = // page 52
    "\n\000\000\000\000\020",
  [52] = // page 53
    "\n\000\000\000\000\020",
  [53] = // page 54
    "\n\000\000\000\000\020",
  [54] = // page 55
    "\n\000\000\000\000\020",
  [55] = // page 56
    "\015\000\000\000\021\000\306\000\017\305\017Q\016\346\015\335\015j\014C\013\254\n"
    "\226\n\007\011\007\010\011\006\323\005V\004a\003n\002=\000\306"
    ZEROS_32 ZEROS_16 ZEROS_8 "\0"
    "\201r=\007\033A\025\010\203\031triggerproduct_timesSold_insertedsaleCREATE TRIGGER product_timesSold_inserted A"
    "FTER INSE\202t@\007\033;\025\010\205#triggerproduct_timesSold_movedsaleCREATE TRIGGER product_timesSold_moved A"
    "FTER UPDATE OF productId ON sale\n"
    "WHEN old.productId IS NOT new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET timesSold = timesSold - old.quantity WHERE id = old.productId;\n"
    "  UPDATE product SET timesSold = timesSold + new.quantity WHERE id = new.productId;\n"
    "END\202.?\007\033?\025\010\204\023triggerproduct_timesSold_changedsaleCREATE TRIGGER product_timesSold_changed "
    "AFTER UPDATE OF quantity ON sale\n"
    "WHEN old.productId IS new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET timesSold = timesSold + new.quantity - old.quantity WHERE id = new.productId;\n"
    "END\201p>\007\033?\025\010\203\027triggerproduct_timesSold_deletedsaleCREATE TRIGGER product_timesSold_deleted "
    "AFTER DELETE ON sale\n"
    "WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET timesSold = timesSold - old.quantity WHERE id = old.productId;\n"
    "END\201r=\007\033A\025\010\203\031triggerproduct_timesSold_insertedsaleCREATE TRIGGER product_timesSold_inserte"
    "d AFTER INSERT ON sale\n"
    "WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET timesSold = timesSold + new.quantity WHERE id = new.productId;\n"
    "END\202z<\007\0339'\010\205\037triggerproduct_quantity_movedstockMovementCREATE TRIGGER product_quantity_moved "
    "AFTER UPDATE OF productId ON stockMovement\n"
    "WHEN old.productId IS NOT new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET quantity = quantity - old.delta WHERE id = old.productId;\n"
    "  UPDATE product SET quantity = quantity + new.delta WHERE id = new.productId;\n"
    "END\2023;\007\033='\010\204\015triggerproduct_quantity_changedstockMovementCREATE TRIGGER product_quantity_chan"
    "ged AFTER UPDATE OF delta ON stockMovement\n"
    "WHEN old.productId IS new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET quantity = quantity + new.delta - old.delta WHERE id = new.productId;\n"
    "END\201{:\007\033='\010\203\035triggerproduct_quantity_deletedstockMovementCREATE TRIGGER product_quantity_dele"
    "ted AFTER DELETE ON stockMovement\n"
    "WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET quantity = quantity - old.delta WHERE id = old.productId;\n"
    "END\201}9\007\033?'\010\203\037triggerproduct_quantity_insertedstockMovementCREATE TRIGGER product_quantity_ins"
    "erted AFTER INSERT ON stockMovement\n"
    "WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET quantity = quantity + new.delta WHERE id = new.productId;\n"
    "END\201\0148\007\027I1\001\201+indexingredients_usedIn_ingredientsingredients_usedIn;CREATE INDEX ingredients_u"
    "sedIn_ingredients ON ingredients_usedIn (ingredients)\202\0237\007\02711\001\203Qtableingredients_usedIningredi"
    "ents_usedIn:CREATE TABLE ingredients_usedIn (\n"
    "  ingredients BLOB NOT NULL REFERENCES photo (id) ON DELETE CASCADE,\n"
    "  usedIn BLOB NOT NULL REFERENCES photo (id) ON DELETE CASCADE,\n"
    "  PRIMARY KEY (usedIn, ingredients)\n"
    ") STRICT, WITHOUT ROWID\201\0246\007\027M5\001\2013indexcollections_products_collectionscollections_products9CR"
    "EATE INDEX collections_products_collections ON collections_products (collections)\202$5\007\02755\001\203ktable"
    "collections_productscollections_products7CREATE TABLE collections_products (\n"
    "  collections BLOB NOT NULL REFERENCES collection (id) ON DELETE CASCADE,\n"
    "  products BLOB NOT NULL REFERENCES product (id) ON DELETE CASCADE,\n"
    "  PRIMARY KEY (products, collections)\n"
    ") STRICT, WITHOUT ROWIDq4\007\0279+\001\201\013indexmakers_products_makersmakers_products6CREATE INDEX makers_p"
    "roducts_makers ON makers_products (makers)\202\0063\007\027++\001\203Ctablemakers_productsmakers_products5CREAT"
    "E TABLE makers_products (\n"
    "  makers BLOB NOT NULL REFERENCES maker (id) ON DELETE CASCADE,\n"
    "  products BLOB NOT NULL REFERENCES product (id) ON DELETE CASCADE,\n"
    "  PRIMARY KEY (products, makers)\n"
    ") STRICT, WITHOUT ROWIDi2\007\0275'\001\201\003indexstockMovement_saleIdstockMovement4CREATE INDEX stockMovemen"
    "t_saleId ON stockMovement (saleId)r1\007\027;'\001\201\017indexstockMovement_productIdstockMovement3CREATE INDE"
    "X stockMovement_productId ON stockMovement (productId)90\006\027M'\001\000indexsqlite_autoindex_stockMovement_1"
    "stockMovement2",
  [56] = // page 57
    "\n\000\000\000\000\020",
  [57] = // page 58
    "\n\000\000\000\000\020",
  [58] = // page 59
    "\n\000\000\000\000\020",
  [59] = // page 60
    "\015\013\341\000\015\001\225\000\015q\n"
    "z\011\025\007\203\005&\003\261\002\370\014\270\013\377\017Q\016\242\002I\001\225\000\341\000-\0002\000\000\000\000"
    "\000\013\341\001h"
    ZEROS_256 ZEROS_64 ZEROS_32 "\0\0\0\0"
    "\2011M\007\0333\031\010\202!triggerrecipe_watch_insertrecipeCREATE TRIGGER recipe_watch_insert AFTER INSERT ON "
    "recipe BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Recipe', new.id, 0);\n"
    "END\201,L\007\0331\027\010\202\033triggerphoto_watch_deletephotoCREATE TRIGGER photo_watch_delete AFTER DELETE "
    "ON photo BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Photo', old.id, 2);\n"
    "END\2016G\007\0335\033\010\202'triggerproduct_watch_insertproductCREATE TRIGGER product_watch_insert AFTER INSE"
    "RT ON product BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Product', new.id, 0);\n"
    "END\202rF\007\0339\033\010\205\033triggerproduct_lastSold_basedproductCREATE TRIGGER product_lastSold_based AFT"
    "ER UPDATE OF lastSoldElsewhere ON product\n"
    "WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET lastSold = (SELECT max(value) FROM (\n"
    "    SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhe"
    "re)) WHERE id = new.id;\n"
    "END\204ZE\007\0339\025\010\210qtriggerproduct_lastSold_movedsaleCREATE TRIGGER product_lastSold_moved AFTER UPD"
    "ATE OF productId ON sale\n"
    "WHEN old.productId IS NOT new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET lastSold = (SELECT max(value) FROM (\n"
    "    SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhe"
    "re)) WHERE id = old.productId;\n"
    "  UPDATE product SET lastSold = (SELECT max(value) FROM (\n"
    "    SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhe"
    "re)) WHERE id = new.productId;\n"
    "END\203\017D\007\033=\025\010\205Wtriggerproduct_lastSold_changedsaleCREATE TRIGGER product_lastSold_changed AF"
    "TER UPDATE OF soldAt ON sale\n"
    "WHEN old.productId IS new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET lastSold = (SELECT max(value) FROM (\n"
    "    SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhe"
    "re)) WHERE id = new.productId;\n"
    "END\202bC\007\033=\025\010\204}triggerproduct_lastSold_deletedsaleCREATE TRIGGER product_lastSold_deleted AFTER"
    " DELETE ON sale\nWHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET lastSold = (SELECT max(value) FROM (\n"
    "    SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhe"
    "re)) WHERE id = old.productId;\n"
    "END\202dB\007\033?\025\010\204\177triggerproduct_lastSold_insertedsaleCREATE TRIGGER product_lastSold_inserted "
    "AFTER INSERT ON sale\n"
    "WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET lastSold = (SELECT max(value) FROM (\n"
    "    SELECT max(soldAt) AS value FROM sale WHERE productId = product.id UNION ALL SELECT product.lastSoldElsewhe"
    "re)) WHERE id = new.productId;\n"
    "END\016\211\000\036"
    ZEROS_16 ZEROS_8 "\0\0"
    "\2016I\007\0335\033\010\202'triggerproduct_watch_deleteproductCREATE TRIGGER product_watch_delete AFTER DELETE "
    "ON product BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Product', old.id, 2);\n"
    "END\2016H\007\0335\033\010\202'triggerproduct_watch_updateproductCREATE TRIGGER product_watch_update AFTER UPDA"
    "TE ON product BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Product', new.id, 1);\n"
    "END\202\025A\007\033;\033\010\203_triggerproduct_timesSold_basedproductCREATE TRIGGER product_timesSold_based A"
    "FTER UPDATE OF soldElsewhere ON product\n"
    "WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN\n"
    "  UPDATE product SET timesSold = timesSold + new.soldElsewhere - old.soldElsewhere WHERE id = new.id;\n"
    "END\000\000\000\031"
    ZEROS_16 "\0\0\0\0\0"
    "\201,K\007\0331\027\010\202\033triggerphoto_watch_updatephotoCREATE TRIGGER photo_watch_update AFTER UPDATE ON "
    "photo BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Photo', new.id, 1);\n"
    "END\201,J\007\0331\027\010\202\033triggerphoto_watch_insertphotoCREATE TRIGGER photo_watch_insert AFTER INSERT "
    "ON photo BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Photo', new.id, 0);\n"
    "END",
  [60] = // page 61
    "\015\000\000\000\024\001\264\000\003\022\002^\017[\016\266\016\021\015I\014\201\013\271\013\n"
    "\n[\011\254\010\344\010\034\007T\006\226\005\330\005\032\004p\003\306\001\264\000\335\000\201\000\000\000\000\000"
    "\000\000\000\000\ne\001|"
    ZEROS_64 ZEROS_16 ZEROS_8
    "\003/"
    ZEROS_64 "\0\0\0\0\0"
    "\327"
    ZEROS_128 ZEROS_64 ZEROS_16 "\0\0\0"
    "\201'a\007\033/\025\010\202\025triggersale_watch_deletesaleCREATE TRIGGER sale_watch_delete AFTER DELETE ON sal"
    "e BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Sale', old.id, 2);\n"
    "END\2011O\007\0333\031\010\202!triggerrecipe_watch_deleterecipeCREATE TRIGGER recipe_watch_delete AFTER DELETE "
    "ON recipe BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Recipe', old.id, 2);\n"
    "END\2011N\007\0333\031\010\202!triggerrecipe_watch_updaterecipeCREATE TRIGGER recipe_watch_update AFTER UPDATE "
    "ON recipe BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Recipe', new.id, 1);\n"
    "END\201'`\007\033/\025\010\202\025triggersale_watch_updatesaleCREATE TRIGGER sale_watch_update AFTER UPDATE ON "
    "sale BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Sale', new.id, 1);\n"
    "END\201'_\007\033/\025\010\202\025triggersale_watch_insertsaleCREATE TRIGGER sale_watch_insert AFTER INSERT ON "
    "sale BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Sale', new.id, 0);\n"
    "END\201;^\007\0337\035\010\202-triggercustomer_watch_deletecustomerCREATE TRIGGER customer_watch_delete AFTER D"
    "ELETE ON customer BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Customer', old.id, 2);\n"
    "END\201;]\007\0337\035\010\202-triggercustomer_watch_updatecustomerCREATE TRIGGER customer_watch_update AFTER U"
    "PDATE ON customer BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Customer', new.id, 1);\n"
    "END\201;\\\007\0337\035\010\202-triggercustomer_watch_insertcustomerCREATE TRIGGER customer_watch_insert AFTER "
    "INSERT ON customer BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Customer', new.id, 0);\n"
    "END\201E[\007\033;!\010\2029triggercollection_watch_deletecollectionCREATE TRIGGER collection_watch_delete AFTE"
    "R DELETE ON collection BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Collection', old.id, 2);\n"
    "END\201EZ\007\033;!\010\2029triggercollection_watch_updatecollectionCREATE TRIGGER collection_watch_update AFTE"
    "R UPDATE ON collection BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Collection', new.id, 1);\n"
    "END\201EY\007\033;!\010\2029triggercollection_watch_insertcollectionCREATE TRIGGER collection_watch_insert AFTE"
    "R INSERT ON collection BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Collection', new.id, 0);\n"
    "END\201,X\007\0331\027\010\202\033triggermaker_watch_deletemakerCREATE TRIGGER maker_watch_delete AFTER DELETE "
    "ON maker BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Maker', old.id, 2);\n"
    "END\201,W\007\0331\027\010\202\033triggermaker_watch_updatemakerCREATE TRIGGER maker_watch_update AFTER UPDATE "
    "ON maker BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Maker', new.id, 1);\n"
    "END\201,V\007\0331\027\010\202\033triggermaker_watch_insertmakerCREATE TRIGGER maker_watch_insert AFTER INSERT "
    "ON maker BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Maker', new.id, 0);\n"
    "END\201EU\007\033;!\010\2029triggerrunFailure_watch_deleterunFailureCREATE TRIGGER runFailure_watch_delete AFTE"
    "R DELETE ON runFailure BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('RunFailure', old.id, 2);\n"
    "END\201ET\007\033;!\010\2029triggerrunFailure_watch_updaterunFailureCREATE TRIGGER runFailure_watch_update AFTE"
    "R UPDATE ON runFailure BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('RunFailure', new.id, 1);\n"
    "END\201ES\007\033;!\010\2029triggerrunFailure_watch_insertrunFailureCREATE TRIGGER runFailure_watch_insert AFTE"
    "R INSERT ON runFailure BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('RunFailure', new.id, 0);\n"
    "END\201\"R\007\033-\023\010\202\017triggerrun_watch_deleterunCREATE TRIGGER run_watch_delete AFTER DELETE ON ru"
    "n BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Run', old.id, 2);\n"
    "END\201\"Q\007\033-\023\010\202\017triggerrun_watch_updaterunCREATE TRIGGER run_watch_update AFTER UPDATE ON ru"
    "n BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Run', new.id, 1);\n"
    "END\201\"P\007\033-\023\010\202\017triggerrun_watch_insertrunCREATE TRIGGER run_watch_insert AFTER INSERT ON ru"
    "n BEGIN\n  INSERT INTO _change (entity, id, kind) VALUES ('Run', new.id, 0);\n"
    "END",
  [61] = // page 62
    "\015\000\000\000\023\001\000\000\002\303\017)\016R\015Y\014`\013I\n"
    "2\011,\010&\007\200\007E\006_\005\336\005H\004\304\004I\003\232\001\255\001\000\0005\000\n"
    "\n\001e\000\000\003e"
    ZEROS_128 ZEROS_64 "\0\0\0\0\0\0\0"
    "\201*t\007\0339\033\010\202\013trigger_stale_product_deletedproductCREATE TRIGGER _stale_product_deleted AFTER "
    "DELETE ON product BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product VALUES (old.id);\n"
    "END\202\023s\007\0339\033\010\203]trigger_stale_product_changedproductCREATE TRIGGER _stale_product_changed AFT"
    "ER UPDATE OF nameOrder, searchText ON product\n"
    "WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product VALUES (new.id);\n"
    "END\201Tb\007\033A'\010\202KtriggerstockMovement_watch_insertstockMovementCREATE TRIGGER stockMovement_watch_in"
    "sert AFTER INSERT ON stockMovement BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('StockMovement', new.id, 0);\n"
    "END\201,r\007\033;\033\010\202\015trigger_stale_product_insertedproductCREATE TRIGGER _stale_product_inserted A"
    "FTER INSERT ON product BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product VALUES (new.id);\n"
    "ENDyq\007\027))\001\201-table_stale_product_stale_productDCREATE TABLE _stale_product (id BLOB NOT NULL PRIMARY"
    " KEY) STRICT, WITHOUT ROWID\201\001p\007\027;;\001\201\031table_entries_product_config_entries_product_configCC"
    "REATE TABLE '_entries_product_config'(k PRIMARY KEY, v) WITHOUT ROWID\201\023o\007\02755\001\201Itable_entries_"
    "product_idx_entries_product_idxBCREATE TABLE '_entries_product_idx'(segid, term, pgno, PRIMARY KEY(segid, term)"
    ") WITHOUT ROWID\177n\007\02777\001\201\035table_entries_product_data_entries_product_dataACREATE TABLE '_entrie"
    "s_product_data'(id INTEGER PRIMARY KEY, block BLOB)\201cm\007\027--\010\202{table_entries_product_entries_produ"
    "ctCREATE VIRTUAL TABLE _entries_product USING fts5 (\n"
    "  entries, content='', columnsize=0, detail=none, prefix='1 2',\n"
    "  tokenize=\"ascii tokenchars '!\"\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'\"\n"
    ")9l\006\027M'\001\000indexsqlite_autoindex__list_product_1_list_product@\201#k\007\027''\001\202\005table_list_"
    "product_list_product?CREATE TABLE _list_product (\n"
    "  number INTEGER NOT NULL PRIMARY KEY,\n"
    "  id BLOB NOT NULL UNIQUE,\n"
    "  text TEXT NOT NULL\n"
    ") STRICT\202\003j\007\033K1\010\203\025triggeringredients_usedIn_watch_deleteingredients_usedInCREATE TRIGGER i"
    "ngredients_usedIn_watch_delete AFTER DELETE ON ingredients_usedIn BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Photo', old.ingredients, 1), ('Photo', old.usedIn, 1);\n"
    "END\202\003i\007\033K1\010\203\025triggeringredients_usedIn_watch_insertingredients_usedInCREATE TRIGGER ingred"
    "ients_usedIn_watch_insert AFTER INSERT ON ingredients_usedIn BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Photo', new.ingredients, 1), ('Photo', new.usedIn, 1);\n"
    "END\202\024h\007\033O5\010\203/triggercollections_products_watch_deletecollections_productsCREATE TRIGGER colle"
    "ctions_products_watch_delete AFTER DELETE ON collections_products BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Collection', old.collections, 1), ('Product', old.products, 1"
    ");\nEND\202\024g\007\033O5\010\203/triggercollections_products_watch_insertcollections_productsCREATE TRIGGER c"
    "ollections_products_watch_insert AFTER INSERT ON collections_products BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Collection', new.collections, 1), ('Product', new.products, 1"
    ");\nEND\201vf\007\033E+\010\203\007triggermakers_products_watch_deletemakers_productsCREATE TRIGGER makers_prod"
    "ucts_watch_delete AFTER DELETE ON makers_products BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Maker', old.makers, 1), ('Product', old.products, 1);\n"
    "END\201ve\007\033E+\010\203\007triggermakers_products_watch_insertmakers_productsCREATE TRIGGER makers_products"
    "_watch_insert AFTER INSERT ON makers_products BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('Maker', new.makers, 1), ('Product', new.products, 1);\n"
    "END\201Td\007\033A'\010\202KtriggerstockMovement_watch_deletestockMovementCREATE TRIGGER stockMovement_watch_de"
    "lete AFTER DELETE ON stockMovement BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('StockMovement', old.id, 2);\n"
    "END\201Tc\007\033A'\010\202KtriggerstockMovement_watch_updatestockMovementCREATE TRIGGER stockMovement_watch_up"
    "date AFTER UPDATE ON stockMovement BEGIN\n"
    "  INSERT INTO _change (entity, id, kind) VALUES ('StockMovement', new.id, 1);\n"
    "END",
  [62] = // page 63
    "\015\000\000\000\000\020",
  [63] = // page 64
    "\n\000\000\000\000\020",
  [64] = // page 65
    "\015\000\000\000\002\017\357\000\017\373\017\357"
    ZEROS_2048 ZEROS_1024 ZEROS_512 ZEROS_256 ZEROS_128 ZEROS_64 ZEROS_32 "\0\0\0"
    "\n\n\003\000\032\000\000\000\000\000\000\000\003\001\003\000\014",
  [65] = // page 66
    "\n\000\000\000\000\020",
  [66] = // page 67
    "\n\000\000\000\001\017\364\000\017\364"
    ZEROS_2048 ZEROS_1024 ZEROS_512 ZEROS_256 ZEROS_128 ZEROS_64 ZEROS_32 ZEROS_8 "\0\0"
    "\013\003\033\001version\004",
  [67] = // page 68
    "\n\000\000\000\000\020",
  [68] = // page 69
    "\015\006\010\000\022\002\017\000\0059\004f\017\034\016\002\015\037\0148\0136\011\376\011^\011'\010G\007\313\007"
    ":\006\274\006F\003\300\002\263\002\017\002\015\001\201\000\341\000S\000J"
    ZEROS_16 "\0\0\0\0\0\0\0"
    "\011\000\000\000\000\000\000\000\007x"
    ZEROS_256 ZEROS_128 ZEROS_32 ZEROS_16 ZEROS_8
    "\201 \201\006\007\0335\027\010\201\177trigger_stale_maker_deletedmakerCREATE TRIGGER _stale_maker_deleted AFTER"
    " DELETE ON maker BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_maker VALUES (old.id);\n"
    "END\202\011\201\005\007\0335\027\010\203Qtrigger_stale_maker_changedmakerCREATE TRIGGER _stale_maker_changed AF"
    "TER UPDATE OF nameOrder, searchText ON maker\n"
    "WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_maker VALUES (new.id);\n"
    "END\201\"\201\004\007\0337\027\010\202\001trigger_stale_maker_insertedmakerCREATE TRIGGER _stale_maker_inserted"
    " AFTER INSERT ON maker BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_maker VALUES (new.id);\n"
    "END\201Pv\007\033I+\010\2027trigger_stale_product_makers_unlinkedmakers_productsCREATE TRIGGER _stale_product_m"
    "akers_unlinked AFTER DELETE ON makers_products BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product VALUES (old.products);\n"
    "END\201Lu\007\033E+\010\2023trigger_stale_product_makers_linkedmakers_productsCREATE TRIGGER _stale_product_mak"
    "ers_linked AFTER INSERT ON makers_products BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product VALUES (new.products);\n"
    "END\000\000\000>"
    ZEROS_32 ZEROS_16 ZEROS_8 "\0\0"
    "s\201\003\007\027%%\001\201)table_stale_maker_stale_makerKCREATE TABLE _stale_maker (id BLOB NOT NULL PRIMARY K"
    "EY) STRICT, WITHOUT ROWID{\201\002\007\02777\001\201\025table_entries_maker_config_entries_maker_configJCREATE "
    "TABLE '_entries_maker_config'(k PRIMARY KEY, v) WITHOUT ROWID\201\015\201\001\007\02711\001\201Etable_entries_m"
    "aker_idx_entries_maker_idxICREATE TABLE '_entries_maker_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHO"
    "UT ROWIDy\201\000\007\02733\001\201\031table_entries_maker_data_entries_maker_dataHCREATE TABLE '_entries_maker"
    "_data'(id INTEGER PRIMARY KEY, block BLOB)\201]\177\007\027))\010\202wtable_entries_maker_entries_makerCREATE V"
    "IRTUAL TABLE _entries_maker USING fts5 (\n"
    "  entries, content='', columnsize=0, detail=none, prefix='1 2',\n"
    "  tokenize=\"ascii tokenchars '!\"\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'\"\n"
    ")5~\006\027I#\001\000indexsqlite_autoindex__list_maker_1_list_makerG\201\035}\007\027##\001\202\001table_list_m"
    "aker_list_makerFCREATE TABLE _list_maker (\n"
    "  number INTEGER NOT NULL PRIMARY KEY,\n"
    "  id BLOB NOT NULL UNIQUE,\n"
    "  text TEXT NOT NULL\n"
    ") STRICT\2025|\007\033Q!\010\204\003trigger_stale_product_collections_changedcollectionCREATE TRIGGER _stale_pr"
    "oduct_collections_changed AFTER UPDATE OF searchText ON collection\n"
    "WHEN old.searchText IS NOT new.searchText BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product SELECT products FROM collections_products WHERE collections = new.id;\n"
    "END\201\177{\007\033S!\010\203\025trigger_stale_product_collections_insertedcollectionCREATE TRIGGER _stale_pro"
    "duct_collections_inserted AFTER INSERT ON collection BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product SELECT products FROM collections_products WHERE collections = new.id;\n"
    "END\201dz\007\033S5\010\202Ktrigger_stale_product_collections_unlinkedcollections_productsCREATE TRIGGER _stale"
    "_product_collections_unlinked AFTER DELETE ON collections_products BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product VALUES (old.products);\n"
    "END\201`y\007\033O5\010\202Gtrigger_stale_product_collections_linkedcollections_productsCREATE TRIGGER _stale_p"
    "roduct_collections_linked AFTER INSERT ON collections_products BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product VALUES (new.products);\n"
    "END\202\027x\007\033G\027\010\203[trigger_stale_product_makers_changedmakerCREATE TRIGGER _stale_product_makers"
    "_changed AFTER UPDATE OF searchText ON maker\n"
    "WHEN old.searchText IS NOT new.searchText BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product SELECT products FROM makers_products WHERE makers = new.id;\n"
    "END\201aw\007\033I\027\010\202mtrigger_stale_product_makers_insertedmakerCREATE TRIGGER _stale_product_makers_i"
    "nserted AFTER INSERT ON maker BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_product SELECT products FROM makers_products WHERE makers = new.id;\n"
    "END",
  [69] = // page 70
    "\015\000\000\000\000\020",
  [70] = // page 71
    "\n\000\000\000\000\020",
  [71] = // page 72
    "\015\000\000\000\002\017\357\000\017\373\017\357"
    ZEROS_2048 ZEROS_1024 ZEROS_512 ZEROS_256 ZEROS_128 ZEROS_64 ZEROS_32 "\0\0\0"
    "\n\n\003\000\032\000\000\000\000\000\000\000\003\001\003\000\014",
  [72] = // page 73
    "\n\000\000\000\000\020",
  [73] = // page 74
    "\n\000\000\000\001\017\364\000\017\364"
    ZEROS_2048 ZEROS_1024 ZEROS_512 ZEROS_256 ZEROS_128 ZEROS_64 ZEROS_32 ZEROS_8 "\0\0"
    "\013\003\033\001version\004",
  [74] = // page 75
    "\n\000\000\000\000\020",
  [75] = // page 76
    "\015\000\000\000\000\020",
  [76] = // page 77
    "\n\000\000\000\000\020",
  [77] = // page 78
    "\015\000\000\000\002\017\357\000\017\373\017\357"
    ZEROS_2048 ZEROS_1024 ZEROS_512 ZEROS_256 ZEROS_128 ZEROS_64 ZEROS_32 "\0\0\0"
    "\n\n\003\000\032\000\000\000\000\000\000\000\003\001\003\000\014",
  [78] = // page 79
    "\n\000\000\000\000\020",
  [79] = // page 80
    "\n\000\000\000\001\017\364\000\017\364"
    ZEROS_2048 ZEROS_1024 ZEROS_512 ZEROS_256 ZEROS_128 ZEROS_64 ZEROS_32 ZEROS_8 "\0\0"
    "\013\003\033\001version\004",
  [80] = // page 81
    "\n\000\000\000\000\020",
  [81] = // page 82
    "\015\005W\000\024\000\251\000\013t\0132\n"
    "B\011\266\011\026\010\210\010\002\007C\006\035\005`\004o\005\031\003\205\002\377\002e\001\335\001^\000\251\016\344"
    "\0161"
    ZEROS_64 ZEROS_32 ZEROS_16 ZEROS_8 "\0"
    "\2011\201\030\007\033=\035\010\202\023trigger_stale_customer_insertedcustomerCREATE TRIGGER _stale_customer_ins"
    "erted AFTER INSERT ON customer BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_customer VALUES (new.id);\n"
    "END|\201\027\007\027++\001\201/table_stale_customer_stale_customerXCREATE TABLE _stale_customer (id BLOB NOT NU"
    "LL PRIMARY KEY) STRICT, WITHOUT ROWID\201\004\201\026\007\027==\001\201\033table_entries_customer_config_entrie"
    "s_customer_configWCREATE TABLE '_entries_customer_config'(k PRIMARY KEY, v) WITHOUT ROWID\201\026\201\025\007\027"
    "77\001\201Ktable_entries_customer_idx_entries_customer_idxVCREATE TABLE '_entries_customer_idx'(segid, term, pg"
    "no, PRIMARY KEY(segid, term)) WITHOUT ROWID\201\002\201\024\007\02799\001\201\037table_entries_customer_data_en"
    "tries_customer_dataUCREATE TABLE '_entries_customer_data'(id INTEGER PRIMARY KEY, block BLOB)\201f\201\023\007\027"
    "//\010\202}table_entries_customer_entries_customerCREATE VIRTUAL TABLE _entries_customer USING fts5 (\n"
    "  entries, content='', columnsize=0, detail=none, prefix='1 2',\n"
    "  tokenize=\"ascii tokenchars '!\"\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'\"\n"
    ")\201&\201\021\007\027))\001\202\007table_list_customer_list_customerSCREATE TABLE _list_customer (\n"
    "  number INTEGER NOT NULL PRIMARY KEY,\n"
    "  id BLOB NOT NULL UNIQUE,\n"
    "  text TEXT NOT NULL\n"
    ") STRICT;\201\022\006\027O)\001\000indexsqlite_autoindex__list_customer_1_list_customerT\014$\000\011\000\000\000"
    "\000\000\2019\201\020\007\033?!\010\202\035trigger_stale_collection_deletedcollectionCREATE TRIGGER _stale_coll"
    "ection_deleted AFTER DELETE ON collection BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_collection VALUES (old.id);\n"
    "END\202\"\201\017\007\033?!\010\203otrigger_stale_collection_changedcollectionCREATE TRIGGER _stale_collection_"
    "changed AFTER UPDATE OF nameOrder, searchText ON collection\n"
    "WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_collection VALUES (new.id);\n"
    "END\201;\201\016\007\033A!\010\202\037trigger_stale_collection_insertedcollectionCREATE TRIGGER _stale_collecti"
    "on_inserted AFTER INSERT ON collection BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_collection VALUES (new.id);\n"
    "END\201\002\201\015\007\027//\001\2013table_stale_collection_stale_collectionQCREATE TABLE _stale_collection (i"
    "d BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID\201\n"
    "\201\014\007\027AA\001\201\037table_entries_collection_config_entries_collection_configPCREATE TABLE '_entries_"
    "collection_config'(k PRIMARY KEY, v) WITHOUT ROWID\201\034\201\013\007\027;;\001\201Otable_entries_collection_i"
    "dx_entries_collection_idxOCREATE TABLE '_entries_collection_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) W"
    "ITHOUT ROWID\201\010\201\n"
    "\007\027==\001\201#table_entries_collection_data_entries_collection_dataNCREATE TABLE '_entries_collection_data"
    "'(id INTEGER PRIMARY KEY, block BLOB)\201l\201\011\007\02733\010\203\001table_entries_collection_entries_collec"
    "tionCREATE VIRTUAL TABLE _entries_collection USING fts5 (\n"
    "  entries, content='', columnsize=0, detail=none, prefix='1 2',\n"
    "  tokenize=\"ascii tokenchars '!\"\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'\"\n"
    ")?\201\010\006\027S-\001\000indexsqlite_autoindex__list_collection_1_list_collectionM\201,\201\007\007\027--\001"
    "\202\013table_list_collection_list_collectionLCREATE TABLE _list_collection (\n"
    "  number INTEGER NOT NULL PRIMARY KEY,\n"
    "  id BLOB NOT NULL UNIQUE,\n"
    "  text TEXT NOT NULL\n"
    ") STRICT\000\000\002\015"
    ZEROS_512 ZEROS_8 "\0"
    "\201/\201\032\007\033;\035\010\202\021trigger_stale_customer_deletedcustomerCREATE TRIGGER _stale_customer_dele"
    "ted AFTER DELETE ON customer BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_customer VALUES (old.id);\n"
    "END\202\030\201\031\007\033;\035\010\203ctrigger_stale_customer_changedcustomerCREATE TRIGGER _stale_customer_c"
    "hanged AFTER UPDATE OF nameOrder, searchText ON customer\n"
    "WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN\n"
    "  INSERT OR IGNORE INTO _stale_customer VALUES (new.id);\n"
    "END",
  [82] = // page 83
    "\015\000\000\000\000\020",
  [83] = // page 84
    "\n\000\000\000\000\020",
  [84] = // page 85
    "\015\000\000\000\002\017\357\000\017\373\017\357"
    ZEROS_2048 ZEROS_1024 ZEROS_512 ZEROS_256 ZEROS_128 ZEROS_64 ZEROS_32 "\0\0\0"
    "\n\n\003\000\032\000\000\000\000\000\000\000\003\001\003\000\014",
  [85] = // page 86
    "\n\000\000\000\000\020",
  [86] = // page 87
    "\n\000\000\000\001\017\364\000\017\364"
    ZEROS_2048 ZEROS_1024 ZEROS_512 ZEROS_256 ZEROS_128 ZEROS_64 ZEROS_32 ZEROS_8 "\0\0"
    "\013\003\033\001version\004",
  [87] = // page 88
    "\n\000\000\000\000\020",
};

const void *packshot_new_catalog(size_t *count) {
  *count = sizeof pages;
  return pages;
}
