import Foundation
internal import GRDB

/// The files that were removed from external storage.
public struct Garbage: Hashable, Sendable {
  /// Number of files.
  public var fileCount = 0
  /// Size of the files in bytes.
  public var byteCount = 0
}

extension Store {
  /// Removes the files in external storage that neither a record nor the history refers to.
  ///
  /// Holds the write lock meanwhile. Writers create files only while they hold that lock, so no file is removed that a
  /// new record is about to refer to. Files left by killed writers are removed too.
  @discardableResult
  public func collectGarbage() throws(StoreError) -> Garbage {
    try transact { db in
      let used = Set(try ExternalReference.inUse(db, model).map(\.sha256))
      var garbage = Garbage()
      for file in context.external.files() where !used.contains(file.sha256) {
        try context.external.remove(file)
        garbage.fileCount += 1
        garbage.byteCount += file.byteCount
      }
      return garbage
    }
  }
}
