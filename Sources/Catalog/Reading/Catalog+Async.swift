import Foundation
import ObjectStore

/// The catalog from asynchronous code: what takes time happens on other threads than Swift's own, and ends soon after the task
/// that asked is cancelled, with `CancellationError`.
extension Catalog {
  /// Reads one consistent state; see ``read(_:)``.
  public func read<T: Sendable>(_ body: @escaping @Sendable (Reader) throws -> T) async throws -> T {
    try await store.read(body)
  }

  /// One named group of changes, which can be undone; see ``edit(_:_:)``.
  @discardableResult
  public func edit<T: Sendable>(
    _ label: String, _ body: @escaping @Sendable (Edit) throws -> T
  ) async throws -> T {
    try await store.edit(label, body)
  }

  /// Does anything with the catalog on another thread: records a sale, adds a product, checks all files.
  ///
  /// ```swift
  /// let catalog = try Catalog.inMemory()
  /// let mug = try await catalog.perform { try $0.addProduct(Catalog.Product(sku: "MUG-1", name: "Mug"), stock: 5) }
  /// let sale = try await catalog.perform { try $0.sell(mug.id, 2, price: 9.90) }
  /// ```
  ///
  /// Where the task is cancelled before it begins, it does not; where it has begun, it is done to its end.
  public func perform<T: Sendable>(_ work: @escaping @Sendable (Catalog) throws -> T) async throws -> T {
    try await StoreThreads.run { _ in try work(self) }
  }
}
