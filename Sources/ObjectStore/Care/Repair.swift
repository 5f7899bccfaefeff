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
  public let deed: Deed?

  /// What is done, or that nothing can be and what to do instead.
  public var message: String {
    switch deed {
    case .unlink: "the link would be removed"
    case .remove: "it would be removed, as with what it belonged to"
    case .compute: "it would be recalculated"
    case .settle: "another line would make up the difference"
    case .relist: "the search index would be rebuilt"
    case nil: "cannot be repaired: " + problem.remedy.suggestion
    }
  }
}

/// What people can do themselves about a ``Problem``.
public enum ProblemRemedy: Remedy, Hashable {
  /// Restore a backup.
  case restoreBackup
  /// Give the record another destination of a relationship, or remove it.
  case relinkOrRemove(relationship: String)
  /// Give the relationship of the record one.
  case link(relationship: String)
  /// Give the record another value of an attribute.
  case giveAnother(attribute: String)
  /// Put a file back from a backup, or give the record another value.
  case putBackOrGiveAnother(path: String, attribute: String)
  /// Put a file back that a record is about, make it anew, or remove the record.
  case putBackOrMakeAnew(path: String)
  /// Collect what nothing needs.
  case collectGarbage

  public var name: String {
    switch self {
    case .restoreBackup: "restore-backup"
    case .relinkOrRemove: "relink-or-remove"
    case .link: "link"
    case .giveAnother: "give-another"
    case .putBackOrGiveAnother: "put-back-or-give-another"
    case .putBackOrMakeAnew: "put-back-or-make-anew"
    case .collectGarbage: "collect-garbage"
    }
  }

  public var facts: Facts {
    switch self {
    case .restoreBackup, .collectGarbage: [:]
    case .relinkOrRemove(let relationship), .link(let relationship): ["relationship": .text(relationship)]
    case .giveAnother(let attribute): ["attribute": .text(attribute)]
    case .putBackOrGiveAnother(let path, let attribute): ["path": .text(path), "attribute": .text(attribute)]
    case .putBackOrMakeAnew(let path): ["path": .text(path)]
    }
  }

  public var suggestion: String {
    switch self {
    case .restoreBackup: "restore a backup"
    case .relinkOrRemove(let relationship): "give it another \(relationship), or remove it"
    case .link(let relationship): "give it one of \(relationship)"
    case .giveAnother(let attribute): "give it another \(attribute)"
    case .putBackOrGiveAnother(let path, let attribute):
      "put \(path) back from a backup, or give it another \(attribute)"
    case .putBackOrMakeAnew(let path): "put \(path) back, make it anew, or remove its record"
    case .collectGarbage: "collect what nothing needs"
    }
  }
}

extension Problem {
  /// What people can do about it themselves.
  public var remedy: ProblemRemedy {
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
