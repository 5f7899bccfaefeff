import Foundation
import ObjectStore
import Text

/// The role of a picture file.
public enum PhotoKind: String, Sendable, CaseIterable, AttributeConvertible {
  /// A photo that runs read.
  case original
  /// A picture that a run made from an original.
  case rendition
  /// A picture that renditions are composed with, such as a backdrop or a badge.
  case source
}

extension Catalog {
  /// A picture file: an original, a rendition, or a source picture.
  ///
  /// The same file can have one record for each ``PhotoKind``; paths are unique within a kind. Deleting the record
  /// never deletes the file.
  public struct Photo: Record {
    public var id = UUID.timeOrdered()
    /// The role of the file.
    public var kind = PhotoKind.original
    /// Path of the file: relative if it is in the catalog's folder, otherwise absolute (``CatalogPaths``).
    public var path = ""
    /// The SHA-256 of the file, as 64 lower-case hexadecimal digits.
    public var sha256 = ""
    /// The cache key of the work that made a rendition: a SHA-256, as 64 lower-case hexadecimal digits.
    public var cacheKey: String?
    /// Identifies what a rendition shows: a SHA-256, as 64 lower-case hexadecimal digits, of everything that decides
    /// its pixels except the size it is scaled to, its format and its encoder's settings. Renditions with the same
    /// value and aspect ratio are one picture in several sizes and formats.
    public var picture: String?
    /// The view of the product, such as `front` or `2`, if file names contain it.
    public var view: String?
    /// For an original, the point that a person chose to be kept in view when the photo is cropped. In recipes, it takes
    /// the place of `focus`. It stays when the file changes.
    public var focus: FocusPoint?
    /// The SKU that the last run read from the original's file name.
    public internal(set) var skuOfName: String?
    /// The view that the last run read from the file name.
    public internal(set) var viewOfName: String?
    /// For an original, the product that the last run linked it to by its name. If the photo is now linked to another
    /// product, a person has done that, and runs keep that link: see ``ProductLink``. For a rendition, the product that
    /// it was rendered for, or for which a later run found it up to date.
    public internal(set) var productIdOfName: UUID?
    /// Width in pixels as stored in the file, before ``orientation`` is applied.
    public var width: Int32 = 0
    /// Height in pixels as stored in the file, before ``orientation`` is applied.
    public var height: Int32 = 0
    /// Exif orientation, 1 to 8. 1 is upright; 5 to 8 exchange width and height.
    public var orientation: Int16 = 1
    /// Ratio of width to height of the upright picture.
    public var aspect: Float {
      let (across, down) = orientation >= 5 ? (height, width) : (width, height)
      return Float(across) / Float(max(1, down))
    }
    /// The file's format, detected from its content, such as `jpeg` or `png`.
    public var format = ""
    /// The colour model of the stored pixels, as the decoder names it: `rgb`, `grey` or `cmyk`.
    public var colorModel: String?
    /// Bits per channel, as stored.
    public var bitDepth: Int16 = 8
    /// Whether the file has an alpha channel.
    public var hasAlpha = false
    /// Whether the file is a progressive JPEG or an interlaced PNG. A decoder holds such a picture in memory as a
    /// whole.
    public var isProgressive = false
    /// Whether the file has a gain map, which makes the picture brighter on HDR screens. False for renditions.
    public var hasGainMap = false
    /// Description of the embedded colour profile.
    public var icc: String?
    /// What the file says about its colours, such as `Adobe RGB`. For a rendition, how the photo's colours were
    /// converted, such as `Adobe RGB, converted to sRGB as they are decoded`.
    public var colors: String?
    /// For a rendition, the position of the product when it was rendered, if a step looked for it: a JSON object.
    public var content: String?
    /// For a rendition whose name contains the hash of its bytes, when a later picture of the same output took its
    /// place. Its file still exists, because pages may still refer to it, and is removed after a grace period. Nil for a
    /// rendition that is current.
    public var replacedAt: Date?
    /// For an original that was rendered, its perceptual hash, as 36 lower-case hexadecimal digits: nearly the same for
    /// copies that were resized or saved again. Nil for a picture that is too plain.
    public var perceptualHash: String?
    /// When the photo was taken. A camera's clock has no time zone, so its time is taken as UTC.
    public var capturedAt: Date?
    /// Size of the file in bytes.
    public var bytes: Int64 = 0
    /// See ``FileStamp``.
    public var modifiedNanoseconds: Int64 = 0
    /// See ``FileStamp``.
    public var changedNanoseconds: Int64?
    /// See ``FileStamp``.
    public var inode: Int64 = 0
    /// See ``FileStamp``.
    public var recordedNanoseconds: Int64 = 0

    /// The picture's bytes, if they are stored in the catalog.
    public var data: StoredData?
    /// A small version of the picture, as a PNG or JPEG.
    public var thumbnail: StoredData?

    /// The product that the picture shows. Source pictures show none.
    public var productId: UUID?
    /// The original that a rendition was made from.
    public var sourceId: UUID?
    /// The recipe that rendered the rendition's bytes.
    public var recipeId: UUID?
    /// The run that rendered the rendition's bytes, or that first recorded these bytes of an original or source
    /// picture.
    public var runId: UUID?

    public init() {}

    public static let properties: [Property<Photo>] = [
      Property("id", \.id),
      Property("kind", \.kind).kept,
      Property("path", \.path, .length(1...4096)).kept,
      Property("sha256", \.sha256, .hexadecimal(digits: 64)).kept,
      Property("cacheKey", \.cacheKey, .hexadecimal(digits: 64)).kept,
      Property("picture", \.picture, .hexadecimal(digits: 64)).kept,
      Property("view", \.view),
      Property("focus", \.focus),
      Property("skuOfName", \.skuOfName).kept,
      Property("viewOfName", \.viewOfName).kept,
      Property("productIdOfName", \.productIdOfName).kept,
      Property("width", \.width, .atLeast(1)).kept,
      Property("height", \.height, .atLeast(1)).kept,
      Property("orientation", \.orientation, default: 1, .between(1, 8)).kept,
      Property(derived: "aspect") { $0.aspect },
      Property("format", \.format, .length(1...32)).kept,
      Property("colorModel", \.colorModel).kept,
      Property("bitDepth", \.bitDepth, default: 8, .between(1, 64)).kept,
      Property("hasAlpha", \.hasAlpha, default: false).kept,
      Property("isProgressive", \.isProgressive, default: false).kept,
      Property("hasGainMap", \.hasGainMap, default: false).kept,
      Property("icc", \.icc).kept,
      Property("colors", \.colors).kept,
      Property("content", \.content).kept,
      Property("replacedAt", \.replacedAt).kept,
      Property("perceptualHash", \.perceptualHash, .hexadecimal(digits: 36)).kept,
      Property("capturedAt", \.capturedAt),
      Property("bytes", \.bytes, .atLeast(0)).kept,
      Property("modifiedNanoseconds", \.modifiedNanoseconds).kept,
      Property("changedNanoseconds", \.changedNanoseconds).kept,
      Property("inode", \.inode).kept,
      Property("recordedNanoseconds", \.recordedNanoseconds).kept,
      Property("data", \.data).kept,
      Property("thumbnail", \.thumbnail).kept,
      Property(.toOne("product", "Product", inverse: "photos"), \.productId),
      Property(.toOne("source", "Photo", inverse: "renditions"), \.sourceId).kept,
      Property(.toOne("recipe", "Recipe", inverse: "photos"), \.recipeId).kept,
      Property(.toOne("run", "Run", inverse: "photos"), \.runId).kept,
    ]

    public static let entity = Entity(
      "Photo", properties,
      toMany: [
        .toMany("renditions", "Photo", inverse: "source", deleteRule: .cascade).kept,
        .toMany("ingredients", "Photo", inverse: "usedIn").kept,
        .toMany("usedIn", "Photo", inverse: "ingredients").kept,
      ],
      uniqueKeys: [.exact(["path", "kind"])], names: ["path"])
  }
}
