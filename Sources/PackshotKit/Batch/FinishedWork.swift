import Catalog
import Foundation
import ObjectStore
import Recipes
import Rendering

/// What a catalog has of a recipe's work, by the catalog alone: no photo and no picture is looked at. Who sends photos to
/// workers elsewhere leaves out those that are finished.
package struct FinishedWork {
  /// A photo all of whose pictures are on record as the recipe would make them now.
  public struct Photo: Codable, Equatable, Sendable {
    /// From the root, or an address.
    public var path: String
    /// Bytes of its file.
    public var bytes: Int64
    /// When it was last changed, in nanoseconds since 1970.
    public var modified: Int64
    /// SHA-256 of its file, in 64 lower-case digits.
    public var sha256: String
  }

  private let prepared: PreparedRecipe
  private let known: KnownWork
  private let cachedResults: [CachedResults]
  private let rules: Staleness.Rules
  private let names: OutputNames
  private let outputFolder: String

  /// - Parameters:
  ///   - outputFolder: Where the pictures are: a folder, or an address.
  ///   - keepEngine: Whether pictures that differ in nothing but the engine are finished, too.
  ///   - workers: Read the headers of the recipe's pictures.
  public init(
    of recipe: Recipe, in catalog: Catalog, outputFolder: String, keepEngine: Bool = false,
    cmyk: CMYKChoice = .recipe, limits: PhotoLimits = PhotoLimits(), workers: WorkerPool = .none
  ) throws {
    prepared = try PreparedRecipe(recipe, limits: limits, cmyk: cmyk, workers: workers)
    names = try OutputNames(of: recipe, products: ProductTable(of: recipe, in: catalog))
    let known = try catalog.knownWork()
    self.known = known
    cachedResults = CachedResults.all(
      of: prepared, known: known, workingFolder: FileManager.default.currentDirectoryPath)
    rules = Staleness.Rules(recipe: recipe.name, keepEngine: keepEngine)
    self.outputFolder =
      CatalogPaths.isAddress(outputFolder)
      ? outputFolder : OutputFolder.realPath(outputFolder) ?? absolutePath(outputFolder)
  }

  /// The finished photos, by their paths.
  public var photos: [Photo] {
    let pictures = Dictionary(grouping: known.renditions(in: outputFolder)) { $0.rendition.sourceID }
    return known.allOriginals
      .filter { isFinished($0.original, pictures[$0.original.photoID] ?? []) }
      .map { path, original in
        Photo(
          path: path, bytes: original.stamp.byteCount, modified: original.stamp.modifiedNanoseconds,
          sha256: original.sha256)
      }
      .sorted { $0.path < $1.path }
  }

  /// Whether each output of the recipe is among a photo's pictures. Two outputs that come to one file count as unfinished: what
  /// their names would be only the photo's folder tells, which is not on record.
  private func isFinished(_ photo: KnownFile, _ pictures: [(path: String, rendition: KnownRendition)]) -> Bool {
    let content = photo.content(photo.product.map(names.subject) ?? PhotoSubject())
    return prepared.recipe.outputs.indices.allSatisfy { output in
      if prepared.recipe.outputs[output].when?.holds(for: content.facts) == false { return true }
      return pictures.contains { path, rendition in
        cachedResults.contains { cached in
          rules.ignore(cached.changes)
            && cached.key(ofOutput: output, photo: content, path: path) == rendition.cacheKey
        }
      }
    }
  }
}
