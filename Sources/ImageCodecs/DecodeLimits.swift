import PixelCore

/// How large a picture may be before it is refused. Checked from the header, before any pixel's memory is allocated.
public struct DecodeLimits: Sendable, Hashable {
  /// Pixels in a picture, at most: 268 435 456 (2²⁸: a gigabyte in memory, or two at 16 bits a channel) unless
  /// said otherwise.
  public var maxPixels: Int

  /// Limits with `maxPixels` pixels at most.
  public init(maxPixels: Int = 268_435_456) {
    self.maxPixels = maxPixels
  }

  /// The longest width or height that is read: one row is held whole, and within ``maxPixels`` alone a single row
  /// could be a gigabyte.
  public static let longestSide = 1_000_000

  /// Throws if a file of `size` is beyond the limits.
  func check(_ size: PixelSize) throws(CodecError) {
    guard max(size.width, size.height) <= Self.longestSide else {
      throw .sideTooLong(size: size, limit: Self.longestSide)
    }
    guard size.pixelCount <= maxPixels else { throw .tooManyPixels(size: size, limit: maxPixels) }
  }
}
