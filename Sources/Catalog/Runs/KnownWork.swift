import Files
import Foundation
import ObjectStore

/// An original as the last run left it.
public struct KnownFile: Sendable {
  /// The id of its record.
  public let photoID: UUID
  /// The SHA-256 of the file.
  public let sha256: String
  /// What the file's status was when it was recorded.
  public let stamp: FileStamp
  /// What the picture is.
  public let image: ImageFacts
  /// The product it shows; nil if it shows none.
  public let link: ProductLink?
}

/// A rendition as the last run left it.
public struct KnownRendition: Sendable {
  /// The id of its record.
  public let photoID: UUID
  /// The original it was made of.
  public let sourceID: UUID?
  /// The recipe that rendered it.
  public let recipeID: UUID?
  /// The cache key of the work that made it.
  public let cacheKey: String
  /// The SHA-256 of the file.
  public let sha256: String
  /// What the file's status was when it was recorded.
  public let stamp: FileStamp
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Whether its photo has been linked to another product since it was rendered.
  public let isOfFormerProduct: Bool
}

/// A picture that went into renditions, as the last run that used it left it.
public struct KnownSource: Sendable {
  /// The SHA-256 of the file.
  public let sha256: String
  /// What the file's status was when it was recorded.
  public let stamp: FileStamp
  /// As ``ImageFacts`` has it.
  public let format: String
  /// As ``ImageFacts`` has it.
  public let colorModel: String?
}

/// What all runs have left, loaded in one go: what a new run compares with to see what is to be done.
public struct KnownWork: Sendable {
  private let paths: CatalogPaths
  private let originals: [FilePath: KnownFile]
  private let renditions: [FilePath: KnownRendition]
  private let recipes: [UUID: (name: String, hash: String)]
  private let sources: [FilePath: KnownSource]
  /// Those that recipes on record were rendered with.
  public let engineVersions: [String]

  init(
    paths: CatalogPaths, originals: [FilePath: KnownFile], renditions: [FilePath: KnownRendition],
    recipes: [UUID: (name: String, hash: String)], sources: [FilePath: KnownSource], engineVersions: [String]
  ) {
    self.paths = paths
    self.originals = originals
    self.renditions = renditions
    self.recipes = recipes
    self.sources = sources
    self.engineVersions = engineVersions
  }

  /// The original in the file at an absolute path.
  public func original(_ path: String) -> KnownFile? { originals[FilePath(paths.storedPath(path))] }

  /// The rendition in the file at an absolute path.
  public func rendition(_ path: String) -> KnownRendition? { renditions[FilePath(paths.storedPath(path))] }

  /// All originals, by the paths that they had, from the root.
  public var allOriginals: some Sequence<(path: String, original: KnownFile)> {
    originals.lazy.map { (paths.resolvedPath($0.key.text), $0.value) }
  }

  /// The renditions that lie in a folder or below it, by their paths below it.
  ///
  /// - Parameter folder: From the root, without a slash at its end.
  public func renditions(in folder: String) -> some Sequence<(path: String, rendition: KnownRendition)> {
    // What a path below the folder begins with on record: nothing where the catalog lies in that folder.
    let prefix = paths.storedPath(folder + "/")
    return renditions.lazy.compactMap { path, rendition in
      guard path.text.utf8.starts(with: prefix.utf8), !prefix.isEmpty || path.text.utf8.first != UInt8(ascii: "/")
      else {
        return nil
      }
      return (String(path.text.utf8.dropFirst(prefix.utf8.count)) ?? path.text, rendition)
    }
  }

  /// A recipe's picture, or one of a photo's own, at an absolute path, as the last run used it.
  public func source(_ path: String) -> KnownSource? { sources[FilePath(paths.storedPath(path))] }

  /// What the recipe is called that rendered a picture.
  public func recipeName(of rendition: KnownRendition) -> String? { rendition.recipeID.flatMap { recipes[$0]?.name } }

  /// The hash of the recipe that rendered a picture.
  public func recipeHash(of rendition: KnownRendition) -> String? { rendition.recipeID.flatMap { recipes[$0]?.hash } }
}
