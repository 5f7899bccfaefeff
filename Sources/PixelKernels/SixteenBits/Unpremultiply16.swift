extension Kernels {
  /// ``unpremultiply(_:_:count:depth:)`` at 16 bits.
  func unpremultiply16(_ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    let done = vectors.unpremultiply16(destination, source, count)
    for index in done..<count { destination.setPixel16(index, Self.unpremultiplied(source.pixel16(index))) }
  }

  /// The quotient c · 65535 / a is a fraction with a denominator below 2¹⁶, as ``aboveOne`` requires.
  @inline(__always)
  private static func unpremultiplied(_ pixel: UInt64) -> UInt64 {
    let alpha = pixel &>> 48
    if alpha == 65535 { return pixel }
    // If alpha is 0, the colours are 0 too, so any divisor works.
    let reciprocal = 65535 * aboveOne / Double(Int64(max(alpha, 1)))
    func straight(_ channel: UInt64) -> UInt64 {
      nearest(Double(Int64(min(channel & 0xFFFF, alpha))) * reciprocal)
    }
    return straight(pixel) | straight(pixel &>> 16) &<< 16 | straight(pixel &>> 32) &<< 32 | alpha &<< 48
  }
}
