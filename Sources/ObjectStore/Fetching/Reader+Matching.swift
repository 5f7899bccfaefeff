import Foundation
package import GRDB
import Text

extension Reader {
  /// The record of a kind that people call by a name, whatever the case of its letters: by its case-blind unique key. Nil
  /// where there is none. Throws `notNamed` where the entity has no such key.
  public func record<R: Record>(_ type: R.Type, named name: String) throws(StoreError) -> R? {
    guard let key = R.entity.nameAttribute else { throw .notNamed(entity: R.entity.name) }
    return try attempt { try R.fetchAll(db, "WHERE \((key + "Folded").sqlName) = ?", [name.nameFolded]).first }
  }

  /// The one record that `query` fits: its id, a unique text such as a SKU or a name, a SKU in another case, the text it
  /// is listed by, another that people know it by, or the first four or more digits of its id. The first of these that fits
  /// any decides. (Ids start with the time they were made, so those made in one go share their first ten digits or so.)
  ///
  /// Throws `ambiguous`, with candidates, where that fits several, and `notFound` where nothing fits.
  public func record<R: Record>(_ type: R.Type, matching query: String) throws(StoreError) -> R {
    var tests: [Match] = []
    var inAnyCase: [Match] = []
    for key in R.entity.uniqueKeys {
      switch key {
      case .exact(let names) where names.count == 1:
        tests.append(("\(names[0].sqlName) = ?", [query]))
        inAnyCase.append(("\(names[0].sqlName) = ? COLLATE NOCASE", [query]))
      case .exact: break
      case .caseBlind(let name): tests.append(("\((name + "Folded").sqlName) = ?", [query.nameFolded]))
      }
    }
    tests += inAnyCase
    if let name = R.entity.orderedBy {
      tests.append(("\((name + "Order").sqlName) = ?", [context.collator.sortKey(for: query)]))
      tests.append(("searchFolded(\(name.sqlName)) = ?", [query.searchFolded]))
    }
    // What people know it by besides, such as a customer's address.
    for name in R.entity.names where name != R.entity.orderedBy && R.entity.attribute(name)?.type == .string {
      tests.append(("searchFolded(\(name.sqlName)) = ?", [query.searchFolded]))
    }
    return try one(of: query, tests)
  }

  /// A test that rows may pass, as SQL.
  package typealias Match = (sql: String, arguments: StatementArguments)

  /// The one record that passes the first of some tests that any passes; its id is tried before them, the beginning of one
  /// after.
  package func one<R: Record>(of query: String, _ tests: [Match]) throws(StoreError) -> R {
    var tests = tests
    if let id = UUID(text: query) { tests.insert(("id = ?", [id]), at: 0) }
    if let ids = IDPrefix(query) { tests.append(("id BETWEEN ? AND ?", [ids.first, ids.last])) }
    for test in tests {
      // Of very many only the count is told.
      let found = try attempt {
        try R.fetchAll(db, "WHERE \(test.sql) ORDER BY id LIMIT \(StoreError.namedCount + 1)", test.arguments)
      }
      if found.count == 1 { return found[0] }
      if found.isEmpty { continue }
      let count = try attempt {
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM \(R.entity.table.sqlName) WHERE \(test.sql)", arguments: test.arguments) ?? 0
      }
      throw .ambiguous(
        entity: R.entity.name, query: query, count: count,
        candidates: found.prefix(StoreError.namedCount).map { record in
          "\(record.id.text) (\(record.knownBy.joined(separator: ", ")))"
        })
    }
    throw .notFound(entity: R.entity.name, query: query, similar: try titles(R.self, near: query))
  }

  /// What the first records that a search finds are called.
  func titles<R: Record>(_ type: R.Type, near query: String) throws(StoreError) -> [String] {
    if R.entity.searched.isEmpty || SearchText.words(of: query).isEmpty { return [] }
    return try search(type, query, limit: StoreError.similarCount).map(\.title)
  }
}

extension Record {
  /// What tells it from others of the same name: what it is called, and the other texts that searches find it by.
  fileprivate var knownBy: [String] {
    let texts = Self.entity.searched.compactMap { name -> String? in
      guard Self.entity.attribute(name)?.type == .string, case .string(let text) = value(for: name) else { return nil }
      return text
    }
    return [title == id.text ? subject : title] + texts.filter { $0 != title }
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
    return Data(
      stride(from: 0, to: 32, by: 2).map { place -> UInt8 in UInt8(nibbles[place] << 4 | nibbles[place + 1]) })
  }
}
