import Foundation

/// What became of an edit that was interrupted, such as an import whose process was killed.
public struct UndoneEdit: Hashable, Sendable {
  /// A record that stays.
  public struct Record: Hashable, Sendable {
    /// Its entity.
    public let entity: String
    /// Its id.
    public let id: UUID
    /// What it is called in a sentence.
    public let subject: String
  }

  /// What the edit was called.
  public let label: String
  /// How many records are as they were before it, or gone, by the names of their entities.
  public let undone: [String: Int]
  /// The records that stay as the edit made them, because they were edited since or such records need them. The history has them as an
  /// edit “… (stopped)”.
  public internal(set) var kept: [Record] = []
}

extension UndoneEdit {
  /// How many of the records that stay are named.
  private static let namedCount = 10

  /// What became of it, in a sentence.
  public var message: String {
    let counts = undone.sorted { $0.key < $1.key }.map { Self.count($0.value, Entity.words(of: $0.key)) }
    let undone =
      "\(label.quoted) had been interrupted: undid " + (counts.isEmpty ? "nothing" : counts.joined(separator: ", "))
    if kept.isEmpty { return undone }
    let names = kept.prefix(Self.namedCount).map(\.subject).joined(separator: ", ")
    let rest = kept.count > Self.namedCount ? ", and \(kept.count - Self.namedCount) more" : ""
    return undone + "; kept \(Self.count(kept.count, "record")) edited since or needed by those: \(names)\(rest)"
  }

  private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension Store {
  /// What people should know of edits that were interrupted: what became of those that were undone when the store was opened, or that
  /// the rows of one are visible.
  public var interruptions: [String] {
    get throws(StoreError) {
      if !isReadOnly { return undoneEdits.map(\.message) }
      guard let label = try interruptedEdit else { return [] }
      return [
        "\(label.quoted) was interrupted, and the rows that it has made are visible; the next command that writes to the catalog undoes it"
      ]
    }
  }
}
