import PixelCore

/// The scale at which a picture is decoded, in eighths of its size. A JPEG decoder produces the smaller sizes from
/// fewer of each block's frequencies, for much less work.
package enum DecodeScale: Int, Sendable, CaseIterable {
  case eighth = 1
  case quarter = 2
  case half = 4
  case full = 8

  /// The decoded size of a picture stored with `size`. Each side is rounded up, as libjpeg does.
  public func scaled(_ size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width * rawValue + 7) / 8, height: (size.height * rawValue + 7) / 8)
  }
}
