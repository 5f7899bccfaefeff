internal import GRDB

extension Reader {
  /// Fetches records. Attributes of ``StoredData`` are not read.
  ///
  /// Throws `unknownName` if the fetch contains a name that the entity doesn't have, and `refused` if it compares an
  /// attribute with a value of another type.
  public func fetch<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> [R] {
    let sql = try FetchSQL(fetch, context)
    return try attempt { try R.fetchAll(db, sql.clauses, sql.arguments) }
  }

  /// Fetches the first record; nil if there is none.
  public func first<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> R? {
    var one = fetch
    one.limit = 1
    return try self.fetch(one).first
  }

  /// Counts the records that a fetch would return.
  public func count<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> Int {
    let sql = try FetchSQL(fetch, context)
    return try attempt {
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM (SELECT 1 FROM \(R.entity.table.sqlName) \(sql.clauses))",
        arguments: sql.arguments) ?? 0
    }
  }

  /// Fetches records, such as one page of a list, grouped by the first letter of the text that sorts the list. Titles are
  /// as in ``ListWatcher`` with ``Sectioning/letter``, in the order of their first records.
  public func sections<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> [(title: String, records: [R])] {
    guard let name = R.entity.orderedBy else {
      throw .unknownName(entity: R.entity.name, name: "letter", known: R.entity.attributes.map(\.name))
    }
    let titles = Sections(locale: context.collator.locale)
    var (sections, places): ([(title: String, records: [R])], [String: Int]) = ([], [:])
    for record in try self.fetch(fetch) {
      let text = if case .string(let text)? = record.value(for: name) { text } else { "" }
      let title = titles.title(of: text)
      let place = places[title] ?? sections.count
      if place == sections.count { sections.append((title, [])) }
      places[title] = place
      sections[place].records.append(record)
    }
    return sections
  }

  /// Calls `body` with the records in batches, so that a million records need not fit in memory together.
  public func forEachBatch<R: Record>(
    of size: Int = 1000, _ fetch: Fetch<R>, _ body: ([R]) throws -> Void
  ) throws {
    precondition(size > 0, "a batch has at least one record")
    let sql = try FetchSQL(fetch, context)
    let statement = try db.makeStatement(sql: "SELECT \(R.selection) FROM \(R.entity.table.sqlName) \(sql.clauses)")
    let rows = try Row.fetchCursor(statement, arguments: sql.arguments)
    var batch: [R] = []
    while let row = try rows.next() {
      batch.append(try R(row: row))
      if batch.count == size {
        try body(batch)
        batch.removeAll(keepingCapacity: true)
      }
    }
    if !batch.isEmpty { try body(batch) }
  }
}
