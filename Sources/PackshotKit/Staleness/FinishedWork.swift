import Catalog
import Foundation
import ObjectStore
import Recipes
import Rendering

/// The finished photos of a recipe, according to the catalog alone. No photo or picture is opened. A program that sends
/// photos to workers on other machines can skip these.
package struct FinishedWork {
  /// A photo whose pictures are all recorded and up to date.
  public struct Photo: Codable, Equatable, Sendable {
    /// Absolute path or address.
    public var path: String
    /// Size of the file in bytes.
    public var bytes: Int64
    /// Modification time in nanoseconds since 1970.
    public var modified: Int64
    /// SHA-256 of the file, as 64 lower-case hexadecimal digits.
    public var sha256: String
  }

  private let prepared: PreparedRecipe
  private let known: KnownWork
  /// The engines and sources with which a recorded picture is up to date.
  private let cachedResults: [CachedResults]
  private let names: OutputNames
  private let outputFolder: String

  /// Reads the finished work from a catalog.
  ///
  /// - Parameters:
  ///   - outputFolder: The folder or address that contains the pictures.
  ///   - keepEngine: Whether a picture counts as finished if it is stale only because of another engine version.
  ///   - workers: The worker processes that read the headers of the recipe's images.
  public init(
    of recipe: Recipe, in catalog: Catalog, outputFolder: String, keepEngine: Bool = false,
    cmyk: CMYKChoice = .recipe, limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none
  ) throws {
    prepared = try PreparedRecipe(recipe, limits: limits, cmyk: cmyk, workers: workers)
    names = try OutputNames(
      of: recipe, products: ProductTable(of: recipe, in: catalog), links: ProductLinks(ProductFinder(of: recipe)))
    let known = try catalog.knownWork()
    self.known = known
    let rules = Staleness.Rules(recipe: recipe.name, keepEngine: keepEngine)
    cachedResults = CachedResults.all(
      of: prepared, known: known, workingFolder: FileManager.default.currentDirectoryPath
    ).filter { rules.ignore($0.changes) }
    self.outputFolder =
      CatalogPaths.isAddress(outputFolder)
      ? outputFolder : realPath(outputFolder) ?? absolutePath(outputFolder)
  }

  /// The finished photos, sorted by path.
  public var photos: [Photo] {
    let pictures = Dictionary(grouping: known.renditions(in: outputFolder)) { $0.rendition.sourceID }
    return known.allOriginals
      .filter {
        names.isCurrent($0.original.link, ofPhotoAt: $0.path)
          && isFinished($0.original, pictures[$0.original.photoID] ?? [])
      }
      .map { path, original in
        Photo(
          path: path, bytes: original.stamp.bytes, modified: original.stamp.modifiedNanoseconds,
          sha256: original.sha256)
      }
      .sorted { $0.path < $1.path }
  }

  /// Whether a photo has a recorded, up-to-date picture for each output of the recipe. Two outputs with the same file
  /// name count as unfinished, because telling them apart needs the photo's folder, which isn't recorded.
  private func isFinished(_ photo: KnownFile, _ pictures: [(path: String, rendition: KnownRendition)]) -> Bool {
    // Workers on other machines don't know a photo's own focus.
    let content = photo.content(names.subject(of: photo))
    let contents = content.facts.subject.focus == nil ? [content] : [content, content.withoutFocus]
    return prepared.recipe.outputs.indices.allSatisfy { output in
      if prepared.recipe.outputs[output].objection(to: content.facts) != nil { return true }
      return pictures.contains { path, rendition in
        rendition.replacedAt == nil
          && cachedResults.combination(
            giving: rendition.cacheKey, ofOutput: output, photos: contents, path: rendition.keyPath(of: path)) != nil
      }
    }
  }
}
