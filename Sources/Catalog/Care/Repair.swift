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
    /// All that the entity's records are found by is made anew.
    case relist
  }

  public let problem: Problem
  /// Nil where somebody has to decide, or the bytes have to come from somewhere.
  public let deed: Deed?

  /// What is done, or why nothing can be, for the person at the terminal.
  public var message: String {
    switch deed {
    case .unlink: "the link is removed"
    case .remove: "it is removed, as it would have been with what it belonged to"
    case .compute: "it is recalculated"
    case .relist: "what searches go by is made anew"
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
    case .outdated, .search, .misplaced: "restore a backup"
    case .lostData(_, let attribute, let path, _): "put \(path) back from a backup, or give it another \(attribute)"
    case .file(_, let path, _): "put \(path) back, or run again"
    case .orphan: "`packshot catalog gc` removes it"
    }
  }
}
