import ObjectStore

extension Catalog {
  /// What keeps sums, searches and the list of changes true in version 2.
  static let schema2Triggers = """
    CREATE TRIGGER product_quantity_inserted AFTER INSERT ON stockMovement
    WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET quantity = quantity + new.delta WHERE id = new.productId;
    END;
    CREATE TRIGGER product_quantity_deleted AFTER DELETE ON stockMovement
    WHEN NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET quantity = quantity - old.delta WHERE id = old.productId;
    END;
    CREATE TRIGGER product_quantity_changed AFTER UPDATE OF delta ON stockMovement
    WHEN old.productId IS new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET quantity = quantity + new.delta - old.delta WHERE id = new.productId;
    END;
    CREATE TRIGGER product_quantity_moved AFTER UPDATE OF productId ON stockMovement
    WHEN old.productId IS NOT new.productId AND NOT EXISTS (SELECT 1 FROM _applying) BEGIN
      UPDATE product SET quantity = quantity - old.delta WHERE id = old.productId;
      UPDATE product SET quantity = quantity + new.delta WHERE id = new.productId;
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
    CREATE TRIGGER photo_watch_insert AFTER INSERT ON photo BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Photo', new.id, 0);
    END;
    CREATE TRIGGER photo_watch_update AFTER UPDATE ON photo BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Photo', new.id, 1);
    END;
    CREATE TRIGGER photo_watch_delete AFTER DELETE ON photo BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Photo', old.id, 2);
    END;
    CREATE TRIGGER recipe_watch_insert AFTER INSERT ON recipe BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Recipe', new.id, 0);
    END;
    CREATE TRIGGER recipe_watch_update AFTER UPDATE ON recipe BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Recipe', new.id, 1);
    END;
    CREATE TRIGGER recipe_watch_delete AFTER DELETE ON recipe BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Recipe', old.id, 2);
    END;
    CREATE TRIGGER run_watch_insert AFTER INSERT ON run BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Run', new.id, 0);
    END;
    CREATE TRIGGER run_watch_update AFTER UPDATE ON run BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Run', new.id, 1);
    END;
    CREATE TRIGGER run_watch_delete AFTER DELETE ON run BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Run', old.id, 2);
    END;
    CREATE TRIGGER runFailure_watch_insert AFTER INSERT ON runFailure BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('RunFailure', new.id, 0);
    END;
    CREATE TRIGGER runFailure_watch_update AFTER UPDATE ON runFailure BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('RunFailure', new.id, 1);
    END;
    CREATE TRIGGER runFailure_watch_delete AFTER DELETE ON runFailure BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('RunFailure', old.id, 2);
    END;
    CREATE TRIGGER maker_watch_insert AFTER INSERT ON maker BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Maker', new.id, 0);
    END;
    CREATE TRIGGER maker_watch_update AFTER UPDATE ON maker BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Maker', new.id, 1);
    END;
    CREATE TRIGGER maker_watch_delete AFTER DELETE ON maker BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Maker', old.id, 2);
    END;
    CREATE TRIGGER collection_watch_insert AFTER INSERT ON collection BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Collection', new.id, 0);
    END;
    CREATE TRIGGER collection_watch_update AFTER UPDATE ON collection BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Collection', new.id, 1);
    END;
    CREATE TRIGGER collection_watch_delete AFTER DELETE ON collection BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Collection', old.id, 2);
    END;
    CREATE TRIGGER customer_watch_insert AFTER INSERT ON customer BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Customer', new.id, 0);
    END;
    CREATE TRIGGER customer_watch_update AFTER UPDATE ON customer BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Customer', new.id, 1);
    END;
    CREATE TRIGGER customer_watch_delete AFTER DELETE ON customer BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Customer', old.id, 2);
    END;
    CREATE TRIGGER sale_watch_insert AFTER INSERT ON sale BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Sale', new.id, 0);
    END;
    CREATE TRIGGER sale_watch_update AFTER UPDATE ON sale BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Sale', new.id, 1);
    END;
    CREATE TRIGGER sale_watch_delete AFTER DELETE ON sale BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Sale', old.id, 2);
    END;
    CREATE TRIGGER stockMovement_watch_insert AFTER INSERT ON stockMovement BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('StockMovement', new.id, 0);
    END;
    CREATE TRIGGER stockMovement_watch_update AFTER UPDATE ON stockMovement BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('StockMovement', new.id, 1);
    END;
    CREATE TRIGGER stockMovement_watch_delete AFTER DELETE ON stockMovement BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('StockMovement', old.id, 2);
    END;
    CREATE TRIGGER makers_products_watch_insert AFTER INSERT ON makers_products BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Maker', new.makers, 1), ('Product', new.products, 1);
    END;
    CREATE TRIGGER makers_products_watch_delete AFTER DELETE ON makers_products BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Maker', old.makers, 1), ('Product', old.products, 1);
    END;
    CREATE TRIGGER collections_products_watch_insert AFTER INSERT ON collections_products BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Collection', new.collections, 1), ('Product', new.products, 1);
    END;
    CREATE TRIGGER collections_products_watch_delete AFTER DELETE ON collections_products BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Collection', old.collections, 1), ('Product', old.products, 1);
    END;
    CREATE TRIGGER ingredients_usedIn_watch_insert AFTER INSERT ON ingredients_usedIn BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Photo', new.ingredients, 1), ('Photo', new.usedIn, 1);
    END;
    CREATE TRIGGER ingredients_usedIn_watch_delete AFTER DELETE ON ingredients_usedIn BEGIN
      INSERT INTO _change (entity, id, kind) VALUES ('Photo', old.ingredients, 1), ('Photo', old.usedIn, 1);
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
    CREATE TRIGGER _stale_product_makers_linked AFTER INSERT ON makers_products BEGIN
      INSERT OR IGNORE INTO _stale_product VALUES (new.products);
    END;
    CREATE TRIGGER _stale_product_makers_unlinked AFTER DELETE ON makers_products BEGIN
      INSERT OR IGNORE INTO _stale_product VALUES (old.products);
    END;
    CREATE TRIGGER _stale_product_makers_inserted AFTER INSERT ON maker BEGIN
      INSERT OR IGNORE INTO _stale_product SELECT products FROM makers_products WHERE makers = new.id;
    END;
    CREATE TRIGGER _stale_product_makers_changed AFTER UPDATE OF searchText ON maker
    WHEN old.searchText IS NOT new.searchText BEGIN
      INSERT OR IGNORE INTO _stale_product SELECT products FROM makers_products WHERE makers = new.id;
    END;
    CREATE TRIGGER _stale_product_collections_linked AFTER INSERT ON collections_products BEGIN
      INSERT OR IGNORE INTO _stale_product VALUES (new.products);
    END;
    CREATE TRIGGER _stale_product_collections_unlinked AFTER DELETE ON collections_products BEGIN
      INSERT OR IGNORE INTO _stale_product VALUES (old.products);
    END;
    CREATE TRIGGER _stale_product_collections_inserted AFTER INSERT ON collection BEGIN
      INSERT OR IGNORE INTO _stale_product SELECT products FROM collections_products WHERE collections = new.id;
    END;
    CREATE TRIGGER _stale_product_collections_changed AFTER UPDATE OF searchText ON collection
    WHEN old.searchText IS NOT new.searchText BEGIN
      INSERT OR IGNORE INTO _stale_product SELECT products FROM collections_products WHERE collections = new.id;
    END;
    CREATE TRIGGER _stale_maker_inserted AFTER INSERT ON maker BEGIN
      INSERT OR IGNORE INTO _stale_maker VALUES (new.id);
    END;
    CREATE TRIGGER _stale_maker_changed AFTER UPDATE OF nameOrder, searchText ON maker
    WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN
      INSERT OR IGNORE INTO _stale_maker VALUES (new.id);
    END;
    CREATE TRIGGER _stale_maker_deleted AFTER DELETE ON maker BEGIN
      INSERT OR IGNORE INTO _stale_maker VALUES (old.id);
    END;
    CREATE TRIGGER _stale_collection_inserted AFTER INSERT ON collection BEGIN
      INSERT OR IGNORE INTO _stale_collection VALUES (new.id);
    END;
    CREATE TRIGGER _stale_collection_changed AFTER UPDATE OF nameOrder, searchText ON collection
    WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN
      INSERT OR IGNORE INTO _stale_collection VALUES (new.id);
    END;
    CREATE TRIGGER _stale_collection_deleted AFTER DELETE ON collection BEGIN
      INSERT OR IGNORE INTO _stale_collection VALUES (old.id);
    END;
    CREATE TRIGGER _stale_customer_inserted AFTER INSERT ON customer BEGIN
      INSERT OR IGNORE INTO _stale_customer VALUES (new.id);
    END;
    CREATE TRIGGER _stale_customer_changed AFTER UPDATE OF nameOrder, searchText ON customer
    WHEN old.nameOrder IS NOT new.nameOrder OR old.searchText IS NOT new.searchText BEGIN
      INSERT OR IGNORE INTO _stale_customer VALUES (new.id);
    END;
    CREATE TRIGGER _stale_customer_deleted AFTER DELETE ON customer BEGIN
      INSERT OR IGNORE INTO _stale_customer VALUES (old.id);
    END;
    """
}
