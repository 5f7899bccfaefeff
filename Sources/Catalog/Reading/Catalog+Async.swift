import Foundation
import ObjectStore

/// Use of the catalog from asynchronous code. Work that takes time runs on threads outside Swift's cooperative pool. If
/// the calling task is cancelled, the call soon throws `CancellationError`. Only ``perform(_:)`` completes work that
/// has begun.
extension Catalog {
  /// Reads one consistent state of the catalog; see ``read(_:)``.
  public func read<T: Sendable>(_ body: @escaping @Sendable (Reader) throws -> T) async throws -> T {
    try await store.read(body)
  }

  /// Makes a named group of changes, which can be undone; see ``edit(_:_:)``.
  @discardableResult
  public func edit<T: Sendable>(
    _ label: String, _ body: @escaping @Sendable (Edit) throws -> T
  ) async throws -> T {
    try await store.edit(label, body)
  }

  /// Calls `work` with the catalog on another thread, for example to record a sale, add a product or check all files.
  ///
  /// ```swift
  /// let catalog = try Catalog.inMemory()
  /// let mug = try await catalog.perform { try $0.addProduct(Catalog.Product(sku: "MUG-1", name: "Mug"), stock: 5) }
  /// let sale = try await catalog.perform { try $0.sell(mug.id, 2, price: 9.90) }
  /// ```
  ///
  /// If the task is cancelled before the work begins, the work is not done. Work that has begun is completed.
  public func perform<T: Sendable>(_ work: @escaping @Sendable (Catalog) throws -> T) async throws -> T {
    try await StoreThreads.run { _ in try work(self) }
  }
}
