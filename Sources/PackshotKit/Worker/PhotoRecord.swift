import Catalog
import Errors
import Foundation
import ImageCodecs
import ObjectStore
import Rendering

/// What became of a photo that was rendered where there is no catalog, whole enough for one to learn of it later: a line of a
/// file of records, behind the ``RunRecord`` that it belongs to.
package struct PhotoRecord: Codable, Equatable, Sendable {
  enum Kind: String, Codable { case photo }

  var record = Kind.photo
  /// Whose ``RunRecord``.
  public var run: UUID
  /// The recipe's hash.
  public var recipe: String
  /// What made the pictures: with the libraries of the formats that had a part.
  public var engine: String
  public var finished: Timestamp
  /// From the root, or an address.
  public var path: String
  public var sha256: String?
  public var bytes: Int?
  public var stamp: Stamp?
  /// What the photo's header says.
  public var image: ImageFacts?
  /// The product that the photo's name tells.
  public var sku: String?
  /// The view of it.
  public var view: String?
  public var outputs: [Output] = []
  public var warnings: [String] = []
  /// Why there are no outputs; nil where there are. ``PhotoFailure`` has the codes.
  public var error: ErrorDescriptor?

  /// A picture that was made.
  public struct Output: Codable, Equatable, Sendable {
    /// Below the output folder.
    public var file: String
    /// Where it is: from the root, or an address; ``file`` where the first frame named no output folder.
    public var path: String
    public var sha256: String
    public var bytes: Int
    public var cacheKey: String
    /// What it shows, whatever its size and format: ``Catalog/Photo/picture``.
    public var picture: String?
    public var image: ImageFacts
    /// The recipe's sources that are composed into it, by name.
    public var sources: [String]
    /// Nil where it is no file yet.
    public var stamp: Stamp?
  }

  /// ``FileStamp``.
  public struct Stamp: Codable, Equatable, Sendable {
    public var modified: Int64
    public var changed: Int64?
    public var inode: Int64
    public var recorded: Int64
  }
}

/// What many photos of a run have in common: the first line of a file of records.
package struct RunRecord: Codable, Equatable, Sendable {
  enum Kind: String, Codable { case run }

  /// The version of this form and of ``PhotoRecord``'s.
  public static let schema = 1

  var record = Kind.run
  public var schema = Self.schema
  public var version = Version.packshot
  public var run: UUID
  public var started: Timestamp
  public var host: String
  /// As ``PhotoRecord/engine``, where no photo has had a part yet.
  public var engine: String
  /// Where pictures go; nil where nobody said.
  public var output: String?
  public var recipe: Recipe
  /// The recipe's pictures.
  public var sources: [Source]

  public struct Recipe: Codable, Equatable, Sendable {
    public var hash: String
    public var name: String
    /// All that it says, in one spelling.
    public var yaml: String
  }

  public struct Source: Codable, Equatable, Sendable {
    public var name: String
    public var path: String
    public var sha256: String
    public var bytes: Int
    public var stamp: PhotoRecord.Stamp
    public var image: ImageFacts
  }
}

// MARK: As the catalog has them

extension PhotoRecord.Stamp {
  init(_ stamp: FileStamp) {
    self.init(
      modified: stamp.modifiedNanoseconds, changed: stamp.changedNanoseconds, inode: stamp.inode,
      recorded: stamp.recordedNanoseconds)
  }

  func stamp(bytes: Int) -> FileStamp {
    FileStamp(
      byteCount: Int64(bytes), modifiedNanoseconds: modified, changedNanoseconds: changed, inode: inode,
      recordedNanoseconds: recorded)
  }
}
