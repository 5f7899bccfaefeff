import Foundation
import Rendering
import Synchronization

/// Runs blocking work (reading, decoding, fsync) on separate threads, so that it holds up nothing else.
enum JobThreads {
  /// Processes items in order, `count` at a time. Passes the results to `receive` on the calling thread, in groups of
  /// all results that are ready, in any order. If `receive` is slow, the threads wait for it. So the memory, the work
  /// lost in a kill and the delay of a stop don't grow with the number of items.
  ///
  /// After `stop` no further item is started, but the results of started items are still received. An error from
  /// `receive` stops the work and is thrown after all threads have ended.
  ///
  /// Afterwards no thread holds an item or a result, so a file that is closed with its last holder is closed then.
  ///
  /// - Parameter waiting: How many results can wait to be received.
  static func process<Item: Sendable, Outcome: Sendable, Failure: Error>(
    _ items: [Item], count: Int, waiting: Int = 500, stop: StopRequest, work: @escaping @Sendable (Item) -> Outcome,
    receive: ([(index: Int, outcome: Outcome)]) throws(Failure) -> Void
  ) throws(Failure) {
    let results = Results<Outcome>(workers: count, capacity: waiting)
    try process(items, stop: stop, results) { _, item, _ in
      work(item)
    } receive: { group throws(Failure) in
      try receive(group)
    }
  }

  /// Processes items in two stages: while `count` items are in `work`, as many others are in `prepare`. `work` starts
  /// in the items' order, even if a later item is prepared first. After `stop`, prepared items are not worked on.
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

  /// Runs threads until no item is left, or until `work` returns nil because of a stop.
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
      } ended: {
        results.workerEnded()
      }
      if isStarted { started += 1 } else { results.workerEnded() }
    }
    if started == 0 {
      // No thread could be started, so this thread does the work itself.
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

extension JobThreads {
  /// Runs two functions at the same time and returns both results. The first one runs on another thread, if one can be
  /// created.
  static func both<First: Sendable, Second>(
    _ first: @escaping @Sendable () -> First, _ second: () -> Second
  ) -> (First, Second) {
    let results = Results<First>(workers: 1)
    let isStarted = SystemThread.start {
      results.append((0, first()))
    } ended: {
      results.workerEnded()
    }
    let made = second()
    guard isStarted else { return (first(), made) }
    let outcome = results.takeGroup()![0].outcome
    while results.takeGroup() != nil {}
    return (outcome, made)
  }

  /// Maximum number of parallel disk flushes.
  private static let waitCount = 16

  /// Flushes items in parallel and returns the results in order. It takes hardly longer than one flush, because file
  /// systems combine flushes that are requested together.
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

  /// Number of items in a chunk for work that takes microseconds per item.
  private static let chunkCount = 500

  /// Transforms the items on `count` threads and returns the results in order.
  static func map<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], count: Int, _ transform: @escaping @Sendable (Item) -> Outcome
  ) -> [Outcome] {
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(items.count)
    map(items, count: count, transform) { outcomes += $0 }
    return outcomes
  }

  /// Transforms the items on `count` threads. Passes the results to `receive` in order, in chunks of at most 500, on the
  /// calling thread. If `receive` is slow, the threads wait for it, so that the results needn't all be in memory.
  static func map<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], count: Int, _ transform: @escaping @Sendable (Item) -> Outcome, receive: ([Outcome]) -> Void
  ) {
    let chunks = stride(from: 0, to: items.count, by: chunkCount).map { items[$0..<min($0 + chunkCount, items.count)] }
    if count == 1 || chunks.count < 2 {
      for chunk in chunks { receive(chunk.map(transform)) }
      return
    }
    var early: [Int: [Outcome]] = [:]
    var next = 0
    process(chunks, count: min(count, chunks.count), waiting: 2 * count, stop: StopRequest()) {
      $0.map(transform)
    } receive: { group in
      for done in group { early[done.index] = done.outcome }
      while let outcomes = early.removeValue(forKey: next) {
        receive(outcomes)
        next += 1
      }
    }
  }
}

/// A counter: 0, 1, 2, …
private final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  func increment() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// A semaphore whose permits are given in the order of the items' numbers, starting with 0.
private final class Places: @unchecked Sendable {
  private let condition = NSCondition()
  private var free: Int
  private var next = 0

  init(count: Int) { free = count }

  /// Waits until every lower number has had a permit, and one is free.
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

/// The queue of results from workers.
private final class Results<Outcome: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var ready: [(index: Int, outcome: Outcome)] = []
  private var runningWorkers: Int
  private let cancelled = Atomic<Bool>(false)
  let workerCount: Int

  /// Maximum number of queued results. The default is large enough that the overhead per group is small.
  private let capacity: Int

  init(workers: Int, capacity: Int = 500) {
    (workerCount, runningWorkers, self.capacity) = (workers, workers, capacity)
  }

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }

  /// Adds a result, waiting while the queue is full.
  func append(_ result: (index: Int, outcome: Outcome)) {
    condition.lock()
    while ready.count >= capacity { condition.wait() }
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

  /// Waits for results and takes all of them. Returns nil after the last.
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
