import Catalog
import Files
import Foundation
import ObjectStore

/// What earlier runs left.
struct PastRuns {
  /// Held from now on; nil for a dry run.
  let outputFolder: OutputFolder?
  /// Nil for a dry run without one.
  let catalog: Catalog?
  let known: KnownWork?
  /// The catalog that says which products photos show and what those are like: that of all photos, if a shard has one beside its
  /// own.
  let shop: Catalog?
  /// The photos on record there.
  let linked: KnownWork?

  /// Takes the output folder and reads what is on record.
  ///
  /// - Parameter photos: What a shard is to do, where it knows nothing yet.
  init(_ options: BatchOptions, photos: [InputPhoto] = []) throws {
    if options.isDryRun { try Self.checkNobodyRuns(into: options.outputFolder, shard: options.shard) }
    // What keeps a catalog from being written is told before anything is made beside it.
    let isInside = absolutePath(options.catalogPath).hasPrefix(absolutePath(options.outputFolder) + "/")
    if !options.isDryRun, !isInside { try Catalog.checkCanBeWritten(at: options.catalogPath) }
    outputFolder =
      options.isDryRun
      ? nil
      : try OutputFolder(
        path: absolutePath(options.outputFolder), catalog: options.catalogPath, shard: options.shard)
    do {
      catalog = try Self.openCatalog(options, photos)
    } catch {
      outputFolder?.abandon()
      throw error
    }
    if let outputFolder {
      try catalog?.stopRuns(in: RunPlace(folder: outputFolder.path, shard: options.shard?.description))
    }
    known = try catalog?.knownWork()
    let all = options.shard == nil ? nil : try Self.catalogOfAll(options)
    shop = all ?? catalog
    linked = try all?.knownWork() ?? known
  }

  /// Finds the photos, and reads what is known of them: at the same time where a run has been before, as a first one is to
  /// make nothing before it has found some, and where the catalog lies in the output folder. That is not walked; in any other
  /// folder the walk may look into the catalog's files, and SQLite's locks on them end when anybody here closes them.
  static func walkAndRemember(_ options: BatchOptions) throws -> (InputWalk, () throws -> PastRuns) {
    let walk = { @Sendable in
      Result {
        let filter = try InputFilter(excluded: options.excluded, included: options.included)
        var walk = InputWalk(outputFolder: options.outputFolder, filter: filter, watch: options.watch)
        try walk.add(options.inputs, options.list)
        return walk
      }
    }
    let traces = [options.outputFolder + "/" + OutputFolder.lockName, options.catalogPath]
    guard options.isCatalogInOutputFolder, traces.allSatisfy({ FileStatus(path: $0) != nil }) else {
      let found = try walk().get()
      return (found, { try PastRuns(options, photos: found.photos) })
    }
    let (walked, past) = WorkerThreads.both(walk) { Result { try PastRuns(options) } }
    return (try walked.get(), past.get)
  }

  /// Throws where a run is at work in the output folder: what it has in place and not on record yet would look like somebody's.
  private static func checkNobodyRuns(into folder: String, shard: Shard?) throws(PackshotError) {
    let lock = absolutePath(folder) + "/" + OutputFolder.lockName
    if FolderLock.isHeld(absolutePath(folder), countsShared: shard == nil) { throw .lockedFolder(path: folder) }
    let isHeld =
      if let shard {
        FileLock.isHeld(lock) || FileLock.isHeld(absolutePath(folder) + "/" + shard.lockName)
      } else {
        FileLock.isHeld(lock, countsShared: true)
      }
    if isHeld { throw .lockedFolder(path: folder) }
  }

  /// A dry run reads a catalog that is there, and makes none.
  private static func openCatalog(_ options: BatchOptions, _ photos: [InputPhoto]) throws -> Catalog? {
    let path = absolutePath(options.catalogPath)
    let isNew = FileStatus(path: path) == nil
    if options.isDryRun, isNew { return try catalogOfAll(options) }
    if options.isDryRun { return try Catalog(reading: path) }
    let catalog = try Catalog(at: path, createIfMissing: true)
    if isNew, let shard = options.shard, let all = try catalogOfAll(options) {
      let folder = FileManager.default.currentDirectoryPath
      let own = photos.filter(shard.contains).map { all.paths.storedPath(absolutePath($0.path, from: folder)) }
      _ = try catalog.merge(all, originals: Set(own.map(FilePath.init)))
    }
    return catalog
  }

  /// The catalog of all photos in a shard's output folder: what is in it need not be rendered again.
  private static func catalogOfAll(_ options: BatchOptions) throws -> Catalog? {
    guard let path = options.catalogToImportInto.map({ absolutePath($0) }), FileStatus(path: path) != nil else {
      return nil
    }
    return try Catalog(reading: path)
  }
}
