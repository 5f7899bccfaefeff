import Platform

/// An open file descriptor. Whoever opened it must close it.
package struct Descriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// Number of bytes to read at a time, for files that aren't loaded as a whole.
  private static let pieceSize = 1 << 18

  /// Reads available bytes from `offset` on: at least one, except at the end of the file.
  package func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    while true {
      let count = pread(number, room.baseAddress, room.count, offset)
      if count >= 0 { return count }
      if errno != EINTR { throw SystemFailure() }
    }
  }

  /// Reads from the beginning until `room` is full or the file ends. Returns the number of bytes read.
  package func readAll(into room: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    var filled = 0
    while filled < room.count {
      let count = try read(at: filled, into: UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Returns the file's SHA-256 and number of bytes, without loading the whole file.
  ///
  /// - Parameter limit: Stops reading once the file has more than this many bytes.
  package func sha256(limit: Int = .max) throws(SystemFailure) -> (hash: String, byteCount: Int) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 64)
    defer { piece.deallocate() }
    var (hash, count) = (SHA256(), 0)
    while count <= limit {
      let got = try read(at: count, into: piece)
      if got == 0 { break }
      hash.update(UnsafeRawBufferPointer(rebasing: piece[..<got]))
      count += got
    }
    return (hash.hex, count)
  }

  /// Writes all bytes at the current offset.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Platform.write(number, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFailure() }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Replaces the content of the file with `text`.
  package func replaceContent(with text: String) throws(SystemFailure) {
    var text = text
    let count = text.utf8.count
    let written = text.withUTF8 { pwrite(number, $0.baseAddress, $0.count, 0) }
    guard written == count, ftruncate(number, count) == 0 else { throw SystemFailure() }
  }

  /// Starts writing data to disk without waiting, so that ``synchronize()`` takes less time later. Best effort.
  package func beginSynchronizing() { System.startWriting(number) }

  /// Sets the modification and access times, if the file system allows it.
  package func setModified(nanoseconds: Int64) {
    let time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    _ = futimens(number, [time, time])
  }

  /// Flushes the content to disk, together with the metadata needed to read it.
  package func synchronizeContent() throws(SystemFailure) {
    guard fdatasync(number) == 0 else { throw SystemFailure() }
  }

  /// Flushes the content and all metadata to disk.
  package func synchronize() throws(SystemFailure) {
    guard fsync(number) == 0 else { throw SystemFailure() }
  }
}

/// Opens a regular file for reading. Returns its descriptor; nil if the file can't be opened, is a ``LockedFile`` (then
/// `errno` is `EBUSY`), or the path is something else, such as a pipe or a device. Opening these doesn't block. A file in
/// an archive is unpacked into memory; if it can't be, `errno` is `EBADMSG`.
///
/// - Parameters:
///   - folder: An open folder that relative paths start at.
///   - followingLinks: Whether to follow a symbolic link at the path.
package func openFile(
  _ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, followingLinks: Bool = true
) -> Int32? {
  if folder == AT_FDCWD || path.pointee == CChar(UInt8(ascii: "/")), LockedFile.isHeld(String(cString: path)) {
    errno = EBUSY
    return nil
  }
  return openUnlockedFile(path, in: folder, followingLinks: followingLinks)
}

/// Opens a regular file for reading, as ``openFile(_:in:followingLinks:)`` does, also a ``LockedFile``.
func openUnlockedFile(
  _ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, followingLinks: Bool = true
) -> Int32? {
  let descriptor = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
  guard descriptor >= 0 else {
    if errno == ENOTDIR, folder == AT_FDCWD, followingLinks { return unpackedFile(String(cString: path)) }
    return nil
  }
  if FileStatus(descriptor: descriptor)?.kind == .file { return descriptor }
  close(descriptor)
  return nil
}

/// Returns the descriptor of a file in an archive, unpacked into memory. Returns nil if there is none, with its `errno`.
private func unpackedFile(_ path: String) -> Int32? {
  do {
    if let file = try ArchivedFile(path)?.open() { return file.descriptor }
    errno = ENOTDIR
  } catch {
    errno = EBADMSG
  }
  return nil
}

/// Returns the SHA-256 of a file as hexadecimal digits, without loading the whole file; nil if it can't be read.
package func sha256(ofFile path: String) -> String? {
  guard let descriptor = openFile(path) else { return nil }
  defer { close(descriptor) }
  return try? Descriptor(descriptor).sha256().hash
}
