import Catalog
import Files
import Foundation
import ObjectStore
import Parameters

/// The results of earlier runs.
struct PastRuns {
  /// The locked output folder. Nil for a dry run.
  let outputFolder: OutputFolder?
  /// The catalog. Nil for a dry run if none exists.
  let catalog: Catalog?
  let known: KnownWork?
  /// The catalog with the products and their links to photos. For a shard, this is the catalog of all photos, if it
  /// exists.
  let shop: Catalog?
  /// The photos recorded in ``shop``.
  let linked: KnownWork?

  /// Locks the output folder and reads the catalog.
  ///
  /// - Parameter photos: The run's photos. A shard with a new catalog copies their records from the catalog of all
  ///   photos.
  init(_ options: BatchOptions, photos: [InputPhoto] = []) throws {
    if options.isDryRun { try Self.checkNobodyRuns(into: options.outputFolder, shard: options.shard) }
    // A catalog outside the output folder is checked before anything is created in that folder.
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

  /// Returns a warning if the catalog is in the output folder, which many shops upload as a whole, and contains more
  /// than a shop publishes. A shard's catalog has no such records.
  func warningOfCatalogInOutputFolder() throws -> Warning? {
    guard let outputFolder, outputFolder.containsCatalog, let catalog else { return nil }
    let contents = try catalog.confidentialContents()
    if contents.isEmpty { return nil }
    return Warning(
      "the output folder contains the catalog with \(Spelling.list(contents, "and")), so they are published if the "
        + "folder is uploaded", remedy: .moveCatalog(catalog.path))
  }

  /// Walks the inputs and reads the catalog, at the same time if possible. That requires two things. There must have
  /// been a run before, because a first run creates nothing until it has found photos. And the catalog must be in the
  /// output folder, which isn't walked: opening and closing the catalog's files during the walk would release SQLite's
  /// locks on them.
  static func walkAndRemember(
    _ options: BatchOptions, _ watch: (any InputWatch)?
  ) throws -> (InputWalk, () throws -> PastRuns) {
    let others = try outputFoldersOfOtherRuns(options)
    let walk = { @Sendable in
      Result {
        let filter = try InputFilter(excluded: options.excluded, included: options.included)
        var walk = InputWalk(
          outputFolder: options.outputFolder, otherOutputs: others, filter: filter, watch: watch)
        try walk.add(options.inputs, options.list)
        return walk
      }
    }
    let traces = [options.outputFolder + "/" + OutputTree.lockName, options.catalogPath]
    guard options.isCatalogInOutputFolder, traces.allSatisfy({ FileStatus(path: $0) != nil }) else {
      let found = try walk().get()
      return (found, { try PastRuns(options, photos: found.photos) })
    }
    let (walked, past) = JobThreads.both(walk) { Result { try PastRuns(options) } }
    return (try walked.get(), past.get)
  }

  /// The output folders of other runs that used a catalog outside its output folder. Only the catalog knows them. An
  /// output folder with the catalog has a lock file, by which the walk recognises it.
  private static func outputFoldersOfOtherRuns(_ options: BatchOptions) throws -> [String] {
    let path = absolutePath(options.catalogPath)
    if options.isCatalogInOutputFolder || FileStatus(path: path) == nil { return [] }
    if options.isDryRun { return try Catalog(reading: path).outputFolders() }
    // A catalog with an unfinished transaction of a killed process can't be read before it is opened for writing.
    return try ((try? Catalog(reading: path)) ?? Catalog(at: path, createIfMissing: false)).outputFolders()
  }

  /// Throws if a run is active in the output folder. To a dry run, the active run's published but unrecorded files
  /// would look like files that packshot didn't write.
  private static func checkNobodyRuns(into folder: String, shard: Shard?) throws(PackshotError) {
    let lock = absolutePath(folder) + "/" + OutputTree.lockName
    if FolderLock.isHeld(absolutePath(folder), countsShared: shard == nil) { throw .lockedFolder(path: folder) }
    let isHeld =
      if let shard {
        FileLock.isHeld(lock) || FileLock.isHeld(absolutePath(folder) + "/" + shard.lockName)
      } else {
        FileLock.isHeld(lock, countsShared: true)
      }
    if isHeld { throw .lockedFolder(path: folder) }
  }

  /// Opens the catalog, or creates it. A dry run opens it read-only and creates none. For a shard without a catalog, a
  /// dry run reads the catalog of all photos instead.
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

  /// Returns the catalog of all photos for a shard, so that pictures recorded in it aren't rendered again.
  private static func catalogOfAll(_ options: BatchOptions) throws -> Catalog? {
    guard let path = options.catalogToImportInto.map({ absolutePath($0) }), FileStatus(path: path) != nil else {
      return nil
    }
    return try Catalog(reading: path)
  }
}
