internal import CSystem
import Glibc

/// An open file, by its number. Who opened it closes it.
package struct Descriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// How many bytes are read at once where a file is not held whole.
  private static let pieceSize = 1 << 18

  /// Reads what there is from `offset` on: at least one byte, but at the end of the file.
  package func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    while true {
      let count = pread(number, room.baseAddress, room.count, offset)
      if count >= 0 { return count }
      if errno != EINTR { throw SystemFailure() }
    }
  }

  /// Reads from the beginning, as much as there is room for. Returns how many bytes there were.
  package func readAll(into room: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    var filled = 0
    while filled < room.count {
      let count = try read(at: filled, into: UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// The SHA-256 of all its bytes, which are never held all at once, and how many there are.
  ///
  /// - Parameter limit: Where there are more than so many, no more are read than shows it.
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

  /// Writes all of some bytes at the place where the file is.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(number, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFailure() }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Puts `text` in the place of all that the file holds.
  package func replaceContent(with text: String) throws(SystemFailure) {
    var text = text
    let count = text.utf8.count
    let written = text.withUTF8 { pwrite(number, $0.baseAddress, $0.count, 0) }
    guard written == count, ftruncate(number, count) == 0 else { throw SystemFailure() }
  }

  /// Has what was written begin to reach the disk, without waiting for it: ``synchronize()`` will have less to wait for. It promises
  /// nothing.
  package func beginSynchronizing() { _ = sync_file_range(number, 0, 0, UInt32(PACKSHOT_SYNC_FILE_RANGE_WRITE)) }

  /// Sets the times at which the content was last changed and read, where the file system lets us.
  package func setModified(nanoseconds: Int64) {
    let time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    _ = futimens(number, [time, time])
  }

  /// Has what was written reach the disk, and of what the file system knows of the file what it takes to read it.
  package func synchronizeContent() throws(SystemFailure) {
    guard fdatasync(number) == 0 else { throw SystemFailure() }
  }

  /// Has what was written, and what the file system knows of the file, reach the disk.
  package func synchronize() throws(SystemFailure) {
    guard fsync(number) == 0 else { throw SystemFailure() }
  }
}

/// Opens a file to be read; nil where there is none. A pipe or a device in its place is none either, and is not waited for.
///
/// - Parameters:
///   - folder: An open folder that a relative path begins in.
///   - followingLinks: Whether a link in its place is followed.
package func openFile(
  _ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, followingLinks: Bool = true
) -> Int32? {
  let descriptor = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
  guard descriptor >= 0 else { return nil }
  if FileStatus(descriptor: descriptor)?.kind == .file { return descriptor }
  close(descriptor)
  return nil
}

/// The SHA-256 of a file's content in hexadecimal digits, without holding it whole; nil if it cannot be read.
package func sha256(ofFile path: String) -> String? {
  guard let descriptor = openFile(path) else { return nil }
  defer { close(descriptor) }
  return try? Descriptor(descriptor).sha256().hash
}
