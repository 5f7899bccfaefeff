import Foundation
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
        let entry = try shop.replacing.withLock { _ in try catalog.undo(number) }
        shop.lastStep.withLock { $0 = HistoryStep(entry, isUndo: true) }
      }
      return try await back(to: request)
    }
    router.post("redo") { request, _ in
      _ = try await Form(request, shop.token)
      try await shop.catalog.perform { catalog in
        let entry = try shop.replacing.withLock { _ in try catalog.redo() }
        shop.lastStep.withLock { $0 = HistoryStep(entry, isUndo: false) }
      }
      return try await back(to: request)
    }
  }

  /// Redirects to the page with the button, or to the list that it was reached from if the step removed what it shows. The fragment
  /// makes the page say what was undone or redone.
  private func back(to request: Request) async throws -> Response {
    let page = request.headers[.referer].flatMap { URLComponents(string: $0) }
    let parts = (page?.path ?? "").split(separator: "/").map(String.init)
    var address = page?.path ?? "/"
    if ["undo", "redo"].contains(parts.first) {
      address = "/history"
    } else if let id = parts.dropFirst().first.flatMap({ UUID(uuidString: $0) }) {
      let isThere = try await shop.catalog.read { try Self.isThere(id, part: parts[0], $0) }
      // Forms are sent to addresses below a record's page, where a refusal stays.
      address = "/" + parts.prefix(isThere ? 2 : 1).joined(separator: "/")
    } else if parts.count > 1, !["new", "edit", "suite"].contains(parts[1]) {
      address = "/" + parts[0]
    }
    let query = (page?.percentEncodedQuery ?? "").split(separator: "&").filter { $0 != "done" }.joined(separator: "&")
    return .redirect(to: address + (address == page?.path && !query.isEmpty ? "?" + query : "") + "#step")
  }

  /// Whether the record that a page shows exists.
  private static func isThere(_ id: UUID, part: String, _ reader: Reader) throws -> Bool {
    switch part {
    case "photos": try reader.record(Catalog.Photo.self, id) != nil
    case "products": try reader.record(Catalog.Product.self, id) != nil
    case "customers": try reader.record(Catalog.Customer.self, id) != nil
    case "sales": try reader.record(Catalog.Sale.self, id) != nil
    case "makers": try reader.record(Catalog.Maker.self, id) != nil
    case "collections": try reader.record(Catalog.Collection.self, id) != nil
    default: true
    }
  }
}

/// An edit that was undone or redone in the studio, for the page that says so.
struct HistoryStep {
  let label: String
  let isUndo: Bool

  init(_ entry: HistoryEntry, isUndo: Bool) { (label, self.isUndo) = (entry.label, isUndo) }
}
