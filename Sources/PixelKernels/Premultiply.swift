import PixelCore

#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
#endif

extension Kernels {
  /// Straight alpha to premultiplied: each colour channel c becomes round(c · a / M), with M = 255 or 65535
  /// the largest value of the depth; alpha a stays.
  ///
  /// Correctly rounded; there are no ties, M being odd.
  public func premultiply(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, count: Int, depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight: premultiply8(destination, source, count)
    case .sixteen: premultiply16(destination, source, count)
    }
  }

  private func premultiply8(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    let done =
      switch level {
      #if canImport(PixelKernelsAVX2)
        case .avx2: PixelKernelsAVX2.premultiply(destination, source, count)
        case .avx512: PixelKernelsAVX512.premultiply(destination, source, count)
      #endif
      default: Self.premultiplyFours(destination, source, count)
      }
    for index in done..<count { destination.setPixel(index, Self.premultiplied(source.pixel(index))) }
  }

  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel &>> 24
    let redBlue = dividedBy255((pixel & redBlueMask) &* alpha)
    let green = dividedBy255(((pixel &>> 8) & 0xFF) &* alpha)
    return redBlue | green &<< 8 | alpha &<< 24
  }

  /// The baseline: whole groups of four pixels; returns how many pixels it did.
  private static func premultiplyFours(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int
  ) -> Int {
    let alphaBytes = SIMD4<UInt32>(repeating: 0xFF00_0000)
    var index = 0
    while index &+ 4 <= count {
      let pixels = source.fourPixels(index)
      let alpha = pixels.alphaInEveryWord
      let products = SIMD4(
        redBlue: dividedBy255(pixels.redBlueWords &* alpha), greenAlpha: dividedBy255(pixels.greenAlphaWords &* alpha))
      destination.setFourPixels(index, (products & ~alphaBytes) | (pixels & alphaBytes))
      index &+= 4
    }
    return index
  }
}
