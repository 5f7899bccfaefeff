import Foundation

/// Bytes that photos at work may hold in all, handed out first come, first served: a large photo waits its turn until
/// there is room, and those behind it wait too, so that it is never starved.
final class MemoryBudget: Sendable {
  private let state: State

  private final class State: @unchecked Sendable {
    let condition = NSCondition()
    /// What can be handed out in all: less once something is kept for good.
    var capacity: Int
    var free: Int
    var nextTicket = 0
    var served = 0
    var reserved: Set<String> = []

    init(byteCount: Int) { (capacity, free) = (byteCount, byteCount) }

    /// Waits for its turn and for room, and takes it.
    func take(_ bytes: Int) throws(PhotoFailure) {
      let ticket = nextTicket
      nextTicket += 1
      while ticket != served || (free < bytes && bytes <= capacity) { condition.wait() }
      served += 1
      condition.broadcast()
      guard bytes <= capacity else {
        throw PhotoFailure(
          .overLimit,
          "this photo needs about \(bytes.megabytes) of memory, and \(capacity.megabytes) are left beside the recipe's own "
            + "pictures; raise the limit with --max-memory")
      }
      free -= bytes
    }
  }

  init(byteCount: Int) { state = State(byteCount: byteCount) }

  /// Takes bytes out of the budget for good, for what all photos share and keep: the first time for each name.
  func reserve(_ bytes: Int, for name: String) throws(PhotoFailure) {
    state.condition.lock()
    defer { state.condition.unlock() }
    guard state.reserved.insert(name).inserted else { return }
    do {
      try state.take(bytes)
    } catch {
      state.reserved.remove(name)
      throw error
    }
    state.capacity -= bytes
    state.condition.broadcast()
  }

  /// Runs `body` while it holds this many bytes of the budget.
  func holding<R>(_ bytes: Int, _ body: () throws -> R) throws -> R {
    state.condition.lock()
    do {
      try state.take(bytes)
      state.condition.unlock()
    } catch {
      state.condition.unlock()
      throw error
    }
    defer {
      state.condition.lock()
      state.free += bytes
      state.condition.broadcast()
      state.condition.unlock()
    }
    return try body()
  }
}
