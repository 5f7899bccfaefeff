import Foundation

/// Bytes that photos at work may hold in all, handed out first come, first served: a large photo waits its turn until
/// there is room, and those behind it wait too, so that it is never starved.
final class MemoryBudget: Sendable {
  let byteCount: Int
  private let state: State

  private final class State: @unchecked Sendable {
    let condition = NSCondition()
    var free: Int
    var nextTicket = 0
    var served = 0
    init(free: Int) { self.free = free }
  }

  init(byteCount: Int) {
    self.byteCount = byteCount
    state = State(free: byteCount)
  }

  /// Runs `body` while it holds this many bytes of the budget, no more than there are in all.
  func holding<R>(_ bytes: Int, _ body: () throws -> R) rethrows -> R {
    precondition(bytes <= byteCount, "what never fits was refused before")
    state.condition.lock()
    let ticket = state.nextTicket
    state.nextTicket += 1
    while ticket != state.served || state.free < bytes { state.condition.wait() }
    state.served += 1
    state.free -= bytes
    state.condition.broadcast()
    state.condition.unlock()
    defer {
      state.condition.lock()
      state.free += bytes
      state.condition.broadcast()
      state.condition.unlock()
    }
    return try body()
  }
}
