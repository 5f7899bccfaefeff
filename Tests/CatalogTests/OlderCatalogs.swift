import Foundation
import GRDB
import Testing

/// Catalogs as older versions left them: dumps of their files, which were frozen with the release of the next version.
enum OlderCatalog: Int, CaseIterable {
  /// Two products, of which 7 and none are in stock, and two photos.
  case version1 = 1
  /// Three products with makers, a collection, a customer, three sales, and a history with an edit that is undone.
  case version2 = 2

  /// Puts its file at `path`.
  func write(to path: String) throws {
    let dump = try #require(
      Bundle.module.url(forResource: "shop-v\(rawValue)", withExtension: "sql", subdirectory: "Schemas"))
    let queue = try DatabaseQueue(path: path)
    // The dump puts the tables of full-text search into the schema itself.
    try queue.writeWithoutTransaction { try $0.execute(sql: String(contentsOf: dump, encoding: .utf8)) }
    try queue.close()
  }
}
