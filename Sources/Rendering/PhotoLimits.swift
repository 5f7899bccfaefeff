import ImageCodecs

/// Limits on the size of a photo and on the resources to render it, so that no file can keep a machine busy or fill its
/// memory. The error for a refused photo names the ``Limit``.
public struct PhotoLimits: Sendable, Codable {
  /// Maximum number of pixels of a picture.
  public var maxPixels = DecodeLimits().maxPixels
  /// Maximum size of the file in bytes. Defaults to 512 MiB.
  public var maxFileSize = 512 << 20
  /// Maximum size in bytes of Exif data and colour profile after decompression, and of XMP and IPTC data.
  public var maxMetadata = DecodeLimits().maxMetadata
  /// Maximum number of scans of a JPEG.
  public var maxScans = DecodeLimits().maxScans
  /// Whether a photo fails if it may be damaged: a JPEG with extra bytes in its image data, or a JPEG, PNG or GIF
  /// without its end marker. If false, it is rendered with a warning.
  public var isStrict = false
  /// Maximum memory of all concurrent photos in bytes, as estimated from their headers. Defaults to 1 GiB.
  public var maxMemory = 1 << 30
  /// Maximum time for a photo in seconds. Defaults to 60.
  public var maxSeconds = 60.0

  /// Creates the default limits.
  public init() {}

  /// The limits for decoders, without a time limit.
  package var decoding: DecodeLimits {
    var limits = DecodeLimits(maxPixels: maxPixels)
    limits.maxMetadata = maxMetadata
    limits.maxScans = maxScans
    limits.isStrict = isStrict
    return limits
  }

  /// Returns the limits for decoders, with the time limit starting now.
  package func decodingFromNow() -> DecodeLimits {
    var limits = decoding
    limits.timeLimit = TimeLimit(seconds: maxSeconds)
    return limits
  }

  /// The effective maximum size of a file, which is kept in memory, and the setting that determines it.
  package var fileSize: (limit: Int, setting: Limit) {
    maxFileSize <= maxMemory ? (maxFileSize, .maxFileSize) : (maxMemory, .maxMemory)
  }
}
