import PixelCore

extension Kernels {
  /// Computes the largest channel difference of each pair of pixels, `max |first − second|`, in levels of the depth.
  ///
  /// Both rows have the same format; alpha counts as a channel. Returns the largest difference of all.
  @discardableResult
  public func differences(
    _ destination: UnsafeMutablePointer<UInt16>, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int,
    depth: PixelFormat.Depth
  ) -> UInt16 {
    switch depth {
    case .eight: Self.differences8(destination, first, second, count)
    case .sixteen: Self.differences16(destination, first, second, count)
    }
  }

  private static func differences8(
    _ destination: UnsafeMutablePointer<UInt16>, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ count: Int
  ) -> UInt16 {
    // Processed in pieces, so that the compiler vectorises both loops: over bytes, then over pixels.
    let pieceCount = 256
    return withUnsafeTemporaryAllocation(byteCount: pieceCount * 4, alignment: 64) { scratch in
      let channels = scratch.baseAddress!.assumingMemoryBound(to: UInt8.self)
      let pixels = UnsafePointer(scratch.baseAddress!.assumingMemoryBound(to: UInt32.self))
      var largest: UInt16 = 0
      var start = 0
      while start < count {
        let piece = min(pieceCount, count &- start)
        let one = (first + start &* 4).assumingMemoryBound(to: UInt8.self)
        let other = (second + start &* 4).assumingMemoryBound(to: UInt8.self)
        for index in 0..<piece &* 4 { channels[index] = max(one[index], other[index]) &- min(one[index], other[index]) }
        for index in 0..<piece {
          let pixel = pixels[index]
          let (red, green, blue, alpha) = (pixel & 0xFF, pixel &>> 8 & 0xFF, pixel &>> 16 & 0xFF, pixel &>> 24)
          let difference = UInt16(truncatingIfNeeded: max(max(red, green), max(blue, alpha)))
          destination[start &+ index] = difference
          largest = max(largest, difference)
        }
        start &+= piece
      }
      return largest
    }
  }

  private static func differences16(
    _ destination: UnsafeMutablePointer<UInt16>, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ count: Int
  ) -> UInt16 {
    let one = first.assumingMemoryBound(to: UInt16.self)
    let other = second.assumingMemoryBound(to: UInt16.self)
    var largest: UInt16 = 0
    for index in 0..<count {
      var difference: UInt16 = 0
      for channel in index &* 4..<index &* 4 &+ 4 {
        difference = max(difference, max(one[channel], other[channel]) &- min(one[channel], other[channel]))
      }
      destination[index] = difference
      largest = max(largest, difference)
    }
    return largest
  }
}
