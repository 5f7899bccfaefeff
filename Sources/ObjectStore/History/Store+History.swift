internal import GRDB

extension Store {
  /// The edits that can be undone and those that can be done again, the newest first.
  public func history(limit: Int? = nil) throws(StoreError) -> [HistoryEntry] {
    try query { db in try history.entries(db, limit: limit) }
  }

  /// Takes back the newest edit that is not undone, or the one with a number, and returns it. Any later process can do so.
  ///
  /// An edit that was made in parts, as a large import is, is taken back in parts. Whether it can be is tried before, on a
  /// copy.
  ///
  /// Throws `nothingToUndo`, `noSuchEdit`, `undoneAlready`, or `undoConflict` where what it changed has been changed since; then nothing
  /// is changed.
  @discardableResult
  public func undo(_ number: Int64? = nil) throws(StoreError) -> HistoryEntry {
    try step(.undo, number)
  }

  /// Does the edit again that was undone last, and returns it. Throws `nothingToRedo` or `undoConflict`.
  @discardableResult
  public func redo() throws(StoreError) -> HistoryEntry {
    try step(.redo, nil)
  }

  private func step(_ step: HistoryStep, _ number: Int64?) throws(StoreError) -> HistoryEntry {
    try checkWritable()
    do {
      return try takeStep(step, number)
    } catch {
      throw StoreError(error, at: path)
    }
  }
}
