import Foundation

/// The values that a catalog records about a picture file: those of its header, and what rendering found out. Headers,
/// messages of workers, plans, conditions, cache keys and the catalog's records all contain this one value.
///
/// To record another value, add it here, to the reader of the format, and to the columns of `Catalog.Photo`.
public struct ImageFacts: Codable, Hashable, Sendable {
  /// Width in pixels as stored in the file, before ``orientation`` is applied.
  public var width: Int32
  /// Height in pixels as stored in the file, before ``orientation`` is applied.
  public var height: Int32
  /// Exif orientation, 1 to 8. 1 is upright; 5 to 8 exchange width and height.
  public var orientation: Int16 = 1
  /// The file's format, detected from its content, such as `jpeg` or `png`.
  public var format: String
  /// The colour model of the stored pixels, as the decoder names it: `rgb`, `grey` or `cmyk`.
  public var colorModel: String?
  /// Bits per channel, as stored.
  public var bitDepth: Int16 = 8
  /// Whether pixels may be translucent: through an alpha channel, or a transparent colour.
  public var hasAlpha = false
  /// Whether the file is a progressive JPEG or an interlaced PNG. A decoder holds such a picture in memory as a whole.
  public var isProgressive = false
  /// Whether the file has a gain map, which makes the picture brighter on HDR screens. False for renditions.
  public var hasGainMap = false
  /// Description of the embedded colour profile.
  public var icc: String?
  /// What the file says about its colours, such as `Adobe RGB`. For a rendition, how the photo's colours were
  /// converted, such as `Adobe RGB, converted to sRGB as they are decoded`.
  public var colors: String?
  /// When the photo was taken. A camera's clock has no time zone, so its time is taken as UTC.
  public var capturedAt: Date?
  /// For a rendition, the position of the product when it was rendered, if a step looked for it: a JSON object.
  public var content: String?
  /// For an original that was rendered, its perceptual hash, as 36 lower-case hexadecimal digits: nearly the same for
  /// copies that were resized or saved again. Nil for a picture that is too plain.
  public var perceptualHash: String?

  /// Creates the facts of an upright picture. Sides too long for a column are clamped.
  public init(width: Int = 0, height: Int = 0, format: String = "") {
    (self.width, self.height, self.format) = (Int32(clamping: width), Int32(clamping: height), format)
  }
}
