import Catalog
import Foundation
import ObjectStore

/// The time that queries of a catalog take, in milliseconds.
enum Asking {
  /// The times of one kind of query.
  struct Answer: Encodable {
    let median: Double
    let worst: Double
    /// The slowest query.
    let slowest: String

    init(_ times: [(milliseconds: Double, question: String)]) {
      let times = times.sorted { $0.milliseconds < $1.milliseconds }
      median = times[times.count / 2].milliseconds
      worst = times[times.count - 1].milliseconds
      slowest = times[times.count - 1].question
    }
  }

  /// The number of search results to fetch.
  private static let limit = 50

  /// Opens the catalog at `path`, and runs all `queries` by kind, then fetches the pages of what they found.
  static func answers(of path: String, _ queries: [String: [String]]) throws -> [String: Answer] {
    var opened: Catalog?
    let opening = try time("") { opened = try Catalog(at: path, createIfMissing: false) }
    guard let catalog = opened else { return [:] }
    var answers = ["open": Answer([opening])]
    var found: [Catalog.Product] = []
    for (kind, texts) in queries.sorted(by: { $0.key < $1.key }) {
      answers[kind] = Answer(
        try texts.map { text in
          try time(text) {
            found += try catalog.read { try $0.search(Catalog.Product.self, text, limit: limit) }.prefix(2)
          }
        })
    }
    answers["page"] = Answer(try found.map { product in try time(product.name) { try page(product.id, catalog) } })
    return answers
  }

  /// Reads what a product's page shows: the product, its photos, makers, collections and sales.
  private static func page(_ id: UUID, _ catalog: Catalog) throws {
    try catalog.read { reader in
      let product = try reader.existing(Catalog.Product.self, id)
      let photos = try reader.ids("photos", of: product).map { try reader.existing(Catalog.Photo.self, $0) }
      precondition(photos.count == 2, "every product was given two photos")
      for id in try reader.ids("makers", of: product) { _ = try reader.existing(Catalog.Maker.self, id) }
      for id in try reader.ids("collections", of: product) { _ = try reader.existing(Catalog.Collection.self, id) }
      for id in try reader.ids("sales", of: product) { _ = try reader.existing(Catalog.Sale.self, id) }
    }
  }

  private static func time(
    _ question: String, _ body: () throws -> Void
  ) rethrows -> (milliseconds: Double, question: String) {
    (try ContinuousClock().measure(body).seconds * 1000, question)
  }
}
