import Foundation
import ObjectStore

/// The facts of a recipe that a run uses.
public struct RecipeFacts: Hashable, Sendable {
  /// The SHA-256 of ``canonicalYAML``, as 64 lower-case hexadecimal digits.
  public var hash: String
  /// The name in the recipe.
  public var name: String
  /// The recipe in its canonical form.
  public var canonicalYAML: String

  /// Creates the facts from their parts.
  public init(hash: String, name: String, canonicalYAML: String) {
    (self.hash, self.name, self.canonicalYAML) = (hash, name, canonicalYAML)
  }
}

/// The facts of a picture file.
public struct FileFacts: Hashable, Sendable {
  /// Absolute path of the file.
  public var path: String
  /// The SHA-256 of the file, as 64 lower-case hexadecimal digits.
  public var sha256: String
  /// The file's stamp when it was read.
  public var stamp: FileStamp
  /// The facts of the picture.
  public var image: ImageFacts

  /// Creates the facts of the file at `path`.
  public init(path: String, sha256: String, stamp: FileStamp, image: ImageFacts) {
    self.path = path
    self.sha256 = sha256
    self.stamp = stamp
    self.image = image
  }
}

extension Catalog.Photo {
  /// Creates the record of a file from its facts.
  public init(kind: PhotoKind, _ file: FileFacts, in paths: CatalogPaths) {
    self.init()
    self.kind = kind
    path = paths.storedPath(file.path)
    sha256 = file.sha256
    stamp = file.stamp
    image = file.image
  }
}

/// The facts of a picture that a run made from an original.
public struct RenditionFacts: Hashable, Sendable {
  /// The facts of the picture's file.
  public var file: FileFacts
  /// The cache key of the work: a SHA-256 of everything that decides the picture, as 64 lower-case hexadecimal digits.
  public var cacheKey: String
  /// Identifies what the picture shows: ``Catalog/Photo/picture``.
  public var picture: String?
  /// IDs of the source pictures in the rendition, as returned by ``Catalog/recordSource(_:)``.
  public var ingredients: [UUID]
  /// Further source pictures that only this original has. They are recorded with it.
  public var ownIngredients: [FileFacts]
  /// The other photos that the rendition shows, if it shows several. They are recorded with it, without renditions.
  public var members: [RenderedPhoto]
  /// Whether the rendition shows several photos, so that it has no view.
  public var showsSeveral: Bool
  /// Warnings about its original: ``Catalog/Photo/warnings``.
  public var warnings: [String]
  /// When a later picture took its place; see ``Catalog/Photo/replacedAt``.
  public var replacedAt: Date?
  /// IDs of the renditions whose place it takes, besides those that were made from the same original for the same output.
  public var replaced: [UUID]

  /// Creates the facts of a rendition in `file`.
  public init(
    file: FileFacts, cacheKey: String, picture: String? = nil, ingredients: [UUID] = [],
    ownIngredients: [FileFacts] = [], members: [RenderedPhoto] = [],
    showsSeveral: Bool = false, warnings: [String] = [], replacedAt: Date? = nil, replaced: [UUID] = []
  ) {
    (self.file, self.cacheKey, self.picture) = (file, cacheKey, picture)
    (self.ingredients, self.ownIngredients, self.members) = (ingredients, ownIngredients, members)
    (self.showsSeveral, self.warnings) = (showsSeveral, warnings)
    (self.replacedAt, self.replaced) = (replacedAt, replaced)
  }
}

/// A rendition of an earlier run whose bytes have not changed.
public struct KeptRendition: Hashable, Sendable {
  /// ID of its record.
  public var photoID: UUID
  /// The file's stamp when it was checked.
  public var stamp: FileStamp
  /// If the file was renamed, its new absolute path and the cache key for it.
  public var renamed: Renaming?

  /// The new path of a file.
  public struct Renaming: Hashable, Sendable {
    /// The new path.
    public var path: String
    /// The cache key of the work at the new path.
    public var cacheKey: String

    /// Creates a renaming from a rendition's new path and cache key.
    public init(path: String, cacheKey: String) {
      self.path = path
      self.cacheKey = cacheKey
    }
  }

  /// Creates the facts of the rendition with the record `photoID`, with its file's current stamp.
  public init(photoID: UUID, stamp: FileStamp, renamed: Renaming? = nil) {
    self.photoID = photoID
    self.stamp = stamp
    self.renamed = renamed
  }
}

/// The outcome of a photo in a run.
public enum FinishedPhoto: Hashable, Sendable {
  /// The photo's outputs are written.
  case rendered(RenderedPhoto)
  /// The photo failed. `path` is absolute; `code` is for programs, `message` for people.
  case failed(path: String, code: String, message: String)
}

/// An original and the renditions that a run has made from it, without unchanged ones. If there are no renditions, only
/// the original's facts are updated.
public struct RenderedPhoto: Hashable, Sendable {
  /// The link to the product in the photo. A new product is named by its SKU, with a number if another product has that
  /// name.
  public var link: ProductLink
  /// The facts of the original.
  public var original: FileFacts
  /// The renditions that the run made.
  public var renditions: [RenditionFacts]
  /// Unchanged renditions of an earlier run, whose original now has another record or product. They stay recorded for
  /// the run and recipe that made them.
  public var kept: [KeptRendition]
  /// If the original was moved, the ID of its record under the old path.
  public var formerID: UUID?

  /// Creates the outcome of a photo with its renditions.
  public init(
    link: ProductLink, original: FileFacts, renditions: [RenditionFacts], kept: [KeptRendition] = [],
    formerID: UUID? = nil
  ) {
    self.link = link
    self.original = original
    self.renditions = renditions
    self.kept = kept
    self.formerID = formerID
  }
}

/// Numbers of photos in a run, by outcome.
public struct RunCounts: Hashable, Sendable {
  /// Number of photos with at least one new output.
  public var rendered = 0
  /// Number of photos whose outputs were all up to date.
  public var unchanged = 0
  /// Number of photos that failed.
  public var failed = 0
  /// Number of photos with an output that was changed by hand, and therefore kept.
  public var conflict = 0
  /// Number of files that are not pictures.
  public var skipped = 0

  /// Creates the counts; each defaults to 0.
  public init(rendered: Int = 0, unchanged: Int = 0, failed: Int = 0, conflict: Int = 0, skipped: Int = 0) {
    self.rendered = rendered
    self.unchanged = unchanged
    self.failed = failed
    self.conflict = conflict
    self.skipped = skipped
  }
}
