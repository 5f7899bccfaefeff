import HTTPTypes
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
          let first = shop.catalog.store.changes()
          let number = await shop.changeNumber
          // Browsers reconnect by themselves, and then read their page again.
          try await writer.write(
            ByteBuffer(string: "retry: 1000\n\nevent: number\ndata: \(number.map { "\($0)" } ?? "-")\n\n"))
          let ended = Task {
            defer { pending.end() }
            var updates = first
            while !Task.isCancelled {
              do {
                for try await changes in updates.cancelOnGracefulShutdown() {
                  // The first watcher is told that everything may have changed.
                  if changes == .all, let number, await shop.changeNumber == number { continue }
                  pending.add(changes.entities)
                }
                return
              } catch {
                // The catalog's file is gone. Pages say so, and it may come back.
                pending.add(["all"])
                try await Task.sleep(for: Self.retry)
                updates = shop.catalog.store.changes()
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

/// Names the newest change that a page shows, so that its script can tell whether it has to read the page again once it is connected. A
/// script can't read the headers of its own page, except this one.
struct ChangeNumbers<Context: RequestContext>: RouterMiddleware {
  let shop: Shop

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.method == .get, request.headers[.accept]?.contains("text/html") == true,
      let number = await shop.changeNumber
    else { return try await next(request, context) }
    var response = try await next(request, context)
    response.headers[HTTPField.Name("Server-Timing")!] = "changes;desc=\"\(number)\""
    return response
  }
}

extension Shop {
  /// The number of the newest change in the catalog; nil if the catalog can't be read.
  fileprivate var changeNumber: Int64? {
    get async { try? await catalog.perform { try $0.store.changeNumber() } }
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
