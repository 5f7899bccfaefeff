import Files
import Foundation
import GRDB
import ObjectStore
import Text

/// A merge of one catalog's records into another.
struct CatalogMerge {
  private let source: Catalog
  /// One state of the source, for the whole merge.
  private let from: Database
  private let destination: Catalog
  private let wanted: Set<FilePath>?
  private var summary = MergeSummary()
  /// The destination's IDs of runs, recipes and the recipes' source pictures, by the source's IDs.
  private var runs: [UUID: UUID] = [:]
  private var recipes: [UUID: UUID] = [:]
  private var ingredients: [UUID: UUID] = [:]

  /// Number of photos per transaction, which takes some tenths of a second.
  private static let groupCount = 1000

  init(of source: Catalog, _ from: Database, into destination: Catalog, originals: Set<FilePath>?) {
    (self.source, self.from, self.destination, wanted) = (source, from, destination, originals)
  }

  mutating func run(_ progress: (Int) -> Void) throws -> MergeSummary {
    try destination.transact { db in
      try takeRuns(db)
      try takeRecipes(db)
      for picture in try Catalog.Photo.fetchAll(from, "WHERE kind = 'source'") { try take(source: picture, db) }
    }
    var last: UUID?
    var count = 0
    while true {
      let group = try originals(after: last)
      guard let end = group.last else { break }
      try destination.transact { db in
        var recorders = RunRecorders(db, destination)
        for original in group where wanted?.contains(FilePath(original.path)) ?? true {
          try take(original, db, &recorders)
        }
        try recorders.finish()
      }
      last = end.id
      count += group.count
      progress(count)
    }
    if wanted == nil {
      try destination.transact { try takeFailures($0) }
      try reportLeft()
    }
    return summary
  }

  // MARK: What is left

  /// Reports the records that people entered, and pictures without an original.
  private mutating func reportLeft() throws {
    let taken = ["Product", "Photo", "Run", "Recipe", "RunFailure"]
    for type in Catalog.model.recordTypes where !taken.contains(type.entity.name) { try reportAll(type) }
    let shown = Set(try UUID.fetchAll(from, sql: "SELECT DISTINCT productId FROM photo WHERE kind = 'original'"))
    for product in try Catalog.Product.fetchAll(from, "ORDER BY id") {
      guard shown.contains(product.id) else {
        report(product, product.sku, .notShown)
        continue
      }
      let known = try destination.query {
        try Catalog.Product.fetchAll($0, "WHERE skuFolded = ?", [product.sku.nameFolded]).first
      }
      if product.hasValues(missingIn: known) { report(product, product.sku, .values) }
    }
    for picture in try Catalog.Photo.fetchAll(from, "WHERE kind = 'rendition' AND sourceId IS NULL ORDER BY id") {
      report(picture, picture.path, .noOriginal)
    }
  }

  private mutating func reportAll<R: ObjectStore.Record>(_ type: R.Type) throws {
    for record in try R.fetchAll(from, "ORDER BY id") { report(record, record.subject, .entered) }
  }

  private mutating func report<R: ObjectStore.Record>(_ record: R, _ name: String, _ why: RecordNotMerged.Reason) {
    summary.left.append(
      RecordNotMerged(catalog: source.path, entity: R.entity.name, id: record.id.text, name: name, why: why))
  }

  private func originals(after last: UUID?) throws -> [Catalog.Photo] {
    let order = "kind = 'original' ORDER BY id LIMIT \(Self.groupCount)"
    guard let last else { return try Catalog.Photo.fetchAll(from, "WHERE \(order)") }
    return try Catalog.Photo.fetchAll(from, "WHERE id > ? AND \(order)", [last])
  }

  // MARK: What photos refer to

  private mutating func takeRuns(_ db: Database) throws {
    let save = Upsert<Catalog.Run>(db, destination.store.context)
    for run in try Catalog.Run.fetchAll(from) {
      runs[run.id] = run.id
      if try Catalog.Run.fetch(db, run.id)?.finished != nil { continue }
      if case .unchanged = try save(run) { continue }
      summary.runs += 1
    }
  }

  private mutating func takeRecipes(_ db: Database) throws {
    let save = Upsert<Catalog.Recipe>(db, destination.store.context, matching: ["hash", "engineVersion"])
    for recipe in try Catalog.Recipe.fetchAll(from) { recipes[recipe.id] = try save(recipe).id }
  }

  private mutating func take(source picture: Catalog.Photo, _ db: Database) throws {
    if let known = try known(picture, db), known.recordedNanoseconds >= picture.recordedNanoseconds {
      ingredients[picture.id] = known.id
    } else {
      let save = Upsert<Catalog.Photo>(db, destination.store.context, matching: ["path", "kind"])
      ingredients[picture.id] = try save(
        Catalog.Photo(kind: .source, picture.facts(in: source.paths), in: destination.paths)
      ).id
    }
  }

  private mutating func takeFailures(_ db: Database) throws {
    let save = Upsert<Catalog.RunFailure>(db, destination.store.context)
    var known = Set(try Catalog.RunFailure.fetchAll(db).map(FailureKey.init))
    for var failure in try Catalog.RunFailure.fetchAll(from) {
      failure.path = destination.paths.storedPath(source.paths.resolvedPath(failure.path))
      guard known.insert(FailureKey(failure)).inserted else { continue }
      try save(failure)
      summary.failures += 1
    }
  }

  // MARK: Photos

  /// Merges a photo and its renditions, if they are new or newer.
  private mutating func take(_ original: Catalog.Photo, _ db: Database, _ recorders: inout RunRecorders) throws {
    let renditions = try Catalog.Photo.fetchAll(
      from, "WHERE sourceId = ? AND kind = 'rendition' ORDER BY id", [original.id])
    let news = try renditions.filter { try isNews($0, db) }
    let known = try known(original, db)
    let isNew = known.map { $0.recordedNanoseconds < original.recordedNanoseconds } ?? true
    summary.known += renditions.count - news.count + (isNew ? 0 : 1)
    for photo in [original] + renditions where try isOlder(photo, db) { report(photo, photo.path, .older) }
    if !isNew, news.isEmpty { return }
    let all = (isNew ? [original] : []) + news
    let there = try known.flatMap { try self.photo($0, in: destination, db) }
    guard var photo = isNew ? try self.photo(original, in: source, from) : there else {
      for photo in all { report(photo, photo.path, .unknownProduct) }
      return
    }
    if let there {
      photo.link = there.link.following(name: photo.link.skuOfName ?? photo.link.sku, view: photo.link.viewOfName)
    }
    var work = Dictionary(grouping: news) { Work(run: $0.runId, recipe: $0.recipeId) }
    if isNew, !work.keys.contains(where: { $0.run == original.runId }) { work[Work(run: original.runId)] = [] }
    // The run that first recorded the photo comes first.
    for (work, pictures) in work.sorted(by: { one, other in
      one.key.run == original.runId && other.key.run != original.runId
    }) {
      guard let recorder = try recorders(of: work, runs, recipes) else {
        for picture in pictures { report(picture, picture.path, .unknownRun) }
        if work.run == original.runId, isNew { report(original, original.path, .unknownRun) }
        continue
      }
      summary.photos += isNew && work.run == original.runId ? 1 : 0
      summary.pictures += pictures.count
      photo.renditions = try pictures.map { try rendition($0, db) }
      try recorder.record(.rendered(photo))
    }
  }

  /// Returns the destination's record of the file that a source record describes.
  private func known(_ photo: Catalog.Photo, _ db: Database) throws -> Catalog.Photo? {
    let path = destination.paths.storedPath(source.paths.resolvedPath(photo.path))
    return try Catalog.Photo.fetchAll(db, "WHERE path = ? AND kind = ?", [path, photo.kind.rawValue]).first
  }

  private func isNews(_ photo: Catalog.Photo, _ db: Database) throws -> Bool {
    try known(photo, db).map { $0.recordedNanoseconds < photo.recordedNanoseconds } ?? true
  }

  /// Whether the destination has a later record of the same file.
  private func isOlder(_ photo: Catalog.Photo, _ db: Database) throws -> Bool {
    try known(photo, db).map { $0.recordedNanoseconds > photo.recordedNanoseconds } ?? false
  }

  /// Returns a photo in the form in which runs record photos; nil if its product is unknown.
  private func photo(_ original: Catalog.Photo, in catalog: Catalog, _ db: Database) throws -> RenderedPhoto? {
    let product = try Catalog.Product.fetch(db, original.productId)
    guard let sku = product?.sku ?? original.skuOfName else { return nil }
    return RenderedPhoto(
      link: ProductLink(
        sku: sku, view: original.view, skuOfName: original.skuOfName, viewOfName: original.viewOfName,
        isByHand: product != nil && original.productId != original.productIdOfName),
      original: original.facts(in: catalog.paths), renditions: [])
  }

  private func rendition(_ photo: Catalog.Photo, _ db: Database) throws -> RenditionFacts {
    let used = try UUID.fetchAll(
      from.cachedStatement(sql: "SELECT ingredients FROM ingredients_usedIn WHERE usedIn = ?"), arguments: [photo.id])
    // The other photos of a picture that shows several. A later record of such a photo is kept.
    var (there, members): ([UUID], [RenderedPhoto]) = ([], [])
    for case let member? in try used.map({ try Catalog.Photo.fetch(from, $0) }) where member.kind == .original {
      if let known = try known(member, db), known.recordedNanoseconds >= member.recordedNanoseconds {
        there.append(known.id)
      } else if let photo = try self.photo(member, in: source, from) {
        members.append(photo)
      }
    }
    let others = try others(of: photo, db)
    let later = others.first { $0.recordedNanoseconds > photo.recordedNanoseconds }
    return RenditionFacts(
      file: photo.facts(in: source.paths), cacheKey: photo.cacheKey ?? "", picture: photo.picture,
      ingredients: used.compactMap { ingredients[$0] } + there, members: members,
      showsSeveral: !there.isEmpty || !members.isEmpty, warnings: photo.warningLines,
      replacedAt: photo.replacedAt ?? later?.recorded, replaced: later == nil ? others.map(\.id) : [])
  }

  /// Returns the destination's current pictures whose names differ only in their fingerprints. They can be of another
  /// photo, whose place this picture's photo took, or which took its place.
  private func others(of photo: Catalog.Photo, _ db: Database) throws -> [Catalog.Photo] {
    let path = destination.paths.storedPath(source.paths.resolvedPath(photo.path))
    guard photo.replacedAt == nil, let pattern = Fingerprint.pattern(of: path, sha256: photo.sha256),
      let start = pattern.ranges(of: Fingerprint.field).first?.lowerBound
    else { return [] }
    // Paths with the same beginning, in the order of their bytes.
    let beginning = String(pattern[..<start])
    return try Catalog.Photo.fetchAll(
      db, "WHERE path >= ? AND path < ? AND path <> ? AND kind = 'rendition' AND replacedAt IS NULL",
      [beginning, beginning + "\u{10FFFF}", path]
    ).filter { Fingerprint.pattern(of: $0.path, sha256: $0.sha256) == pattern }
  }
}

extension Catalog.Photo {
  /// When the file was recorded.
  fileprivate var recorded: Date { Date(timeIntervalSince1970: Double(stamp.recordedNanoseconds) / 1e9) }

  /// The recorded facts of the file.
  fileprivate func facts(in paths: CatalogPaths) -> FileFacts {
    FileFacts(path: paths.resolvedPath(path), sha256: sha256, stamp: stamp, image: image)
  }
}

/// Identifies a failure: a photo fails at most once in a run.
private struct FailureKey: Hashable {
  private let run: UUID
  private let path: FilePath

  init(_ failure: Catalog.RunFailure) { (run, path) = (failure.runId, FilePath(failure.path)) }
}

/// The run and recipe that made a picture.
private struct Work: Hashable {
  var run: UUID?
  var recipe: UUID?
}

/// The recorders of a transaction, one for each run and recipe.
private struct RunRecorders {
  private let db: Database
  private let catalog: Catalog
  private var all: [Work: RunRecorder] = [:]

  init(_ db: Database, _ catalog: Catalog) { (self.db, self.catalog) = (db, catalog) }

  /// Returns the recorder for a run and recipe, given by the source's IDs; nil if they are not recorded.
  mutating func callAsFunction(of work: Work, _ runs: [UUID: UUID], _ recipes: [UUID: UUID]) throws -> RunRecorder? {
    if let recorder = all[work] { return recorder }
    guard let run = work.run.flatMap({ runs[$0] }) else { return nil }
    // A recorder that records no picture needs no recipe.
    guard let recipe = work.recipe == nil ? UUID() : recipes[work.recipe!] else { return nil }
    let recorder = try RunRecorder(db, catalog.store.context, run: run, recipe: recipe, paths: catalog.paths)
    all[work] = recorder
    return recorder
  }

  func finish() throws {
    for recorder in all.values { try recorder.removeLeftProducts() }
  }
}
