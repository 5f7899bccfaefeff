import PixelCore

extension Kernels {
  /// Converts premultiplied to straight alpha: each colour channel c becomes min(M, ⌊c · M / a + ½⌋), with M = 255 or
  /// 65535 the largest value of the depth, or 0 if alpha a is 0. Alpha doesn't change.
  ///
  /// Correctly rounded, ties upwards.
  public func unpremultiply(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, count: Int, depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight: unpremultiply8(destination, source, count)
    case .sixteen: unpremultiply16(destination, source, count)
    }
  }

  private func unpremultiply8(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    let done = vectors.unpremultiply(destination, source, count)
    Self.reciprocals.withUnsafeBufferPointer { reciprocals in
      for index in done..<count {
        destination.setPixel(index, Self.unpremultiplied(source.pixel(index), reciprocals))
      }
    }
  }

  /// ⌈255 · 2¹⁸ / a⌉ for each alpha a, and 0 for 0.
  ///
  /// Times c ≤ a, the error is positive and less than 255 / 2¹⁸. The distance of c · 255 / a + ½ to the next integer is
  /// at least 1 / 510, which is more, so the floor is correct. The product stays below 2²⁷.
  private static let reciprocals: [UInt32] = [0] + (1...255).map { alpha in (255 << 18 + alpha - 1) / alpha }

  private static func unpremultiplied(_ pixel: UInt32, _ reciprocals: UnsafeBufferPointer<UInt32>) -> UInt32 {
    let alpha = pixel &>> 24
    if alpha == 255 { return pixel }
    let reciprocal = reciprocals[Int(alpha)]
    let red = (min(pixel & 0xFF, alpha) &* reciprocal &+ 1 &<< 17) &>> 18
    let green = (min((pixel &>> 8) & 0xFF, alpha) &* reciprocal &+ 1 &<< 17) &>> 18
    let blue = (min((pixel &>> 16) & 0xFF, alpha) &* reciprocal &+ 1 &<< 17) &>> 18
    return red | green &<< 8 | blue &<< 16 | alpha &<< 24
  }
}
