import Foundation
import GRDB
import ObjectStore

extension Catalog {
  /// Returns the one record that matches `query`: see ``Reader/record(_:matching:)``, and for photos
  /// ``photo(matching:)``.
  public func record<R: ObjectStore.Record>(_ type: R.Type, matching query: String) throws -> R {
    try read { reader in
      if type == Photo.self, let photo = try self.photo(matching: query, in: reader) as? R { return photo }
      return try reader.record(type, matching: query)
    }
  }

  /// Returns the one photo that matches `query`. The query is compared with IDs; with paths, as stored, absolute or
  /// relative to the current folder; with file names; and with the first four or more digits of IDs. The first of these
  /// that matches anything decides.
  ///
  /// Throws `ambiguous`, with candidates, if several photos match, and `notFound` if none does.
  public func photo(matching query: String) throws -> Photo { try record(Photo.self, matching: query) }

  /// Returns the one product that matches `query`. The query is compared with IDs; with SKUs and then names, without
  /// regard to case; and with the first four or more digits of IDs. Throws as ``photo(matching:)`` does.
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
