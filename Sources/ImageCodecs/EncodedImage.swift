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

  /// All bytes, to read. Valid as long as the object.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }
}
