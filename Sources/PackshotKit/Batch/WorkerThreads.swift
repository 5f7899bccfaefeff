import Foundation
import Rendering
import Synchronization

/// Says that work is to end soon: set from a signal handler's thread, asked between photos.
public final class StopRequest: Sendable {
  private let requested = Atomic<Bool>(false)

  /// The end is not asked for yet.
  public init() {}

  /// Asks for the end. What is under way is finished.
  public func stop() { requested.store(true, ordering: .releasing) }

  /// Whether the end was asked for.
  public var isStopped: Bool { requested.load(ordering: .acquiring) }
}

/// Threads of their own for work that blocks (reading, decoding, fsync), so that it holds up nothing else.
enum WorkerThreads {
  /// Works on the items in their order, `count` at a time, and hands the results over on the calling thread, in groups of
  /// whatever has become ready, in no order. Where `receive` is the slower part, the threads wait for it once a number of
  /// results is ready: neither memory nor what is lost by a kill or waited for at a stop grows with the items.
  ///
  /// Once `stop` is asked for no item is begun; those begun are handed over. An error thrown by `receive` stops the work
  /// and is thrown when all threads have ended.
  static func process<Item: Sendable, Outcome: Sendable, Failure: Error>(
    _ items: [Item], count: Int, stop: StopRequest, work: @escaping @Sendable (Item) -> Outcome,
    receive: ([(index: Int, outcome: Outcome)]) throws(Failure) -> Void
  ) throws(Failure) {
    let results = Results<Outcome>(workers: count)
    try process(items, stop: stop, results) { _, item, _ in
      work(item)
    } receive: { group throws(Failure) in
      try receive(group)
    }
  }

  /// The same, where an item is made ready before it is worked on: as many as are worked on are made ready meanwhile. They are
  /// begun in their order, whichever is ready first; those that are ready when `stop` is asked for are not begun.
  static func process<Item: Sendable, Ready, Outcome: Sendable, Failure: Error>(
    _ items: [Item], count: Int, stop: StopRequest, prepare: @escaping @Sendable (Item) -> Ready,
    work: @escaping @Sendable (Ready) -> Outcome,
    receive: ([(index: Int, outcome: Outcome)]) throws(Failure) -> Void
  ) throws(Failure) {
    let results = Results<Outcome>(workers: min(2 * count, max(items.count, 1)))
    let places = Places(count: count)
    try process(items, stop: stop, results) { index, item, isOver in
      let ready = prepare(item)
      places.take(index)
      defer { places.giveBack() }
      return isOver() ? nil : work(ready)
    } receive: { group throws(Failure) in
      try receive(group)
    }
  }

  /// Has threads work until no item is left, or one of them comes to nothing because all is over.
  private static func process<Item: Sendable, Outcome: Sendable, Failure: Error>(
    _ items: [Item], stop: StopRequest, _ results: Results<Outcome>,
    work: @escaping @Sendable (_ index: Int, Item, _ isOver: () -> Bool) -> Outcome?,
    receive: ([(index: Int, outcome: Outcome)]) throws(Failure) -> Void
  ) throws(Failure) {
    let next = Counter()
    let isOver = { @Sendable in stop.isStopped || results.isCancelled }
    var started = 0
    for _ in 0..<results.workerCount {
      let isStarted = SystemThread.start {
        while !isOver() {
          let index = next.increment()
          guard index < items.count, let outcome = work(index, items[index], isOver) else { break }
          results.append((index, outcome))
        }
        results.workerEnded()
      }
      if isStarted { started += 1 } else { results.workerEnded() }
    }
    if started == 0 {
      // Slower, and all is done.
      for (index, item) in items.enumerated() {
        if isOver() { break }
        if let outcome = work(index, item, isOver) { try receive([(index, outcome)]) }
      }
      return
    }
    var failure: Failure?
    while let group = results.takeGroup() {
      if failure != nil { continue }
      do {
        try receive(group)
      } catch {
        failure = error
        results.cancel()
      }
    }
    if let failure { throw failure }
  }
}

extension WorkerThreads {
  /// What both make, worked on at the same time: the first on a thread of its own where there is one left.
  static func both<First: Sendable, Second>(
    _ first: @escaping @Sendable () -> First, _ second: () -> Second
  ) -> (First, Second) {
    let results = Results<First>(workers: 1)
    let isStarted = SystemThread.start {
      results.append((0, first()))
      results.workerEnded()
    }
    let made = second()
    return (isStarted ? results.takeGroup()![0].outcome : first(), made)
  }

  /// The most waits for the disk at a time.
  private static let waitCount = 16

  /// What comes of each item, in their order, where each is to be waited for at the disk. They are waited for at the same time,
  /// which takes hardly longer than one of them: disks and file systems flush together what they are told together.
  static func together<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], _ wait: @escaping @Sendable (Item) -> Outcome
  ) -> [Outcome] {
    if items.count < 2 { return items.map(wait) }
    var outcomes = [Outcome?](repeating: nil, count: items.count)
    process(items, count: min(waitCount, items.count), stop: StopRequest(), work: wait) { group in
      for done in group { outcomes[done.index] = done.outcome }
    }
    return outcomes.map { $0! }
  }

  /// How many items a thread takes at once when each is a matter of microseconds.
  private static let chunkCount = 500

  /// What `transform` makes of each item, in their order, by `count` threads.
  static func map<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], count: Int, _ transform: @escaping @Sendable (Item) -> Outcome
  ) -> [Outcome] {
    if count == 1 || items.count <= chunkCount { return items.map(transform) }
    let chunks = stride(from: 0, to: items.count, by: chunkCount).map { items[$0..<min($0 + chunkCount, items.count)] }
    var outcomes = [[Outcome]](repeating: [], count: chunks.count)
    process(chunks, count: min(count, chunks.count), stop: StopRequest()) {
      $0.map(transform)
    } receive: { group in
      for done in group { outcomes[done.index] = done.outcome }
    }
    return Array(outcomes.joined())
  }
}

/// Hands out 0, 1, 2, …
private final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  func increment() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// A number of places, for one at a time each, which are given out by numbers from 0 on, in their order.
private final class Places: @unchecked Sendable {
  private let condition = NSCondition()
  private var free: Int
  private var next = 0

  init(count: Int) { free = count }

  /// Waits until every lower number has had a place, and one is free.
  func take(_ number: Int) {
    condition.lock()
    while number != next || free == 0 { condition.wait() }
    (next, free) = (next + 1, free - 1)
    condition.broadcast()
    condition.unlock()
  }

  func giveBack() {
    condition.lock()
    free += 1
    condition.broadcast()
    condition.unlock()
  }
}

/// Where workers leave what they have done.
private final class Results<Outcome: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var ready: [(index: Int, outcome: Outcome)] = []
  private var runningWorkers: Int
  private let cancelled = Atomic<Bool>(false)
  let workerCount: Int

  /// The most that are ready at a time: enough for what a group costs by itself to be little of it.
  private static var capacity: Int { 500 }

  init(workers: Int) { (workerCount, runningWorkers) = (workers, workers) }

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }

  /// Adds a result, once there is room.
  func append(_ result: (index: Int, outcome: Outcome)) {
    condition.lock()
    while ready.count >= Self.capacity { condition.wait() }
    ready.append(result)
    condition.broadcast()
    condition.unlock()
  }

  func workerEnded() {
    condition.lock()
    runningWorkers -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until something is ready and takes all of it; nil when nothing more will come.
  func takeGroup() -> [(index: Int, outcome: Outcome)]? {
    condition.lock()
    defer { condition.unlock() }
    while ready.isEmpty, runningWorkers > 0 { condition.wait() }
    if ready.isEmpty { return nil }
    defer {
      ready = []
      condition.broadcast()
    }
    return ready
  }
}
