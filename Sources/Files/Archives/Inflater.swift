internal import CPackshot

/// Inflates a raw DEFLATE stream (RFC 1951) with zlib, from buffer to buffer. zlib writes only into the given room,
/// whatever the stream says.
struct Inflater: ~Copyable {
  /// zlib's state points back to the stream, so the stream has a fixed address.
  private let stream: UnsafeMutablePointer<z_stream>

  enum Result { case goesOn, ended, invalid }

  /// Returns nil if there is no memory.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Negative window bits mean a stream without zlib's header.
    guard inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Inflates until the input is used up, the room is full, or the stream ends. Returns the unused rest of the input and
  /// the number of bytes written.
  func inflate(
    _ input: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) -> (result: Result, rest: UnsafeRawBufferPointer, written: Int) {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(room.count)
    let result: Result =
      switch CPackshot.inflate(stream, Z_NO_FLUSH) {
      case Z_STREAM_END: .ended
      // Z_BUF_ERROR only says that there is no more input or room.
      case Z_OK, Z_BUF_ERROR: .goesOn
      default: .invalid
      }
    let rest = UnsafeRawBufferPointer(rebasing: input[(input.count - Int(stream.pointee.avail_in))...])
    return (result, rest, room.count - Int(stream.pointee.avail_out))
  }
}

/// A running CRC-32, as ZIP archives have.
struct CRC32 {
  private(set) var value: UInt32 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    value = UInt32(
      truncatingIfNeeded: crc32_z(UInt(value), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
  }
}
