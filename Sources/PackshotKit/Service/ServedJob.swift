import Catalog
import Files
import Filters
import Foundation
import ImageCodecs
import ObjectStore
import PixelCore
import Recipes
import Rendering

/// The data shared by all photos of a ``RenderService``.
final class ServedJob: Sendable {
  let prepared: PreparedRecipe
  let names: OutputNames
  let run: RunRecord
  let pictures: PictureDestination
  let budget: MemoryBudget

  init(
    _ opening: ServiceOpening, payload: EncodedImage?, options: RenderService.Options, workers: WorkerPool
  ) throws {
    let (recipe, files) = try Self.recipe(of: opening, payload, options.filters)
    if let output = recipe.outputs.first(where: { $0.group != nil }) {
      throw ServiceError(
        .recipe, "group-of-photos",
        "\(output.node.path) shows several photos of a product, but here photos come one at a time; render this output in a "
          + "run, and leave it out of this recipe", ["output": output.node.path])
    }
    prepared = try PreparedRecipe(recipe, limits: options.limits, cmyk: options.cmyk, files: files, workers: workers)
    names = try OutputNames(
      of: recipe, products: ProductTable(of: recipe, in: nil, files),
      links: ProductLinks(ProductFinder(of: recipe, files)))
    pictures = try Self.pictures(of: opening)
    budget = MemoryBudget(byteCount: options.limits.maxMemory)
    run = RunRecord(opening, prepared)
  }

  /// Prepares everything that the first photo needs. Returns warnings for the user.
  func makeReady(jobs: Int) throws -> [String] {
    let sources = RecipeSources(prepared, jobs: jobs)
    _ = try sources.startWorkers(forPhotos: jobs)
    return try prepared.recipe.warnings + names.tableWarnings.map(\.message) + prepared.workers.takeWarnings()
      + sources.make(forPhotos: .eight, in: budget)
  }

  /// The files that the recipe uses.
  var resources: [ServiceOpened.Resource] {
    prepared.resources.map { ServiceOpened.Resource(name: $0.writtenPath, path: $0.path) }
  }

  /// The recipe and the files that it uses. No picture may overwrite any of these.
  var needed: [(path: String, role: String)] {
    prepared.resources.map { ($0.path, $0.kind.role) } + [(prepared.recipe.file, "the recipe")]
      + prepared.recipe.tables.map { (RecipeFiles.resolve($0.path, in: prepared.recipe), "a table of the recipe") }
  }

  private static func recipe(
    of opening: ServiceOpening, _ payload: EncodedImage?, _ filters: FilterList
  ) throws -> (Recipe, RecipeFiles) {
    let resources = opening.resources ?? []
    switch (opening.recipe.file, opening.recipe.yaml) {
    case (let file?, nil):
      guard resources.isEmpty else {
        throw ServiceError(
          .frame, "resources-with-file", "resources come with a recipe's text; a recipe file finds its own")
      }
      return (try Recipe(contentsOf: file, filters: filters), .onDisk)
    case (nil, let text?):
      let files = try files(resources, in: payload)
      let recipe = try Recipe(yaml: text, file: opening.recipe.name ?? "recipe", filters: filters) {
        (path) throws(Recipe.UnreadableInclude) in
        guard let text = files[path]?.text else {
          throw .includeMissing
        }
        return text
      }
      return (recipe, .inMemory(files))
    default:
      throw ServiceError(.frame, "recipe-form", "recipe must have either a file or yaml")
    }
  }

  /// Splits the payload into the recipe's files, which are stored one after another.
  private static func files(
    _ resources: [ServiceOpening.Resource], in payload: EncodedImage?
  ) throws(ServiceError) -> [String: EncodedImage] {
    guard let payload else {
      throw ServiceError(
        .recipe, "too-much-memory", "the recipe's files have more bytes than the limit of memory",
        remedy: .raiseLimit(.maxMemory))
    }
    var files: [String: EncodedImage] = [:]
    var rest = payload.bytes[...]
    for resource in resources {
      guard resource.bytes >= 0, resource.bytes <= rest.count else {
        throw ServiceError(
          .frame, "resource-too-long", "the resource \(resource.name) has more bytes than are left of the payload")
      }
      guard files[resource.name] == nil else {
        throw ServiceError(.frame, "repeated-resource", "there are two resources \(resource.name)")
      }
      files[resource.name] = EncodedImage(rest.prefix(resource.bytes))
      rest = rest.dropFirst(resource.bytes)
    }
    guard rest.isEmpty else {
      throw ServiceError(
        .frame, "payload-too-long", "\(rest.count) bytes of the payload belong to no resource")
    }
    return files
  }

  private static func pictures(of opening: ServiceOpening) throws -> PictureDestination {
    let isAddress = opening.output.map(CatalogPaths.isAddress) ?? false
    guard (opening.pictures ?? (opening.output == nil || isAddress ? .bytes : .files)) == .files else {
      return .answers(opening.output.map { isAddress ? $0 : absolutePath($0) })
    }
    guard let output = opening.output, !output.isEmpty, !isAddress else {
      throw ServiceError(.frame, "no-output-folder", "pictures as files need an output that is a folder")
    }
    try OutputPreflight.check(folder: output)
    guard let folder = realPath(output) else {
      throw PackshotError.cannotWrite(path: output, why: "it no longer exists, or has a name that is not UTF-8")
    }
    return .folder(folder)
  }
}

extension RunRecord {
  fileprivate init(_ opening: ServiceOpening, _ prepared: PreparedRecipe) {
    let recipe = prepared.recipe
    self.init(
      run: opening.run ?? Catalog.Run().id, started: opening.started ?? Timestamp(),
      host: ProcessInfo.processInfo.hostName, engine: Engine.text(for: prepared.formats, withTexts: prepared.setsTexts),
      output: opening.output,
      recipe: Recipe(hash: prepared.hash, name: recipe.name, yaml: recipe.canonicalYAML),
      sources: recipe.sources.compactMap { source in
        guard let resource = prepared.resource(of: source) else { return nil }
        let version = resource.content.version
        let place = opening.resources?.first { $0.name == resource.writtenPath }
        return Source(
          name: source.name, path: absolutePath(place?.path ?? place?.name ?? resource.path), sha256: version.sha256,
          stamp: version.stamp, image: prepared.sources.infos[source.name]!.facts)
      })
  }
}
