import Files
import Glibc
import ImageCodecs
import Synchronization

/// A file being written under a name of its own, until it is whole and takes its place; see `UnfinishedFile`. Its hash is
/// taken on the way.
///
/// One thread at a time has it: a worker writes it, and hands it over to be put in its place.
package final class TemporaryFile: @unchecked Sendable {
  private let destination: String
  private let file: UnfinishedFile
  private var hash = SHA256()
  /// Where it is until it is in its place.
  var path: String { file.path }
  /// Whether it is sealed and open, for others to be flushed with.
  private var isWaiting = false
  private var isFlushed = false

  /// How many are sealed and open.
  private static let waiting = Atomic<Int>(0)
  /// The most that are: a quarter of what a program may have open leaves enough for all else. What is more is flushed by itself.
  private static let mostWaiting: Int = {
    var limit = rlimit()
    let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return code == 0 ? Int(clamping: limit.rlim_cur / 4) : 0
  }()

  /// What is known of a file when it is whole.
  struct Seal {
    var sha256: String
    var status: FileStatus
  }

  /// Starts a file that is to be at `destination`; its folder is there. Follows the umask.
  init(for destination: String, prefix: String = UnfinishedFile.prefix) throws(PackshotError) {
    self.destination = destination
    do {
      file = try UnfinishedFile(for: destination, prefix: prefix)
    } catch {
      throw .cannotWrite(path: destination, why: error.reason)
    }
  }

  /// Removes all that are not in their places, and ends the program: no other one is begun or put in its place meanwhile.
  package static func removeAll(andThen end: () -> Never) -> Never { UnfinishedFile.removeAll(andThen: end) }

  /// Appends bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(PackshotError) {
    hash.update(bytes)
    try attempt { () throws(SystemFailure) in try file.write(bytes) }
  }

  /// Ends the writing, and has what was written begin to reach the disk. Until the file is in its place, only the time of its last
  /// change is to become another one of what its status says.
  ///
  /// - Parameter age: How many nanoseconds before now the file is to say that it was written.
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

  /// Has everything written reach the disk, unless it did already.
  func flush() throws(PackshotError) {
    if isFlushed { return }
    try attempt { () throws(SystemFailure) in try file.synchronize() }
    isFlushed = true
    stopWaiting()
  }

  /// Lets go of the descriptor of one that waited for others. Nobody takes a run's for a leftover.
  private func stopWaiting() {
    if !isWaiting { return }
    file.close()
    Self.waiting.subtract(1, ordering: .relaxed)
    isWaiting = false
  }

  deinit { stopWaiting() }

  /// Puts the flushed file in its place.
  ///
  /// - Parameter replacing: Whether it may take the place of what is there.
  /// - Returns: Whether it is in its place: false where something is there that it may not replace.
  func moveIntoPlace(replacing: Bool) throws(PackshotError) -> Bool {
    do {
      try file.moveIntoPlace(replacing: replacing)
      return true
    } catch {
      if !replacing, error.code == EEXIST { return false }
      throw .cannotWrite(path: destination, why: error.reason)
    }
  }

  /// Puts the file in its place; its bytes and its name are on the disk when this returns.
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

  /// Writes a whole file; one that is there is replaced in one step.
  package static func write(_ bytes: UnsafeRawBufferPointer, to destination: String) throws(PackshotError) {
    let file = try TemporaryFile(for: destination)
    try file.write(bytes)
    try file.finish()
  }

  /// Has `encode` write files that are to be in some places, one after another, and returns them, to be sealed and put in
  /// their places.
  ///
  /// - Parameter prefix: What the temporary files' names begin with.
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
