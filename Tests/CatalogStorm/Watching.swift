import ArgumentParser
import Catalog
import Foundation
import ObjectStore
import Synchronization

/// Many watchers of one catalog while others write to it. `scripts/check-feed` runs it.
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Watches a catalog many times over, until a file is there, and checks that every list is right at the end.",
    discussion: "Exit codes: 0 all is right; 1 something is not.")

  @Argument(help: "The catalog.") var catalog: String
  @Option(help: "How many watch.") var watchers = 200
  @Option(help: "How long lists are at most; without it they grow with the catalog.") var limit: Int?
  @Option(help: "The file that says that nobody writes any more.") var until: String
  @Option(help: "The longest that Swift's own threads may be kept from work, in milliseconds.") var stall = 50.0

  func run() async throws {
    let catalog = try Catalog(at: catalog, createIfMissing: true)
    let board = Board()
    let pulse = Task.detached { await Self.pulse() }
    var followers: [Task<Void, any Error>] = []
    for number in 0..<watchers {
      switch number % 5 {
      case 0: followers.append(follow(products, nil, number, catalog, board))
      case 1: followers.append(follow(products, .letter, number, catalog, board))
      case 2: followers.append(follow(plenty, nil, number, catalog, board))
      case 3: followers.append(follow(customers, .letter, number, catalog, board))
      default: followers.append(follow(sales, nil, number, catalog, board))
      }
    }
    while board.count < watchers { try await Task.sleep(for: .milliseconds(20)) }
    print("watching: \(watchers)")
    fflush(nil)
    var memory = [Self.residentMegabytes]
    while !FileManager.default.fileExists(atPath: until) {
      try await Task.sleep(for: .milliseconds(500))
      memory.append(Self.residentMegabytes)
    }
    let wrong = try await wrongLists(catalog, board)
    pulse.cancel()
    for follower in followers { follower.cancel() }
    let longest = await pulse.value
    let batches = board.batches
    print("batches of events: \(batches.reduce(0, +)), \(batches.min() ?? 0) to \(batches.max() ?? 0) a watcher")
    print("memory in MB: \(memory[0]) at first, \(memory[memory.count / 2]) half-way, \(memory.last!) at the end")
    print(String(format: "Swift's own threads were kept from work for at most %.1f ms", longest))
    for problem in wrong.prefix(20) { print("WRONG: \(problem)") }
    if longest > stall { print("WRONG: more than \(stall) ms") }
    if !wrong.isEmpty || longest > stall { throw ExitCode.failure }
  }

  private var products: Fetch<Catalog.Product> { Fetch(limit: limit) }
  private var plenty: Fetch<Catalog.Product> { Fetch(where: .where("quantity", .more, 5), limit: limit) }
  private var customers: Fetch<Catalog.Customer> { Fetch(limit: limit) }
  private var sales: Fetch<Catalog.Sale> { Fetch(by: [.init("soldAt", descending: limit != nil)], limit: limit) }

  /// Follows one list, and stores its state.
  private func follow<R: Record>(
    _ fetch: Fetch<R>, _ sections: Sectioning?, _ number: Int, _ catalog: Catalog, _ board: Board
  ) -> Task<Void, any Error> {
    Task {
      var list = [ListSection()]
      if sections != nil { list = [] }
      for try await events in catalog.store.watch(fetch, sections: sections) {
        list.apply(events)
        board.put(list.flatMap(\.ids), of: number)
      }
    }
  }

  /// The lists that still differ from a fetch after time to catch up.
  private func wrongLists(_ catalog: Catalog, _ board: Board) async throws -> [String] {
    var wrong: [String] = []
    for _ in 0..<200 {
      let expected = try await catalog.read { reader in
        [
          try reader.fetch(products).map(\.id), try reader.fetch(plenty).map(\.id),
          try reader.fetch(customers).map(\.id), try reader.fetch(sales).map(\.id),
        ]
      }
      wrong = []
      for number in 0..<watchers {
        let list = expected[[0, 0, 1, 2, 3][number % 5]]
        let (found, isDivided) = (board.list(of: number), [1, 3].contains(number % 5))
        let isRight = isDivided ? Set(found) == Set(list) && found.count == list.count : found == list
        if !isRight { wrong.append("watcher \(number) has \(found.count) records, and there are \(list.count)") }
      }
      if wrong.isEmpty { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    return wrong
  }

  /// The longest delay of a task on Swift's cooperative threads beyond what it asked for, in milliseconds.
  private static func pulse() async -> Double {
    var longest = Duration.zero
    while !Task.isCancelled {
      let start = ContinuousClock.now
      await Task.yield()
      longest = max(longest, ContinuousClock.now - start)
      try? await Task.sleep(for: .milliseconds(1))
    }
    return longest / .milliseconds(1)
  }

  private static var residentMegabytes: Int {
    let file = FileHandle(forReadingAtPath: "/proc/self/statm")
    let words = String(decoding: file?.readDataToEndOfFile() ?? Data(), as: UTF8.self).split(separator: " ")
    return words.count > 1 ? ((Int(words[1]) ?? 0) * 4096) >> 20 : 0
  }
}

/// The current list of each watcher.
private final class Board: Sendable {
  private let lists = Mutex<[Int: (ids: [UUID], batches: Int)]>([:])

  var count: Int { lists.withLock { $0.count } }
  var batches: [Int] { lists.withLock { $0.values.map(\.batches) } }

  func put(_ ids: [UUID], of number: Int) {
    lists.withLock { $0[number] = (ids, ($0[number]?.batches ?? 0) + 1) }
  }

  func list(of number: Int) -> [UUID] { lists.withLock { $0[number]?.ids ?? [] } }
}
