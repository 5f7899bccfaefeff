import Files
import ImageCodecs
import Platform
import Synchronization

/// A file written under a temporary name until it is complete and published; see `UnfinishedFile`. It is hashed while
/// it is written.
///
/// Only one thread at a time can use it: a worker writes it and hands it over to be published.
package final class TemporaryFile: @unchecked Sendable {
  private var destination: String
  private let file: UnfinishedFile
  private var hash = SHA256()
  /// The temporary path.
  var path: String { file.path }
  /// Whether the file is sealed but still open, to be flushed together with others.
  private var isWaiting = false
  private var isFlushed = false

  /// Number of files that are sealed and open.
  private static let waiting = Atomic<Int>(0)
  /// Maximum number of files that are sealed and open: a quarter of the limit on open files, but never so many that
  /// fewer than 56 descriptors are left for photos being written, workers and the catalog. Further files are flushed at
  /// once.
  private static let mostWaiting = max(0, min(OpenFileLimit.current() / 4, OpenFileLimit.current() - 56))

  /// The hash and status of a complete file.
  struct Seal {
    var sha256: String
    var status: FileStatus
  }

  /// Creates a file to be published at `destination`, whose folder must exist. The umask applies.
  init(for destination: String, prefix: String = UnfinishedFile.prefix) throws(PackshotError) {
    self.destination = destination
    do {
      file = try UnfinishedFile(for: destination, prefix: prefix)
    } catch {
      throw .cannotWrite(path: destination, why: error.reason)
    }
  }

  /// Removes all unpublished files and ends the program. No other file is created or published meanwhile.
  package static func removeAll(andThen end: () -> Never) -> Never { UnfinishedFile.removeAll(andThen: end) }

  /// Appends bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(PackshotError) {
    hash.update(bytes)
    try attempt { () throws(SystemFailure) in try file.write(bytes) }
  }

  /// Ends writing and starts flushing to disk. The returned status stays true when the file is published, except for
  /// its change time.
  ///
  /// - Parameter age: How far in the past the modification time is set, in nanoseconds.
  func seal(age: Int64) throws(PackshotError) -> Seal {
    file.descriptor.setModified(nanoseconds: nanosecondsNow() - age)
    file.descriptor.beginSynchronizing()
    guard let status = FileStatus(descriptor: file.descriptor.number) else {
      throw .cannotWrite(path: destination, why: systemError())
    }
    isWaiting = true
    if Self.waiting.add(1, ordering: .relaxed).newValue > Self.mostWaiting { try flush() }
    return Seal(sha256: hash.hex, status: status)
  }

  /// Changes the path to publish the file at, if the file's name depends on its content.
  ///
  /// - Parameter destination: A path in the same folder.
  func setDestination(_ destination: String) {
    self.destination = destination
    file.setDestination(destination)
  }

  /// Flushes the file to disk, unless it was flushed before.
  func flush() throws(PackshotError) {
    if isFlushed { return }
    try attempt { () throws(SystemFailure) in try file.synchronize() }
    isFlushed = true
    stopWaiting()
  }

  /// Closes a file that was kept open. Files of a run are never taken for leftovers, even when closed.
  private func stopWaiting() {
    if !isWaiting { return }
    file.close()
    Self.waiting.subtract(1, ordering: .relaxed)
    isWaiting = false
  }

  deinit { stopWaiting() }

  /// Publishes the flushed file.
  ///
  /// - Parameter replacing: Whether to replace an existing file.
  /// - Returns: False if a file exists and can't be replaced.
  func moveIntoPlace(replacing: Bool) throws(PackshotError) -> Bool {
    do {
      try file.moveIntoPlace(replacing: replacing)
      return true
    } catch {
      if !replacing, error.code == EEXIST { return false }
      throw .cannotWrite(path: destination, why: error.reason)
    }
  }

  /// Publishes the file and flushes its bytes and its name to disk.
  func finish() throws(PackshotError) {
    try flush()
    try attempt { () throws(SystemFailure) in try file.finish() }
  }

  private func attempt(_ body: () throws(SystemFailure) -> Void) throws(PackshotError) {
    do {
      try body()
    } catch {
      throw .cannotWrite(path: destination, why: error.reason)
    }
  }

  /// Writes a complete file. An existing file is replaced atomically.
  package static func write(_ bytes: UnsafeRawBufferPointer, to destination: String) throws(PackshotError) {
    let file = try TemporaryFile(for: destination)
    try file.write(bytes)
    try file.finish()
  }

  /// Lets `encode` write files for some destinations, one after another, and returns the files, to be sealed and
  /// published.
  ///
  /// - Parameter prefix: Prefix of the temporary names.
  static func write<Result>(
    to places: [String], prefix: String = UnfinishedFile.prefix, _ encode: (() throws -> ByteSink) throws -> Result
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
