import Platform

/// The bytes of one image file, contiguous in memory.
///
/// A compressed file is small compared with its pixels, so all of it is held, and its bytes never change. Readers point
/// into it and keep it alive. A process that may crash without harm can map a large file instead; see
/// ``init(mapping:byteCount:)``.
public final class EncodedImage: @unchecked Sendable {
  // Never written after `init`, so sharing it is safe.
  private let storage: UnsafeMutableRawBufferPointer
  private let isMapped: Bool
  /// Number of bytes of the file.
  public let count: Int

  /// Allocates `capacity` bytes and calls `fill` to write the file there. `fill` returns the number of bytes it wrote.
  public init<E: Error>(
    capacity: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) {
    let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: max(capacity, 1), alignment: 64)
    do {
      count = try fill(UnsafeMutableRawBufferPointer(rebasing: storage[..<capacity]))
    } catch {
      storage.deallocate()
      throw error
    }
    precondition(count >= 0 && count <= capacity)
    (self.storage, isMapped) = (storage, false)
  }

  /// Maps a file, so that only the part in use is in memory. Nil if it can't be mapped.
  ///
  /// If another process writes into the file, the bytes read here change. If it truncates the file, reading crashes
  /// this process. So only a process that may crash should map files. Whoever uses its results must check that the file
  /// hasn't changed.
  ///
  /// - Parameters:
  ///   - descriptor: The file, open for reading. It can be closed afterwards.
  ///   - byteCount: Number of bytes of the file.
  public init?(mapping descriptor: Int32, byteCount: Int) {
    guard let start = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      return nil
    }
    (storage, isMapped, count) = (UnsafeMutableRawBufferPointer(start: start, count: byteCount), true, byteCount)
  }

  /// Copies `bytes`.
  public convenience init(_ bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count) { room in
      room.copyBytes(from: bytes)
      return bytes.count
    }
  }

  deinit {
    if isMapped { munmap(storage.baseAddress, count) } else { storage.deallocate() }
  }

  /// Calls `body` with all bytes, and keeps the object alive until it returns.
  public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }

  /// Whether another file has the same bytes.
  public func hasSameBytes(as other: EncodedImage) -> Bool {
    guard count == other.count else { return false }
    return withBytes { bytes in
      other.withBytes { count == 0 || memcmp(bytes.baseAddress!, $0.baseAddress!, count) == 0 }
    }
  }

  /// The bytes as UTF-8 text, without the byte order mark that some editors write; nil if they aren't UTF-8.
  public var text: String? {
    guard let text = withBytes({ String(validating: $0, as: UTF8.self) }) else { return nil }
    return text.hasPrefix("\u{feff}") ? String(text.dropFirst()) : text
  }

  /// All bytes. Valid only while the object is alive; ``withBytes(_:)`` keeps it alive.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }

  /// Releases memory of a mapped file after a reader has passed from one offset to another. The bytes can still be read
  /// again.
  func passed(from start: Int, to end: Int) {
    // Releases whole pieces, each of them once.
    release(from: start / Self.piece * Self.piece, to: end / Self.piece * Self.piece)
  }

  /// The same for a reader that reads from the end to the beginning.
  func passedBackwards(from end: Int, to start: Int) {
    let above = { (offset: Int) in (offset + Self.piece - 1) / Self.piece * Self.piece }
    release(from: above(start), to: min(above(end), count))
  }

  /// Bytes that are released at a time.
  private static let piece = 1 << 20

  private func release(from first: Int, to last: Int) {
    guard isMapped, first < last else { return }
    System.releasePages(UnsafeMutableRawBufferPointer(start: storage.baseAddress! + first, count: last - first))
  }
}
