import Foundation
import ObjectStore

/// A file's size, times and place on the disk: what tells without reading it that it is the file it was.
public struct FileStamp: Hashable, Sendable {
  /// The file's size.
  public var byteCount: Int64
  /// When the file was last modified, in nanoseconds since 1970.
  public var modifiedNanoseconds: Int64
  /// When anything of the file was last changed, its name, owner and times included, in nanoseconds since 1970: nobody can
  /// set it. Nil where it was not recorded, as by catalogs of version 2.
  public var changedNanoseconds: Int64?
  /// The file's number in its file system, as its bits are.
  public var inode: Int64
  /// When the stamp was taken, in nanoseconds since 1970. A file that is not older than its stamp may have been changed
  /// again within the clock's grain, so the stamp says nothing of it (git's rule for its index).
  public var recordedNanoseconds: Int64

  /// A stamp from its parts.
  public init(
    byteCount: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64?, inode: Int64, recordedNanoseconds: Int64
  ) {
    self.byteCount = byteCount
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
    self.inode = inode
    self.recordedNanoseconds = recordedNanoseconds
  }
}

/// A recipe as a run carries it out.
public struct RecipeFacts: Hashable, Sendable {
  /// The SHA-256 of ``canonicalYAML``, in 64 lower-case digits.
  public var hash: String
  /// What the recipe calls itself.
  public var name: String
  /// All that it says, in one spelling.
  public var canonicalYAML: String

  /// A recipe from its parts.
  public init(hash: String, name: String, canonicalYAML: String) {
    (self.hash, self.name, self.canonicalYAML) = (hash, name, canonicalYAML)
  }
}

/// What a picture file's header says, which is all that planning needs; ``Catalog/Photo`` describes each.
public struct ImageFacts: Codable, Hashable, Sendable {
  /// Pixels across, as stored.
  public var width: Int
  /// Pixels down, as stored.
  public var height: Int
  /// Exif's orientation, 1 to 8.
  public var orientation: Int
  /// The file's format by its content: `jpeg`, `png`.
  public var format: String
  /// How the file stores colour: `rgb`, `grey`, `cmyk`.
  public var colorModel: String?
  /// Bits in a channel.
  public var bitDepth: Int
  /// Whether it has an alpha channel.
  public var hasAlpha: Bool
  /// Whether it is a progressive JPEG or an interlaced PNG.
  public var isProgressive: Bool
  /// The description of the embedded colour profile.
  public var iccDescription: String?
  /// What the file says of its colours.
  public var colors: String?
  /// When the camera took it, by its own clock as UTC.
  public var capturedAt: Date?
  /// Where its product was, as JSON.
  public var content: String?

  private enum CodingKeys: String, CodingKey {
    case width, height, orientation, format, colorModel, bitDepth, hasAlpha, isProgressive, colors, content
    case iccDescription = "icc"
    case capturedAt = "captured"
  }

  /// The facts of an image of `width` × `height` pixels as stored.
  public init(
    width: Int, height: Int, orientation: Int = 1, format: String, colorModel: String? = nil, bitDepth: Int = 8,
    hasAlpha: Bool = false, isProgressive: Bool = false, iccDescription: String? = nil, colors: String? = nil,
    capturedAt: Date? = nil, content: String? = nil
  ) {
    self.width = width
    self.height = height
    self.orientation = orientation
    self.format = format
    self.colorModel = colorModel
    self.bitDepth = bitDepth
    self.hasAlpha = hasAlpha
    self.isProgressive = isProgressive
    (self.iccDescription, self.colors) = (iccDescription, colors)
    (self.capturedAt, self.content) = (capturedAt, content)
  }
}

/// What a run knows of a picture file.
public struct FileFacts: Hashable, Sendable {
  /// Where it is, absolute.
  public var path: String
  /// The SHA-256 of its bytes, in 64 lower-case digits.
  public var sha256: String
  /// What the file's status was when it was read.
  public var stamp: FileStamp
  /// What the picture is.
  public var image: ImageFacts

  /// The facts of the file at `path`.
  public init(path: String, sha256: String, stamp: FileStamp, image: ImageFacts) {
    self.path = path
    self.sha256 = sha256
    self.stamp = stamp
    self.image = image
  }
}

/// A picture that a run has made of an original, and how.
public struct RenditionFacts: Hashable, Sendable {
  /// The picture's file.
  public var file: FileFacts
  /// The cache key of the work: a SHA-256 of everything that decides the picture, in 64 lower-case digits.
  public var cacheKey: String
  /// What it shows: ``Catalog/Photo/picture``.
  public var picture: String?
  /// The source pictures composed into it, by the ids that ``Catalog/recordSource(_:)`` gave.
  public var ingredients: [UUID]
  /// Those besides that its original has of its own, which are put on record with it.
  public var ownIngredients: [FileFacts]

  /// A rendition in `file`.
  public init(
    file: FileFacts, cacheKey: String, picture: String? = nil, ingredients: [UUID] = [],
    ownIngredients: [FileFacts] = []
  ) {
    (self.file, self.cacheKey, self.picture) = (file, cacheKey, picture)
    (self.ingredients, self.ownIngredients) = (ingredients, ownIngredients)
  }
}

/// A picture whose bytes are as an earlier run made them.
public struct KeptRendition: Hashable, Sendable {
  /// Its record.
  public var photoID: UUID
  /// What its file's status was when it was looked at.
  public var stamp: FileStamp
  /// Where it was renamed: its absolute path now, and the cache key of the work that would make it there.
  public var renamed: Renaming?

  /// A file's new place.
  public struct Renaming: Hashable, Sendable {
    /// Where it is by now.
    public var path: String
    /// The cache key that its work has now.
    public var cacheKey: String

    /// A rendition's new path, and its cache key there.
    public init(path: String, cacheKey: String) {
      self.path = path
      self.cacheKey = cacheKey
    }
  }

  /// The rendition on record by an id, with its file's stamp now.
  public init(photoID: UUID, stamp: FileStamp, renamed: Renaming? = nil) {
    self.photoID = photoID
    self.stamp = stamp
    self.renamed = renamed
  }
}

/// A photo that a run is done with.
public enum FinishedPhoto: Hashable, Sendable {
  /// Its outputs are on the disk.
  case rendered(RenderedPhoto)
  /// It could not be finished. `path` is absolute; `code` is for programs, `message` for people.
  case failed(path: String, code: String, message: String)
}

/// An original and the renditions that a run has made of it, without those that it found unchanged. With none it brings the
/// original's own facts up to date.
public struct RenderedPhoto: Hashable, Sendable {
  /// The product it shows.
  public var link: ProductLink
  /// What to call the product if it is new. If another product is called so, a number is put behind.
  public var productName: String
  /// The photo that was put in.
  public var original: FileFacts
  /// What was made of it.
  public var renditions: [RenditionFacts]
  /// Pictures that an earlier run made and this one found as they were, of an original that has another record or product
  /// now. What made them stays what made them.
  public var kept: [KeptRendition]
  /// The record that the original had under another path, where it was moved.
  public var formerID: UUID?

  /// A photo of a product, with what was made of it.
  public init(
    link: ProductLink, productName: String, original: FileFacts, renditions: [RenditionFacts],
    kept: [KeptRendition] = [], formerID: UUID? = nil
  ) {
    self.link = link
    self.productName = productName
    self.original = original
    self.renditions = renditions
    self.kept = kept
    self.formerID = formerID
  }
}

/// How many photos of a run ended how.
public struct RunCounts: Hashable, Sendable {
  /// Photos of which at least one output was made.
  public var rendered = 0
  /// Photos whose outputs were all there already.
  public var unchanged = 0
  /// Photos that could not be finished.
  public var failed = 0
  /// Photos of which an output had been changed by hand and was left alone.
  public var conflict = 0
  /// Files that are no pictures.
  public var skipped = 0

  /// Counts that start at none.
  public init(rendered: Int = 0, unchanged: Int = 0, failed: Int = 0, conflict: Int = 0, skipped: Int = 0) {
    self.rendered = rendered
    self.unchanged = unchanged
    self.failed = failed
    self.conflict = conflict
    self.skipped = skipped
  }
}
