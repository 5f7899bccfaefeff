import PixelCore

extension Kernels {
  /// Composites a foreground over a background, both premultiplied (Porter and Duff, 1984: "over").
  ///
  /// For all four channels, with S the foreground's and D the background's value, Sa the foreground's alpha, and M = 255
  /// or 65535 the largest value of the depth,
  ///
  ///     R = min(M, S + round(D · (M − Sa) / M))
  ///
  /// rounded correctly for all D and Sa. There are no ties, because M is odd.
  public func sourceOver(
    _ destination: UnsafeMutableRawPointer, background: UnsafeRawPointer, foreground: UnsafeRawPointer, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight: sourceOver8(destination, background, foreground, count)
    case .sixteen: sourceOver16(destination, background, foreground, count)
    }
  }

  private func sourceOver8(
    _ destination: UnsafeMutableRawPointer, _ background: UnsafeRawPointer, _ foreground: UnsafeRawPointer, _ count: Int
  ) {
    let done = vectors.sourceOver(destination, background, foreground, count)
    for index in done..<count {
      destination.setPixel(index, Self.over(foreground.pixel(index), background.pixel(index)))
    }
  }

  private static func over(_ foreground: UInt32, _ background: UInt32) -> UInt32 {
    let transparency = 255 &- (foreground &>> 24)
    let redBlue = (foreground & redBlueMask) &+ dividedBy255((background & redBlueMask) &* transparency)
    let greenAlpha =
      ((foreground &>> 8) & redBlueMask) &+ dividedBy255(((background &>> 8) & redBlueMask) &* transparency)
    return saturated(redBlue) | saturated(greenAlpha) &<< 8
  }

  /// Limits both 16-bit halves of `sums`, 0…510, to 255.
  private static func saturated(_ sums: UInt32) -> UInt32 {
    (sums | ((sums &>> 8) & 0x0001_0001) &* 255) & redBlueMask
  }
}
