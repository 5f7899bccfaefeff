import Foundation
import ObjectStore
import Text

/// What part a picture file plays.
public enum PhotoKind: String, Sendable, CaseIterable, AttributeConvertible {
  /// A photo that was put in.
  case original
  /// A picture that a run made of an original.
  case rendition
  /// A picture that renditions are composed with: a backdrop, a badge.
  case source
}

extension Catalog {
  /// A picture file: one that was put in, one that came out, or one that was composed in.
  ///
  /// The same file may be on record once in each ``PhotoKind``; a path is unique within its kind. Deleting the record
  /// never deletes the file.
  public struct Photo: Record {
    public var id = UUID.timeOrdered()
    /// What part the file plays.
    public var kind = PhotoKind.original
    /// Where the file is: below the catalog's folder without that folder's own path, elsewhere absolute
    /// (``CatalogPaths``).
    public var path = ""
    /// The SHA-256 of the file, in 64 lower-case digits.
    public var sha256 = ""
    /// The cache key of the work that made it, a SHA-256 in 64 lower-case digits. Renditions have one.
    public var cacheKey: String?
    /// What a rendition shows: a SHA-256, in 64 lower-case digits, of everything that decides its pixels except the size that it is
    /// scaled to, its format and its encoder's settings. Renditions with the same value and aspect ratio are one picture in
    /// several sizes and formats.
    public var picture: String?
    /// Which view of the product it shows, where file names tell: `front`, `2`.
    public var view: String?
    /// The SKU that an original's file name told the last run that read it.
    public internal(set) var skuOfName: String?
    /// The view that the name told with it.
    public internal(set) var viewOfName: String?
    /// Of an original the product that the last run linked it to by its name. If it is linked to another one now, a person has
    /// done so, and runs leave it there: see ``ProductLink``. Of a rendition the product that it was rendered for, or that a run
    /// has found it right for since.
    public internal(set) var productIdOfName: UUID?
    /// Pixels across, as stored in the file, before ``orientation``.
    public var width: Int32 = 0
    /// Pixels down, as stored in the file, before ``orientation``.
    public var height: Int32 = 0
    /// Exif's orientation, 1 to 8. 1 is upright; 5 to 8 exchange the axes.
    public var orientation: Int16 = 1
    /// Width by height of the picture standing upright.
    public var aspect: Float {
      let (across, down) = orientation >= 5 ? (height, width) : (width, height)
      return Float(across) / Float(max(1, down))
    }
    /// The file's format by its content: `jpeg`, `png`.
    public var format = ""
    /// How the file stores colour, as its decoder names it: `rgb`, `grey`, `cmyk`.
    public var colorModel: String?
    /// Bits in a channel, as stored.
    public var bitDepth: Int16 = 8
    /// Whether the file has an alpha channel.
    public var hasAlpha = false
    /// Whether the file is a progressive JPEG or an interlaced PNG, which a decoder holds whole.
    public var isProgressive = false
    /// The description of the embedded colour profile.
    public var icc: String?
    /// What the file says of its colours, such as `Adobe RGB`; of a rendition what was made of the photo's, such as `Adobe RGB,
    /// converted to sRGB as they are decoded`.
    public var colors: String?
    /// Of a rendition, where its product was as it was rendered, if a step looked for it: an object, as JSON.
    public var content: String?
    /// When the camera took it. A camera's clock has no time zone: its reading is taken as UTC.
    public var capturedAt: Date?
    /// The size of the file.
    public var bytes: Int64 = 0
    /// See ``FileStamp``.
    public var modifiedNanoseconds: Int64 = 0
    /// See ``FileStamp``.
    public var changedNanoseconds: Int64?
    /// See ``FileStamp``.
    public var inode: Int64 = 0
    /// See ``FileStamp``.
    public var recordedNanoseconds: Int64 = 0

    /// The picture's own bytes, where it was put into the catalog rather than referred to.
    public var data: StoredData?
    /// A small picture of it, as a PNG or JPEG.
    public var thumbnail: StoredData?

    /// The product it shows. Sources show none.
    public var productId: UUID?
    /// The original that a rendition was made of.
    public var sourceId: UUID?
    /// The recipe that a rendition's bytes were rendered by.
    public var recipeId: UUID?
    /// The run that rendered a rendition's bytes, or that first came upon an original's or a source's.
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
      Property("icc", \.icc).kept,
      Property("colors", \.colors).kept,
      Property("content", \.content).kept,
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
