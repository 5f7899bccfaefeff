import ImageCodecs

/// What a photo may be and take before it is refused, so that no file can keep a machine busy or fill its memory. Each limit
/// is named with the option that moves it when a photo is refused.
public struct PhotoLimits: Sendable, Codable {
  /// The most pixels of a picture.
  public var maxPixels = DecodeLimits().maxPixels
  /// The most bytes of its file.
  public var maxFileSize = 512 << 20
  /// The most bytes of its metadata (Exif, colour profile), inflated. Other metadata is skipped unread.
  public var maxMetadata = DecodeLimits().maxMetadata
  /// The most scans of a JPEG.
  public var maxScans = DecodeLimits().maxScans
  /// Whether a JPEG is damaged as soon as any byte of its picture data belongs to no pixel, where otherwise a few are a
  /// warning.
  public var isStrict = false
  /// Bytes that photos at work may hold in all, as their headers say before anything is decoded.
  public var maxMemory = 1 << 30
  /// The longest that a photo may take, in seconds.
  public var maxSeconds = 60.0

  /// The usual limits.
  public init() {}

  /// What decoders are told, without a limit of time.
  var decoding: DecodeLimits {
    var limits = DecodeLimits(maxPixels: maxPixels)
    limits.maxMetadata = maxMetadata
    limits.maxScans = maxScans
    limits.isStrict = isStrict
    return limits
  }

  /// What decoders are told of a photo whose time begins now.
  func decodingFromNow() -> DecodeLimits {
    var limits = decoding
    limits.timeLimit = TimeLimit(seconds: maxSeconds)
    return limits
  }

  /// Bytes that a file may have: it is held whole. With the option that says so.
  var fileSize: (limit: Int, option: String) {
    maxFileSize <= maxMemory ? (maxFileSize, "--max-file-size") : (maxMemory, "--max-memory")
  }

  /// Checks what no type can say.
  func check() throws(PackshotError) {
    let counts = [("--max-pixels", maxPixels), ("--max-metadata", maxMetadata), ("--max-scans", maxScans)]
    for (name, value) in counts where value < 1 { throw .option(name: name, found: "\(value)", allowed: "1 or more") }
    if maxFileSize < 1 { throw .option(name: "--max-file-size", found: "\(maxFileSize)", allowed: "1 or more") }
    if maxMemory < 1_000_000 {
      throw .option(name: "--max-memory", found: "\(maxMemory) bytes", allowed: "1 MB or more, such as 512MB or 2GB")
    }
    if !(maxSeconds > 0 && maxSeconds <= 1e9) {
      throw .option(name: "--max-seconds", found: "\(maxSeconds)", allowed: "more than 0, up to 1000000000")
    }
  }
}
