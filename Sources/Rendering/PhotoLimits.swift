import ImageCodecs

/// What a photo may be and take before it is refused, so that no file can keep a machine busy or fill its memory. A photo
/// that is refused says which ``Limit`` was in the way.
public struct PhotoLimits: Sendable, Codable {
  /// The most pixels of a picture.
  public var maxPixels = DecodeLimits().maxPixels
  /// The most bytes of its file.
  public var maxFileSize = 512 << 20
  /// The most bytes of its Exif and colour profile, inflated, and of its XMP and its IPTC.
  public var maxMetadata = DecodeLimits().maxMetadata
  /// The most scans of a JPEG.
  public var maxScans = DecodeLimits().maxScans
  /// Whether a photo that may be damaged fails: a JPEG with bytes left over in its picture data, and a JPEG or PNG without its end
  /// marker. Otherwise it is rendered, with a warning.
  public var isStrict = false
  /// Bytes that photos at work may hold in all, as their headers say before anything is decoded.
  public var maxMemory = 1 << 30
  /// The longest that a photo may take, in seconds.
  public var maxSeconds = 60.0

  /// The usual limits.
  public init() {}

  /// What decoders are told, without a limit of time.
  package var decoding: DecodeLimits {
    var limits = DecodeLimits(maxPixels: maxPixels)
    limits.maxMetadata = maxMetadata
    limits.maxScans = maxScans
    limits.isStrict = isStrict
    return limits
  }

  /// What decoders are told of a photo whose time begins now.
  package func decodingFromNow() -> DecodeLimits {
    var limits = decoding
    limits.timeLimit = TimeLimit(seconds: maxSeconds)
    return limits
  }

  /// Bytes that a file may have: it is held whole. With the setting that says so.
  package var fileSize: (limit: Int, setting: Limit) {
    maxFileSize <= maxMemory ? (maxFileSize, .maxFileSize) : (maxMemory, .maxMemory)
  }
}
