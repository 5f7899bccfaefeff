import PixelCore

extension Kernels {
  /// Multiplies `count` premultiplied or opaque pixels by fractions in the format of ``luminance(_:_:count:depth:)``: 1
  /// is 32640 at 8 bits, and 65535 at 16. Each channel is rounded once.
  public func multiply(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, by shares: UnsafePointer<UInt16>, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight:
      let channels = source.assumingMemoryBound(to: UInt8.self)
      let products = destination.assumingMemoryBound(to: UInt8.self)
      for index in 0..<4 &* count {
        let product = UInt32(channels[index]) &* UInt32(shares[index &>> 2])
        products[index] = UInt8(truncatingIfNeeded: (product &+ 16320) / 32640)
      }
    case .sixteen:
      let channels = source.assumingMemoryBound(to: UInt16.self)
      let products = destination.assumingMemoryBound(to: UInt16.self)
      for index in 0..<4 &* count {
        let product = UInt64(channels[index]) &* UInt64(shares[index &>> 2])
        products[index] = UInt16(truncatingIfNeeded: (product &+ 32767) / 65535)
      }
    }
  }
}
