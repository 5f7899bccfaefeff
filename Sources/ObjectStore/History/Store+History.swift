internal import GRDB

extension Store {
  /// Returns the edits that can be undone or redone, newest first.
  public func history(limit: Int? = nil) throws(StoreError) -> [HistoryEntry] {
    try query { db in try history.entries(db, limit: limit) }.map(ownEdits.marked)
  }

  /// Undoes the newest edit that is not undone, or the edit with the number `number`, and returns it. Any later process
  /// can do this.
  ///
  /// An edit that was made in parts, such as a large import, is undone in parts, after a trial on a copy.
  ///
  /// Throws `nothingToUndo`, `noSuchEdit`, `undoneAlready`, or `undoConflict` if the same values have been changed
  /// since; then nothing is changed.
  @discardableResult
  public func undo(_ number: Int64? = nil) throws(StoreError) -> HistoryEntry {
    try step(.undo, number)
  }

  /// Redoes the last undone edit, and returns it. Throws `nothingToRedo` or `undoConflict`.
  @discardableResult
  public func redo() throws(StoreError) -> HistoryEntry {
    try step(.redo, nil)
  }

  private func step(_ step: HistoryStep, _ number: Int64?) throws(StoreError) -> HistoryEntry {
    try checkWritable()
    do {
      return ownEdits.marked(try takeStep(step, number))
    } catch {
      throw StoreError(error, at: path)
    }
  }
}
