import CSystem
import Files
import Glibc
import ImageCodecs

/// A file open to be read: whatever comes to stand at its path meanwhile, it is the same one, and whether it stayed as it was
/// can be asked.
package final class OpenFile {
  package let path: String
  let descriptor: Int32
  /// What the file system said of it before the first byte was read.
  package let status: FileStatus
  private let openedNanoseconds: Int64
  /// Its bytes, once they have been asked for.
  private var held: EncodedImage?
  /// What it holds, once that has been asked for.
  private var known: FileVersion?
  /// The format of picture that it begins as; nil for anything else.
  package private(set) lazy var format: ImageFileFormat? = beginning(ImageFileFormat.init(signature:))

  /// Opens a file. A pipe or a device in its place is not waited for.
  ///
  /// - Parameter limits: Those of a photo.
  package init(path: String, limits: PhotoLimits) throws(RenderingError) {
    self.path = path
    openedNanoseconds = nanosecondsNow()
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(path: path) : .unreadable(path: path, why: systemError())
    }
    guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
      let isFolder = FileStatus(descriptor: descriptor)?.kind == .folder
      close(descriptor)
      throw .unreadable(path: path, why: isFolder ? "it is a folder" : "it is not a file")
    }
    let (limit, setting) = limits.fileSize
    guard status.byteCount <= limit else {
      close(descriptor)
      throw .tooLarge(path: path, bytes: status.byteCount, limit: limit, setting: setting)
    }
    self.status = status
  }

  /// Opens the file that a path means, whatever the normal form of its name: see ``existingPath(_:isDerived:)``.
  package convenience init(meant path: String, isDerived: Bool = false, limits: PhotoLimits) throws(RenderingError) {
    let existing: String
    do { existing = try existingPath(path, isDerived: isDerived) } catch {
      throw .unreadable(path: path, why: error.reason)
    }
    try self.init(path: existing, limits: limits)
  }

  /// A file in memory, which has a descriptor to hand on as others have.
  ///
  /// - Parameter name: What messages call it.
  package init(memory content: EncodedImage, name: String) throws(RenderingError) {
    (path, openedNanoseconds) = (name, nanosecondsNow())
    descriptor = packshot_memory_file()
    guard descriptor >= 0 else { throw .unreadable(path: name, why: systemError()) }
    do {
      try Descriptor(descriptor).write(content.bytes)
    } catch {
      close(descriptor)
      throw .unreadable(path: name, why: error.reason)
    }
    guard let status = FileStatus(descriptor: descriptor) else {
      let reason = systemError()
      close(descriptor)
      throw .unreadable(path: name, why: reason)
    }
    (self.status, held) = (status, content)
  }

  deinit { close(descriptor) }

  /// All its bytes, which are read once and then held.
  package func content() throws(RenderingError) -> EncodedImage {
    if let held { return held }
    // With room for one byte more, which is not to come.
    let image = try EncodedImage(capacity: status.byteCount + 1) { (room) throws(RenderingError) in
      try attempt { file throws(SystemFailure) in try file.readAll(into: room) }
    }
    if image.count != status.byteCount { throw changed }
    try checkUnchanged()
    held = image
    return image
  }

  /// What it holds, hashed once: the bytes that are held, or else those that are read now and let go of. If this process decodes the file,
  /// ask after its header has been read, so that the file is read once.
  package func version() throws(RenderingError) -> FileVersion {
    if let known { return known }
    let hash = if let held { held.withBytes { SHA256.hex(of: $0) } } else { try hashInPieces() }
    let version = FileVersion(sha256: hash, status: status, readNanoseconds: openedNanoseconds)
    known = version
    return version
  }

  /// Whether another file holds the very same bytes. No more than a piece of them is in memory.
  package func hasSameBytes(as other: OpenFile) throws(RenderingError) -> Bool {
    guard status.byteCount == other.status.byteCount else { return false }
    if status.isSameFile(as: other.status) { return true }
    let pieces = [0, 0].map { _ in UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64) }
    defer { pieces.forEach { $0.deallocate() } }
    var count = 0
    while count < status.byteCount {
      let got = try read(at: count, into: pieces[0])
      let room = UnsafeMutableRawBufferPointer(rebasing: pieces[1][..<got])
      let other = try other.read(at: count, into: room)
      guard got > 0, other > 0 else { throw changed }
      guard memcmp(pieces[0].baseAddress!, room.baseAddress!, other) == 0 else { return false }
      count += other
    }
    return true
  }

  private func hashInPieces() throws(RenderingError) -> String {
    let (hash, count) = try attempt { file throws(SystemFailure) in try file.sha256(limit: status.byteCount) }
    if count != status.byteCount { throw changed }
    try checkUnchanged()
    return hash
  }

  private func beginning<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: UnsupportedFormat.signatureLength, alignment: 1) { room in
      let count = (try? read(at: 0, into: room)) ?? 0
      return body(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
  }

  private func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(RenderingError) -> Int {
    try attempt { file throws(SystemFailure) in try file.read(at: offset, into: room) }
  }

  private func attempt<Result>(_ body: (Descriptor) throws(SystemFailure) -> Result) throws(RenderingError) -> Result {
    do {
      return try body(Descriptor(descriptor))
    } catch {
      throw .unreadable(path: path, why: error.reason)
    }
  }

  /// Throws where somebody wrote into the file since it was opened: what was read is a mixture, of the same length perhaps.
  package func checkUnchanged() throws(RenderingError) {
    if FileStatus(descriptor: descriptor)?.hasContent(of: status) != true { throw changed }
  }

  package var changed: RenderingError {
    .unreadable(path: path, why: "it changed while it was being read; run again")
  }
}
