import Glibc

/// The bytes of one image file, in memory and at one place.
///
/// A compressed file is small beside its pixels, so all of it is held, and its bytes never change. Readers point into it and
/// keep it alive. Only a process that has nothing to lose maps a large one instead; see ``init(mapping:byteCount:)``.
public final class EncodedImage: @unchecked Sendable {
  // Never written to after init: sharing it is safe.
  private let storage: UnsafeMutableRawBufferPointer
  private let isMapped: Bool
  /// How many bytes the file has.
  public let count: Int

  /// Makes room for at most `capacity` bytes and lets `fill` put the file there; it returns how many it put.
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

  /// Maps a file, so that no more of it is in memory than is at work. Nil where it cannot be mapped.
  ///
  /// Whoever writes into the file changes what is read here, and whoever cuts it short ends the process that reads on: this
  /// is for one that has nothing to lose, whose results are looked at by another, which knows whether the file stayed as it was.
  ///
  /// - Parameters:
  ///   - descriptor: The file, open to be read; it may be closed afterwards.
  ///   - byteCount: How many bytes it has.
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

  /// Calls `body` with all bytes, and keeps the object as long.
  public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }

  /// Whether another file has the very same bytes.
  public func hasSameBytes(as other: EncodedImage) -> Bool {
    guard count == other.count else { return false }
    return withBytes { bytes in
      other.withBytes { count == 0 || memcmp(bytes.baseAddress!, $0.baseAddress!, count) == 0 }
    }
  }

  /// The bytes as text in UTF-8, without the byte order mark that some editors begin a file with; nil where they are none.
  public var text: String? {
    guard let text = withBytes({ String(validating: $0, as: UTF8.self) }) else { return nil }
    return text.hasPrefix("\u{feff}") ? String(text.dropFirst()) : text
  }

  /// All bytes, to read. Valid as long as the object, which has to be kept meanwhile; ``withBytes(_:)`` does.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }

  /// Says that a reader came from one offset to another: what lies behind it need not stay in memory where the file itself
  /// holds it. It can be read again.
  func passed(from start: Int, to end: Int) {
    guard isMapped else { return }
    // Whole pieces, each once.
    let piece = 1 << 20
    let (first, last) = (start / piece * piece, end / piece * piece)
    if first < last { madvise(storage.baseAddress! + first, last - first, Int32(MADV_DONTNEED)) }
  }
}
