import Foundation
import Synchronization
import Testing

@testable import PackshotKit

@Suite struct WorkerThreadsTests {
  /// A catalog on a slow disk: what is ready meanwhile would otherwise pile up.
  @Test func workersWaitForAReceiverThatIsSlower() {
    let begun = Atomic<Int>(0)
    var received: [Int] = []
    var mostAhead = 0
    WorkerThreads.process(Array(0..<5000), count: 4, stop: StopRequest()) { (number: Int) in
      begun.wrappingAdd(1, ordering: .relaxed)
      return number
    } receive: { group in
      usleep(20_000)
      mostAhead = max(mostAhead, begun.load(ordering: .relaxed) - received.count)
      received += group.map(\.outcome)
    }
    #expect(received.sorted() == Array(0..<5000))
    // A group that is at hand, a group that is ready, and one result in the hands of each thread.
    #expect(mostAhead <= 500 + 500 + 4)
  }

  @Test func bothAreMade() {
    let (first, second) = WorkerThreads.both({ (0..<1000).reduce(0, +) }, { "second" })
    #expect(first == 499_500 && second == "second")
  }

  @Test func workersThatWaitEndWhenTheReceiverFails() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try WorkerThreads.process(Array(0..<5000), count: 4, stop: StopRequest()) { (number: Int) in
        number
      } receive: { _ in
        usleep(20_000)
        throw Failure()
      }
    }
  }
}
