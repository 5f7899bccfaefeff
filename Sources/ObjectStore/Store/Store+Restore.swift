import Files
import Foundation
internal import GRDB

extension Store {
  /// Replaces the store in the file at `path` by a backup, with its write-ahead log and with the external storage that lies beside the
  /// backup. The old store is kept beside the new one, with `.before-restore` behind its name. Until the backup's copy is whole, checked
  /// and on the disk, nothing is replaced.
  ///
  /// The old store may be missing or damaged. Its external storage stays, because files in it are named by their content.
  ///
  /// - Returns: where the old store is kept; nil if there was none.
  /// - Throws: what ``init(reading:_:)`` throws about the backup; `cannotRestore` if the backup is damaged or is the store itself; `inUse`
  ///   if another process has the store open; `cannotWrite`.
  public static func restore(_ backup: String, to path: String, _ schema: StoreSchema) throws(StoreError) -> String? {
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    // A link goes on leading to the store.
    let real = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    let source = try Store(reading: backup, schema)
    if ["", "-wal", "-shm", "-journal"].contains(where: { source.isOwnFile(file + $0) || source.isOwnFile(real + $0) })
    {
      throw .cannotRestore(path: source.path, .ownFile)
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: real, isDirectory: &isFolder), isFolder.boolValue {
      throw .notAStore(path: file, .folder)
    }
    let mode = (FileStatus(path: real) ?? FileStatus(path: source.path))?.permissions
    let external = ExternalStorage(beside: file)
    var kept: String?
    do {
      try source.copy(to: real) { copy in
        if let finding = try damage(of: copy) {
          throw StoreError.cannotRestore(path: source.path, .damaged(finding: finding))
        }
        try source.copyExternalData(of: copy, to: external)
      } place: { copy in
        if let mode { copy.setPermissions(mode) }
        kept = try replace(real, by: copy)
      }
    } catch {
      throw StoreError(error, at: file)
    }
    return kept
  }

  /// Puts a whole file in a store's place. The old one first gets another name, with its log, so that a process that is killed in between
  /// loses nothing; then the log goes, because SQLite would take it for the new file's.
  private static func replace(_ file: String, by copy: UnfinishedFile) throws(StoreError) -> String? {
    let lock = FileStatus.isAnything(at: file) ? try StoreFileLock(file) : nil
    defer { withExtendedLifetime(lock) {} }
    let old = ["-wal", "-journal", ""].filter { FileStatus.isAnything(at: file + $0) }
    let kept = freeName(file + ".before-restore")
    do {
      for suffix in old { try duplicateFile(file + suffix, as: kept + suffix) }
      for suffix in ["-wal", "-shm", "-journal"] { unlink(file + suffix) }
      try copy.finish()
    } catch {
      throw .cannotWrite(path: file, WriteObstacle(error))
    }
    return old.isEmpty ? nil : kept
  }
}
