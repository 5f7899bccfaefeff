public import Catalog
import Files
import Foundation
public import ObjectStore
import Platform

/// Undo and redo that also restore photo files.
extension Catalog {
  /// Undoes the newest edit that is not undone, or the edit with the number `number`, as ``Store/undo(_:)`` does. If the edit added or
  /// replaced photos in the studio, their files are restored too. Files changed since then are kept.
  ///
  /// - Throws: The errors of ``Store/undo(_:)``; ``PackshotError`` if a photo's former file is lost. Then nothing is changed.
  @discardableResult
  public func undo(_ number: Int64? = nil) throws -> HistoryEntry {
    guard let number = try number ?? store.history().first(where: { !$0.isUndone })?.id else { return try store.undo() }
    let moves = try moves(of: number, isUndo: true)
    let entry = try store.undo(number)
    do { for move in moves { try move.carryOut() } } catch {
      _ = try? store.redo()
      throw error
    }
    return entry
  }

  /// Redoes the last undone edit, as ``Store/redo()`` does, with the files of its photos; see ``undo(_:)``.
  @discardableResult
  public func redo() throws -> HistoryEntry {
    let entry = try store.redo()
    do { for move in try moves(of: entry.id, isUndo: false) { try move.carryOut() } } catch {
      _ = try? store.undo(entry.id)
      throw error
    }
    return entry
  }

  /// Maximum number of an edit's records whose files are checked. The studio adds and replaces photos one by one.
  private static let recordLimit = 1000

  /// Returns the file moves that undoing or redoing an edit needs.
  private func moves(of number: Int64, isUndo: Bool) throws -> [FileMove] {
    try store.changes(of: number, limit: Self.recordLimit).compactMap { change in
      // Removing a photo's record never touches its file, so neither does the undo.
      guard change.entity == Photo.entity.name, change.kind != .removed,
        let hash = change.values.first(where: { $0.name == "sha256" }), let new = hash.new.string
      else { return nil }
      let added = change.values.first { $0.name == "path" }?.new.string
      let record = try store.read { try $0.record(Photo.self, change.id) }
      guard let path = added ?? record?.path, !CatalogPaths.isAddress(path), record?.data == nil else { return nil }
      let move = FileMove(
        path: paths.resolvedPath(path), from: isUndo ? new : hash.old.string, to: isUndo ? hash.old.string : new)
      guard move.isOfStudio(new) else { return nil }
      if let wanted = move.to, !move.files.isArchived(wanted) { throw PackshotError.formerFileLost(path: path) }
      return move
    }
  }
}

/// The change of a photo's file from one content to another, by undo or redo. Nil means that there is no file.
private struct FileMove {
  let path: String
  let from: String?
  let to: String?

  var files: ReplacedFiles { ReplacedFiles(beside: path) }

  /// Whether the studio wrote this content, and the file hasn't changed since.
  func isOfStudio(_ made: String) -> Bool {
    guard files.isMade(made) else { return false }
    return from == nil ? !FileStatus.isAnything(at: path) : sha256(ofFile: path) == from
  }

  func carryOut() throws {
    if let from { try files.archive(from) }
    if let to { try files.restore(to) } else { unlink(path) }
  }
}

extension AttributeValue {
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
