import Catalog
import Files

/// What earlier runs left.
struct PastRuns {
  /// Held from now on; nil for a dry run.
  let outputFolder: OutputFolder?
  /// Nil for a dry run without one.
  let catalog: Catalog?
  let known: KnownWork?

  /// Takes the output folder and reads what is on record.
  init(_ options: BatchOptions) throws {
    if options.isDryRun { try Self.checkNobodyRuns(into: options.outputFolder) }
    outputFolder = options.isDryRun ? nil : try OutputFolder(path: absolutePath(options.outputFolder))
    do {
      catalog = try Self.openCatalog(options)
    } catch {
      outputFolder?.abandon()
      throw error
    }
    if let outputFolder { try catalog?.stopRuns(into: outputFolder.path) }
    known = try catalog?.knownWork()
  }

  /// Finds the photos, and reads what is known of them: at the same time where a run has been before, as a first one is to
  /// make nothing before it has found some, and where the catalog lies in the output folder. That is not walked; in any other
  /// folder the walk may look into the catalog's files, and SQLite's locks on them end when anybody here closes them.
  static func walkAndRemember(_ options: BatchOptions) throws -> (InputWalk, () throws -> PastRuns) {
    let walk = { @Sendable in
      Result {
        let filter = try InputFilter(excluded: options.excluded, included: options.included)
        var walk = InputWalk(outputFolder: options.outputFolder, filter: filter)
        try walk.add(options.inputs, options.list)
        return walk
      }
    }
    let traces = [options.outputFolder + "/" + OutputFolder.lockName, options.catalogPath]
    guard options.catalog == nil, traces.allSatisfy({ FileStatus(path: $0) != nil }) else {
      return (try walk().get(), { try PastRuns(options) })
    }
    let (walked, past) = WorkerThreads.both(walk) { Result { try PastRuns(options) } }
    return (try walked.get(), past.get)
  }

  /// Throws where a run is at work in the output folder: what it has in place and not on record yet would look like somebody's.
  private static func checkNobodyRuns(into folder: String) throws(PackshotError) {
    if FileLock.isHeld(absolutePath(folder) + "/" + OutputFolder.lockName) { throw .locked(folder: folder) }
  }

  /// A dry run reads a catalog that is there, and makes none.
  private static func openCatalog(_ options: BatchOptions) throws -> Catalog? {
    let path = absolutePath(options.catalogPath)
    if options.isDryRun { return FileStatus(path: path) == nil ? nil : try Catalog(at: path, createIfMissing: false) }
    return try Catalog(at: path, createIfMissing: true)
  }
}
