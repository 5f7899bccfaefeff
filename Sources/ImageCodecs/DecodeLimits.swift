import PixelCore

/// Limits for the size of a picture and other resources that a file may ask for. Pixels and metadata are checked from
/// the header, before memory for any pixel is allocated.
public struct DecodeLimits: Sendable {
  /// Maximum number of pixels. Defaults to 268 435 456 (2²⁸: a gigabyte in memory, or two at 16 bits per channel).
  public var maxPixels: Int
  /// Maximum bytes of metadata (Exif, a colour profile), inflated. Defaults to 8 MiB. Profiles of cameras and printers
  /// have 1 MB or less. XMP and IPTC are skipped unread unless they are kept; then each of them has the same limit.
  public var maxMetadata = 8 << 20
  /// Maximum number of scans of a JPEG. Defaults to 100. Encoders write about ten. Each costs a pass over all
  /// coefficients.
  public var maxScans = 100
  /// Whether to refuse photos that may be damaged: a JPEG with excess bytes in its picture data, and a JPEG, PNG or GIF
  /// without its end marker. If false, the few excess bytes that some cameras write, and a missing end marker after a
  /// complete picture, are warnings. Defaults to false.
  public var isStrict = false
  /// Limit for the duration of reading; nil for none.
  public var timeLimit: TimeLimit?

  /// Creates limits with at most `maxPixels` pixels.
  public init(maxPixels: Int = 268_435_456) {
    self.maxPixels = maxPixels
  }

  /// The longest width or height that is read. One row is held whole, and ``maxPixels`` alone would allow a row of a
  /// gigabyte.
  public static let longestSide = 1_000_000

  /// Throws if a header that was read elsewhere exceeds the limits.
  public func check(_ info: ImageInfo) throws(CodecError) {
    try check(info.size)
    let profile = info.iccProfile?.count ?? 0
    guard profile <= maxMetadata else { throw .tooMuchMetadata(info.format, found: profile, limit: maxMetadata) }
  }

  /// Throws if a picture of `size` exceeds the limits.
  func check(_ size: PixelSize) throws(CodecError) {
    guard max(size.width, size.height) <= Self.longestSide else {
      throw .sideTooLong(size: size, limit: Self.longestSide)
    }
    guard size.pixelCount <= maxPixels else { throw .tooManyPixels(size: size, limit: maxPixels) }
  }
}

/// A deadline, a number of seconds after its creation.
public struct TimeLimit: Sendable {
  /// Seconds that the work may take in total.
  public let seconds: Double
  private let end: ContinuousClock.Instant

  /// Number of seconds that counts as unlimited: about 30 years.
  private static let forever = 1e9

  /// Creates a limit that starts now.
  public init(seconds: Double) {
    self.seconds = seconds
    // A `Duration` can't hold every `Double`. So 1e9 seconds or more, and NaN, count as unlimited.
    end = .now + .seconds(seconds < Self.forever ? max(seconds, -Self.forever) : Self.forever)
  }

  /// Seconds left; negative after the deadline.
  public var secondsLeft: Double { (end - .now) / .seconds(1) }

  /// Throws after the deadline.
  func check() throws(CodecError) {
    if secondsLeft < 0 { throw .tookTooLong(limit: seconds) }
  }
}
