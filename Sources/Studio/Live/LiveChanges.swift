import Hummingbird
import PackshotKit
import ServiceLifecycle
import Synchronization

/// Tells open pages which kinds of records have changed, by any process, as server-sent events.
struct LiveChanges: Sendable {
  let shop: Shop

  /// Interval between keep-alive comments, which detect closed connections.
  private static let pulse = Duration.seconds(15)

  /// Interval between attempts to watch a catalog whose file is gone.
  private static let retry = Duration.seconds(1)

  func add(to router: Router<BasicRequestContext>) {
    router.get("changes") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/event-stream"],
        body: ResponseBody { writer in
          let pending = PendingChanges()
          // Browsers reconnect by themselves, and then read their page again.
          try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
          let ended = Task {
            defer { pending.end() }
            while !Task.isCancelled {
              do {
                for try await changes in shop.catalog.store.changes().cancelOnGracefulShutdown() {
                  pending.add(changes.entities)
                }
                return
              } catch {
                // The catalog's file is gone. Pages say so, and it may come back.
                pending.add(["all"])
                try await Task.sleep(for: Self.retry)
              }
            }
          }
          let pulse = Task {
            while true {
              try await Task.sleep(for: Self.pulse)
              pending.add([])
            }
          }
          defer {
            ended.cancel()
            pulse.cancel()
          }
          for await _ in pending.arrivals {
            let names = pending.take()
            let line = names.isEmpty ? ":" : "data: " + names.sorted().joined(separator: " ")
            try await writer.write(ByteBuffer(string: line + "\n\n"))
          }
          try await writer.finish(nil)
        })
    }
  }
}

/// Entities changed since the last event. A slow client gets them as one event.
private final class PendingChanges: Sendable {
  let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation
  private let names = Mutex<Set<String>>([])

  init() { (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func add(_ more: Set<String>) {
    names.withLock { $0.formUnion(more) }
    arrival.yield()
  }

  func take() -> Set<String> {
    names.withLock { names in
      defer { names = [] }
      return names
    }
  }

  func end() { arrival.finish() }
}

extension StoreChanges {
  /// Names of the entities whose records changed; `all` for any.
  fileprivate var entities: Set<String> {
    switch self {
    case .records(let ids): Set(ids.keys)
    case .all: ["all"]
    }
  }
}
