import Files
import Foundation
import GRDB
import ObjectStore

extension Catalog {
  /// Records a new run with status `running`, and returns its ID. `options` is JSON text.
  ///
  /// - Parameter id: ID of the run, if it is already known; nil for a new one.
  public func beginRun(
    id: UUID? = nil, host: String, options: String, engineVersion: String
  ) throws(StoreError) -> UUID {
    let run = Run(id: id, host: host, options: options, engineVersion: engineVersion)
    _ = try transact { db in try Upsert<Run>(db, store.context)(run) }
    return run.id
  }

  /// Records a new run with status `running`, together with its recipe and that recipe's source pictures, in one
  /// transaction.
  ///
  /// - Parameters:
  ///   - id: ID of the run.
  ///   - options: JSON text.
  ///   - recipe: Recorded with the engine version, if it is new.
  ///   - sources: Recorded, or their existing records updated.
  /// - Returns: IDs of the recipe and of the source pictures, in the order of `sources`.
  public func beginRun(
    id: UUID, host: String, options: String, engineVersion: String, recipe: RecipeFacts, sources: [FileFacts] = []
  ) throws(StoreError) -> (recipe: UUID, sources: [UUID]) {
    try transact { db in
      try Upsert<Run>(db, store.context)(Run(id: id, host: host, options: options, engineVersion: engineVersion))
      return (try record(recipe, engineVersion, in: db), try sources.map { try record(source: $0, in: db) })
    }
  }

  /// Records that a run uses more libraries than was known when it began.
  ///
  /// - Parameters:
  ///   - engineVersion: Engine version with those libraries.
  ///   - recipe: The run's recipe. Recorded with that engine version, if it is new.
  /// - Returns: ID of the recipe.
  public func continueRun(
    _ id: UUID, engineVersion: String, recipe: RecipeFacts
  ) throws(StoreError) -> UUID {
    try transact { db in
      guard var run = try Run.fetch(db, id) else { throw StoreError.notFound(entity: "Run", query: id.text) }
      run.engineVersion = engineVersion
      try Upsert<Run>(db, store.context)(run)
      return try record(recipe, engineVersion, in: db)
    }
  }

  /// Marks the runs at a place as stopped if they are recorded as running: they were killed. The caller holds the lock
  /// of the place.
  public func stopRuns(in place: RunPlace) throws(StoreError) {
    let killed = try query { db in
      try Run.fetchAll(db, "WHERE status = ?", [RunStatus.running.rawValue])
    }.filter { $0.place == place }
    if killed.isEmpty { return }
    try transact { db in
      let save = Upsert<Run>(db, store.context)
      for var run in killed {
        run.status = .stopped
        try save(run)
      }
    }
  }

  /// The places of the runs that are recorded as running on a machine.
  public func placesOfRunningRuns(on host: String) throws(StoreError) -> Set<RunPlace> {
    let runs = try query { db in
      try Run.fetchAll(db, "WHERE status = ? AND host = ?", [RunStatus.running.rawValue, host])
    }
    return Set(runs.compactMap(\.place))
  }

  /// The output folders of all recorded runs, as absolute paths without symbolic links.
  public func outputFolders() throws(StoreError) -> [String] {
    try query { db in
      let folder = "json_extract(options, '$.output')"
      return try String.fetchAll(db, sql: "SELECT DISTINCT \(folder) FROM run WHERE \(folder) IS NOT NULL")
    }
  }

  /// Returns the ID of a recipe with an engine version. Records it if it is new.
  public func recipe(
    hash: String, name: String, canonicalYAML: String, engineVersion: String
  ) throws(StoreError) -> UUID {
    let recipe = RecipeFacts(hash: hash, name: name, canonicalYAML: canonicalYAML)
    return try transact { db in try record(recipe, engineVersion, in: db) }
  }

  private func record(_ facts: RecipeFacts, _ engineVersion: String, in db: Database) throws -> UUID {
    var recipe = Recipe()
    recipe.hash = facts.hash
    recipe.name = facts.name
    recipe.canonicalYAML = facts.canonicalYAML
    recipe.engineVersion = engineVersion
    return try Upsert<Recipe>(db, store.context, matching: ["hash", "engineVersion"])(recipe).id
  }

  /// Records a source picture, or updates the record with its path, and returns the record's ID.
  public func recordSource(_ file: FileFacts) throws(StoreError) -> UUID {
    try transact { db in try record(source: file, in: db) }
  }

  private func record(source file: FileFacts, in db: Database) throws -> UUID {
    try Upsert<Photo>(db, store.context, matching: ["path", "kind"])(Photo(kind: .source, file, in: paths)).id
  }

  /// Records a group of finished photos, in one transaction.
  ///
  /// Existing products, identified by SKU, are not changed. An existing record of a photo, identified by path and kind,
  /// keeps its ID and gets the new facts; a rendition also gets the new ingredients. If an original now shows another
  /// product, all its renditions follow, and a product without photos is removed if nobody has changed it since a run
  /// created it.
  ///
  /// - Parameter counts: The run's counts up to this group. If the run is killed, its record contains them.
  ///
  /// - Parameter skus: The SKUs known to the run, used to find similar ones.
  /// - Returns: Products that were created.
  @discardableResult
  public func record(
    _ group: [FinishedPhoto], run: UUID, recipe: UUID, counts: RunCounts? = nil, skus: KnownSKUs = KnownSKUs()
  ) throws(StoreError) -> [NewProduct] {
    try transact { db in
      let recorder = try RunRecorder(db, store.context, run: run, recipe: recipe, paths: paths, skus: skus)
      for photo in group { try recorder.record(photo) }
      try recorder.removeLeftProducts()
      if let counts, var run = try Run.fetch(db, run) {
        run.counts = counts
        try Upsert<Run>(db, store.context)(run)
      }
      return recorder.newProducts
    }
  }

  /// Records new stamps of files whose bytes have not changed: files that were touched, or moved with their folder.
  public func restamp(_ stamps: [(photoID: UUID, stamp: FileStamp)]) throws(StoreError) {
    try transact { db in
      let statement = try db.cachedStatement(
        sql: "UPDATE photo SET \(FileStamp.assignments) WHERE id = ?")
      for (id, stamp) in stamps { try statement.execute(arguments: stamp.arguments + [id]) }
    }
  }

  /// Records a run from elsewhere, whose photos are recorded later. Returns false if the run is already recorded.
  public func recordRunElsewhere(
    _ id: UUID, began: Date, host: String, options: String, engineVersion: String
  ) throws(StoreError) -> Bool {
    try transact { db in
      if try Run.fetch(db, id) != nil { return false }
      var run = Run(id: id, host: host, options: options, engineVersion: engineVersion)
      (run.started, run.finished, run.status) = (began, began, .finished)
      try Upsert<Run>(db, store.context)(run)
      return true
    }
  }

  /// Updates the counts and end of a run from elsewhere from the records of its photos.
  ///
  /// - Parameter end: When the last of the photos was finished, as far as known.
  public func countRun(_ id: UUID, endedBy end: Date) throws(StoreError) {
    try transact { db in
      guard var run = try Run.fetch(db, id) else { throw StoreError.notFound(entity: "Run", query: id.text) }
      let count = { (sql: String) in Int(try Int32.fetchOne(db, sql: sql, arguments: [id]) ?? 0) }
      // A later run that renders pictures again takes over their records, so this count can drop. Keep the larger.
      let rendered = try count("SELECT count(DISTINCT sourceId) FROM photo WHERE runId = ? AND kind = 'rendition'")
      run.counts.rendered = max(run.counts.rendered, rendered)
      run.counts.failed = max(run.counts.failed, try count("SELECT count(*) FROM runFailure WHERE runId = ?"))
      run.finished = run.finished.map { max($0, end) } ?? end
      try Upsert<Run>(db, store.context)(run)
    }
  }

  /// Records the end of a run, at the current time.
  ///
  /// - Parameter warnings: The photos' warnings; see ``Run/warnings``.
  public func finishRun(
    _ id: UUID, status: RunStatus, counts: RunCounts, warnings: [String] = []
  ) throws(StoreError) {
    try transact { db in
      guard var run = try Run.fetch(db, id) else { throw StoreError.notFound(entity: "Run", query: id.text) }
      run.finished = Date()
      run.status = status
      run.counts = counts
      run.warnings = warnings.isEmpty ? nil : warnings.joined(separator: "\n")
      try Upsert<Run>(db, store.context)(run)
    }
  }
}

extension Catalog.Run {
  /// Creates a run that begins now.
  ///
  /// - Parameter id: ID of the run; nil for a new one.
  fileprivate init(id: UUID?, host: String, options: String, engineVersion: String) {
    self.init()
    if let id { self.id = id }
    (self.host, self.options, self.engineVersion) = (host, options, engineVersion)
  }
}
