import Foundation
import GRDB
import ObjectStore

/// The facts in a picture file's header, which planning needs. ``Catalog/Photo`` describes each.
public struct ImageFacts: Codable, Hashable, Sendable {
  /// Width in pixels, as stored.
  public var width: Int
  /// Height in pixels, as stored.
  public var height: Int
  /// Exif orientation, 1 to 8.
  public var orientation: Int
  /// The file's format, detected from its content, such as `jpeg` or `png`.
  public var format: String
  /// The colour model of the stored pixels: `rgb`, `grey` or `cmyk`.
  public var colorModel: String?
  /// Bits per channel.
  public var bitDepth: Int
  /// Whether the file has an alpha channel.
  public var hasAlpha: Bool
  /// Whether the file is a progressive JPEG or an interlaced PNG.
  public var isProgressive: Bool
  /// Whether the file has a gain map for HDR screens.
  public var hasGainMap: Bool
  /// Description of the embedded colour profile.
  public var iccDescription: String?
  /// What the file says about its colours.
  public var colors: String?
  /// When the photo was taken, by the camera's clock, taken as UTC.
  public var capturedAt: Date?
  /// The position of the product, as JSON.
  public var content: String?
  /// The photo's perceptual hash, if it was rendered.
  public var perceptualHash: String?

  private enum CodingKeys: String, CodingKey {
    case width, height, orientation, format, colorModel, bitDepth, hasAlpha, isProgressive, hasGainMap, colors, content
    case perceptualHash
    case iccDescription = "icc"
    case capturedAt = "captured"
  }

  /// Creates the facts of an image of `width` × `height` pixels as stored.
  public init(
    width: Int, height: Int, orientation: Int = 1, format: String, colorModel: String? = nil, bitDepth: Int = 8,
    hasAlpha: Bool = false, isProgressive: Bool = false, hasGainMap: Bool = false, iccDescription: String? = nil,
    colors: String? = nil, capturedAt: Date? = nil, content: String? = nil, perceptualHash: String? = nil
  ) {
    self.width = width
    self.height = height
    self.orientation = orientation
    self.format = format
    self.colorModel = colorModel
    self.bitDepth = bitDepth
    self.hasAlpha = hasAlpha
    (self.isProgressive, self.hasGainMap) = (isProgressive, hasGainMap)
    (self.iccDescription, self.colors) = (iccDescription, colors)
    (self.capturedAt, self.content, self.perceptualHash) = (capturedAt, content, perceptualHash)
  }
}

extension Catalog.Photo {
  /// The facts in the file's header. Numbers outside a column's range are clamped to it; saving then refuses them.
  var image: ImageFacts {
    get {
      ImageFacts(
        width: Int(width), height: Int(height), orientation: Int(orientation), format: format, colorModel: colorModel,
        bitDepth: Int(bitDepth), hasAlpha: hasAlpha, isProgressive: isProgressive, hasGainMap: hasGainMap,
        iccDescription: icc, colors: colors, capturedAt: capturedAt, content: content, perceptualHash: perceptualHash)
    }
    set {
      width = Int32(clamping: newValue.width)
      height = Int32(clamping: newValue.height)
      orientation = Int16(clamping: newValue.orientation)
      format = newValue.format
      colorModel = newValue.colorModel
      bitDepth = Int16(clamping: newValue.bitDepth)
      hasAlpha = newValue.hasAlpha
      (isProgressive, hasGainMap) = (newValue.isProgressive, newValue.hasGainMap)
      (icc, colors) = (newValue.iccDescription, newValue.colors)
      (capturedAt, content, perceptualHash) = (newValue.capturedAt, newValue.content, newValue.perceptualHash)
    }
  }
}

extension ImageFacts {
  /// The columns of a photo's record that ``init(_:from:)`` reads, in its order.
  static let columns = [
    "width", "height", "orientation", "format", "colorModel", "bitDepth",
    "hasAlpha", "isProgressive", "hasGainMap", "icc", "capturedAt",
  ]

  /// Reads what planning needs from ``columns``, of which the first is at `column`.
  init(_ row: Row, from column: Int) {
    self.init(
      width: row[column], height: row[column + 1], orientation: row[column + 2], format: row[column + 3],
      colorModel: row[column + 4], bitDepth: row[column + 5], hasAlpha: row[column + 6],
      isProgressive: row[column + 7], hasGainMap: row[column + 8], iccDescription: row[column + 9],
      capturedAt: (row[column + 10] as Int64?).map(Date.init(milliseconds:)))
  }
}
