public import Errors

/// What can be done about a ``Problem``, without anybody having to decide.
public struct Repair: Hashable, Sendable {
  /// What is done.
  public enum Deed: Hashable, Sendable {
    /// The link to a record that is not there is taken away.
    case unlink
    /// The record goes, as it would have with the one that it belonged to.
    case remove
    /// The column is recalculated.
    case compute
    /// Another line of the ledger makes up the difference.
    case settle
    /// All that the entity's records are found by is made anew.
    case relist
  }

  /// What is not as it should be.
  public let problem: Problem
  /// Nil where somebody has to decide, or the bytes have to come from somewhere.
  public let action: Deed?

  /// What is done, or that nothing can be and what to do instead.
  public var message: String {
    switch action {
    case .unlink: "the link would be removed"
    case .remove: "it would be removed, as with what it belonged to"
    case .compute: "it would be recalculated"
    case .settle: "another line would make up the difference"
    case .relist: "the search index would be rebuilt"
    case nil: "cannot be repaired: " + problem.remedy.suggestion
    }
  }
}

extension Problem {
  /// What people can do about it themselves.
  public var remedy: Remedy {
    switch self {
    case .damage, .outdated, .unsettled, .search, .misplaced: .restoreBackup
    case .danglingReference(_, let relationship, _): .relinkOrRemove(relationship: relationship)
    case .tooFew(_, let relationship): .link(relationship: relationship)
    case .value(_, let attribute, _, _): .giveAnother(attribute: attribute)
    case .lostData(_, let attribute, let path, _): .putBackOrGiveAnother(path: path, attribute: attribute)
    case .file(_, let path, _): .putBackOrMakeAnew(path: path)
    case .orphan: .collectGarbage
    }
  }
}

extension Remedy {
  /// Restore a backup.
  public static var restoreBackup: Remedy { .init("restore a backup") }
  /// Give the record another destination of a relationship, or remove it.
  public static func relinkOrRemove(relationship: String) -> Remedy {
    .init("give it another \(relationship), or remove it", ["relationship": relationship])
  }
  /// Give the relationship of the record one.
  public static func link(relationship: String) -> Remedy {
    .init("give it one of \(relationship)", ["relationship": relationship])
  }
  /// Give the record another value of an attribute.
  public static func giveAnother(attribute: String) -> Remedy {
    .init("give it another \(attribute)", ["attribute": attribute])
  }
  /// Put a file back from a backup, or give the record another value.
  public static func putBackOrGiveAnother(path: String, attribute: String) -> Remedy {
    .init("put \(path) back from a backup, or give it another \(attribute)", ["path": path, "attribute": attribute])
  }
  /// Put a file back that a record is about, make it anew, or remove the record.
  public static func putBackOrMakeAnew(path: String) -> Remedy {
    .init("put \(path) back, make it anew, or remove its record", ["path": path])
  }
  /// Collect what nothing needs.
  public static var collectGarbage: Remedy { .init("collect what nothing needs") }
}
