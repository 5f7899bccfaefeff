import Hummingbird
import PackshotKit

/// The history of edits, and undo and redo.
struct HistoryPages: Sendable {
  let shop: Shop

  struct Content {
    let entries: [Entry]
    let isEmpty: Bool
    let next: String?
  }

  struct Entry {
    let number: String
    let label: String
    let at: String
    let isUndone: Bool
    /// Whether the edit was made in this studio.
    let isOwn: Bool
  }

  /// Edits on a page of the history.
  private static let pageSize = 200

  func add(to router: Router<BasicRequestContext>) {
    router.get("history") { request, _ in
      let offset = request.offset
      return try await shop.catalog.perform { catalog in
        let history = try catalog.store.history(limit: offset + Self.pageSize + 1).dropFirst(offset)
        let entries = history.prefix(Self.pageSize).map {
          Entry(number: "\($0.id)", label: $0.label, at: $0.at.displayText, isUndone: $0.isUndone, isOwn: $0.isOwn)
        }
        let next = history.count > Self.pageSize ? PageAddress.text([:], from: offset + Self.pageSize) : nil
        return try shop.page(
          "history", title: "History", part: "history", Content(entries: entries, isEmpty: entries.isEmpty, next: next))
      }
    }
    router.post("undo") { request, _ in
      let form = try await Form(request, shop.token)
      try await shop.catalog.perform { catalog in
        // Without a number, the newest edit of any program would be undone.
        guard let number = form["number"].flatMap({ Int64($0) }) else {
          throw HTTPError(.badRequest, message: "The form doesn’t say which edit to undo.")
        }
        _ = try shop.replacing.withLock { _ in try catalog.undo(number) }
      }
      return Response.redirect(to: "/history")
    }
    router.post("redo") { request, _ in
      _ = try await Form(request, shop.token)
      try await shop.catalog.perform { catalog in
        _ = try shop.replacing.withLock { _ in try catalog.redo() }
      }
      return Response.redirect(to: "/history")
    }
  }
}
