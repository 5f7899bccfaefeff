#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
#endif

extension Kernels {
  /// Premultiplied pixels faded: every channel c, alpha too, becomes ⌊c · f + ½⌋, with f in whole millionths, 0…10⁶.
  ///
  /// Correctly rounded, ties upwards. Colour stays at most alpha.
  public func scale(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, millionths: Int, count: Int
  ) {
    precondition((0...1_000_000).contains(millionths), "a scale is from 0 to 1")
    let done =
      switch level {
      #if canImport(PixelKernelsAVX2)
        case .avx2: PixelKernelsAVX2.scale(destination, source, Int32(millionths), count)
        case .avx512: PixelKernelsAVX512.scale(destination, source, Int32(millionths), count)
      #endif
      default: 0
      }
    let factor = UInt32(millionths)
    for index in done..<count {
      let pixel = source.pixel(index)
      let red = roundedMillionths((pixel & 0xFF) &* factor)
      let green = roundedMillionths(((pixel &>> 8) & 0xFF) &* factor)
      let blue = roundedMillionths(((pixel &>> 16) & 0xFF) &* factor)
      let alpha = roundedMillionths((pixel &>> 24) &* factor)
      destination.setPixel(index, red | green &<< 8 | blue &<< 16 | alpha &<< 24)
    }
  }
}

/// A sum of millionths as the nearest whole number, ties upwards.
func roundedMillionths(_ sum: UInt32) -> UInt32 { (sum &+ 500_000) / 1_000_000 }
