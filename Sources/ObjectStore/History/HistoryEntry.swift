import Foundation

/// An edit in the history: a group of changes that is undone and redone as one.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  /// Its number. Later edits have higher ones.
  public let id: Int64
  /// What the edit was called.
  public let label: String
  /// When it was made, to the millisecond.
  public let at: Date
  /// Whether it has been undone, so that it can be redone.
  public let isUndone: Bool
  /// How many bytes the history keeps of it.
  public let bytes: Int
}

/// How much the history keeps. The oldest edits go first, and the newest stays whatever it takes.
public struct HistoryLimits: Hashable, Sendable {
  /// Bytes of all edits together. An edit that needs more by itself is kept until those after it need as much; those before
  /// it go.
  public var bytes: Int
  /// The number of edits.
  public var groups: Int

  /// Limits of at most `bytes` and `groups`.
  public init(bytes: Int = 64 << 20, groups: Int = 1000) {
    self.bytes = bytes
    self.groups = groups
  }

  /// By how many bytes a history may be over its limit until it is looked at, which takes longer than a small edit.
  var slack: Int { bytes / 64 }

  /// After how many edits it is looked at.
  var pruningInterval: Int { min(max(1, groups / 64), 1000) }
}
