import PixelCore

extension Kernels {
  /// Converts straight alpha to premultiplied: each colour channel c becomes round(c · a / M), with M = 255 or 65535
  /// the largest value of the depth. Alpha a doesn't change.
  ///
  /// Correctly rounded. There are no ties, because M is odd.
  public func premultiply(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, count: Int, depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight: premultiply8(destination, source, count)
    case .sixteen: premultiply16(destination, source, count)
    }
  }

  private func premultiply8(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    let done = vectors.premultiply(destination, source, count)
    for index in done..<count { destination.setPixel(index, Self.premultiplied(source.pixel(index))) }
  }

  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel &>> 24
    let redBlue = dividedBy255((pixel & redBlueMask) &* alpha)
    let green = dividedBy255(((pixel &>> 8) & 0xFF) &* alpha)
    return redBlue | green &<< 8 | alpha &<< 24
  }
}
