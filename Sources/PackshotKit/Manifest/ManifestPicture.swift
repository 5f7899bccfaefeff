import ImageCodecs
import Text

/// A picture of a product, as files that differ only in size, format and encoding.
public struct ManifestPicture: Encodable, Sendable {
  /// The view that the photo shows.
  public var view: String?
  /// Name of the recipe that made the files.
  public var recipe: String?
  /// Width of the largest file in pixels.
  public var width: Int
  /// Height of the largest file in pixels.
  public var height: Int
  /// The alternative text, not escaped.
  public var alt: String
  /// A small version of the picture as a `data:` address of a few hundred characters, to show until a file is loaded. Nil
  /// if no file of the picture can be read.
  public var placeholder: String?
  /// The picture's [ThumbHash](https://evanw.github.io/thumbhash/) in Base64. Nil if no file of the picture can be read.
  public var thumbHash: String?
  /// The picture's files, in all sizes and formats.
  public var files: [File]
  /// A `srcset` for each media type.
  public var srcset: [Set]
  /// An HTML element that shows the picture: a `<picture>`, or an `<img>` if there is only one format. Nil if browsers
  /// show none of the formats, such as TIFF.
  public var html: String?

  /// A file of a picture.
  public struct File: Encodable, Sendable {
    /// Address of the file.
    public var url: String
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// Name of the format.
    public var format: String
    /// The media type, such as `image/webp`.
    public var mediaType: String
    /// Size of the file in bytes.
    public var bytes: Int64
    /// SHA-256 of the file, as 64 lower-case hexadecimal digits.
    public var sha256: String
    /// Path as recorded in the catalog.
    let path: String
    let hasAlpha: Bool

    private enum CodingKeys: String, CodingKey { case url, width, height, format, mediaType, bytes, sha256 }
  }

  /// The files of one format, for an HTML `source` element.
  public struct Set: Encodable, Sendable {
    /// The media type of the files.
    public var mediaType: String
    /// The value of `srcset`: one file for each width.
    public var srcset: String
  }

  /// - Parameters:
  ///   - files: At least one file, all of the same picture.
  ///   - alt: Alternative text for the picture.
  ///   - sizes: The value of `sizes`: the width at which the page shows the picture.
  init(
    of files: [File], view: String?, recipe: String?, alt: String, placeholder: PicturePlaceholder?, sizes: String
  ) {
    let formats = Self.formats(of: files)
    self.files = formats.flatMap { $0 }
    (self.view, self.recipe, self.alt) = (view, recipe, alt)
    (self.placeholder, thumbHash) = (placeholder?.dataAddress, placeholder?.thumbHash)
    let largest = files.max { ($0.width, $0.height) < ($1.width, $1.height) }!
    (width, height) = (largest.width, largest.height)
    let sets = formats.map(Self.onePerWidth)
    srcset = sets.map { Set(mediaType: $0[0].mediaType, srcset: Self.srcset(of: $0)) }
    html = Self.html(sets, alt: alt, placeholder: placeholder?.dataAddress, sizes: sizes)
  }

  /// Formats that every browser shows. The first one available becomes the `<img>`.
  private static let fallbacks = ["jpeg", "png"]
  /// The formats in the order in which a browser tries them. PNG and TIFF come last, because their files are the largest.
  private static let order = ["avif", "webp"] + fallbacks + ["tiff"]

  /// Groups files by format, each group sorted from small to large.
  private static func formats(of files: [File]) -> [[File]] {
    func rank(_ format: String) -> Int { order.firstIndex(of: format) ?? order.count }
    return Dictionary(grouping: files, by: \.format).values
      .map { $0.sorted { ($0.width, $0.bytes, $0.path) < ($1.width, $1.bytes, $1.path) } }
      .sorted { (rank($0[0].format), $0[0].format) < (rank($1[0].format), $1[0].format) }
  }

  /// Returns the smallest file for each width.
  private static func onePerWidth(_ files: [File]) -> [File] {
    files.reduce(into: []) { if $0.last?.width != $1.width { $0.append($1) } }
  }

  private static func srcset(of files: [File]) -> String {
    files.map { "\($0.url) \($0.width)w" }.joined(separator: ", ")
  }

  /// - Parameter sets: The files of each format, in the order in which a browser tries them.
  private static func html(_ sets: [[File]], alt: String, placeholder: String?, sizes: String) -> String? {
    let shown = sets.filter { $0[0].format != "tiff" }
    let fallback = shown.firstIndex { fallbacks.contains($0[0].format) } ?? shown.indices.last
    guard let fallback, let largest = shown[fallback].last else { return nil }
    func attribute(_ name: String, _ value: String) -> String { " \(name)=\"\(markupText(value))\"" }
    func choice(_ files: [File]) -> String {
      attribute("srcset", srcset(of: files)) + attribute("sizes", sizes)
    }
    // Behind a translucent picture, the placeholder would stay visible after the picture is loaded.
    let background =
      shown.joined().contains(where: \.hasAlpha)
      ? nil
      : placeholder.map {
        "background:url(\($0)) center/cover no-repeat"
      }
    let image =
      "<img" + attribute("src", largest.url) + (shown[fallback].count > 1 ? choice(shown[fallback]) : "")
      + attribute("width", "\(largest.width)") + attribute("height", "\(largest.height)") + attribute("alt", alt)
      + attribute("loading", "lazy") + attribute("decoding", "async")
      + (background.map { attribute("style", $0) } ?? "")
      + ">"
    let sources = shown[..<fallback].map { files in
      "<source" + attribute("type", files[0].mediaType) + choice(files) + ">"
    }
    return sources.isEmpty ? image : "<picture>\(sources.joined())\(image)</picture>"
  }
}
