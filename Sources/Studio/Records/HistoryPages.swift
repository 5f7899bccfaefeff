import Hummingbird
import PackshotKit

/// The history of edits, and undo and redo.
struct HistoryPages: Sendable {
  let shop: Shop

  struct Content {
    let entries: [Entry]
    let isEmpty: Bool
  }

  struct Entry {
    let number: String
    let label: String
    let at: String
    let isUndone: Bool
    /// Whether the edit was made in this studio.
    let isOwn: Bool
  }

  func add(to router: Router<BasicRequestContext>) {
    router.get("history") { _, _ in
      try await shop.catalog.perform { catalog in
        let entries = try catalog.store.history(limit: 200).map {
          Entry(number: "\($0.id)", label: $0.label, at: $0.at.displayText, isUndone: $0.isUndone, isOwn: $0.isOwn)
        }
        return try shop.page(
          "history", title: "History", part: "history", Content(entries: entries, isEmpty: entries.isEmpty))
      }
    }
    router.post("undo") { request, _ in
      let form = try await Form(request, shop.token)
      try await shop.catalog.perform { _ = try $0.store.undo(form["number"].flatMap { Int64($0) }) }
      return Response.redirect(to: "/history")
    }
    router.post("redo") { request, _ in
      _ = try await Form(request, shop.token)
      try await shop.catalog.perform { _ = try $0.store.redo() }
      return Response.redirect(to: "/history")
    }
  }
}
