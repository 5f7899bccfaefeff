import Foundation
internal import GRDB
import Text

/// Runs one transaction, and gives other writers a chance to run theirs before the next.
typealias Turn = (_ body: (Database) throws -> Void) throws -> Void

extension UndoHistory {
  /// Takes a step in the history. An edit that was made in parts is undone and redone in parts, too.
  ///
  /// Throws `nothingToUndo`, `nothingToRedo`, `noSuchEdit` or `undoConflict`.
  func take(
    _ step: HistoryStep, _ number: Int64?, lock: @escaping () throws -> LongEditLock?, in turn: Turn
  ) throws -> HistoryEntry {
    var entry: HistoryEntry?
    var long: LongEdit?
    var held: LongEditLock?
    try turn { db in
      try db.inTransactionWithoutForeignKeys {
        let next = try next(step, number, db)
        entry = next
        long = try LongEdit.of(history: next.id, db)
        if let long {
          held = try lock()
          try long.set(step == .undo ? .undo : .redo, db)
        } else {
          try apply(try changeset(of: next, db), step, label: next.label, group: next.id, db)
          entry = try mark(next, step, db)
        }
      }
    }
    guard let next = entry else { preconditionFailure("a turn is taken") }
    guard let long else { return next }
    defer { withExtendedLifetime(held) {} }
    return try take(step, next, long, in: turn)
  }

  private func take(_ step: HistoryStep, _ entry: HistoryEntry, _ edit: LongEdit, in turn: Turn) throws -> HistoryEntry
  {
    do {
      var count = 0
      try turn { count = try edit.count($0) }
      try bring(edit, to: step == .undo ? 0 : count, in: turn)
      // A part may leave a record with too few links if another part adds some.
      try turn { db in
        for number in stride(from: 1, through: count, by: 1) {
          if let part = try edit.part(number, db) {
            try checkMinimumCount(part, step, label: entry.label, group: entry.id, db)
          }
        }
      }
      var marked: HistoryEntry?
      try turn { db in
        try db.immediately {
          marked = try mark(entry, step, db)
          try edit.set(nil, db)
        }
      }
      return marked!
    } catch {
      try? takeBack(edit, in: turn)
      throw error
    }
  }

  /// Reverts the parts of an edit whose undo or redo was interrupted.
  ///
  /// Throws `undoConflict` if other edits have changed a part's rows since. Then the edit is left unchanged.
  func takeBack(_ edit: LongEdit, in turn: Turn) throws {
    var (count, edit) = (0, edit)
    try turn { db in
      count = try edit.count(db)
      edit = try LongEdit.with(id: edit.id, db) ?? edit
    }
    defer { try? turn { db in try db.immediately { try edit.set(nil, db) } } }
    try bring(edit, to: edit.step == .undo ? count : 0, checksFewest: true, in: turn)
  }

  /// Undoes an edit that was interrupted while it was made, except for rows that were edited since and the rows that
  /// those need. Such rows are kept as an edit in the history, with the label “… (stopped)”.
  func undoInterrupted(_ edit: LongEdit, in turn: Turn) throws -> UndoneEdit {
    var undo = InterruptedUndo(model)
    try turn { db in
      guard let edit = try LongEdit.with(id: edit.id, db) else { return }
      let count = try edit.parts(db).last ?? 0
      for number in stride(from: count, through: 1, by: -1) {
        if let part = try edit.part(number, db) { try undo.read(part) }
      }
      for number in stride(from: count, through: 1, by: -1) {
        guard let part = try edit.part(number, db) else { continue }
        if number > edit.done { try undo.takeOver(kept: part, db) } else { try undo.find(in: part, db) }
      }
    }
    var isDone = false
    while !isDone {
      // If a transaction is rolled back, its findings must be discarded too.
      var next = undo
      try turn { db in
        try db.inTransactionWithoutForeignKeys {
          guard let edit = try LongEdit.with(id: edit.id, db), edit.done > 0,
            let part = try edit.part(edit.done, db)
          else { return isDone = true }
          let staying = try next.undo(part, db) { changes in
            try apply(changes, .undo, group: nil, checksFewest: true, db)
          }
          try edit.keep(staying, ofPart: edit.done, db)
          try edit.setDone(edit.done - 1, db)
        }
      }
      undo = next
    }
    var result = UndoneEdit(label: edit.label, undone: undo.undone)
    try turn { db in
      try db.immediately {
        guard let edit = try LongEdit.with(id: edit.id, db) else { return }
        try edit.numberParts(db)
        result.kept = try names(of: undo.keptRecords, db)
        _ = try record(db, edit, label: edit.stoppedLabel)
      }
    }
    return result
  }

  /// Returns the names of records, each once.
  private func names(of records: [(entity: Entity, id: UUID)], _ db: Database) throws -> [UndoneEdit.Record] {
    let names = RecordNames(model, db)
    var seen: Set<UUID> = []
    return try records.filter { seen.insert($0.id).inserted }.map { entity, id in
      UndoneEdit.Record(
        entity: entity.name, id: id, subject: try names.name(of: entity, id) ?? "\(entity.words) \(id.text)")
    }
  }

  /// Whether the next step concerns an edit that was made in parts.
  func isNextLong(_ step: HistoryStep, _ number: Int64?, _ db: Database) throws -> Bool {
    try LongEdit.of(history: next(step, number, db).id, db) != nil
  }

  /// Undoes or redoes parts, one per turn, until `target` parts are applied to the records.
  private func bring(_ edit: LongEdit, to target: Int, checksFewest: Bool = false, in turn: Turn) throws {
    var isThere = false
    while !isThere {
      try turn { db in
        try db.inTransactionWithoutForeignKeys {
          guard let edit = try LongEdit.with(id: edit.id, db), edit.done != target else { return isThere = true }
          let step: HistoryStep = edit.done > target ? .undo : .redo
          let number = step == .undo ? edit.done : edit.done + 1
          guard let part = try edit.part(number, db) else { return isThere = true }
          let label = edit.history == nil ? edit.stoppedLabel : edit.label
          try apply(part, step, label: label, group: edit.history ?? 0, checksFewest: checksFewest, db)
          try edit.setDone(step == .undo ? number - 1 : number, db)
        }
      }
    }
  }
}

extension LongEdit {
  /// The label in the history of an edit that could be neither completed nor undone.
  var stoppedLabel: String { label + " (stopped)" }
}
