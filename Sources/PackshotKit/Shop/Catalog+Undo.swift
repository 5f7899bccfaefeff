public import Catalog
import Files
import Foundation
public import ObjectStore
import Platform

/// Undo and redo of edits together with the photos' files.
extension Catalog {
  /// Undoes the newest edit that is not undone, or the edit with the number `number`, as ``Store/undo(_:)`` does. If the edit added or
  /// replaced photos in the studio, their files are what they were before it.
  ///
  /// - Throws: The errors of ``Store/undo(_:)``; ``PackshotError`` if a photo's former file is lost. Then nothing is changed.
  @discardableResult
  public func undo(_ number: Int64? = nil) throws -> HistoryEntry {
    try step(isUndo: true) {
      try store.undo(number)
    } reverse: {
      try store.redo()
    }
  }

  /// Redoes the last undone edit, as ``Store/redo()`` does, with the files of its photos; see ``undo(_:)``.
  @discardableResult
  public func redo() throws -> HistoryEntry {
    try step(isUndo: false) {
      try store.redo()
    } reverse: {
      try store.undo()
    }
  }

  /// The most records of an edit whose files are looked at. An edit that adds photos in the studio has a few.
  private static let recordLimit = 1000

  private func step(
    isUndo: Bool, _ take: () throws -> HistoryEntry, reverse: () throws -> HistoryEntry
  ) throws -> HistoryEntry {
    let entry = try take()
    do {
      for change in try store.changes(of: entry.id, limit: Self.recordLimit) where change.entity == Photo.entity.name {
        try moveFile(of: change, isUndo: isUndo)
      }
    } catch {
      _ = try reverse()
      throw error
    }
    return entry
  }

  /// Puts the file of a photo in place that its record describes after a step in the history.
  private func moveFile(of change: RecordChange, isUndo: Bool) throws {
    guard let hash = change.values.first(where: { $0.name == "sha256" }) else { return }
    let record = try store.read { try $0.record(Photo.self, change.id) }
    let path = record?.path ?? change.values.first { $0.name == "path" }.flatMap { (isUndo ? $0.new : $0.old).string }
    guard let path, !CatalogPaths.isAddress(path), record?.data == nil, record?.kind ?? .original == .original else {
      return
    }
    let (file, former) = (paths.resolvedPath(path), (isUndo ? hash.new : hash.old).string)
    let (kept, now) = (ReplacedFiles(beside: file), sha256(ofFile: file))
    guard let record else {
      // Only a file that was added in the studio is kept.
      if let now, now == former, kept.path(ofContent: now) != nil { unlink(file) }
      return
    }
    if now == record.sha256 { return }
    if let wanted = kept.path(ofContent: record.sha256) {
      if let now, kept.path(ofContent: now) == nil { _ = try kept.keep(file) }
      try kept.put(wanted, at: file)
    } else if now != nil {
      throw PackshotError.formerFileLost(path: path)
    }
  }
}

extension AttributeValue {
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
