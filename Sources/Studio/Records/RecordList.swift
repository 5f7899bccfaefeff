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
  /// Whether ``count`` is a minimum, because a search stops counting.
  let isCountCut: Bool
  /// Whether the list goes on after this page.
  let hasMore: Bool

  /// Maximum number of text matches that are counted or checked against a condition.
  private static var mostMatches: Int { 10_000 }

  /// An empty list.
  init() { (sections, count, isCountCut, hasMore) = ([], 0, false, false) }

  /// Records that meet a condition, from a place in the list.
  init(in catalog: Catalog, where typed: String, from offset: Int, count limit: Int) throws {
    let condition = try Self.condition(typed)
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
    (isCountCut, hasMore) = (false, offset + limit < count)
  }

  /// The records that match a text and a condition, best matches first, from a place in the list.
  init(in catalog: Catalog, searching text: String, where typed: String, from offset: Int, count limit: Int) throws {
    let condition = try Self.condition(typed)
    let (rows, all, isCut) = try catalog.read { reader in
      guard let condition else {
        let found = try reader.search(R.self, text, limit: limit, offset: offset)
        let count = try reader.searchCount(R.self, text, limit: Self.mostMatches + 1)
        return (try found.map { try $0.row(in: reader) }, min(count, Self.mostMatches), count > Self.mostMatches)
      }
      let allowed = Set(try reader.fetch(Fetch<R>(where: condition)).map(\.id))
      let matches = try reader.search(R.self, text, limit: Self.mostMatches + 1)
      let found = matches.filter { allowed.contains($0.id) }
      return (
        try found.dropFirst(offset).prefix(limit).map { try $0.row(in: reader) }, found.count,
        matches.count > Self.mostMatches
      )
    }
    (sections, count) = (rows.isEmpty ? [] : [Section(title: "", rows: rows)], all)
    isCountCut = isCut
    hasMore = offset + limit < all || (isCountCut && rows.count == limit)
  }

  private static func condition(_ typed: String) throws -> Condition? {
    typed.isEmpty ? nil : try Condition(typed: typed, on: R.entity, in: Catalog.model)
  }
}
