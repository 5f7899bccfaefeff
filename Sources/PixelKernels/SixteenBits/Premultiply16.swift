extension Kernels {
  /// ``premultiply(_:_:count:depth:)`` at 16 bits.
  func premultiply16(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    let done = vectors.premultiply16(destination, source, count)
    for index in done..<count { destination.setPixel16(index, Self.premultiplied(source.pixel16(index))) }
  }

  @inline(__always)
  private static func premultiplied(_ pixel: UInt64) -> UInt64 {
    let alpha = pixel &>> 48
    let redBlue = dividedBy65535((pixel & redBlueMask16) &* alpha)
    let green = dividedBy65535(((pixel &>> 16) & 0xFFFF) &* alpha)
    return redBlue | green &<< 16 | alpha &<< 48
  }
}
