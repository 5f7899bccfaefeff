import Foundation
internal import GRDB

/// Checks the search index of one record type against the current texts and the sort order. Skips records marked as
/// changed since the last update of the index, because searches read the current texts of these records.
struct SearchCheck<R: Record> {
  private let search: SearchList?

  init(_ model: Model) { search = SearchList(R.entity, in: model) }

  func callAsFunction(_ db: Database) throws -> [Problem] {
    guard let search else { return [] }
    return try wrongTexts(search, db) + misplaced(search, db)
  }

  private func wrongTexts(_ search: SearchList, _ db: Database) throws -> [Problem] {
    let (table, list) = (search.table, search.list)
    let sql = """
      SELECT * FROM (
        SELECT \(table).id, \(list).text AS found, \(search.text) AS expected
        FROM \(table) LEFT JOIN \(list) ON \(list).id = \(table).id
        UNION ALL
        SELECT id, text, NULL FROM \(list) WHERE id NOT IN (SELECT id FROM \(table)))
      WHERE found IS NOT expected AND id NOT IN (SELECT id FROM \(search.stale))
      """
    return try Row.fetchAll(db, sql: sql).map { row in
      .search(Problem.Subject(R.self, row[0], db), found: row[1], expected: row[2])
    }
  }

  private func misplaced(_ search: SearchList, _ db: Database) throws -> [Problem] {
    let (table, list, place) = (search.table, search.list, "\(search.table).\(search.order)")
    let sql = """
      SELECT id FROM (
        SELECT \(table).id, \(place) AS place, lead(\(place)) OVER (ORDER BY \(list).number) AS next
        FROM \(list) JOIN \(table) ON \(table).id = \(list).id
        WHERE \(table).id NOT IN (SELECT id FROM \(search.stale)))
      WHERE place > next
      """
    return try UUID.fetchAll(db, sql: sql).map { .misplaced(Problem.Subject(R.self, $0, db)) }
  }
}
