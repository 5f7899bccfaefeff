import Errors
import Foundation
import ImageCodecs

/// The memory that concurrent photos can use in total, reserved in order of request. A large photo waits until there is
/// room, and later photos wait behind it, so it never starves.
package final class MemoryBudget: Sendable {
  private let state: State

  private final class State: @unchecked Sendable {
    let condition = NSCondition()
    /// Total memory in bytes, minus memory that is kept permanently.
    var capacity: Int
    var free: Int
    var nextTicket = 0
    var served = 0
    var reserved: Set<String> = []

    init(byteCount: Int) { (capacity, free) = (byteCount, byteCount) }

    /// Waits for the caller's turn and for enough memory, and reserves the memory.
    func take(_ bytes: Int, sharing shared: [String: Int]) throws(PhotoFailure) {
      let ticket = nextTicket
      nextTicket += 1
      while ticket != served { condition.wait() }
      // While this call waits, no other request is served, so `reserved` doesn't change.
      let news = shared.filter { !reserved.contains($0.key) }
      let lasting = news.values.reduce(0, +)
      while free < bytes + lasting, bytes + lasting <= capacity { condition.wait() }
      served += 1
      condition.broadcast()
      guard bytes + lasting <= capacity else {
        throw PhotoFailure(
          .overLimit, "too-much-memory",
          "this needs about \(bytes.megabytes) of memory for the photo and \(lasting.megabytes) for the recipe's pictures, "
            + "which similar photos share; the limit leaves \(capacity.megabytes)",
          ["bytes": bytes + lasting, "limit": capacity], remedy: .raiseLimit(.maxMemory))
      }
      reserved.formUnion(news.keys)
      capacity -= lasting
      free -= bytes + lasting
    }
  }

  package init(byteCount: Int) { state = State(byteCount: byteCount) }

  /// Reserves memory, runs `body`, and releases the memory.
  ///
  /// - Parameter shared: Memory kept for all photos, by name. The memory of each name is reserved once and never
  ///   released.
  package func holding<R>(_ bytes: Int, sharing shared: [String: Int], _ body: () throws -> R) throws -> R {
    try locked { () throws(PhotoFailure) in try state.take(bytes, sharing: shared) }
    defer {
      locked {
        state.free += bytes
        state.condition.broadcast()
      }
    }
    return try body()
  }

  private func locked<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    state.condition.lock()
    defer { state.condition.unlock() }
    try body()
  }
}
