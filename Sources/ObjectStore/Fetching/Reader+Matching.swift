import Foundation
package import GRDB
import Text

extension Reader {
  /// Returns the record with a name, compared without regard to case, by the entity's case-insensitive unique key; nil
  /// if there is none. Throws `notNamed` if the entity has no such key.
  public func record<R: Record>(_ type: R.Type, named name: String) throws(StoreError) -> R? {
    guard let key = R.entity.nameAttribute else { throw .notNamed(entity: R.entity.name) }
    return try attempt { try R.fetchAll(db, "WHERE \((key + "Folded").sqlName) = ?", [name.nameFolded]).first }
  }

  /// Returns the one record that matches `query`. The query is compared with IDs; with unique texts such as SKUs and
  /// names; with such texts in another case; with the text that lists are sorted by; with the entity's other names; and
  /// with the first four or more digits of IDs. The first of these that matches anything decides. (IDs start with their
  /// time of creation, so the first ten or so digits of IDs made together are the same.)
  ///
  /// Throws `ambiguous`, with candidates, if several records match, and `notFound` if none does.
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
    // Other texts that people recognise a record by, such as a customer's e-mail address.
    for name in R.entity.names where name != R.entity.orderedBy && R.entity.attribute(name)?.type == .string {
      tests.append(("searchFolded(\(name.sqlName)) = ?", [query.searchFolded]))
    }
    return try one(of: query, tests)
  }

  /// A condition on rows, as SQL.
  package typealias Match = (sql: String, arguments: StatementArguments)

  /// Returns the only record that passes a test. The first test that any record passes decides. The complete ID is
  /// tried before these tests, the beginning of an ID after them.
  package func one<R: Record>(of query: String, _ tests: [Match]) throws(StoreError) -> R {
    var tests = tests
    if let id = UUID(text: query) { tests.insert(("id = ?", [id]), at: 0) }
    if let ids = IDPrefix(query) { tests.append(("id BETWEEN ? AND ?", [ids.first, ids.last])) }
    for test in tests {
      // The message lists only the first records and the number of all, so no more are read.
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

  /// Returns the titles of the first records that a search finds.
  func titles<R: Record>(_ type: R.Type, near query: String) throws(StoreError) -> [String] {
    if R.entity.searched.isEmpty || SearchText.words(of: query).isEmpty { return [] }
    return try search(type, query, limit: StoreError.similarCount).map(\.title)
  }
}

extension Record {
  /// The texts that distinguish the record from others of the same name: its title, and the other searched texts.
  fileprivate var knownBy: [String] {
    let texts = Self.entity.searched.compactMap { name -> String? in
      guard Self.entity.attribute(name)?.type == .string, case .string(let text) = value(for: name) else { return nil }
      return text
    }
    return [title == id.text ? subject : title] + texts.filter { $0 != title }
  }
}

/// The IDs that start with some digits: a range from `first` to `last`, by their stored bytes.
private struct IDPrefix {
  let first: Data
  let last: Data

  /// Creates the range from four to 32 hexadecimal digits, with any dashes; nil for other text.
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
