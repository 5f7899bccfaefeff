import Foundation
import Platform
import Synchronization

/// A file written under a temporary name beside its destination and moved there when it is complete.
///
/// The temporary name is random, begins with a dot, and is in the destination's folder, so that the move is atomic. A
/// file that is never moved is removed.
///
/// Files left by a killed process are removed by the next process that writes into the folder. A lock on the file marks
/// its writer as alive; the kernel releases it however the writer ends. On file systems without such locks, nothing is
/// removed. Files of a run have a prefix specific to its output folder. A process that holds the folder's lock knows
/// that any such file is left over.
package final class UnfinishedFile: @unchecked Sendable {
  package static let prefix = ".packshot-"

  package let path: String
  /// The open file. It is closed by moving it into place, or by ``close()``.
  package let descriptor: Descriptor
  private var destination: String
  /// The folder of both names.
  private let folder: String
  private var isOpen = true
  private var isInPlace = false

  /// Files that aren't in place yet, for removal when a signal ends the program. Locked while files are added or
  /// removed, so that none is missed.
  private static let unfinished = Mutex<Set<String>>([])

  /// Creates a file for `destination`, whose folder must exist. The umask applies.
  ///
  /// - Parameter prefix: Another prefix, for files protected by a lock on their folder.
  package init(for destination: String, prefix: String = UnfinishedFile.prefix) throws(SystemFailure) {
    self.destination = destination
    folder = Self.folder(of: destination)
    let hasLock = prefix == Self.prefix
    if hasLock { Leftovers.removeOnce(in: folder) }
    while true {
      let path = folder + prefix + Self.uniqueName()
      let descriptor = try Self.create(path, in: folder)
      if hasLock, !Self.claim(descriptor) {
        Platform.close(descriptor)
        Self.remove(path)
        continue
      }
      (self.path, self.descriptor) = (path, Descriptor(descriptor))
      return
    }
  }

  /// Removes unfinished files in the folder of `destination` whose writers have ended. The first new file in a folder
  /// does the same.
  package static func removeLeftovers(beside destination: String) { Leftovers.removeOnce(in: folder(of: destination)) }

  private static func folder(of destination: String) -> String {
    let slash = destination.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { String(destination[...$0]) } ?? "./"
  }

  deinit {
    close()
    if !isInPlace { Self.remove(path) }
  }

  private static func create(_ path: String, in folder: String) throws(SystemFailure) -> Int32 {
    let (descriptor, error) = unfinished.withLock { unfinished in
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { unfinished.insert(path) }
      return (descriptor, errno)
    }
    guard descriptor >= 0 else {
      // The last name of the path is new, so ENOENT can only mean a missing folder.
      throw SystemFailure(error, missingFolder: error == ENOENT ? String(folder.dropLast()) : nil)
    }
    return descriptor
  }

  private static func remove(_ path: String) {
    unfinished.withLock { unfinished in
      unlink(path)
      unfinished.remove(path)
    }
  }

  /// Locks the file to mark its writer as alive. Returns false if another process took it for a leftover before it was
  /// locked, and is removing it.
  private static func claim(_ descriptor: Int32) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  private static let nameLength = 13

  /// Returns 64 random bits as a number with a fixed number of digits.
  private static func uniqueName() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 36)
    return String(repeating: "0", count: nameLength - digits.count) + digits
  }

  /// Whether a name has the form of an unfinished file. Other files can have such names too.
  package static func isName(_ name: String, prefix: String = UnfinishedFile.prefix) -> Bool {
    let rest = name.utf8.dropFirst(prefix.utf8.count)
    return name.utf8.starts(with: prefix.utf8) && rest.count == nameLength
      && rest.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  /// Appends bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) { try descriptor.write(bytes) }

  package func write(_ data: Data) throws(SystemFailure) {
    try data.withUnsafeBytes { bytes in Result { () throws(SystemFailure) in try write(bytes) } }.get()
  }

  /// Sets permissions other than the umask's, if the file system supports it.
  package func setPermissions(_ permissions: UInt32) { _ = fchmod(descriptor.number, permissions) }

  /// Flushes everything written to disk.
  package func synchronize() throws(SystemFailure) { try descriptor.synchronize() }

  /// Closes the descriptor, which also releases the lock that marks the writer as alive.
  package func close() {
    if isOpen { Platform.close(descriptor.number) }
    isOpen = false
  }

  /// Changes the destination.
  ///
  /// - Parameter destination: A path in the same folder, because a move to another folder isn't atomic.
  package func setDestination(_ destination: String) {
    precondition(Self.folder(of: destination) == folder)
    self.destination = destination
  }

  /// Moves the file to its destination.
  ///
  /// - Parameter replacing: Whether an existing file is overwritten.
  /// - Throws: `EEXIST` if a file exists that may not be replaced. The file then stays unfinished.
  package func moveIntoPlace(replacing: Bool = true) throws(SystemFailure) {
    let error = Self.unfinished.withLock { unfinished in
      guard replacing ? Platform.rename(path, destination) == 0 : Self.rename(path, toFree: destination) else {
        return errno
      }
      unfinished.remove(path)
      return 0
    }
    guard error == 0 else { throw SystemFailure(error) }
    isInPlace = true
    close()
  }

  /// Renames a file atomically over an existing one.
  package static func rename(_ path: String, over destination: String) -> Bool {
    Platform.rename(path, destination) == 0
  }

  /// Renames a file atomically, so that a power loss never leaves both names. Fails with `EEXIST` if the destination
  /// exists. If the file system can't do that in one step, uses a hard link and removes the old name. Without hard
  /// links, checks for the destination first; a file that appears between the check and the rename is lost.
  package static func rename(_ path: String, toFree destination: String) -> Bool {
    if let isRenamed = System.rename(path, toFree: destination) { return isRenamed }
    if link(path, destination) == 0 {
      unlink(path)
      return true
    }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return false }
    var status = stat()
    if lstat(destination, &status) == 0 {
      errno = EEXIST
      return false
    }
    return Platform.rename(path, destination) == 0
  }

  /// Moves the file, whose bytes are already on disk, to its destination and flushes its name to disk too.
  package func finish() throws(SystemFailure) {
    try moveIntoPlace()
    try synchronizeFolder(folder)
  }

  /// Removes all unfinished files and ends the program. No file can be started or moved meanwhile.
  package static func removeAll(andThen end: () -> Never) -> Never {
    unfinished.withLock { unfinished in
      for path in unfinished { unlink(path) }
      end()
    }
  }
}
