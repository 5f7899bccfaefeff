import Foundation
import Glibc
import Synchronization

/// A file under a name of its own, beside the place that it takes when it is whole.
///
/// The name begins with a dot, is made up, and lies in the folder where the file is to be, so that taking its place is one
/// step of the file system. One that never gets there is removed.
///
/// What a killed program leaves is removed by who next writes into the folder. That a writer is at work is told by a lock
/// on the file, which the kernel lets go of however the writer ends; where a file system has no such locks, nothing is
/// removed. Files of a run have a prefix of its output folder's: whoever holds the lock of that knows that they are nobody's.
package final class UnfinishedFile: @unchecked Sendable {
  package static let prefix = ".packshot-"

  package let path: String
  /// To be written to; open until the file is in its place, or ``close()``.
  package let descriptor: Descriptor
  private let destination: String
  /// The folder of both.
  private let folder: String
  private var isOpen = true
  private var isInPlace = false

  /// Those that are not in their places, for a signal that ends the program. Held while one comes or goes, so that none
  /// is missed.
  private static let unfinished = Mutex<Set<String>>([])

  /// Starts a file that is to be at `destination`; its folder is there. Follows the umask.
  ///
  /// - Parameter prefix: Another one for files that are looked after by a lock on their folder.
  package init(for destination: String, prefix: String = UnfinishedFile.prefix) throws(SystemFailure) {
    self.destination = destination
    folder = Self.folder(of: destination)
    let hasLock = prefix == Self.prefix
    if hasLock { Leftovers.removeOnce(in: folder) }
    while true {
      let path = folder + prefix + Self.uniqueName()
      let descriptor = try Self.create(path, in: folder)
      if hasLock, !Self.claim(descriptor) {
        Glibc.close(descriptor)
        Self.remove(path)
        continue
      }
      (self.path, self.descriptor) = (path, Descriptor(descriptor))
      return
    }
  }

  /// Removes unfinished files in the folder of `destination` whose writers are gone, as the first new one there does.
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
      // Of a path whose last name is new, ENOENT can only be about the folder.
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

  /// Shows that the file has a writer. False where somebody came between making and locking it, took it for a leftover, and
  /// removes it.
  private static func claim(_ descriptor: Int32) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  private static let nameLength = 13

  /// 64 random bits in as many digits as the largest number has.
  private static func uniqueName() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 36)
    return String(repeating: "0", count: nameLength - digits.count) + digits
  }

  /// Whether a file of this name may be one of these. People have files whose names begin so, too.
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

  /// Lets others use the file than the umask says, as far as the file system can tell users apart.
  package func setPermissions(_ permissions: UInt32) { _ = fchmod(descriptor.number, permissions) }

  /// Has everything written reach the disk.
  package func synchronize() throws(SystemFailure) { try descriptor.synchronize() }

  /// Lets go of the descriptor, and with it of what tells that the file has a writer.
  package func close() {
    if isOpen { Glibc.close(descriptor.number) }
    isOpen = false
  }

  /// Puts the file in its place.
  ///
  /// - Parameter replacing: Whether it may take the place of what is there.
  /// - Throws: `EEXIST` where something is there that it may not replace; the file is unfinished still.
  package func moveIntoPlace(replacing: Bool = true) throws(SystemFailure) {
    let error = Self.unfinished.withLock { unfinished in
      guard replacing ? Glibc.rename(path, destination) == 0 : Self.rename(path, toFree: destination) else {
        return errno
      }
      unfinished.remove(path)
      return 0
    }
    guard error == 0 else { throw SystemFailure(error) }
    isInPlace = true
    close()
  }

  /// Gives a file its new name in place of the old one, in one step, so that no loss of power leaves both; fails with `EEXIST`
  /// where something is there. A file system that has no such step gives it a second name, and then takes the first. Where it
  /// has no second names either, it is looked whether something is there, and what comes between that and the rename is lost.
  package static func rename(_ path: String, toFree destination: String) -> Bool {
    if let renameat2 {
      if renameat2(AT_FDCWD, path, AT_FDCWD, destination, onlyWhereFree) == 0 { return true }
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else { return false }
    }
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
    return Glibc.rename(path, destination) == 0
  }

  private typealias RenameAt2 =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// The C library's, which Swift's module of it leaves out.
  private static let renameat2 = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: RenameAt2.self) }
  /// `RENAME_NOREPLACE`.
  private static let onlyWhereFree: UInt32 = 1

  /// Puts the file, whose bytes are on the disk, in its place, and has its name there reach the disk too.
  package func finish() throws(SystemFailure) {
    try moveIntoPlace()
    try synchronizeFolder(folder)
  }

  /// Removes all that are not in their places, and ends the program: no other one is begun or put in its place meanwhile.
  package static func removeAll(andThen end: () -> Never) -> Never {
    unfinished.withLock { unfinished in
      for path in unfinished { unlink(path) }
      end()
    }
  }
}
