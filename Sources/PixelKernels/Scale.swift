import PixelCore

extension Kernels {
  /// Fades premultiplied pixels: every channel c, including alpha, becomes ⌊c · f + ½⌋, with f in whole millionths,
  /// 0…10⁶.
  ///
  /// Correctly rounded, ties upwards. Colour never exceeds alpha.
  public func scale(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, millionths: Int, count: Int,
    depth: PixelFormat.Depth
  ) {
    precondition((0...1_000_000).contains(millionths), "a scale is from 0 to 1")
    switch depth {
    case .eight: scale8(destination, source, millionths, count)
    case .sixteen: scale16(destination, source, millionths, count)
    }
  }

  private func scale8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ millionths: Int, _ count: Int
  ) {
    let done = vectors.scale(destination, source, Int32(millionths), count)
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

/// Rounds a sum of millionths to the nearest integer, ties upwards.
func roundedMillionths(_ sum: UInt32) -> UInt32 { (sum &+ 500_000) / 1_000_000 }
