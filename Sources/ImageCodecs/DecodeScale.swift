import PixelCore

/// How many eighths of its size a picture is decoded at. A JPEG decoder delivers the smaller sizes from fewer of each
/// block's frequencies, for much less work.
package enum DecodeScale: Int, Sendable, CaseIterable {
  case eighth = 1
  case quarter = 2
  case half = 4
  case full = 8

  /// What a picture stored with `size` is decoded to: each side's eighths, rounded up as libjpeg does.
  public func scaled(_ size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width * rawValue + 7) / 8, height: (size.height * rawValue + 7) / 8)
  }
}
