import PixelCore

extension Kernels {
  /// Converts the 8-bit pixels of a PNG to red, green, blue and alpha. Pixels without alpha become opaque.
  ///
  /// - Parameters:
  ///   - channels: Bytes per stored pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA.
  public func expand(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, channels: Int, count: Int
  ) {
    let opaque: UInt32 = 0xFF00_0000
    switch channels {
    case 1:
      for index in 0..<count {
        let grey = UInt32(source.load(fromByteOffset: index, as: UInt8.self))
        destination.setPixel(index, grey &* 0x01_0101 | opaque)
      }
    case 2:
      for index in 0..<count {
        let pair = UInt16(littleEndian: source.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self))
        destination.setPixel(index, UInt32(pair & 0xFF) &* 0x01_0101 | UInt32(pair &>> 8) &<< 24)
      }
    case 3:
      // Loads four bytes for every pixel but the last, to avoid reading beyond the end.
      for index in 0..<max(count &- 1, 0) {
        let pixel = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: index &* 3, as: UInt32.self))
        destination.setPixel(index, pixel | opaque)
      }
      if count > 0 {
        let last = source + (count &- 1) &* 3
        func channel(_ offset: Int) -> UInt32 { UInt32(last.load(fromByteOffset: offset, as: UInt8.self)) }
        destination.setPixel(count &- 1, channel(0) | channel(1) &<< 8 | channel(2) &<< 16 | opaque)
      }
    default:
      destination.copyMemory(from: source, byteCount: count &* 4)
    }
  }

  /// Converts one-byte indices to the colours of a palette with 256 entries: pixels as little-endian words.
  public func expand(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, palette: [UInt32], count: Int
  ) {
    precondition(palette.count == 256)
    palette.withUnsafeBufferPointer { palette in
      for index in 0..<count {
        destination.setPixel(index, palette[Int(source.load(fromByteOffset: index, as: UInt8.self))])
      }
    }
  }

  /// Converts pixels to RGB or RGBA for a PNG: without alpha if they are opaque, and with the high byte first if they
  /// have 16 bits per channel.
  public func pack(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, isOpaque: Bool, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch (depth, isOpaque) {
    case (.eight, false): destination.copyMemory(from: source, byteCount: count &* 4)
    case (.eight, true): Self.packOpaque(destination, source, count)
    case (.sixteen, _):
      let step = isOpaque ? 6 : 8
      for index in 0..<count {
        for channel in stride(from: 0, to: step, by: 2) {
          let word = source.loadUnaligned(fromByteOffset: index &* 8 &+ channel, as: UInt16.self)
          destination.storeBytes(
            of: UInt16(littleEndian: word).bigEndian, toByteOffset: index &* step &+ channel, as: UInt16.self)
        }
      }
    }
  }

  private static func packOpaque(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int
  ) {
    // Stores four bytes for every pixel but the last. The fourth is overwritten by the next pixel.
    for index in 0..<max(count &- 1, 0) {
      destination.storeBytes(of: source.pixel(index).littleEndian, toByteOffset: index &* 3, as: UInt32.self)
    }
    if count > 0 { (destination + (count &- 1) &* 3).copyMemory(from: source + (count &- 1) &* 4, byteCount: 3) }
  }
}
