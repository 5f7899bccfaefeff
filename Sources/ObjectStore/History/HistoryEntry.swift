import Foundation

/// An edit in the history: a group of changes that is undone and redone as a whole.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  /// The number of the edit. Later edits have higher numbers.
  public let id: Int64
  /// Label of the edit.
  public let label: String
  /// Time of the edit, to the millisecond.
  public let at: Date
  /// Whether the edit has been undone, and can be redone.
  public let isUndone: Bool
  /// Size of the edit in the history, in bytes.
  public let bytes: Int
  /// Whether this ``Store`` value, or a copy of the value, made the edit. False for edits by other programs and by other
  /// stores opened on the same file.
  public internal(set) var isOwn = false
}

/// The limits of the history. The oldest edits are removed first; the newest is kept whatever its size.
public struct HistoryLimits: Hashable, Sendable {
  /// Maximum size of all edits, in bytes. An edit that is larger by itself is kept until later edits reach the limit;
  /// earlier edits are removed.
  public var bytes: Int
  /// Maximum number of edits.
  public var groups: Int

  /// Creates limits: by default, 64 MiB and 1000 edits.
  public init(bytes: Int = 64 << 20, groups: Int = 1000) {
    self.bytes = bytes
    self.groups = groups
  }

  /// The number of bytes by which a history may exceed its limit before it is pruned, which takes longer than a small
  /// edit.
  var slack: Int { bytes / 64 }

  /// The number of edits after which the history is pruned.
  var pruningInterval: Int { min(max(1, groups / 64), 1000) }
}
