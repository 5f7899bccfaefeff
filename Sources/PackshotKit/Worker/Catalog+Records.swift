import Catalog
import Foundation
import ObjectStore
import Rendering
import Text

extension Catalog {
  /// Takes over what workers have recorded in a file, as from another catalog: records may be imported in any order, and again;
  /// what is here already changes nothing.
  ///
  /// - Parameter progress: Is told how many records have been looked at.
  /// - Throws: ``PackshotError`` where a line is no record; those before it are imported.
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

/// Records on their way into a catalog: in groups, each of which becomes a small catalog that is merged.
private struct RecordImport {
  private let catalog: Catalog
  private var runs: [UUID: RunRecord] = [:]
  private var pending: [PhotoRecord] = []
  /// When the last photo of each run was finished.
  private var ends: [UUID: Date] = [:]
  private var summary = MergeSummary()

  private static let groupCount = 1000

  init(into catalog: Catalog) { self.catalog = catalog }

  mutating func begin(_ run: RunRecord) throws {
    // Every worker of a run tells of it.
    if runs.updateValue(run, forKey: run.run) != nil { return }
    summary.runs +=
      try catalog.recordRunElsewhere(
        run.run, began: run.started.date, host: run.host, options: run.options, engineVersion: run.engine) ? 1 : 0
  }

  /// Why a record cannot be imported; nil where it can.
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
    // These catalogs have nothing but what the records say.
    merged.left = []
    summary = summary + merged
    pending = []
  }
}

extension RunRecord {
  /// As the catalog has them, as JSON.
  fileprivate var options: String {
    JSONValue.object([output.map { JSONValue.Member("output", .string($0)) }].compactMap(\.self)).description
  }
}

extension RunRecord.Source {
  fileprivate var facts: FileFacts {
    FileFacts(path: path, sha256: sha256, stamp: stamp.stamp(bytes: bytes), image: image)
  }
}

extension PhotoRecord {
  /// As a run tells the catalog of it.
  ///
  /// - Parameter ids: Of the records of the recipe's pictures, by the names of their sources.
  fileprivate func finished(_ ids: [String: UUID]) -> FinishedPhoto {
    if let error { return .failed(path: path, code: error.code.rawValue, message: error.message) }
    let unseen = Stamp(
      modified: 0, changed: nil, inode: 0, recorded: Int64(finished.date.timeIntervalSince1970 * 1000) * 1_000_000)
    return .rendered(
      RenderedPhoto(
        link: ProductLink(named: sku!, view: view), productName: sku!,
        original: FileFacts(path: path, sha256: sha256!, stamp: stamp!.stamp(bytes: bytes ?? 0), image: image!),
        renditions: outputs.map { output in
          RenditionFacts(
            file: FileFacts(
              path: output.path, sha256: output.sha256, stamp: (output.stamp ?? unseen).stamp(bytes: output.bytes),
              image: output.image),
            cacheKey: output.cacheKey, picture: output.picture,
            ingredients: output.sources.compactMap { ids[$0] })
        }))
  }
}
