import Glibc

/// The bytes of one image file, in memory, unchanging and at one place.
///
/// A photo is read once: the same bytes are hashed to know it again, probed, and decoded. A compressed file is small
/// beside its pixels, so all of it is held; readers point into it and keep it alive.
public final class EncodedImage: @unchecked Sendable {
  // Never written to after init: sharing it is safe.
  private let storage: UnsafeMutableRawBufferPointer
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
    self.storage = storage
  }

  /// Copies `bytes`.
  public convenience init(_ bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count) { room in
      room.copyBytes(from: bytes)
      return bytes.count
    }
  }

  deinit { storage.deallocate() }

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
}
