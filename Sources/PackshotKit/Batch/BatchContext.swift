import Catalog
import Foundation
import ObjectStore
import Recipes
import Rendering

/// What a batch knows while photos are at work; one for all of them, so that a job is small.
final class BatchContext: Sendable {
  let prepared: PreparedRecipe
  let names: OutputNames
  let options: BatchOptions
  /// What earlier runs left; nil if there is no catalog yet.
  let known: KnownWork?
  let moved: MovedPhotos
  /// What earlier runs were about to put in place.
  let journal: OutputJournal
  let budget: MemoryBudget
  /// The output folder, from the root.
  let outputFolder: String
  /// What names of files begin with until they are whole.
  let unfinishedPrefix: String
  /// Where relative inputs begin.
  let workingFolder: String
  /// The id of the run's record, if it comes to have one.
  let runID: UUID
  /// The cache keys of outputs as they are now, and as earlier runs may have made them.
  let cachedResults: [CachedResults]
  /// The photos that the recipe has been carried out on as it is now, by their records.
  let photosOfRecipe: Set<UUID>

  init(
    prepared: PreparedRecipe, options: BatchOptions, known: KnownWork?,
    journal: OutputJournal, products: ProductTable = .empty, links: ProductLinks? = nil, moved: MovedPhotos? = nil,
    budget: MemoryBudget, outputFolder: String, unfinishedPrefix: String, workingFolder: String,
    runID: UUID = Catalog.Run().id
  ) {
    self.prepared = prepared
    names = OutputNames(of: prepared.recipe, products: products, links: links)
    self.options = options
    self.known = known
    self.moved = moved ?? MovedPhotos(known, outputFolder: outputFolder)
    self.journal = journal
    self.budget = budget
    (self.outputFolder, self.unfinishedPrefix) = (outputFolder, unfinishedPrefix)
    self.workingFolder = workingFolder
    self.runID = runID
    cachedResults = CachedResults.all(of: prepared, known: known, workingFolder: workingFolder)
    photosOfRecipe =
      prepared.recipe.attributes.isEmpty ? [] : Self.photos(of: prepared, in: known, outputFolder: outputFolder)
  }

  private static func photos(of prepared: PreparedRecipe, in known: KnownWork?, outputFolder: String) -> Set<UUID> {
    guard let known else { return [] }
    return Set(
      known.renditions(in: outputFolder).compactMap { _, rendition in
        known.recipeHash(of: rendition) == prepared.hash ? rendition.sourceID : nil
      })
  }

  /// - Parameter photos: All that the run has found.
  convenience init(
    _ photos: [InputPhoto], prepared: PreparedRecipe, options: BatchOptions, past: PastRuns, runID: UUID
  ) throws {
    let folder = past.outputFolder
    let workingFolder = FileManager.default.currentDirectoryPath
    let outputFolder = folder?.path ?? absolutePath(options.outputFolder)
    let moved = MovedPhotos(
      past.known, photos: photos.map { absolutePath($0.path, from: workingFolder) }, outputFolder: outputFolder)
    let links = try ProductLinks(
      of: photos, by: prepared.recipe.skuPattern, known: past.linked, in: past.shop, moved: moved
    ) { absolutePath($0.path, from: workingFolder) }
    try self.init(
      prepared: prepared, options: options, known: past.known,
      journal: folder?.journal
        ?? OutputJournal(folder: options.outputFolder, catalog: options.catalogPath, shard: options.shard),
      products: ProductTable(of: prepared.recipe, in: past.shop, conditions: options.conditions), links: links,
      moved: moved,
      budget: MemoryBudget(byteCount: options.limits.maxMemory),
      outputFolder: outputFolder,
      unfinishedPrefix: folder?.unfinishedPrefix ?? "",
      workingFolder: workingFolder, runID: runID)
  }

  /// What decides with the evidence whether outputs are up to date.
  var rules: Staleness.Rules {
    Staleness.Rules(
      recipe: prepared.recipe.name, force: options.force, overwrite: options.overwrite, keepEngine: options.keepEngine)
  }

  var workers: WorkerPool { prepared.workers }

  func inputPath(_ input: String) -> String { absolutePath(input, from: workingFolder) }
  func outputPath(_ output: String) -> String { outputFolder + "/" + output }
}
