import Files
import Foundation
internal import GRDB

extension Store {
  /// Replaces the store in the file at `path` with a backup, including its write-ahead log and the external storage
  /// beside the backup. The old store is kept beside the new one, with `.before-restore` appended to its name. Nothing
  /// is replaced until the copy of the backup is complete, checked and on the disk.
  ///
  /// The old store may be missing or damaged. Its external storage is kept, because its files are named by their
  /// content.
  ///
  /// - Returns: Path where the old store is kept; nil if there was none.
  /// - Throws: The errors of ``init(reading:_:)`` for the backup; `cannotRestore` if the backup is damaged or is the
  ///   store itself; `inUse` if another process has the store open; `cannotWrite`.
  public static func restore(_ backup: String, to path: String, _ schema: StoreSchema) throws(StoreError) -> String? {
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    // A symbolic link still leads to the store afterwards.
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

  /// Moves a complete file to a store's place. The old one is first copied to another name, with its log, so that
  /// nothing is lost if the process is killed in between. Then the log is removed, because SQLite would use it for the
  /// new file.
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
