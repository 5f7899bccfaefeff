import Crypto
import Glibc
import ImageCodecs
import Pipeline
import Synchronization

/// A file being written under a name of its own, until it is whole and takes its place.
///
/// The name begins with a dot and lies in the folder where the file is to be, so that taking its place is
/// one step of the file system. One that is thrown away, or never finished, is removed.
///
/// One thread at a time has it: a worker writes it, and hands it over to be put in its place.
package final class TemporaryFile: @unchecked Sendable {
  static let prefix = ".packshot-"
  /// For files of a run, which alone may remove what another run left.
  static let batchPrefix = ".packshot-run-"

  let path: String
  private let destination: String
  private let descriptor: Int32
  private var hash = SHA256()
  private var isOpen = true
  private var isInPlace = false

  /// Those that are not in their places, for a signal that ends the program. Held while one comes or goes, so that none
  /// is missed.
  private static let unfinished = Mutex<Set<String>>([])

  /// What is known of a file when it is whole.
  struct Seal {
    var sha256: String
    var status: FileStatus
  }

  /// Starts a file that is to be at `destination`; its folder is there. Follows the umask.
  init(for destination: String, prefix: String = TemporaryFile.prefix) throws(PackshotError) {
    self.destination = destination
    let folder = destination.splitPath.folder.map { $0 + "/" } ?? ""
    let path = folder + prefix + String(UInt64.random(in: .min ... .max), radix: 36)
    self.path = path
    let (descriptor, error) = Self.unfinished.withLock { unfinished in
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { unfinished.insert(path) }
      return (descriptor, errno)
    }
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw .cannotWrite(path: destination, reason: systemError(error)) }
  }

  deinit {
    if isOpen { close(descriptor) }
    if isInPlace { return }
    Self.unfinished.withLock { unfinished in
      unlink(path)
      unfinished.remove(path)
    }
  }

  /// Removes all that are not in their places, and ends the program: no other one is begun or put in its place meanwhile.
  package static func removeAll(andThen end: () -> Never) -> Never {
    unfinished.withLock { unfinished in
      for path in unfinished { unlink(path) }
      end()
    }
  }

  /// Appends bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(PackshotError) {
    hash.update(bufferPointer: bytes)
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress!, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotWrite(path: destination, reason: systemError()) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Has everything written reach the disk, and closes the file. Its status stays the same when it is put in its place.
  func seal() throws(PackshotError) -> Seal {
    guard fsync(descriptor) == 0, let status = FileStatus(descriptor: descriptor) else {
      throw .cannotWrite(path: destination, reason: systemError())
    }
    isOpen = false
    guard close(descriptor) == 0 else { throw .cannotWrite(path: destination, reason: systemError()) }
    return Seal(sha256: hash.finalize().hex, status: status)
  }

  /// Puts the sealed file in its place, over what may be there.
  func moveIntoPlace() throws(PackshotError) {
    let error = Self.unfinished.withLock { unfinished in
      guard rename(path, destination) == 0 else { return errno }
      unfinished.remove(path)
      return 0
    }
    guard error == 0 else { throw .cannotWrite(path: destination, reason: systemError(error)) }
    isInPlace = true
  }

  /// Seals the file and puts it in its place.
  func finish() throws(PackshotError) {
    _ = try seal()
    try moveIntoPlace()
  }

  /// Writes a whole file; one that is there is replaced in one step.
  static func write(_ bytes: UnsafeRawBufferPointer, to destination: String) throws(PackshotError) {
    let file = try TemporaryFile(for: destination)
    try file.write(bytes)
    try file.finish()
  }

  /// Has `encode` write files that are to be in some places, one after another, and returns them, to be sealed and put in
  /// their places.
  ///
  /// - Parameter prefix: What the temporary files' names begin with.
  static func write<Result>(
    to places: [String], prefix: String = TemporaryFile.prefix, _ encode: (() throws -> ByteSink) throws -> Result
  ) throws -> (files: [TemporaryFile], Result) {
    var files: [TemporaryFile] = []
    let result = try encode {
      let file = try TemporaryFile(for: places[files.count], prefix: prefix)
      files.append(file)
      return { bytes in try file.write(bytes) }
    }
    return (files, result)
  }
}
