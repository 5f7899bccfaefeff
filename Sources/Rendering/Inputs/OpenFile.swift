import Errors
import Files
import ImageCodecs
import Platform

/// A file opened for reading, or a file of an archive unpacked into memory. It stays the same file even if another one replaces it at its path, and changes while it
/// is open can be detected.
package final class OpenFile {
  package let path: String
  let descriptor: Int32
  /// The file's status before the first byte was read.
  package let status: FileStatus
  /// Whether the descriptor is a copy in memory, which nothing changes.
  private let isCopy: Bool
  private let openedNanoseconds: Int64
  /// The file's bytes; nil until first requested.
  private var held: EncodedImage?
  /// The file's version; nil until first requested.
  private var known: FileVersion?
  /// The picture format according to the first bytes. Nil for other files.
  package private(set) lazy var format: ImageFileFormat? = beginning(ImageFileFormat.init(signature:))

  /// Opens a file. Refuses a pipe or device instead of waiting for it.
  ///
  /// - Parameter limits: The limits of a photo.
  package init(path: String, limits: PhotoLimits) throws(RenderingError) {
    self.path = path
    openedNanoseconds = nanosecondsNow()
    guard !LockedFile.isHeld(path) else { throw .unreadable(path: path, why: "it is a catalog in use") }
    let (limit, setting) = limits.fileSize
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else {
      let code = errno
      guard code == ENOTDIR, let archived = ArchivedFile(path) else {
        throw code == ENOENT ? .missing(path: path) : .unreadable(path: path, why: systemError(code))
      }
      (descriptor, status) = try Self.unpack(archived, limit, setting, at: path)
      isCopy = true
      return
    }
    (descriptor, isCopy) = (opened, false)
    guard let status = FileStatus(descriptor: descriptor), status.kind == .file else {
      let isFolder = FileStatus(descriptor: descriptor)?.kind == .folder
      close(descriptor)
      throw .unreadable(path: path, why: isFolder ? "it is a folder" : "it is not a file")
    }
    guard status.byteCount <= limit else {
      close(descriptor)
      throw .tooLarge(path: path, bytes: status.byteCount, limit: limit, setting: setting)
    }
    self.status = status
  }

  private static func unpack(
    _ file: ArchivedFile, _ limit: Int, _ setting: Limit, at path: String
  ) throws(RenderingError) -> (descriptor: Int32, status: FileStatus) {
    let opened: (descriptor: Int32, status: FileStatus)?
    do throws(ArchiveError) { opened = try file.open(limit: limit) } catch {
      if case .largeEntry(let found, _) = error {
        throw .tooLarge(path: path, bytes: found, limit: limit, setting: setting)
      }
      throw .archived(ErrorDescriptor(error), path: path)
    }
    guard let opened else { throw .missing(path: path) }
    return opened
  }

  /// Opens the file at a path, regardless of the Unicode normal form of its name; see ``existingPath(_:isDerived:)``.
  package convenience init(meant path: String, isDerived: Bool = false, limits: PhotoLimits) throws(RenderingError) {
    let existing: String
    do { existing = try existingPath(path, isDerived: isDerived) } catch {
      throw .unreadable(path: path, why: error.reason)
    }
    try self.init(path: existing, limits: limits)
  }

  /// Creates a file in memory, with a descriptor that can be passed on.
  ///
  /// - Parameter name: Name of the file in messages.
  package init(memory content: EncodedImage, name: String) throws(RenderingError) {
    (path, openedNanoseconds, isCopy) = (name, nanosecondsNow(), true)
    descriptor = System.makeMemoryFile()
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

  /// Returns the bytes. They are read once and then kept.
  package func content() throws(RenderingError) -> EncodedImage {
    if let held { return held }
    // One more byte than expected, to detect that the file has grown.
    let image = try EncodedImage(capacity: status.byteCount + 1) { (room) throws(RenderingError) in
      try attempt { file throws(SystemFailure) in try file.readAll(into: room) }
    }
    if image.count != status.byteCount { throw changed }
    try checkUnchanged()
    held = image
    return image
  }

  /// Returns the version. The file is hashed once, from the bytes in memory or else by reading it. If the file is
  /// decoded in process, call this after its header was read, so that it is read only once.
  package func version() throws(RenderingError) -> FileVersion {
    if let known { return known }
    let hash = if let held { held.withBytes { SHA256.hex(of: $0) } } else { try hashInPieces() }
    let version = FileVersion(sha256: hash, status: status, readNanoseconds: openedNanoseconds)
    known = version
    return version
  }

  /// Whether another file has the same bytes. Compares piece by piece.
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

  /// Throws if the file was written since it was opened, because the bytes read may be a mixture of both versions.
  package func checkUnchanged() throws(RenderingError) {
    if !isCopy, FileStatus(descriptor: descriptor)?.hasContent(of: status) != true { throw changed }
  }

  package var changed: RenderingError {
    .unreadable(path: path, why: "it changed while it was being read; run again")
  }
}
