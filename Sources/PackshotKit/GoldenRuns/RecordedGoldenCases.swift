import Catalog
import Files
import Foundation
import ObjectStore
import Platform
import Rendering
import Text

/// Creates cases of a golden suite from pictures recorded in a catalog: each with the recipe that rendered the picture,
/// the photo, and the rendered picture.
///
/// The suite gets a copy of each recipe with its files (`recipes/`), so that it is complete wherever it is checked out.
/// A case is created only if it renders the recorded picture, pixel for pixel.
public struct RecordedGoldenCases: Sendable {
  private let suite: String
  private let catalog: Catalog
  /// Folder in the suite for the new cases. Empty for the suite's top folder.
  public var folder = ""
  /// Name of the case if a single picture is requested. If nil, names are made from paths.
  public var name: String?
  /// Folder that contains the recipes' files now. If nil, they are at their original paths.
  public var recipeFiles: String?
  /// A note for people about the reason for the cases.
  public var why: String?
  /// Limits on the size of photos and on the resources to render them.
  public var limits = PhotoLimits()
  /// The worker processes that decode photos.
  public var workers = WorkerPool.none
  /// Number of cases created at the same time.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount

  /// The result for a picture.
  public struct Made: Sendable {
    /// Path of the picture.
    public let picture: String
    /// Name of the case made from the picture, or the reason why there is none.
    public let result: Result<String, any Error>
  }

  /// Creates cases in a suite, whose folder is created if it doesn't exist.
  public init(suite: String, catalog: Catalog) { (self.suite, self.catalog) = (suite, catalog) }

  /// Returns the recorded pictures that match `query`: the picture itself, or all pictures made from a matching photo.
  ///
  /// - Throws: `CatalogError` if nothing or several photos match, ``PackshotError`` if an image of recipes matches.
  public func pictures(matching query: String) throws -> [Catalog.Photo] {
    let photo = try catalog.photo(matching: query)
    switch photo.kind {
    case .rendition: return [photo]
    case .original:
      let renditions = try catalog.details(ofPhoto: photo.id).renditions
      if renditions.isEmpty {
        throw PackshotError.unreadable(path: query, why: "the catalog has no picture of this photo; render it first")
      }
      return renditions
    case .source:
      throw PackshotError.unreadable(
        path: query, why: "this is a picture that recipes use; name a photo, or a picture that was made of one")
    }
  }

  /// Returns the recorded pictures that match all conditions, sorted by path.
  public func pictures(where conditions: [Condition]) throws -> [Catalog.Photo] {
    try catalog.read { reader in
      try reader.fetch(
        Fetch<Catalog.Photo>(where: .and([.equal("kind", PhotoKind.rendition)] + conditions), by: [.init("path")]))
    }
  }

  /// Creates a case from each picture and reports each result. A picture that fails leaves no case, and the other cases
  /// are still created.
  public func make(_ photos: [Catalog.Photo], stop: StopRequest = StopRequest(), report: (Made) -> Void) throws {
    try limits.check()
    let context = GoldenContext(limits, workers)
    let finder = RecordedOutputs(catalog, recipeFiles: recipeFiles, context)
    var found = [Result<RecordedOutput, any Error>?](repeating: nil, count: photos.count)
    JobThreads.process(photos, count: jobs, stop: stop) { photo in
      Result { try finder.output(photo) }
    } receive: { group in
      for done in group { found[done.index] = done.outcome }
    }
    let outputs = found.enumerated().compactMap { place, found in (try? found?.get()).map { (place, $0) } }
    let names = names(of: outputs.map(\.1.path))
    let plans = zip(outputs, names).map { Plan(place: $0.0, output: $0.1, name: $1, copy: 0) }
    var copies: [RecipeCopy] = []
    let work = plans.map { plan in
      var plan = plan
      if let copy = copies.indices.first(where: { copies[$0].serves(plan.output) }) {
        plan.copy = copy
      } else {
        plan.copy = copies.count
        copies.append(RecipeCopy(of: plan.output))
      }
      return plan
    }
    let written = copies.map { copy in Result { try copy.write(toSuite: suite) } }
    var usedCopies: Set<Int> = []
    var results = found.map { found -> Result<String, any Error>? in
      if case .failure(let error) = found { .failure(error) } else { nil }
    }
    var next = 0
    func tell() {
      while next < results.count, let result = results[next] {
        report(Made(picture: catalog.paths.resolvedPath(photos[next].path), result: result))
        next += 1
      }
    }
    tell()
    JobThreads.process(work, count: jobs, stop: stop) { plan in
      Result { try makeCase(plan, by: written[plan.copy].get().file, context) }
    } receive: { group in
      for (index, outcome) in group {
        results[work[index].place] = outcome.map { work[index].name }
        if case .success = outcome { usedCopies.insert(work[index].copy) }
      }
      tell()
    }
    for (index, copy) in written.enumerated() where !usedCopies.contains(index) {
      if case .success(let copy) = copy, let folder = copy.newFolder { removeCopy(folder) }
    }
  }

  /// A case to create.
  private struct Plan: Sendable {
    /// Index of the case's picture among the requested pictures.
    let place: Int
    let output: RecordedOutput
    let name: String
    /// Index of the recipe copy that it refers to.
    var copy: Int
  }

  private func makeCase(_ plan: Plan, by recipe: String, _ context: GoldenContext) throws {
    let output = plan.output
    if let name = output.keptName,
      name == GoldenCase.expectedName || name == GoldenCase.settingsName || name.hasPrefix(".")
    {
      throw PackshotError.unreadable(
        path: output.photo, why: "its recipe reads the photo's name, and a case has another use for \(name)")
    }
    var made = try NewGoldenCase(suite: suite, name: plan.name, recipe: recipe, input: output.photo)
    (made.output, made.why, made.limits, made.workers) = (output.index, why, limits, workers)
    (made.keptName, made.recorded, made.context) = (output.keptName, output, context)
    _ = try made.make()
  }

  /// Removes a copy that no case refers to, and the folders above it if they are empty.
  private func removeCopy(_ folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
    for folder in ["\(suite)/\(RecipeCopy.folderName)", suite] { rmdir(folder) }
  }

  /// Returns names of cases for pictures with these relative paths: the paths without extensions, or with extensions if
  /// the names would be the same.
  private func names(of paths: [String]) -> [String] {
    if let name, paths.count == 1 { return [name] }
    let plain = paths.map { Self.name(of: $0) }
    let counts = Dictionary(plain.map { ($0.name, 1) }, uniquingKeysWith: +)
    return plain.map { name, pathExtension in
      let whole = counts[name]! > 1 && !pathExtension.isEmpty ? "\(name)-\(pathExtension)" : name
      return folder.isEmpty ? whole : folder.withoutTrailingSlashes + "/" + whole
    }
  }

  /// Returns a valid case name for a path: without `@`, which precedes digits in approvals, and without components that
  /// begin with a dot.
  private static func name(of path: String) -> (name: String, pathExtension: String) {
    let (folder, file) = path.splitPath
    let (stem, pathExtension) = file.splitFileName
    let parts = (folder?.pathNames.map(String.init) ?? []) + [String(stem)]
    let names = parts.map { part in
      let name = part.replacing("@", with: "-")
      return name.hasPrefix(".") ? "-" + name.dropFirst() : name
    }
    return (names.joined(separator: "/"), String(pathExtension ?? ""))
  }
}
