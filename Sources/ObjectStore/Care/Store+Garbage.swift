import Foundation
internal import GRDB

/// What was removed from external storage.
public struct Garbage: Hashable, Sendable {
  /// How many files.
  public var fileCount = 0
  /// How many bytes they had.
  public var byteCount = 0
}

extension Store {
  /// Removes the files in external storage that neither a record nor the history refers to any more.
  ///
  /// It has the write lock meanwhile, and a writer puts a file there only while it has that, so nothing is removed that
  /// is about to be referred to. What a killed writer left is removed too.
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
