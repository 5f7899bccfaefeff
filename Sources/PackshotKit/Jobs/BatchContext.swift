import Catalog
import Files
import Foundation
import ObjectStore
import Recipes
import Rendering

/// The data that all jobs of a batch share.
final class BatchContext: Sendable {
  let prepared: PreparedRecipe
  let names: OutputNames
  let options: BatchOptions
  /// The results of earlier runs. Nil without a catalog.
  let known: KnownWork?
  /// What the catalog of all photos knows, for a shard. A photo of another shard may have made a file whose name is now
  /// that of this shard's photo.
  private let knownOfAll: KnownWork?
  let moved: MovedPhotos
  /// The recorded files of outputs whose names contain their hash.
  let fingerprinted: FingerprintedFiles
  /// Files that earlier runs were about to publish.
  let journal: OutputJournal
  let budget: MemoryBudget
  /// Absolute path of the output folder.
  let outputFolder: String
  /// Prefix of the temporary names of unfinished files.
  let unfinishedPrefix: String
  /// The folder that relative inputs start from.
  let workingFolder: String
  /// The id for the run's record, if one is written.
  let runID: UUID
  /// The current cache keys of outputs, and the cache keys that earlier runs may have used.
  let cachedResults: [CachedResults]
  /// The photos that recorded pictures of several photos show. Empty if the recipe has no such outputs.
  let recordedGroups: RecordedGroups
  /// Ids of the photos already rendered with the recipe as it is now. Empty if the recipe uses no product values.
  let photosOfRecipe: Set<UUID>

  /// - Parameter photos: All photos that the walk found, which outputs can show together.
  init(
    prepared: PreparedRecipe, options: BatchOptions, known: KnownWork?, knownOfAll: KnownWork? = nil,
    journal: OutputJournal, products: ProductTable = .empty, links: ProductLinks? = nil,
    photos: [InputPhoto] = [],
    recordedGroups: RecordedGroups = .none, moved: MovedPhotos? = nil,
    budget: MemoryBudget, outputFolder: String, unfinishedPrefix: String, workingFolder: String,
    runID: UUID = Catalog.Run().id
  ) {
    self.prepared = prepared
    let links = links ?? ProductLinks(ProductFinder(pattern: prepared.recipe.skuPattern))
    var names = OutputNames(of: prepared.recipe, products: products, links: links)
    names.groups = PhotoGroups(of: photos, by: prepared.recipe, names) { absolutePath($0, from: workingFolder) }
    self.names = names
    self.options = options
    self.recordedGroups = recordedGroups
    (self.known, self.knownOfAll) = (known, knownOfAll)
    self.moved = moved ?? MovedPhotos(known, outputFolder: outputFolder)
    fingerprinted = FingerprintedFiles(of: prepared.recipe, in: known, outputFolder: outputFolder)
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

  /// - Parameter photos: All photos that the walk found.
  convenience init(
    _ photos: [InputPhoto], prepared: PreparedRecipe, options: BatchOptions, past: PastRuns, runID: UUID
  ) throws {
    let folder = past.outputFolder
    let workingFolder = FileManager.default.currentDirectoryPath
    let outputFolder = folder?.path ?? absolutePath(options.outputFolder)
    let moved = MovedPhotos(
      past.known,
      photos: photos.filter { options.shard?.contains($0) ?? true }.map { absolutePath($0.path, from: workingFolder) },
      outputFolder: outputFolder)
    var finder = try ProductFinder(of: prepared.recipe)
    finder.match(photos)
    let links = try ProductLinks(
      of: photos, by: finder, known: past.linked, in: past.shop, moved: moved
    ) { absolutePath($0.path, from: workingFolder) }
    try self.init(
      prepared: prepared, options: options, known: past.known,
      knownOfAll: options.shard == nil ? nil : past.linked,
      journal: folder?.journal
        ?? OutputJournal(folder: options.outputFolder, catalog: options.catalogPath, shard: options.shard),
      products: ProductTable(of: prepared.recipe, in: past.shop, conditions: options.conditions, addsProducts: true),
      links: links,
      photos: photos, recordedGroups: prepared.recipe.hasGroups ? RecordedGroups(past.catalog, past.known) : .none,
      moved: moved,
      budget: MemoryBudget(byteCount: options.limits.maxMemory),
      outputFolder: outputFolder,
      unfinishedPrefix: folder?.unfinishedPrefix ?? "",
      workingFolder: workingFolder, runID: runID)
  }

  /// Returns the files at a path of the output folder that runs were about to publish, or that the catalog of all photos
  /// records.
  func announced(_ path: String) -> [OutputJournal.Entry] {
    guard let knownOfAll, let recorded = knownOfAll.rendition(outputPath(path)),
      let recipe = knownOfAll.recipeName(of: recorded)
    else { return journal[path] }
    return journal[path] + [OutputJournal.Entry(sha256: recorded.sha256, recipe: recipe)]
  }

  var workers: WorkerPool { prepared.workers }

  func inputPath(_ input: String) -> String { absolutePath(input, from: workingFolder) }
  func outputPath(_ output: String) -> String { outputFolder + "/" + output }

  /// Returns the path of a photo that a recorded picture of several photos shows, if the photo exists and the run leaves
  /// it out.
  func photoLeftOut(of rendition: KnownRendition) -> String? {
    recordedGroups.photos(of: rendition).first { path in
      !names.groups.contains(path) && FileStatus(path: path)?.kind == .file
    }
  }
}
