import Foundation
import GRDB
import ObjectStore

extension Catalog {
  /// The one record of a kind that `query` fits: see ``Reader/record(_:matching:)``, and of photos
  /// ``photo(matching:)``.
  public func record<R: ObjectStore.Record>(_ type: R.Type, matching query: String) throws -> R {
    try read { reader in
      if type == Photo.self, let photo = try self.photo(matching: query, in: reader) as? R { return photo }
      return try reader.record(type, matching: query)
    }
  }

  /// The one photo that `query` fits: its id, its path as stored, absolute or from the current folder, the name of its
  /// file, or the first four or more digits of its id. The first of these that fits any decides.
  ///
  /// Throws `ambiguous`, with candidates, where that fits several, and `notFound` where nothing fits.
  public func photo(matching query: String) throws -> Photo { try record(Photo.self, matching: query) }

  /// The one product that `query` fits: its id, its SKU, its name whatever the case, its SKU whatever the case, or the
  /// first four or more digits of its id. Throws as ``photo(matching:)`` does.
  public func product(matching query: String) throws -> Product { try record(Product.self, matching: query) }

  func photo(matching query: String, in reader: Reader) throws(StoreError) -> Photo {
    let absolute = URL(fileURLWithPath: query).standardizedFileURL.path
    return try reader.one(
      of: query,
      [
        ("path = ?", [query]),
        ("path = ?", [paths.storedPath(absolute)]),
        ("substr(path, -length(?1)) = ?1", ["/" + query]),
      ])
  }
}
