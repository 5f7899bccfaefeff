import Files
import Platform

/// The output folder of a run, locked by one run at a time or by one run of each shard.
final class OutputFolder {
  /// Absolute path without symbolic links and trailing slash.
  let path: String
  /// The lock whose file contains the journal.
  private let lock: FileLock
  /// The lock on the folder itself, which excludes other runs, whatever their catalogs. Runs of shards share it. Nil if
  /// the file system has no locks on folders.
  private let folderLock: FolderLock?
  /// The lock file in the output folder, if it doesn't contain the journal. It excludes runs of all photos while a
  /// shard's run is active, and runs of earlier versions if the catalog is elsewhere.
  private let innerLock: FileLock?
  /// The place of the journal.
  private let place: JournalLocation
  /// Whether the run is for a shard.
  private let isOfShard: Bool
  /// Prefix of the names of unfinished files of runs into this folder. It contains the folder's inode number, because
  /// another run's output folder can be inside this one or contain it.
  let unfinishedPrefix: String
  /// Files that runs were about to publish in this folder.
  private(set) var journal: OutputJournal

  /// Creates the folder if it doesn't exist, and locks it.
  ///
  /// - Parameters:
  ///   - catalog: Path of the catalog. Nil for a catalog in the folder.
  ///   - shard: The run's shard. Nil for a run of all photos.
  init(path: String, catalog: String? = nil, shard: Shard? = nil) throws(PackshotError) {
    do {
      try Files.makeFolders(path)
    } catch {
      throw .cannotWrite(path: error.path, why: error.reason)
    }
    guard let real = realPath(path) else {
      throw .cannotWrite(path: path, why: "it no longer exists, or a folder above it has a name that is not UTF-8")
    }
    self.path = real
    isOfShard = shard != nil
    place = JournalLocation(outputFolder: real, catalog: catalog, shard: shard)
    do throws(SystemFailure) {
      folderLock = try Self.lockFolder(real, isShared: shard != nil)
      let inner = real + "/" + OutputTree.lockName
      if shard != nil {
        innerLock = try FileLock(inner, isShared: true, isLookedAt: true)
      } else if place.isElsewhere, folderLock == nil || FileStatus.isAnything(at: inner) {
        innerLock = try FileLock(inner, isLookedAt: true)
      } else {
        innerLock = nil
      }
      lock = try FileLock(place.path, isLookedAt: true)
    } catch {
      throw Self.lockError(error, folder: path)
    }
    let number = FileStatus(path: real)?.inode ?? 0
    unfinishedPrefix =
      UnfinishedFile.prefix + "run-" + String(UInt64(bitPattern: number), radix: 36) + "-"
      + (shard?.unfinishedMark ?? "")
    journal = OutputJournal(lock.descriptor)
    // Runs whose catalog was in the folder have left their entries in the inner lock file.
    if place.isElsewhere, let innerLock { journal.merge(OutputJournal(innerLock.descriptor)) }
  }

  /// Locks the folder itself. Returns nil if the file system has no locks on folders.
  private static func lockFolder(_ path: String, isShared: Bool) throws(SystemFailure) -> FolderLock? {
    do {
      return try FolderLock(path, isShared: isShared, isLookedAt: true)
    } catch  where error.code == EWOULDBLOCK {
      throw error
    } catch {
      return nil
    }
  }

  /// Whether the catalog of a run of all photos is in the folder.
  var containsCatalog: Bool { !place.isElsewhere && !isOfShard }

  /// Whether an earlier run into this folder was killed, according to its journal.
  var hasLeftovers: Bool { journal.isCutShort }

  /// Records in the journal, flushed to disk, that a run is about to write files.
  func begin() throws(PackshotError) {
    try writeJournal()
    try Self.flush(journalFile, of: path)
    try OutputTree.synchronizeNames(in: place.folder)
  }

  /// Records in the journal which files are about to be published. The caller must flush ``journalFile`` before
  /// publishing them.
  func announce(_ files: [(path: String, entry: OutputJournal.Entry)]) throws(PackshotError) {
    for file in files { journal.add(file.entry, at: file.path) }
    try writeJournal()
  }

  /// Removes journal entries of files that are recorded in the catalog now. The journal on disk changes with the next
  /// write.
  func forget(_ paths: some Sequence<String>) {
    if journal.isEmpty { return }
    for path in paths { journal.remove(path) }
  }

  private func writeJournal() throws(PackshotError) {
    do {
      try journal.write(to: lock.descriptor, isAtWork: true)
    } catch {
      throw .cannotWrite(path: path, why: error.reason)
    }
  }

  /// The file that contains the journal.
  var journalFile: Descriptor { lock.descriptor }

  /// Flushes the journal of a folder to disk.
  static func flush(_ journalFile: Descriptor, of folder: String) throws(PackshotError) {
    do {
      try journalFile.synchronizeContent()
    } catch {
      throw .cannotWrite(path: folder, why: error.reason)
    }
  }

  /// Marks the run as ended in the journal, and removes the entries whose files don't exist. Best effort: errors are
  /// ignored, because only the next run reads the journal.
  func end() {
    journal.keepOnly { FileStatus.isAnything(at: path(of: $0)) }
    do {
      try journal.write(to: lock.descriptor, isAtWork: false)
      try Self.flush(journalFile, of: path)
    } catch {
      return
    }
    guard place.isElsewhere else { return }
    innerLock?.remove()
    if journal.isEmpty { lock.remove() }
  }

  /// Returns the error for a folder that can't be locked: another run holds the lock, the lock file is a link, or the
  /// file system doesn't support locks.
  static func lockError(_ failure: SystemFailure, folder: String) -> PackshotError {
    switch failure.code {
    case EWOULDBLOCK: .lockedFolder(path: folder)
    case ELOOP: .cannotWrite(path: folder, why: "its \(OutputTree.lockName) is a link; remove that")
    case ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL, EIO:
      .cannotWrite(path: folder, why: "it cannot be locked: \(failure.reason)")
    default: .cannotWrite(path: folder, why: failure.reason)
    }
  }

  /// Removes new lock files if the run did nothing, because a lock file marks a folder as the output folder of a run.
  func abandon() {
    for lock in [lock, innerLock] where lock?.isNew == true { lock?.remove() }
  }

  /// Absolute path of an output.
  func path(of output: String) -> String { path + "/" + output }

  /// Renames a file in the folder. Returns false if the new path exists.
  func rename(_ old: String, to new: String) throws(PackshotError) -> Bool {
    if UnfinishedFile.rename(path(of: old), toFree: path(of: new)) { return true }
    if errno == EEXIST { return false }
    throw .cannotWrite(path: path(of: new), why: systemError())
  }

  /// Whether a folder, with links resolved, is the output folder or inside it.
  func isInside(_ folder: String) -> Bool { realPath(folder)?.isPath(in: path) ?? false }

  /// Flushes the folders of these outputs to disk. Returns the folders for which that failed, with the error. New files
  /// in such a folder, or below it, may be lost in a power cut.
  func synchronizeNames(of outputs: some Sequence<String>) -> [(folder: String, error: PackshotError)] {
    OutputTree.synchronizeNames(of: outputs, below: path)
  }

  /// The output folder and all folders below it that contain these outputs.
  func folders(of outputs: some Sequence<String>) -> [String] { OutputTree.folders(of: outputs, below: path) }
}
