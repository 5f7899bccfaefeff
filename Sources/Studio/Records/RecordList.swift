import PackshotKit

/// A page of a list, in sections.
struct RecordList<R: StudioRecord> {
  /// Rows below a heading, if the list is divided.
  struct Section {
    let title: String
    let hasTitle: Bool
    let rows: [Row]

    init(title: String, rows: [Row]) { (self.title, hasTitle, self.rows) = (title, !title.isEmpty, rows) }
  }

  let sections: [Section]
  /// Number of records in the whole list.
  let count: Int

  /// Maximum number of matches of a text that are checked against a condition.
  private static var mostMatches: Int { 10_000 }

  /// An empty list.
  init() { (sections, count) = ([], 0) }

  /// Records that meet a condition, from a place in the list.
  init(in catalog: Catalog, where typed: String, from offset: Int, count limit: Int) throws {
    let condition = typed.isEmpty ? nil : try Condition(typed: typed, on: R.entity, in: Catalog.model)
    let fetch = Fetch<R>(where: condition, by: R.screen.newestFirst.map { [.init($0, descending: true)] } ?? [])
    (count, sections) = try catalog.read { reader in
      let count = try reader.count(fetch)
      var page = fetch
      (page.limit, page.offset) = (limit, offset)
      let isDivided = R.screen.newestFirst == nil
      let sections = isDivided ? try reader.sections(page) : [(title: "", records: try reader.fetch(page))]
      return (
        count,
        try sections.filter { !$0.records.isEmpty }.map { title, records in
          Section(title: title, rows: try records.map { try $0.row(in: reader) })
        }
      )
    }
  }

  /// The best matches of a text among the records that meet a condition.
  init(in catalog: Catalog, searching text: String, where typed: String, count limit: Int) throws {
    let condition = typed.isEmpty ? nil : try Condition(typed: typed, on: R.entity, in: Catalog.model)
    let rows = try catalog.read { reader in
      let allowed = try condition.map { Set(try reader.fetch(Fetch<R>(where: $0)).map(\.id)) }
      let found = try reader.search(R.self, text, limit: allowed == nil ? limit : Self.mostMatches)
      return try found.filter { allowed?.contains($0.id) ?? true }.prefix(limit).map { try $0.row(in: reader) }
    }
    (sections, count) = (rows.isEmpty ? [] : [Section(title: "", rows: rows)], rows.count)
  }
}
