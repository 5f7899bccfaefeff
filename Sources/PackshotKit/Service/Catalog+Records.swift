import Catalog
import Foundation
import ObjectStore
import Rendering
import Text

extension Catalog {
  /// Imports a file of records written by workers. Files can be imported in any order and repeatedly; records already
  /// in the catalog change nothing.
  ///
  /// - Parameter progress: Receives the number of records read so far.
  /// - Throws: ``PackshotError`` if a line is not a record. The records before it are imported.
  public func importRecords(from path: String, progress: @escaping (Int) -> Void = { _ in }) throws -> MergeSummary {
    var file = try RecordFile(path)
    var importing = RecordImport(into: self)
    var count = 0
    while true {
      let line: RecordFile.Line?
      do {
        line = try file.next()
      } catch {
        _ = try importing.finish()
        throw error
      }
      switch line {
      case .run(let run): try importing.begin(run)
      case .photo(let photo):
        if let fault = importing.fault(of: photo) {
          _ = try importing.finish()
          throw file.fault(fault)
        }
        try importing.add(photo)
        count += 1
        if count % 1000 == 0 { progress(count) }
      case nil: return try importing.finish()
      }
    }
  }
}

/// Imports records in groups. Each group becomes a small catalog that is merged.
private struct RecordImport {
  private let catalog: Catalog
  private var runs: [UUID: RunRecord] = [:]
  private var pending: [PhotoRecord] = []
  /// Time at which the last photo of each run was finished.
  private var ends: [UUID: Date] = [:]
  private var summary = MergeSummary()

  private static let groupCount = 1000

  init(into catalog: Catalog) { self.catalog = catalog }

  mutating func begin(_ run: RunRecord) throws {
    // Every worker of a run writes the run's record.
    if runs.updateValue(run, forKey: run.run) != nil { return }
    summary.runs +=
      try catalog.recordRunElsewhere(
        run.run, began: run.started.date, host: run.host, options: run.options, engineVersion: run.engine) ? 1 : 0
  }

  /// Returns the reason why a record can't be imported, or nil if it can.
  func fault(of photo: PhotoRecord) -> String? {
    guard let run = runs[photo.run] else { return "belongs to a run that no line before it tells of" }
    if photo.recipe != run.recipe.hash { return "is of another recipe than its run" }
    if photo.error != nil { return nil }
    guard photo.sha256 != nil, photo.stamp != nil, photo.image != nil, photo.sku != nil else {
      return "is an incomplete record"
    }
    let places = [photo.path] + photo.outputs.map(\.path)
    guard let place = places.first(where: { !$0.hasPrefix("/") && !CatalogPaths.isAddress($0) }) else { return nil }
    return "has a path that is neither absolute nor an address, \(place); the worker was not told of an output folder"
  }

  mutating func add(_ photo: PhotoRecord) throws {
    ends[photo.run] = max(ends[photo.run] ?? .distantPast, photo.finished.date)
    pending.append(photo)
    if pending.count == Self.groupCount { try merge() }
  }

  mutating func finish() throws -> MergeSummary {
    try merge()
    for (run, end) in ends { try catalog.countRun(run, endedBy: end) }
    return summary
  }

  private mutating func merge() throws {
    if pending.isEmpty { return }
    let group = try Catalog.inMemory()
    let byRun = Dictionary(grouping: pending, by: \.run)
    for (id, photos) in byRun {
      let run = runs[id]!
      let recipe = RecipeFacts(hash: run.recipe.hash, name: run.recipe.name, canonicalYAML: run.recipe.yaml)
      let begun = try group.beginRun(
        id: id, host: run.host, options: run.options, engineVersion: run.engine, recipe: recipe,
        sources: run.sources.map(\.facts))
      let sources = Dictionary(uniqueKeysWithValues: zip(run.sources.map(\.name), begun.sources))
      for (engine, photos) in Dictionary(grouping: photos, by: \.engine) {
        let recipe = try group.continueRun(id, engineVersion: engine, recipe: recipe)
        try group.record(photos.map { $0.finished(sources) }, run: id, recipe: recipe)
      }
    }
    var merged = try catalog.merge(group)
    // The small catalog of a group contains nothing that merging could leave out.
    merged.left = []
    summary = summary + merged
    pending = []
  }
}

extension RunRecord {
  /// The run's options as JSON, as the catalog stores them.
  fileprivate var options: String {
    JSONValue.object([output.map { JSONValue.Member("output", .string($0)) }].compactMap(\.self)).description
  }
}

extension RunRecord.Source {
  fileprivate var facts: FileFacts {
    FileFacts(path: path, sha256: sha256, stamp: stamp, image: image)
  }
}

extension PhotoRecord {
  /// Returns the values that a run would record about the photo.
  ///
  /// - Parameter ids: Ids of the records of the recipe's images, by source name.
  fileprivate func finished(_ ids: [String: UUID]) -> FinishedPhoto {
    if let error { return .failed(path: path, code: error.code.rawValue, message: error.message) }
    let recorded = Int64(finished.date.timeIntervalSince1970 * 1000) * 1_000_000
    return .rendered(
      RenderedPhoto(
        link: ProductLink(named: sku!, view: view),
        original: FileFacts(path: path, sha256: sha256!, stamp: stamp!, image: image!),
        renditions: outputs.map { output in
          RenditionFacts(
            file: FileFacts(
              path: output.path, sha256: output.sha256,
              stamp: output.stamp ?? FileStamp(bytes: Int64(output.bytes), recordedNanoseconds: recorded),
              image: output.image),
            cacheKey: output.cacheKey, picture: output.picture,
            ingredients: output.sources.compactMap { ids[$0] }, warnings: warnings)
        }))
  }
}
