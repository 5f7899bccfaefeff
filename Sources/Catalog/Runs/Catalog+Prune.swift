import Foundation
import GRDB
import ObjectStore

extension Catalog {
  /// Removes the records of renditions whose files are gone, in one transaction. Also removes originals that have no
  /// renditions left, if runs recorded them and their files are gone too, and products without photos that nobody has
  /// changed since a run created them.
  ///
  /// - Parameters:
  ///   - renditions: IDs of the renditions.
  ///   - originals: IDs of originals whose files are gone, with their absolute paths.
  public func forget(renditions: [UUID], originals: [UUID: String]) throws(StoreError) {
    try transact { db in
      let owner = try db.cachedStatement(sql: "SELECT productId FROM photo WHERE id = ?")
      let left = try (renditions + originals.keys).compactMap { try UUID.fetchOne(owner, arguments: [$0]) }
      let remove = try db.cachedStatement(sql: "DELETE FROM photo WHERE id = ? AND kind = 'rendition'")
      for id in renditions { try remove.execute(arguments: [id]) }
      // Keep originals that a person added: they have a thumbnail or stored bytes.
      let removeOriginal = try db.cachedStatement(
        sql: """
          DELETE FROM photo WHERE id = ?1 AND path = ?2 AND kind = 'original' AND runId IS NOT NULL
            AND coalesce(data, dataFile, thumbnail, thumbnailFile) IS NULL
            AND NOT EXISTS (SELECT 1 FROM photo AS rendition WHERE rendition.sourceId = ?1)
            AND NOT EXISTS (SELECT 1 FROM ingredients_usedIn WHERE ingredients = ?1)
          """)
      for (id, path) in originals { try removeOriginal.execute(arguments: [id, paths.storedPath(path)]) }
      try LeftProducts(db, store.context).remove(left)
    }
  }
}

/// Removes products that lost their photos.
struct LeftProducts {
  private let db: Database
  private let links: [Links]

  init(_ db: Database, _ context: StoreContext) {
    self.db = db
    links = Catalog.Product.entity.relationships.map { Links($0, of: Catalog.Product.entity, in: context.model) }
  }

  /// Removes the products that nobody has changed since a run created them, and that nothing refers to.
  func remove(_ ids: some Sequence<UUID>) throws {
    for id in Set(ids) {
      guard let product = try Catalog.Product.fetch(db, id), product.isAsRunMadeIt,
        try links.allSatisfy({ try $0.count(db, id) == 0 })
      else { continue }
      try db.cachedStatement(sql: "DELETE FROM product WHERE id = ?").execute(arguments: [id])
    }
  }
}

extension Catalog.Product {
  /// Whether a run created the product and nobody has changed it since.
  fileprivate var isAsRunMadeIt: Bool {
    var made = Self(sku: sku, name: name)
    (made.id, made.isMadeByRun) = (id, true)
    return values == made.values && (name == sku || name.hasPrefix(sku + " ("))
  }
}
