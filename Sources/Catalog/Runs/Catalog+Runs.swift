import Files
import Foundation
import GRDB
import ObjectStore

extension Catalog {
  /// Puts a new run on record, as running, and returns its id. `options` is JSON text.
  ///
  /// - Parameter id: An id that was told already; nil for a new one.
  public func beginRun(
    id: UUID? = nil, host: String, options: String, engineVersion: String
  ) throws(StoreError) -> UUID {
    let run = Run(id: id, host: host, options: options, engineVersion: engineVersion)
    _ = try transact { db in try Upsert<Run>(db, store.context)(run) }
    return run.id
  }

  /// Puts a new run on record, as running, with the recipe that it carries out and that recipe's own pictures, in one
  /// transaction.
  ///
  /// - Parameters:
  ///   - id: The run's id.
  ///   - options: JSON text.
  ///   - recipe: Put on record if it is new, as carried out by an engine version.
  ///   - sources: Put on record, or the records of their paths brought up to date.
  /// - Returns: The ids of the recipe, and of the pictures in their order.
  public func beginRun(
    id: UUID, host: String, options: String, engineVersion: String, recipe: RecipeFacts, sources: [FileFacts] = []
  ) throws(StoreError) -> (recipe: UUID, sources: [UUID]) {
    try transact { db in
      try Upsert<Run>(db, store.context)(Run(id: id, host: host, options: options, engineVersion: engineVersion))
      return (try record(recipe, engineVersion, in: db), try sources.map { try record(source: $0, in: db) })
    }
  }

  /// Puts on record that more libraries have a part in a run than was known when it began.
  ///
  /// - Parameters:
  ///   - engineVersion: With those libraries.
  ///   - recipe: The run's. Put on record as carried out by that engine version, if it is new.
  /// - Returns: The id of the recipe.
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

  /// Puts the runs at a place that are on record as running down as stopped: they were killed. Who calls this holds its lock.
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

  /// Where the runs of a machine work that are on record as running.
  public func placesOfRunningRuns(on host: String) throws(StoreError) -> Set<RunPlace> {
    let runs = try query { db in
      try Run.fetchAll(db, "WHERE status = ? AND host = ?", [RunStatus.running.rawValue, host])
    }
    return Set(runs.compactMap(\.place))
  }

  /// The id of a recipe, as carried out by an engine version; put on record if it is new.
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

  /// Puts a source picture on record, or brings the record of that path up to date, and returns its id.
  public func recordSource(_ file: FileFacts) throws(StoreError) -> UUID {
    try transact { db in try record(source: file, in: db) }
  }

  private func record(source file: FileFacts, in db: Database) throws -> UUID {
    try Upsert<Photo>(db, store.context, matching: ["path", "kind"])(Photo(kind: .source, file, in: paths)).id
  }

  /// Puts a group of finished photos on record, in one transaction.
  ///
  /// A product that is on record by its SKU stays as it is. A photo that is on record by its path and kind keeps its id
  /// and takes on the new facts, and a rendition the new ingredients. An original that shows another product now takes all
  /// its renditions along, and the product that is left with nothing goes where it is still as a run made it.
  ///
  /// - Parameter counts: What the run has done with this group, so that the record of a run that is killed says how far it
  ///   came.
  ///
  /// - Parameter skus: The SKUs that the run knows of, to find similar ones.
  /// - Returns: Products that were not on record before.
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

  /// Takes on new stamps of files whose bytes are as they were: files that were touched or moved with their folder.
  public func restamp(_ stamps: [(photoID: UUID, stamp: FileStamp)]) throws(StoreError) {
    try transact { db in
      let statement = try db.cachedStatement(
        sql: """
          UPDATE photo SET bytes = ?, modifiedNanoseconds = ?, changedNanoseconds = ?, inode = ?, recordedNanoseconds = ?
          WHERE id = ?
          """)
      for (id, stamp) in stamps { try statement.execute(arguments: stamp.arguments + [id]) }
    }
  }

  /// Puts on record a run that was done elsewhere, and of which records are to come. False where it is on record.
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

  /// Brings the record of a run that was done elsewhere up to date with what is on record of its photos.
  ///
  /// - Parameter end: When the last of them was finished, as far as is known.
  public func countRun(_ id: UUID, endedBy end: Date) throws(StoreError) {
    try transact { db in
      guard var run = try Run.fetch(db, id) else { throw StoreError.notFound(entity: "Run", query: id.text) }
      let count = { (sql: String) in Int(try Int32.fetchOne(db, sql: sql, arguments: [id]) ?? 0) }
      // What a later run has rendered again is its own; it was this one's, too.
      let rendered = try count("SELECT count(DISTINCT sourceId) FROM photo WHERE runId = ? AND kind = 'rendition'")
      run.counts.rendered = max(run.counts.rendered, rendered)
      run.counts.failed = max(run.counts.failed, try count("SELECT count(*) FROM runFailure WHERE runId = ?"))
      run.finished = run.finished.map { max($0, end) } ?? end
      try Upsert<Run>(db, store.context)(run)
    }
  }

  /// Puts on record how a run ended, now.
  public func finishRun(_ id: UUID, status: RunStatus, counts: RunCounts) throws(StoreError) {
    try transact { db in
      guard var run = try Run.fetch(db, id) else { throw StoreError.notFound(entity: "Run", query: id.text) }
      run.finished = Date()
      run.status = status
      run.counts = counts
      try Upsert<Run>(db, store.context)(run)
    }
  }
}

extension Catalog.Run {
  /// A run that begins now.
  ///
  /// - Parameter id: Nil for a new one.
  fileprivate init(id: UUID?, host: String, options: String, engineVersion: String) {
    self.init()
    if let id { self.id = id }
    (self.host, self.options, self.engineVersion) = (host, options, engineVersion)
  }
}
