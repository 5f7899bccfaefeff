public import Errors

/// A repair of a ``Problem`` that requires no decision.
public struct Repair: Hashable, Sendable {
  /// The action of a repair.
  public enum Action: Hashable, Sendable {
    /// Removes the link to a record that doesn't exist.
    case unlink
    /// Removes the record, as would have happened when the record that it belonged to was deleted.
    case remove
    /// Computes the column again.
    case compute
    /// Adds a line with the missing difference to the ledger.
    case balance
    /// Rebuilds the entity's search index.
    case relist
  }

  /// The problem.
  public let problem: Problem
  /// The action; nil if a decision is needed, or if lost bytes must be restored.
  public let action: Action?

  package init(problem: Problem, action: Action?) { (self.problem, self.action) = (problem, action) }

  /// What would be done, or what to do instead.
  public var message: String {
    switch action {
    case .unlink: "the link would be removed"
    case .remove: "it would be removed, because its owner was removed"
    case .compute: "it would be recalculated"
    case .balance: "another line would make up the difference"
    case .relist: "the search index would be rebuilt"
    case nil: "cannot be repaired: " + problem.remedy.suggestion
    }
  }
}

extension Problem {
  /// What people can do about the problem themselves.
  public var remedy: Remedy {
    switch self {
    case .damage, .outdated, .unbalanced, .search, .misplaced: .restoreBackup
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
  /// Link the relationship to another record, or remove the record.
  public static func relinkOrRemove(relationship: String) -> Remedy {
    .init("give it another \(relationship), or remove it", ["relationship": relationship])
  }
  /// Link the relationship to a record.
  public static func link(relationship: String) -> Remedy {
    .init("give it one of \(relationship)", ["relationship": relationship])
  }
  /// Set another value of the attribute.
  public static func giveAnother(attribute: String) -> Remedy {
    .init("give it another \(attribute)", ["attribute": attribute])
  }
  /// Restore the file from a backup, or set another value.
  public static func putBackOrGiveAnother(path: String, attribute: String) -> Remedy {
    .init("restore \(path) from a backup, or give it another \(attribute)", ["path": path, "attribute": attribute])
  }
  /// Restore the record's file, make it again, or remove the record.
  public static func putBackOrMakeAnew(path: String) -> Remedy {
    .init("restore \(path), render it again, or remove its record", ["path": path])
  }
  /// Remove unneeded files.
  public static var collectGarbage: Remedy { .init("remove unused data") }
}
