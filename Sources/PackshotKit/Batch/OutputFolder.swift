import Files
import Glibc

/// The folder that a run writes into, held by one run at a time, or by one of each shard.
final class OutputFolder {
  /// Where it really is: no links on the way, and no slash at its end.
  let path: String
  /// Its file holds the journal.
  private let lock: FileLock
  /// Keeps other runs out whatever their catalogs are: shards' share it. Nil where the file system has no locks on folders.
  private let folderLock: FolderLock?
  /// The lock file in the folder that does not hold the journal: it keeps runs of all photos out while a shard's is at work,
  /// and runs of earlier versions where the catalog is elsewhere.
  private let innerLock: FileLock?
  /// Where the journal is.
  private let place: JournalPlace
  /// What files of runs into this folder begin with until they are whole: with its number in the file system, as a folder
  /// in it may be another run's output folder, and this one lie in another's.
  let unfinishedPrefix: String
  /// What runs were about to put in place here.
  private(set) var journal: OutputJournal

  static let lockName = ".packshot.lock"

  /// Makes the folder if it is not there, and locks it.
  ///
  /// - Parameters:
  ///   - catalog: The catalog's file; nil for one in the folder.
  ///   - shard: Whose run it is for; nil for one of all photos.
  init(path: String, catalog: String? = nil, shard: Shard? = nil) throws(PackshotError) {
    do {
      try Files.makeFolders(path)
    } catch {
      throw .cannotWrite(path: error.path, why: error.reason)
    }
    guard let real = Self.realPath(path) else {
      throw .cannotWrite(path: path, why: "it no longer exists, or a folder above it has a name that is not UTF-8")
    }
    self.path = real
    place = JournalPlace(outputFolder: real, catalog: catalog, shard: shard)
    do throws(SystemFailure) {
      folderLock = try Self.lockFolder(real, isShared: shard != nil)
      let inner = real + "/" + Self.lockName
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
    // What runs left that had the catalog here.
    if place.isElsewhere, let innerLock { journal.merge(OutputJournal(innerLock.descriptor)) }
  }

  /// Nil where the file system has no locks on folders.
  private static func lockFolder(_ path: String, isShared: Bool) throws(SystemFailure) -> FolderLock? {
    do {
      return try FolderLock(path, isShared: isShared, isLookedAt: true)
    } catch  where error.code == EWOULDBLOCK {
      throw error
    } catch {
      return nil
    }
  }

  /// Whether a run was ended here before its time: its lock file says that it had begun.
  var hasLeftovers: Bool { journal.isCutShort }

  /// Says in the lock file, on the disk, that files are going to be written.
  func begin() throws(PackshotError) {
    try writeJournal()
    try Self.flush(journalFile, of: path)
    try Self.synchronizeNames(in: place.folder)
  }

  /// Says in the lock file what is going to be put in place. ``journalFile`` is to be flushed before that.
  func announce(_ files: [(path: String, entry: OutputJournal.Entry)]) throws(PackshotError) {
    for file in files { journal.add(file.entry, at: file.path) }
    try writeJournal()
  }

  /// Forgets what was going to be put in place: these are on record now. The lock file learns of it with what it is told next.
  func settle(_ paths: some Sequence<String>) {
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

  /// What the journal is written into.
  var journalFile: Descriptor { lock.descriptor }

  /// Has the journal of a folder reach the disk.
  static func flush(_ journalFile: Descriptor, of folder: String) throws(PackshotError) {
    do {
      try journalFile.synchronizeContent()
    } catch {
      throw .cannotWrite(path: folder, why: error.reason)
    }
  }

  /// Says that all files are in their places or gone. What would have to be said is only for the next run's good.
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

  /// Why the folder could not be locked. That somebody has the lock is one reason; that the file system has none is another.
  static func lockError(_ failure: SystemFailure, folder: String) -> PackshotError {
    switch failure.code {
    case EWOULDBLOCK: .lockedFolder(path: folder)
    case ELOOP: .cannotWrite(path: folder, why: "its \(lockName) is a link; remove that")
    case ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL, EIO:
      .cannotWrite(path: folder, why: "it cannot be locked: \(failure.reason)")
    default: .cannotWrite(path: folder, why: failure.reason)
    }
  }

  /// Leaves no trace where nothing has been done: who finds a lock file takes the folder for the output folder of a run.
  func abandon() {
    for lock in [lock, innerLock] where lock?.isNew == true { lock?.remove() }
  }

  /// Where an output lies.
  func path(of output: String) -> String { path + "/" + output }

  /// Makes the folders that an output lies in. A link among them is followed where it stays in the output folder; one that
  /// leads out is refused before anything is made behind it.
  static func makeFolders(for output: String, below root: String) throws(PackshotError) {
    let folder = output.splitPath.folder!
    var place = root
    var descriptor = open(root, folderFlags)
    defer { close(descriptor) }
    guard descriptor >= 0 else { throw .cannotWrite(path: output, why: systemError()) }
    for name in folder[folder.utf8.index(folder.startIndex, offsetBy: root.utf8.count)...].pathNames {
      place += "/" + name
      let next = try descend(to: String(name), at: place, in: descriptor, below: root, for: output)
      close(descriptor)
      descriptor = next
    }
  }

  /// A folder that is no link.
  private static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  /// Opens a folder in an open one, and makes it where it is not there.
  private static func descend(
    to name: String, at place: String, in folder: Int32, below root: String, for output: String
  ) throws(PackshotError) -> Int32 {
    var descriptor = openat(folder, name, folderFlags)
    if descriptor < 0, errno == ENOENT {
      guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else {
        throw .cannotWrite(path: output, why: systemError())
      }
      descriptor = openat(folder, name, folderFlags)
    }
    if descriptor < 0, errno == ENOTDIR || errno == ELOOP {
      guard let real = realPath(place) else {
        throw .cannotWrite(path: output, why: "\(place) is a broken link")
      }
      guard real.isPath(in: root) else {
        throw .cannotWrite(path: output, why: "\(place) is a link that points outside the output folder")
      }
      descriptor = open(real, folderFlags)
      if descriptor < 0, errno == ENOTDIR { throw .cannotWrite(path: output, why: "\(place) is not a folder") }
    }
    guard descriptor >= 0 else { throw .cannotWrite(path: output, why: systemError()) }
    return descriptor
  }

  /// Gives a file in the folder another name, where nothing lies; false where something does.
  func rename(_ old: String, to new: String) throws(PackshotError) -> Bool {
    if UnfinishedFile.rename(path(of: old), toFree: path(of: new)) { return true }
    if errno == EEXIST { return false }
    throw .cannotWrite(path: path(of: new), why: systemError())
  }

  /// Whether a folder really is the output folder or below it.
  func isInside(_ folder: String) -> Bool { Self.realPath(folder)?.isPath(in: path) ?? false }

  /// Whether a path leads to a file that lies in a folder, not behind a link that leads out.
  static func isFile(_ place: String, in folder: String) -> Bool {
    guard FileStatus(path: place)?.kind == .file, let root = realPath(folder) else { return false }
    return realPath(place)?.isPath(in: root) == true
  }

  /// A path from the root, without links on the way; nil where nothing is there, or its name is not UTF-8.
  static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(validatingCString: real)
  }

  /// Has the names in the folders of these outputs reach the disk; returns the folders for which that failed, with why. What
  /// lies in them, or in folders below them, may be gone after a loss of power.
  func synchronizeNames(of outputs: some Sequence<String>) -> [(folder: String, error: PackshotError)] {
    Self.synchronizeNames(of: outputs, below: path)
  }

  /// The same in a folder that nobody has to hold.
  static func synchronizeNames(
    of outputs: some Sequence<String>, below root: String
  ) -> [(folder: String, error: PackshotError)] {
    let folders = folders(of: outputs, below: root)
    let failures = WorkerThreads.together(folders) { folder -> PackshotError? in
      do throws(PackshotError) {
        try synchronizeNames(in: folder)
        return nil
      } catch {
        return error
      }
    }
    return zip(folders, failures).compactMap { folder, failure in failure.map { (folder, $0) } }
  }

  /// The output folder and the folders below it that these outputs lie in, and those that these lie in.
  func folders(of outputs: some Sequence<String>) -> [String] { Self.folders(of: outputs, below: path) }

  private static func folders(of outputs: some Sequence<String>, below root: String) -> [String] {
    var seen: Set = [FilePath(root)]
    var folders = [root]
    for output in outputs {
      var rest = output[...]
      while let folder = rest.splitPath.folder, case let whole = root + "/" + folder,
        seen.insert(FilePath(whole)).inserted
      {
        folders.append(whole)
        rest = folder
      }
    }
    return folders
  }

  private static func synchronizeNames(in folder: String) throws(PackshotError) {
    do {
      try synchronizeFolder(folder)
    } catch {
      throw .cannotWrite(path: folder, why: error.reason)
    }
  }
}
