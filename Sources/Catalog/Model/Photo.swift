import Foundation
import ObjectStore
import Text

@_exported import struct Files.FileStamp
@_exported import struct Files.ImageFacts
import class GRDB.Row
import struct GRDB.StatementArguments

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
  @dynamicMemberLookup
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
    /// The facts of the picture, which are also properties of the record: `photo.width`.
    public var image = ImageFacts()
    /// The file's stamp, which shows whether the file has changed. Its parts are also properties of the record.
    public var stamp = FileStamp()
    /// Ratio of width to height of the upright picture.
    public var aspect: Float {
      let (across, down) = image.orientation >= 5 ? (image.height, image.width) : (image.width, image.height)
      return Float(across) / Float(max(1, down))
    }
    /// For a rendition whose name contains the hash of its bytes, when a later picture of the same output took its
    /// place. Its file still exists, because pages may still refer to it, and is removed after a grace period. Nil for a
    /// rendition that is current.
    public var replacedAt: Date?
    /// For a rendition, the warnings about its original by the run that rendered it, one a line. Nil if there were none.
    public var warnings: String?

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

    /// A fact of the picture.
    public subscript<Value>(dynamicMember fact: WritableKeyPath<ImageFacts, Value>) -> Value {
      get { image[keyPath: fact] }
      set { image[keyPath: fact] = newValue }
    }

    /// A part of the file's stamp.
    public subscript<Value>(dynamicMember part: WritableKeyPath<FileStamp, Value>) -> Value {
      get { stamp[keyPath: part] }
      set { stamp[keyPath: part] = newValue }
    }

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
      Property("width", \.image.width, .atLeast(1)).kept,
      Property("height", \.image.height, .atLeast(1)).kept,
      Property("orientation", \.image.orientation, default: 1, .between(1, 8)).kept,
      Property(derived: "aspect") { $0.aspect },
      Property("format", \.image.format, .length(1...32)).kept,
      Property("colorModel", \.image.colorModel).kept,
      Property("bitDepth", \.image.bitDepth, default: 8, .between(1, 64)).kept,
      Property("hasAlpha", \.image.hasAlpha, default: false).kept,
      Property("isProgressive", \.image.isProgressive, default: false).kept,
      Property("hasGainMap", \.image.hasGainMap, default: false).kept,
      Property("icc", \.image.icc).kept,
      Property("colors", \.image.colors).kept,
      Property("content", \.image.content).kept,
      Property("replacedAt", \.replacedAt).kept,
      Property("warnings", \.warnings).kept,
      Property("perceptualHash", \.image.perceptualHash, .hexadecimal(digits: 36)).kept,
      Property("capturedAt", \.image.capturedAt),
      Property("bytes", \.stamp.bytes, .atLeast(0)).kept,
      Property("modifiedNanoseconds", \.stamp.modifiedNanoseconds).kept,
      Property("changedNanoseconds", \.stamp.changedNanoseconds).kept,
      Property("inode", \.stamp.inode).kept,
      Property("recordedNanoseconds", \.stamp.recordedNanoseconds).kept,
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

extension Catalog.Photo {
  /// The lines of ``warnings``.
  public var warningLines: [String] { warnings?.split(separator: "\n").map(String.init) ?? [] }
}

// A run reads these columns of all photos by position: creating whole records costs several times as much.

extension ImageFacts {
  /// The columns that ``init(_:from:)`` reads, in its order: what planning and cache keys need.
  static let columns = [
    "width", "height", "orientation", "format", "colorModel", "bitDepth",
    "hasAlpha", "isProgressive", "hasGainMap", "icc", "capturedAt",
  ]

  /// Reads ``columns``, of which the first is at `column`.
  init(_ row: Row, from column: Int) {
    self.init()
    (width, height, orientation) = (row[column], row[column + 1], row[column + 2])
    (format, colorModel, bitDepth) = (row[column + 3], row[column + 4], row[column + 5])
    (hasAlpha, isProgressive, hasGainMap) = (row[column + 6], row[column + 7], row[column + 8])
    (icc, capturedAt) = (row[column + 9], (row[column + 10] as Int64?).map(Date.init(milliseconds:)))
  }
}

extension FileStamp {
  /// The columns that ``init(_:from:)`` reads, in its order.
  static let columns = ["bytes", "modifiedNanoseconds", "changedNanoseconds", "inode", "recordedNanoseconds"]

  /// Assigns ``arguments`` to ``columns``, as part of an `UPDATE`.
  static let assignments = columns.map { $0 + " = ?" }.joined(separator: ", ")

  /// The values of ``columns``.
  var arguments: StatementArguments {
    [bytes, modifiedNanoseconds, changedNanoseconds, inode, recordedNanoseconds]
  }

  /// Reads ``columns``, of which the first is at `column`.
  init(_ row: Row, from column: Int) {
    self.init(
      bytes: row[column], modifiedNanoseconds: row[column + 1], changedNanoseconds: row[column + 2],
      inode: row[column + 3], recordedNanoseconds: row[column + 4])
  }
}
