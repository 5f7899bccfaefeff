import Catalog
import Errors
import Foundation
import ImageCodecs
import ObjectStore
import Rendering

/// The result of a photo that was rendered without a catalog, with everything that a catalog needs to import it later.
/// The result is a line of a file of records, after the line of its run's ``RunRecord``.
package struct PhotoRecord: Codable, Equatable, Sendable {
  enum Kind: String, Codable { case photo }

  var record = Kind.photo
  /// Id of the ``RunRecord`` that the photo belongs to.
  public var run: UUID
  /// Hash of the recipe.
  public var recipe: String
  /// The engine that made the pictures, with the libraries of the formats used.
  public var engine: String
  public var finished: Timestamp
  /// Absolute path or address.
  public var path: String
  public var sha256: String?
  public var stamp: FileStamp?
  /// Values from the photo's header.
  public var image: ImageFacts?
  /// SKU of the product, from the photo's name.
  public var sku: String?
  /// View of the product, from the photo's name.
  public var view: String?
  public var outputs: [Output] = []
  public var warnings: [String] = []
  /// The error if there are no outputs. ``PhotoFailure`` lists the codes.
  public var error: ErrorDescriptor?

  /// A rendered picture.
  public struct Output: Codable, Equatable, Sendable {
    /// Path relative to the output folder.
    public var file: String
    /// Absolute path or address. Equal to ``file`` if the first frame named no output folder.
    public var path: String
    public var sha256: String
    public var bytes: Int
    public var cacheKey: String
    /// Hash of the picture's content, independent of size and format: ``Catalog/Photo/picture``.
    public var picture: String?
    public var image: ImageFacts
    /// Names of the recipe's sources used in the picture.
    public var sources: [String]
    /// Stamp of the picture's file. Nil if the picture is not a file yet.
    public var stamp: FileStamp?
  }
}

/// The values that all photos of a run share: the first line of a file of records.
package struct RunRecord: Codable, Equatable, Sendable {
  enum Kind: String, Codable { case run }

  /// Version of the schema of ``RunRecord`` and ``PhotoRecord``.
  public static let schema = 1

  var record = Kind.run
  public var schema = Self.schema
  public var version = Version.packshot
  public var run: UUID
  public var started: Timestamp
  public var host: String
  /// Like ``PhotoRecord/engine``, but before any photo was read.
  public var engine: String
  /// The output folder or address. Nil if none was named.
  public var output: String?
  public var recipe: Recipe
  /// The recipe's source images.
  public var sources: [Source]

  public struct Recipe: Codable, Equatable, Sendable {
    public var hash: String
    public var name: String
    /// The complete recipe in canonical form.
    public var yaml: String
  }

  public struct Source: Codable, Equatable, Sendable {
    public var name: String
    public var path: String
    public var sha256: String
    public var stamp: FileStamp
    public var image: ImageFacts
  }
}
