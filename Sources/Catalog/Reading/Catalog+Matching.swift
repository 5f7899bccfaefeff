import Foundation
internal import GRDB

extension Catalog {
  /// The one photo that `query` fits: its id, its path as stored, absolute or from the current folder, the name of its
  /// file, or the first four or more digits of its id. The first of these that fits any decides. (Ids start with the time
  /// they were made, so those of one run share their first ten digits or so.)
  ///
  /// Throws `ambiguous`, with candidates, where that fits several, and `notFound` where nothing fits.
  public func photo(matching query: String) throws(CatalogError) -> Photo {
    let absolute = URL(fileURLWithPath: query).standardizedFileURL.path
    return try one(
      of: query,
      [
        ("path = ?", [query]),
        ("path = ?", [paths.storedPath(absolute)]),
        ("substr(path, -length(?1)) = ?1", ["/" + query]),
      ]
    ) { "\($0.id.text) (\($0.kind.rawValue) \($0.path))" }
  }

  /// The one product that `query` fits: its id, its SKU, its name whatever the case, or the first four or more digits of
  /// its id. Throws as ``photo(matching:)`` does.
  public func product(matching query: String) throws(CatalogError) -> Product {
    try one(of: query, [("sku = ?", [query]), ("nameFolded = ?", [query.caseFolded])]) { "\($0.id.text) (\($0.name))" }
  }

  private func one<R: Record>(
    of query: String, _ tests: [(sql: String, arguments: StatementArguments)], describe: (R) -> String
  ) throws(CatalogError) -> R {
    try self.query { db in
      var tests = tests
      if let id = UUID(uuidString: query) { tests.insert(("id = ?", [id]), at: 0) }
      if let ids = IDPrefix(query) { tests.append(("id BETWEEN ? AND ?", [ids.first, ids.last])) }
      for test in tests {
        let found = try R.fetchAll(db, "WHERE \(test.sql)", test.arguments)
        if found.count == 1 { return found[0] }
        if !found.isEmpty {
          throw CatalogError.ambiguous(
            entity: R.entity.name, query: query, count: found.count,
            candidates: found.prefix(CatalogError.namedCount).map(describe))
        }
      }
      throw CatalogError.notFound(entity: R.entity.name, query: query)
    }
  }
}

/// The ids that start with some digits: all from `first` to `last`, as their bytes are stored.
private struct IDPrefix {
  let first: Data
  let last: Data

  /// Four to 32 hexadecimal digits, with dashes where people like them; nil for anything else.
  init?(_ text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    guard (4...32).contains(digits.count), let first = Self.bytes(digits, filler: UInt8(ascii: "0")),
      let last = Self.bytes(digits, filler: UInt8(ascii: "f"))
    else { return nil }
    self.first = first
    self.last = last
  }

  private static func bytes(_ digits: [UInt8], filler: UInt8) -> Data? {
    let all = digits + Array(repeating: filler, count: 32 - digits.count)
    let nibbles = all.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard nibbles.count == 32 else { return nil }
    return Data(stride(from: 0, to: 32, by: 2).map { UInt8(nibbles[$0] * 16 + nibbles[$0 + 1]) })
  }
}
