import Foundation

/// The outcome for an interrupted edit, such as an import whose process was killed.
public struct UndoneEdit: Hashable, Sendable {
  /// A record that was kept.
  public struct Record: Hashable, Sendable {
    /// Entity of the record.
    public let entity: String
    /// ID of the record.
    public let id: UUID
    /// The record as named in a sentence.
    public let subject: String
  }

  /// Label of the edit.
  public let label: String
  /// Number of records that were restored or removed, by entity.
  public let undone: [String: Int]
  /// The records that were kept as the edit made them, because they were edited since, or because records that were
  /// edited since need them. They are in the history as an edit with the label “… (stopped)”.
  public internal(set) var kept: [Record] = []
}

extension UndoneEdit {
  /// The maximum number of kept records in a message.
  private static let namedCount = 10

  /// The outcome as a sentence.
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
  /// Messages about interrupted edits: the outcome of edits that were undone when the store was opened, or a message
  /// that the rows of an interrupted edit are visible.
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
