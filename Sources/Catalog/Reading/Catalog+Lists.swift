import Foundation
import ObjectStore

extension Catalog {
  /// Returns the photos of one kind, or of all kinds, sorted by path.
  public func photos(kind: PhotoKind? = nil, limit: Int? = nil) throws(StoreError) -> [Photo] {
    let condition = kind.map { Condition.where("kind", .equal, $0) }
    return try list(Fetch(where: condition, by: [.init("path"), .init("kind")], limit: limit))
  }

  /// Returns the products, sorted by name as people sort.
  public func products(limit: Int? = nil) throws(StoreError) -> [Product] { try list(Fetch(limit: limit)) }

  /// Returns the runs, newest first.
  public func runs(limit: Int? = nil) throws(StoreError) -> [Run] {
    try list(Fetch(by: [.init("started", descending: true)], limit: limit))
  }

  /// Returns the photos that failed in a run, sorted by path.
  public func failures(ofRun id: UUID) throws(StoreError) -> [RunFailure] {
    try list(Fetch(where: .any("run", .equal("id", id)), by: [.init("path")]))
  }

  private func list<R: Record>(_ fetch: Fetch<R>) throws(StoreError) -> [R] {
    do { return try read { try $0.fetch(fetch) } } catch { throw StoreError(error, at: path) }
  }
}
