import PixelCore

/// How large a picture may be, and what else a file may ask for, before it is refused. Pixels and metadata are checked from
/// the header, before any pixel's memory is allocated.
public struct DecodeLimits: Sendable {
  /// Pixels in a picture, at most: 268 435 456 (2²⁸: a gigabyte in memory, or two at 16 bits per channel) unless
  /// said otherwise.
  public var maxPixels: Int
  /// Bytes of metadata (Exif, a colour profile), inflated: 8 MiB unless said otherwise. Profiles of cameras and printers
  /// have 1 MB or less. XMP and IPTC are skipped unread unless they are to be kept; then each may have as many.
  public var maxMetadata = 8 << 20
  /// Scans of a JPEG: 100 unless said otherwise. Encoders write about ten; each costs a pass over all coefficients.
  public var maxScans = 100
  /// Whether a photo that may be damaged is refused: a JPEG with bytes left over in its picture data, and a JPEG or PNG without its
  /// end marker. Otherwise a few bytes left over, as some cameras write them, and a missing end marker behind a complete
  /// picture are warnings.
  public var isStrict = false
  /// How long reading may take; nil for as long as it takes.
  public var timeLimit: TimeLimit?

  /// Limits with `maxPixels` pixels at most.
  public init(maxPixels: Int = 268_435_456) {
    self.maxPixels = maxPixels
  }

  /// The longest width or height that is read: one row is held whole, and within ``maxPixels`` alone a single row
  /// could be a gigabyte.
  public static let longestSide = 1_000_000

  /// Throws if a file whose header was read by somebody else is beyond the limits.
  public func check(_ info: ImageInfo) throws(CodecError) {
    try check(info.size)
    let profile = info.iccProfile?.count ?? 0
    guard profile <= maxMetadata else { throw .tooMuchMetadata(info.format, found: profile, limit: maxMetadata) }
  }

  /// Throws if a file of `size` is beyond the limits.
  func check(_ size: PixelSize) throws(CodecError) {
    guard max(size.width, size.height) <= Self.longestSide else {
      throw .sideTooLong(size: size, limit: Self.longestSide)
    }
    guard size.pixelCount <= maxPixels else { throw .tooManyPixels(size: size, limit: maxPixels) }
  }
}

/// A moment at which work is given up, so many seconds after it began.
public struct TimeLimit: Sendable {
  /// How long the work may take in all.
  public let seconds: Double
  private let end: ContinuousClock.Instant

  /// Some 30 years.
  private static let forever = 1e9

  /// A limit that begins now.
  public init(seconds: Double) {
    self.seconds = seconds
    // More than a `Duration` holds is forever, and so is what is no number.
    end = .now + .seconds(seconds < Self.forever ? max(seconds, -Self.forever) : Self.forever)
  }

  /// Seconds that are left; below 0 when it is over.
  public var secondsLeft: Double { (end - .now) / .seconds(1) }

  /// Throws when it is over.
  func check() throws(CodecError) {
    if secondsLeft < 0 { throw .tookTooLong(limit: seconds) }
  }
}
