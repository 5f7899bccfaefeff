import Files
import Foundation

extension Store {
  /// Moves the store in the file at `path` to another file, with its write-ahead log, its external storage and its
  /// history. The old files are removed when the new ones are complete and on the disk. If the process is killed
  /// before, the old store is unchanged.
  ///
  /// - Parameters:
  ///   - new: The new file. Its folder must exist.
  ///   - adapt: Changes the store at its new path before the old one is removed. If it throws, nothing is moved.
  /// - Throws: The errors of ``init(at:_:createIfMissing:)``; `readOnly` if the store can only be read; `inUse` if a
  ///   process has it open; `cannotWrite` if `new` exists or can't be written.
  public static func move(
    _ path: String, to new: String, _ schema: StoreSchema, adapt: (Store) throws(StoreError) -> Void
  ) throws(StoreError) {
    let old = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    let target = URL(fileURLWithPath: new).standardizedFileURL.path
    // Opening it for writing checks the store, migrates it, and undoes an interrupted edit.
    try Store(at: old, schema, createIfMissing: false).checkWritable()
    let (from, to) = (ExternalStorage(beside: old), ExternalStorage(beside: target))
    for place in suffixes.map({ target + $0 }) + [to.folder!] where FileStatus.isAnything(at: place) {
      throw .cannotWrite(path: target, .system("\(place) already exists"))
    }
    try StoreFile.check(target, schema, mayBeNew: true)

    let lock = try StoreFileLock(old)
    defer { withExtendedLifetime(lock) {} }
    do {
      try from.share(from.files(), with: to)
      // Without its log, the file lacks the latest changes, so it comes last.
      for suffix in suffixes.reversed() where FileStatus.isAnything(at: old + suffix) {
        do { try copyFile(old + suffix, as: target + suffix) } catch {
          throw StoreError.cannotWrite(path: target, WriteObstacle(error))
        }
      }
      try adapt(Store(at: target, schema, createIfMissing: false))
    } catch {
      removeFiles(of: target, to)
      throw StoreError(error, at: target)
    }
    removeFiles(of: old, from)
  }

  /// What SQLite appends to the file's name for the files that hold a store.
  private static let suffixes = ["", "-wal", "-journal"]

  /// Removes a store's files, and the folders of its external storage that are empty then.
  private static func removeFiles(of path: String, _ external: ExternalStorage) {
    for suffix in suffixes + ["-shm"] { unlink(path + suffix) }
    let files = external.files()
    for file in files { unlink(file.path) }
    for folder in Set(files.map { String($0.path.splitPath.folder!) }) { rmdir(folder) }
    rmdir(external.folder!)
  }
}
