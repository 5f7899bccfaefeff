extension Kernels {
  /// ``sourceOver(_:background:foreground:count:depth:)`` at 16 bits.
  func sourceOver16(
    _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
  ) {
    let done = vectors.sourceOver16(destination, background, foreground, count)
    for index in done..<count {
      destination.setPixel16(index, Self.over(foreground.pixel16(index), background.pixel16(index)))
    }
  }

  @inline(__always)
  private static func over(_ foreground: UInt64, _ background: UInt64) -> UInt64 {
    let transparency = 65535 &- (foreground &>> 48)
    let redBlue = (foreground & redBlueMask16) &+ dividedBy65535((background & redBlueMask16) &* transparency)
    let greenAlpha =
      ((foreground &>> 16) & redBlueMask16) &+ dividedBy65535(((background &>> 16) & redBlueMask16) &* transparency)
    return saturated(redBlue) | saturated(greenAlpha) &<< 16
  }

  /// Limits both 32-bit halves of `sums`, 0…131070, to 65535.
  @inline(__always)
  private static func saturated(_ sums: UInt64) -> UInt64 {
    (sums | ((sums &>> 16) & 0x0000_0001_0000_0001) &* 65535) & redBlueMask16
  }
}
