import Files
import Foundation
import ObjectStore

/// An original or a source picture as the last run recorded it.
public struct KnownFile: Sendable {
  /// ID of the record.
  public let photoID: UUID
  /// The SHA-256 of the file.
  public let sha256: String
  /// The file's stamp when it was recorded.
  public let stamp: FileStamp
  /// The facts of the picture.
  public let image: ImageFacts
  /// The link to the product in the photo; nil if it shows none.
  public let link: ProductLink?
  /// The photo's own focus.
  public let focus: FocusPoint?
}

/// A rendition as the last run recorded it.
public struct KnownRendition: Sendable {
  /// ID of the record.
  public let photoID: UUID
  /// ID of the original that it was made from.
  public let sourceID: UUID?
  /// ID of the recipe that rendered it.
  public let recipeID: UUID?
  /// The cache key of the work that made it.
  public let cacheKey: String
  /// The SHA-256 of the file.
  public let sha256: String
  /// The file's stamp when it was recorded.
  public let stamp: FileStamp
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Whether its photo has been linked to another product since it was rendered.
  public let isOfFormerProduct: Bool
  /// When a later picture of the same output took its place; see ``Catalog/Photo/replacedAt``. Nil if it is current.
  public let replacedAt: Date?
}

/// The results of all earlier runs, loaded at once. A new run compares the photos, the recipe and the files with them
/// to decide what to render.
///
/// A class, because every photo's check copies it, and a struct's copy would count the references of all its properties.
public final class KnownWork: Sendable {
  private let paths: CatalogPaths
  private let originals: ByPath<KnownFile>
  private let renditions: ByPath<KnownRendition>
  private let recipes: [UUID: (name: String, hash: String)]
  private let sources: ByPath<KnownFile>
  /// The engine versions of all recorded recipes.
  public let engineVersions: [String]

  init(
    paths: CatalogPaths, originals: ByPath<KnownFile>, renditions: ByPath<KnownRendition>,
    recipes: [UUID: (name: String, hash: String)], sources: ByPath<KnownFile>, engineVersions: [String]
  ) {
    self.paths = paths
    self.originals = originals
    self.renditions = renditions
    self.recipes = recipes
    self.sources = sources
    self.engineVersions = engineVersions
  }

  /// Returns the original at an absolute path.
  public func original(_ path: String) -> KnownFile? { originals[FilePath(paths.storedPath(path))] }

  /// Returns the rendition at an absolute path.
  public func rendition(_ path: String) -> KnownRendition? { renditions[FilePath(paths.storedPath(path))] }

  /// All originals, with their absolute paths.
  public var allOriginals: some Sequence<(path: String, original: KnownFile)> {
    originals.all.lazy.map { [paths] in (paths.resolvedPath($0.path), $0.record) }
  }

  /// The renditions in a folder and its subfolders, with their paths relative to it.
  ///
  /// - Parameter folder: Absolute path without a trailing slash.
  public func renditions(in folder: String) -> some Sequence<(path: String, rendition: KnownRendition)> {
    // The prefix of stored paths in the folder. It is empty if the catalog is in that folder.
    let prefix = paths.storedPath(folder + "/")
    return renditions.all.lazy.compactMap { path, rendition in
      guard path.utf8.starts(with: prefix.utf8), !prefix.isEmpty || path.utf8.first != UInt8(ascii: "/") else {
        return nil
      }
      return (String(path.utf8.dropFirst(prefix.utf8.count)) ?? path, rendition)
    }
  }

  /// Returns the source picture at an absolute path, as the last run used it.
  public func source(_ path: String) -> KnownFile? { sources[FilePath(paths.storedPath(path))] }

  /// Returns the name of the recipe that rendered a picture.
  public func recipeName(of rendition: KnownRendition) -> String? { rendition.recipeID.flatMap { recipes[$0]?.name } }

  /// Returns the hash of the recipe that rendered a picture.
  public func recipeHash(of rendition: KnownRendition) -> String? { rendition.recipeID.flatMap { recipes[$0]?.hash } }
}

/// Records by their stored paths. A dictionary keeps up to five eighths of its places free, so it has only the records'
/// indices: the records are ten times as large.
struct ByPath<Record: Sendable>: Sendable {
  private var indices: [FilePath: Int32] = [:]
  private var records: [Record] = []

  subscript(path: FilePath) -> Record? { indices[path].map { records[Int($0)] } }

  /// Sets the record of a path.
  mutating func add(_ record: Record, at path: FilePath) {
    indices[path] = Int32(records.count)
    records.append(record)
  }

  var all: some Sequence<(path: String, record: Record)> {
    indices.lazy.map { (path: $0.key.text, record: records[Int($0.value)]) }
  }
}
