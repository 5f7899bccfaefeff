import Foundation
internal import GRDB

extension Catalog {
  /// Photos of one kind or of all, sorted by path.
  public func photos(kind: PhotoKind? = nil, limit: Int? = nil) throws(CatalogError) -> [Photo] {
    try query { db in
      // SQLite takes a negative limit as none.
      let end = "ORDER BY path, kind LIMIT ?"
      return if let kind {
        try Photo.fetchAll(db, "WHERE kind = ? \(end)", [kind.rawValue, limit ?? -1])
      } else {
        try Photo.fetchAll(db, end, [limit ?? -1])
      }
    }
  }

  /// Products sorted by name, whatever the case and accents of its letters.
  public func products(limit: Int? = nil) throws(CatalogError) -> [Product] {
    try query { db in try Product.fetchAll(db, "ORDER BY searchKey, sku LIMIT ?", [limit ?? -1]) }
  }

  /// Runs, the newest first.
  public func runs(limit: Int? = nil) throws(CatalogError) -> [Run] {
    try query { db in try Run.fetchAll(db, "ORDER BY started DESC, id LIMIT ?", [limit ?? -1]) }
  }

  /// The photos that a run could not finish, sorted by path.
  public func failures(ofRun id: UUID) throws(CatalogError) -> [RunFailure] {
    try query { db in try RunFailure.fetchAll(db, "WHERE runId = ? ORDER BY path", [id]) }
  }
}
