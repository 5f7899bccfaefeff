import Foundation
import Synchronization
import Testing

@testable import PackshotKit

@Suite struct JobThreadsTests {
  /// A slow receiver, such as a catalog on a slow disk. If the threads didn't wait, finished results would accumulate.
  @Test func threadsWaitForASlowerReceiver() {
    let begun = Atomic<Int>(0)
    var received: [Int] = []
    var mostAhead = 0
    JobThreads.process(Array(0..<5000), count: 4, stop: StopRequest()) { (number: Int) in
      begun.wrappingAdd(1, ordering: .relaxed)
      return number
    } receive: { group in
      usleep(20_000)
      mostAhead = max(mostAhead, begun.load(ordering: .relaxed) - received.count)
      received += group.map(\.outcome)
    }
    #expect(received.sorted() == Array(0..<5000))
    // One group being received, one group waiting, and one result of each thread.
    #expect(mostAhead <= 500 + 500 + 4)
  }

  /// The first chunk ends after the second.
  @Test(.timeLimit(.minutes(1))) func mappedItemsAreReceivedInOrder() {
    let isSecondDone = DispatchSemaphore(value: 0)
    var received: [Int] = []
    var mostAtOnce = 0
    JobThreads.map(Array(0..<2345), count: 2) { (number: Int) in
      if number == 0 { isSecondDone.wait() }
      if number == 999 { isSecondDone.signal() }
      return 3 * number
    } receive: { results in
      received += results
      mostAtOnce = max(mostAtOnce, results.count)
    }
    #expect(received == (0..<2345).map { 3 * $0 })
    #expect(mostAtOnce == 500)
  }

  @Test(.timeLimit(.minutes(1)))
  func theNextItemIsPreparedWhileOthersAreProcessed() {
    let (count, next) = (10, DispatchSemaphore(value: 0))
    let ready = Atomic<Int>(0)
    let atWork = Atomic<Int>(0)
    let most = Mutex(0)
    var received: [Int] = []
    JobThreads.process(Array(0..<count), count: 1, stop: StopRequest()) { number in
      let ready = ready.add(1, ordering: .relaxed).newValue
      if ready > 1 { next.signal() }
      if ready == count { next.signal() }
      return number
    } work: { number in
      let now = atWork.add(1, ordering: .relaxed).newValue
      most.withLock { $0 = max($0, now) }
      // Waits until the next item is prepared, if there is one.
      next.wait()
      atWork.subtract(1, ordering: .relaxed)
      return number
    } receive: { group in
      received += group.map(\.outcome)
    }
    #expect(received.sorted() == Array(0..<count))
    #expect(most.withLock { $0 } == 1)
  }

  @Test func itemsPreparedAtAStopAreNotProcessed() {
    let stop = StopRequest()
    let begun = Atomic<Int>(0)
    JobThreads.process(Array(0..<100), count: 2, stop: stop) {
      $0
    } work: { number in
      begun.add(1, ordering: .relaxed)
      stop.stop()
      return number
    } receive: { _ in
    }
    #expect(1...2 ~= begun.load(ordering: .relaxed))
  }

  @Test(.timeLimit(.minutes(1))) func callsRunTogetherAreConcurrent() {
    let begun = (0..<3).map { _ in DispatchSemaphore(value: 0) }
    let ends = JobThreads.together(Array(0..<3)) { number in
      begun[number].signal()
      begun[(number + 1) % 3].wait()
      return "end of \(number)"
    }
    #expect(ends == ["end of 0", "end of 1", "end of 2"])
  }

  @Test func threadsThatHaveEndedHoldNoItems() {
    final class Item: Sendable {}
    let isHeld = (0..<3000).contains { _ in
      var items = [Item(), Item(), Item()]
      _ = JobThreads.together(items) { _ in 0 }
      return (0..<3).contains { !isKnownUniquelyReferenced(&items[$0]) }
    }
    #expect(!isHeld)
  }

  @Test func bothResultsAreReturned() {
    let (first, second) = JobThreads.both({ (0..<1000).reduce(0, +) }, { "second" })
    #expect(first == 499_500 && second == "second")
  }

  @Test func waitingThreadsEndIfTheReceiverFails() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try JobThreads.process(Array(0..<5000), count: 4, stop: StopRequest()) { (number: Int) in
        number
      } receive: { _ in
        usleep(20_000)
        throw Failure()
      }
    }
  }
}
