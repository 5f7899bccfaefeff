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

  public let problem: Problem
  /// Nil where somebody has to decide, or the bytes have to come from somewhere.
  public let deed: Deed?

  /// What is done, or why nothing can be, for the person at the terminal.
  public var message: String {
    switch deed {
    case .unlink: "the link would be removed"
    case .remove: "it would be removed, as with what it belonged to"
    case .compute: "it would be recalculated"
    case .settle: "another line would make up the difference"
    case .relist: "the search index would be rebuilt"
    case nil: "cannot be repaired: " + problem.advice
    }
  }
}

extension Problem {
  /// What people can do about it themselves.
  fileprivate var advice: String {
    switch self {
    case .damage: "restore a backup"
    case .danglingReference(_, let relationship, _): "give it another \(relationship), or remove it"
    case .tooFew(_, let relationship): "give it one of \(relationship)"
    case .value(_, let attribute, _, _): "give it another \(attribute)"
    case .outdated, .unsettled, .search, .misplaced: "restore a backup"
    case .lostData(_, let attribute, let path, _): "put \(path) back from a backup, or give it another \(attribute)"
    case .file(_, let path, _):
      "put \(path) back, render it anew with `packshot run --overwrite`, or remove it with `packshot photos remove`"
    case .orphan: "`packshot catalog gc` removes it"
    }
  }
}
