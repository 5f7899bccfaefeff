import Foundation
internal import GRDB

extension SearchList {
  /// Returns the IDs of the records whose text contains every word of `query`: first the records that begin with its
  /// first word, then all other matches, both in list order. A query without words matches all.
  func find(_ db: Database, _ query: String, limit: Int?, offset: Int = 0) throws -> [UUID] {
    let words = SearchText.words(of: query)
    let end = limit.map { offset + $0 } ?? .max
    var found = try matches(db, words, .atStart, end)
    if !words.isEmpty, found.count < end { found += try matches(db, words, .elsewhere, end - found.count) }
    return found.dropFirst(offset).map(\.id)
  }

  /// The place of the first word in a text.
  private enum Place {
    case atStart
    case elsewhere
  }

  private struct Match {
    let id: UUID
    let place: ListPosition

    /// Reads a row with an ID and a key.
    init(_ row: Row) {
      id = row[0]
      place = ListPosition(key: row[1], id: row[0])
    }
  }

  /// The number of candidates that are checked before the index is asked for a narrower set.
  private static let glanceCount = 4000

  private func matches(_ db: Database, _ words: [String], _ place: Place, _ limit: Int) throws -> [Match] {
    let listed = try glance(db, words, place, limit) ?? all(db, words, place, limit)
    // Only the records that are not in the list yet are sorted; usually there are none.
    let waiting = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, place FROM (
            SELECT \(table).id, \(table).\(order) AS place, \(text) AS text
            FROM \(stale) CROSS JOIN \(table) ON \(table).id = \(stale).id)
          WHERE 1\(conditions(on: "text", words, place)) ORDER BY 2, 1 LIMIT ?
          """),
      arguments: StatementArguments(words) + [limit]
    ).map(Match.init)
    if waiting.isEmpty { return listed }
    return Array((listed + waiting).sorted { $0.place < $1.place }.prefix(limit))
  }

  /// Returns the first matches in the list.
  private func all(_ db: Database, _ words: [String], _ place: Place, _ limit: Int) throws -> [Match] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(table).id, \(table).\(order)
          FROM \(words.isEmpty ? list : "\(entries) CROSS JOIN \(list) ON \(list).number = \(entries).rowid")
            CROSS JOIN \(table) ON \(table).id = \(list).id
          WHERE \(words.isEmpty ? "1" : "\(entries) MATCH ?")\(conditions(on: "\(list).text", words, place))
            AND NOT EXISTS (SELECT 1 FROM \(stale) WHERE id = \(list).id)
          ORDER BY \(words.isEmpty ? "\(list).number" : "\(entries).rowid") LIMIT ?
          """),
      arguments: StatementArguments(words.isEmpty ? [] : [SearchText.lookup(words, atStart: place == .atStart, .whole)])
        + StatementArguments(words) + [limit]
    ).map(Match.init)
  }

  /// Returns the first matches, found with the smallest possible query: FTS5 reads all entries of each run of letters
  /// in a query. Nil if this would take longer than ``all(_:_:_:_:)``.
  private func glance(_ db: Database, _ words: [String], _ place: Place, _ limit: Int) throws -> [Match]? {
    guard SearchText.canBeBrief(words) else { return nil }
    let lookup = SearchText.lookup(words, atStart: place == .atStart, .brief)
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(list).id, (
            SELECT \(table).\(order) FROM \(table) WHERE \(table).id = \(list).id\(conditions(on: "\(list).text", words, place))
              AND NOT EXISTS (SELECT 1 FROM \(stale) WHERE id = \(list).id))
          FROM (SELECT rowid FROM \(entries) WHERE \(entries) MATCH ? ORDER BY rowid LIMIT \(Self.glanceCount)) AS first
            CROSS JOIN \(list) ON \(list).number = first.rowid
          """), arguments: StatementArguments(words) + [lookup])
    var (found, count) = ([Match](), 0)
    while found.count < limit, let row = try rows.next() {
      count += 1
      if !row.hasNull(atIndex: 1) { found.append(Match(row)) }
    }
    return found.count < limit && count == Self.glanceCount ? nil : found
  }

  private func conditions(on text: String, _ words: [String], _ place: Place) -> String {
    guard !words.isEmpty else { return "" }
    let first = " AND instr(\(text), ?) \(place == .atStart ? "= 1" : "> 1")"
    return first + words.dropFirst().map { _ in " AND instr(\(text), ?) > 0" }.joined()
  }
}
