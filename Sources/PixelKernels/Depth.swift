extension Kernels {
  /// Converts 8 bits to 16: each channel c becomes 257 · c, which is exact, because 65535 = 257 · 255.
  static func widen(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    for offset in 0..<count &* 4 {
      let channel = UInt16(source.load(fromByteOffset: offset, as: UInt8.self)) &* 257
      destination.storeBytes(of: channel.littleEndian, toByteOffset: offset &* 2, as: UInt16.self)
    }
  }

  /// Converts 16 bits to 8: each channel c becomes round(c / 257). There are no ties, because 257 is odd.
  ///
  /// A value that was rounded to 16 bits, halves upwards, becomes the same as if it had been rounded to 8 bits
  /// directly: halfway between two 8-bit levels is also halfway between two 16-bit levels, 257 · k + 128½.
  static func narrow(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    for offset in 0..<count &* 4 {
      let channel = UInt16(littleEndian: source.loadUnaligned(fromByteOffset: offset &* 2, as: UInt16.self))
      destination.storeBytes(of: narrowed(channel), toByteOffset: offset, as: UInt8.self)
    }
  }

  /// Returns round(c / 257): with u = c + 128, ⌊u / 257⌋ = ⌊(u − ⌊u / 256⌋) / 256⌋ for all c, computed within 16 bits.
  @inline(__always)
  static func narrowed(_ channel: UInt16) -> UInt8 {
    let high = channel &>> 8 &+ (channel &>> 7) & 1
    return UInt8(truncatingIfNeeded: (channel &- high &+ 128) &>> 8)
  }
}
