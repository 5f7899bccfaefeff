#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
#endif

extension Kernels {
  /// Premultiplied to straight alpha: each colour channel c becomes min(255, ⌊c · 255 / a + ½⌋), or 0 where alpha a is
  /// 0; alpha stays.
  ///
  /// Correctly rounded, ties upwards.
  public func unpremultiply(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, count: Int) {
    let done =
      switch level {
      #if canImport(PixelKernelsAVX2)
        case .avx2: PixelKernelsAVX2.unpremultiply(destination, source, count)
        case .avx512: PixelKernelsAVX512.unpremultiply(destination, source, count)
      #endif
      default: 0
      }
    Self.reciprocals.withUnsafeBufferPointer { reciprocals in
      for index in done..<count {
        destination.setPixel(index, Self.unpremultiplied(source.pixel(index), reciprocals))
      }
    }
  }

  /// ⌈255 · 2¹⁸ / a⌉ for each alpha a, and 0 for 0.
  ///
  /// Times c ≤ a it is too large by less than 255 / 2¹⁸, and c · 255 / a + ½ lacks at least 1 / 510 to the next whole
  /// number, which is more: the floor is the right one. The product stays below 2²⁷.
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
