import Filters
import Foundation
import ImageCodecs
import Parameters
import Recipes

/// The recipe for thumbnails that are described by a width, and optionally a height and formats.
///
/// The recipe has one output for each width, all from one decode. File names contain the thumbnail's size, so that
/// several sizes can share a folder: `{relative}/{stem}-{width}.jpg`, or `-{width}x{height}` if a height is set too.
/// Photos are not enlarged by default. So if a photo is smaller than two of the widths, both share one thumbnail at its
/// original size.
public struct ThumbnailRecipe: Sendable {
  /// Width of each thumbnail in pixels.
  public let widths: [Int]
  /// Height of all thumbnails in pixels. If nil, it follows from the photo's aspect ratio.
  public let height: Int?
  /// How a photo is fitted if a height is set.
  public let mode: Resize.Mode
  /// Whether a photo smaller than its thumbnail is enlarged.
  public let enlarge: Bool
  /// The file formats. Each thumbnail is written in all of them. JPEGs show translucent photos on white.
  public let formats: [ImageFileFormat]
  /// Quality, for formats such as JPEG. If nil, the default of recipes. With several formats it is on JPEG's scale, as
  /// in recipes.
  public let quality: Int?
  /// The metadata that thumbnails keep from the photos.
  public let metadata: KeptMetadata
  /// The pattern that finds the product in a photo's path, as in a recipe's `catalog`. If nil, each photo is its own
  /// product.
  public let skuPattern: String?

  private static let lengths = 1...65_535

  /// - Throws: ``PackshotError/refusedSetting(_:found:allowed:)`` or ``PackshotError/onlyForFormats(_:formats:_:)`` if
  ///   a value isn't valid.
  public init(
    widths: [Int], height: Int? = nil, mode: Resize.Mode = .contain, enlarge: Bool = false,
    formats: [ImageFileFormat] = [.jpeg], quality: Int? = nil, metadata: KeptMetadata = .strip,
    skuPattern: String? = nil
  ) throws(PackshotError) {
    guard !widths.isEmpty else {
      throw .refusedSetting("widths", found: "missing", allowed: .described("a number of pixels, such as 300"))
    }
    for width in widths where !Self.lengths.contains(width) {
      throw .refusedSetting("widths", found: "\(width)", allowed: .range(Self.lengths, unit: "pixels"))
    }
    if let height, !Self.lengths.contains(height) {
      throw .refusedSetting("height", found: "\(height)", allowed: .range(Self.lengths, unit: "pixels"))
    }
    if height == nil, mode != .contain {
      throw .refusedSetting("mode", found: mode.rawValue, allowed: .described("contain where no height is given"))
    }
    guard !formats.isEmpty else {
      throw .refusedSetting("formats", found: "missing", allowed: .described("a format, such as jpeg"))
    }
    let formats = formats.withoutRepetitions
    if let quality { try Self.check(quality, for: formats) }
    if let skuPattern {
      do throws(SKUPattern.Refusal) {
        _ = try SKUPattern(skuPattern)
      } catch {
        throw .pattern("skuPattern", error)
      }
    }
    if let format = formats.first(where: { !$0.isWritten }) {
      let written = FormatList.written.map { $0.identifier }
      throw .refusedSetting("formats", found: format.rawValue, allowed: .oneOf(written))
    }
    self.widths = widths.withoutRepetitions
    (self.height, self.mode, self.enlarge) = (height, mode, enlarge)
    (self.formats, self.quality) = (formats, quality)
    (self.metadata, self.skuPattern) = (metadata, skuPattern)
  }

  private static func check(_ quality: Int, for formats: [ImageFileFormat]) throws(PackshotError) {
    let own = formats.compactMap { $0.parameter("quality") }
    guard let parameter = formats.count > 1 && !own.isEmpty ? FormatList.sharedQuality : own.first else {
      let others = ImageFileFormat.allCases.filter { $0.parameter("quality") != nil }.map(\.name)
      throw .onlyForFormats("quality", formats: others, formats[0].isLossless ? formats[0].name : nil)
    }
    if !parameter.allows(quality.value) {
      throw .refusedSetting(
        "quality", found: "\(quality)", allowed: .described(parameter.rangeText ?? parameter.allowed))
    }
  }

  /// The recipe's text.
  public var yaml: String {
    """
    # A packshot recipe for thumbnails. Run it with:  packshot run THIS-FILE PHOTOS --output FOLDER
    packshot: 1
    name: thumbnails

    """ + (metadata == .strip ? "" : "metadata: \(metadata.rawValue)\n") + "outputs:\n"
      + widths.map { "  - \(output(width: $0))\n" }.joined()
      + (skuPattern.map { "catalog: { sku: \(Value(.text($0))) }\n" } ?? "")
  }

  /// Returns the checked recipe.
  public func recipe() throws(RecipeError) -> Recipe { try Recipe(yaml: yaml, file: "the recipe for thumbnails") }

  private func output(width: Int) -> String {
    let size = height == nil ? "{width}" : "{width}x{height}"
    let resize = [
      "width: \(width)", height.map { "height: \($0)" }, mode == .contain ? nil : "mode: \(mode.rawValue)",
      "enlarge: \(enlarge)",
    ]
    let parts = [
      "file: \"{relative}/{stem}-\(size).\(formats[0].fileExtension)\"",
      formats.count == 1 ? nil : "formats: [\(formats.map(\.rawValue).joined(separator: ", "))]",
      "steps: [ { resize: { \(resize.compactMap(\.self).joined(separator: ", ")) } } ]",
      quality.map { "quality: \($0)" },
    ]
    return "{ \(parts.compactMap(\.self).joined(separator: ", ")) }"
  }
}
