import Foundation
import Hummingbird
import PackshotKit

/// The first page: what needs attention, what happened lately, and the newest pictures; for a new shop, how to begin.
struct HomePage: Sendable {
  let shop: Shop

  struct Content {
    let isEmpty: Bool
    /// The shop's folder.
    let folder: String
    /// For a new shop, how many photos are in which folder, such as “2 photos in supplier”.
    let found: [String]
    let hasFound: Bool
    /// What needs attention.
    let needs: [Entry]
    let hasNeeds: Bool
    /// What happened since yesterday.
    let news: [Entry]
    let hasNews: Bool
    let tiles: [PhotoPages.Tile]
    let hasTiles: Bool
    let rows: [Row]
    let hasRows: Bool

    init(
      _ needs: [Entry], _ news: [Entry], _ tiles: [PhotoPages.Tile], _ rows: [Row], isEmpty: Bool, _ shop: StudioFolder
    ) {
      (self.needs, self.news, self.tiles, self.rows, self.isEmpty) = (needs, news, tiles, rows, isEmpty && rows.isEmpty)
      (hasNeeds, hasNews, hasTiles, hasRows) = (!needs.isEmpty, !news.isEmpty, !tiles.isEmpty, !rows.isEmpty)
      folder = shop.path
      found =
        self.isEmpty
        ? shop.contents().photos.sorted { $0.key < $1.key }.map { folder, count in
          count.counted("photo") + (folder == "." ? " in this folder" : " in " + folder)
        } : []
      hasFound = !found.isEmpty
    }
  }

  /// A count, with a link to what was counted.
  struct Entry {
    let count: String
    let text: String
    let address: String

    /// Nil if there is nothing to count.
    init?(_ count: Int, _ one: String, _ many: String, at address: String) {
      if count == 0 { return nil }
      (self.count, text, self.address) = (count.formatted(), count == 1 ? one : many, address)
    }
  }

  /// Stock at or below which a product that has sold counts as nearly sold out.
  private static let lowStock = 2
  /// Maximum number of pictures shown.
  private static let tileCount = 12

  func add(to router: Router<BasicRequestContext>) {
    router.get("/") { _, _ in try await page() }
  }

  private func page() async throws -> Response {
    let differing = shop.goldens.failing
    return try await shop.catalog.perform { catalog in
      try catalog.stopKilledRuns()
      let failed = try PhotoFilter.failed.failures(in: catalog).count
      let today = Calendar.current.startOfDay(for: Date())
      let yesterday = Calendar.current.date(byAdding: .day, value: -1, to: today) ?? today
      let edits = try catalog.store.history().count { $0.at >= yesterday && !$0.isUndone }
      let content = try catalog.read { reader in
        Content(
          try needs(reader, failed: failed, differing), try news(reader, since: yesterday, edits: edits),
          try newestPictures(reader), try runs(reader, 3).map { RunPages(shop: shop).row($0) },
          isEmpty: try reader.first(Fetch<Catalog.Photo>(limit: 1)) == nil
            && reader.first(Fetch<Catalog.Product>(limit: 1)) == nil,
          shop.folder)
      }
      return try shop.page("home", title: "Home", part: "", content)
    }
  }

  private func runs(_ reader: Reader, _ limit: Int) throws -> [Catalog.Run] {
    try reader.fetch(Fetch<Catalog.Run>(by: [.init("started", descending: true)], limit: limit))
  }

  private func newestPictures(_ reader: Reader) throws -> [PhotoPages.Tile] {
    let pictures = try reader.fetch(
      Fetch<Catalog.Photo>(
        where: .and([.equal("kind", PhotoKind.rendition), .compare("replacedAt", .equal, .null)]),
        by: [.init("run.started", descending: true), .init("path")], limit: 10 * Self.tileCount))
    // One picture per photo: its largest file.
    let ofPhoto = Dictionary(grouping: pictures) { $0.sourceId ?? $0.id }
    var photos: [UUID] = []
    for picture in pictures {
      let photo = picture.sourceId ?? picture.id
      if !photos.contains(photo), photos.count < Self.tileCount { photos.append(photo) }
    }
    return photos.compactMap { ofPhoto[$0]?.max { $0.bytes < $1.bytes } }.map { PhotoPages.Tile($0) }
  }

  private func needs(
    _ reader: Reader, failed: Int, _ differing: [(suite: String, cases: Int)]
  ) throws -> [Entry] {
    let warned = Condition.and([.equal("kind", PhotoKind.original), .any("renditions", PhotoFilter.isWarned)])
    let unlinked = Condition.and([.equal("kind", PhotoKind.original), .compare("product", .equal, .null)])
    let low = "quantity<=\(Self.lowStock) AND timesSold>0 AND archived=false"
    let lowProducts = Fetch<Catalog.Product>(
      where: try Condition(typed: low, on: Catalog.Product.entity, in: Catalog.model))
    var needs = [Entry(failed, "photo failed", "photos failed", at: "/photos?state=failed")]
    needs.append(
      Entry(
        try reader.count(Fetch<Catalog.Photo>(where: warned)), "photo has a warning", "photos have warnings",
        at: "/photos?state=warned"))
    for (suite, cases) in differing {
      needs.append(
        Entry(
          cases, "golden picture differs", "golden pictures differ", at: "/goldens/suite?suite=\(suite.percentEncoded)")
      )
    }
    needs.append(
      Entry(
        try reader.count(Fetch<Catalog.Photo>(where: unlinked)), "photo has no product yet",
        "photos have no product yet",
        at: "/photos?state=unlinked"))
    needs.append(
      Entry(
        try reader.count(lowProducts), "product is nearly sold out", "products are nearly sold out",
        at: "/products?where=\(low.percentEncoded)"))
    return needs.compactMap(\.self)
  }

  private func news(_ reader: Reader, since yesterday: Date, edits: Int) throws -> [Entry] {
    let day = yesterday.formatted(
      Date.VerbatimFormatStyle(
        format: "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits)", timeZone: .current,
        calendar: Calendar(identifier: .gregorian)))
    let recent = try reader.fetch(Fetch<Catalog.Run>(where: .compare("started", .atLeast, .date(yesterday))))
    let sales = Fetch<Catalog.Sale>(where: .compare("soldAt", .atLeast, .date(yesterday)))
    return [
      Entry(recent.reduce(0) { $0 + Int($1.rendered) }, "photo was rendered", "photos were rendered", at: "/runs"),
      Entry(try reader.count(sales), "sale", "sales", at: "/sales?where=\("soldAt>=\(day)".percentEncoded)"),
      Entry(edits, "edit", "edits", at: "/history"),
    ].compactMap(\.self)
  }

}
