import Catalog
import Files
import Filters
import Foundation
import ImageCodecs
import ObjectStore
import Recipes
import Rendering
import Synchronization
import Text

/// A picture that a catalog has on record, with all that makes it again as it is: what a golden case is made of.
struct RecordedOutput: Sendable {
  /// The picture's file, which is as it was rendered.
  let file: String
  /// Its path below the folder that it was rendered into.
  let path: String
  /// The photo's file, which is as it was.
  let photo: String
  let recipe: RecordedRecipe
  /// Which of the recipe's outputs it is.
  let index: Int
  /// What the recipe's engine was when it was rendered, if not today's.
  let earlierEngine: String?
  /// The pictures that the photo has of its own, by their paths as the recipe fills them in.
  let ownFiles: [String: EncodedImage]
  /// The product that a case's photo shows, and what the recipe asks about that.
  let sku: String
  let values: [String: ProductValue]

  /// What the photo's file is called, where the recipe reads something from that; nil where it does not matter.
  var keptName: String? { recipe.readsNames ? String(photo.splitPath.name) : nil }
}

/// A recipe as it stood when pictures on record were rendered by it.
final class RecordedRecipe: Sendable {
  let id: UUID
  let prepared: PreparedRecipe
  let names: OutputNames
  private let products: ProductTable
  /// Its work today, and as it would be if today's engine were that on record.
  private let work: [CachedResults]

  /// - Parameter recipe: Its file is where its own files are seen from.
  init(
    _ record: Catalog.Recipe, _ recipe: Recipe, cmyk: CMYKChoice, in catalog: Catalog, _ context: GoldenContext
  ) throws {
    id = record.id
    prepared = try PreparedRecipe(recipe, limits: context.limits, cmyk: cmyk, workers: context.workers)
    products = try ProductTable(of: recipe, in: catalog)
    names = OutputNames(of: recipe, products: products)
    work = CachedResults.all(
      of: prepared, engines: [record.engineVersion], earlierSources: prepared.sourceHashes)
  }

  /// Whether what photos are called decides anything but what outputs are called.
  var readsNames: Bool {
    let recipe = prepared.recipe
    return recipe.hasConditions || recipe.hasFields || recipe.hasOwnPictures || asksAboutProducts
  }

  /// Whether it asks anything about products, or has a table that says so.
  var asksAboutProducts: Bool { prepared.recipe.data != nil || !prepared.recipe.attributes.isEmpty }

  /// The names of what is made of a photo that shows a product, whatever the photo is called; nil if its name tells the product.
  func names(showing sku: String?) -> OutputNames {
    guard let sku else { return names }
    let pattern = prepared.recipe.skuPattern
    let links = ProductLinks(pattern: pattern, skus: [:]) { photo in
      let name = ProductLinks.name(of: photo, by: pattern)
      let link = ProductLink(sku: sku, view: name.view, skuOfName: name.sku, viewOfName: name.view, isByHand: true)
      return (link, false)
    }
    return OutputNames(of: prepared.recipe, products: products, links: links)
  }

  /// What is known of a product.
  func values(of sku: String) -> [String: ProductValue] { products[sku] }

  /// Which output a cache key is of, and where the file lies below the folder of outputs: some end of its path.
  func output(
    madeAs cacheKey: String, of photo: PhotoContent, at path: String
  ) -> (index: Int, path: String, earlierEngine: String?)? {
    let names = path.pathNames.map(String.init)
    for start in names.indices.reversed() {
      let end = names[start...].joined(separator: "/")
      for work in work {
        for index in prepared.recipe.outputs.indices
        where work.key(ofOutput: index, photo: photo, path: end) == cacheKey {
          return (index, end, work.changes.isEmpty ? nil : work.engine)
        }
      }
    }
    return nil
  }
}

/// Finds what made pictures on record, and whether all of it is still there.
final class RecordedOutputs: Sendable {
  private let catalog: Catalog
  /// Where the recipes' own files are now; nil for where they were.
  private let recipeFiles: String?
  private let context: GoldenContext
  private let recipes = Mutex<[Place: Result<RecordedRecipe, any Error>]>([:])

  /// What recipes are prepared for.
  private struct Place: Hashable {
    let recipe: UUID
    let folder: String?
    let cmyk: String?
  }

  init(_ catalog: Catalog, recipeFiles: String?, _ context: GoldenContext) {
    (self.catalog, self.recipeFiles, self.context) = (catalog, recipeFiles, context)
  }

  /// What made a picture.
  ///
  /// - Throws: ``PackshotError`` where it cannot be made again as it is.
  func output(_ photo: Catalog.Photo) throws -> RecordedOutput {
    let details = try catalog.details(ofPhoto: photo.id)
    let file = catalog.paths.resolvedPath(photo.path)
    guard let record = details.recipe, let source = details.source, let cacheKey = photo.cacheKey else {
      throw PackshotError.unreadable(path: file, why: "the catalog does not say what rendered it")
    }
    let photoFile = catalog.paths.resolvedPath(source.path)
    try check(
      file, photo.sha256, of: file, as: "the picture", whenGone: .renderAgain, whenChanged: .renderAndReplace)
    try check(
      photoFile, source.sha256, of: file, as: "its photo \(photoFile)",
      whenGone: .relink, whenChanged: .renderAgain)
    let recipe = try recipe(record, details, file)
    let content = try content(of: photoFile, showing: details.product?.sku, recipe)
    guard let found = recipe.output(madeAs: cacheKey, of: content.content, at: photo.path) else {
      let (reason, remedy) = reason(details)
      throw PackshotError.notRepeatable(path: file, why: "its recipe no longer makes it: \(reason)", remedy)
    }
    return RecordedOutput(
      file: file, path: found.path, photo: photoFile, recipe: recipe, index: found.index,
      earlierEngine: found.earlierEngine, ownFiles: content.own, sku: content.sku,
      values: recipe.asksAboutProducts ? recipe.values(of: details.product?.sku ?? content.sku) : [:])
  }

  private func check(
    _ path: String, _ sha256: String, of file: String, as role: String, whenGone: Remedy,
    whenChanged: Remedy
  ) throws(PackshotError) {
    if CatalogPaths.isAddress(path) {
      throw .unreadable(path: file, why: "\(role) is in an object store, and has to be a file")
    }
    guard FileStatus(path: path)?.kind == .file else {
      throw .notRepeatable(path: file, why: "\(role) is gone", whenGone)
    }
    guard let found = Files.sha256(ofFile: path) else {
      throw .unreadable(path: file, why: "\(role) cannot be read: \(systemError())")
    }
    if found != sha256 {
      throw .notRepeatable(path: file, why: "\(role) was changed since it was recorded", whenChanged)
    }
  }

  /// The photo as cache keys need it, and what its case has to have besides.
  private func content(
    of path: String, showing sku: String?, _ recipe: RecordedRecipe
  ) throws -> (content: PhotoContent, own: [String: EncodedImage], sku: String) {
    let file = try OpenFile(named: path, limits: context.limits)
    // As a case has it, which knows of no folder.
    let photo = InputPhoto(path: path, relative: "", fileName: String(path.splitPath.name))
    let names = recipe.names(showing: sku)
    return try recipe.prepared.read(file, as: names.attributes(of: photo)) { read in
      var own: [String: EncodedImage] = [:]
      for picture in try read.own.files {
        let source = recipe.prepared.recipe.sources.first { $0.name == picture.source }
        guard case .ownFile(let template, _) = source?.content else { continue }
        own[try names.path(of: template, photo, read.subject)] = try picture.file.content()
      }
      return (try read.content, own, recipe.names.product(of: photo).sku)
    }
  }

  /// Why the recipe does not make a picture any more, as far as that can be told.
  private func reason(_ details: PhotoDetails) -> (String, Remedy) {
    let changed = details.ingredients.map { (catalog.paths.resolvedPath($0.path), $0.sha256) }.first { path, sha256 in
      Files.sha256(ofFile: path) != sha256
    }
    if let changed { return ("\(changed.0) was changed since", .renderAgain) }
    return (
      "its fonts or what it says of the product were changed since, or the photo's folder told its product",
      .renderAgainOrAskWhy
    )
  }

  // MARK: Recipes

  private func recipe(_ record: Catalog.Recipe, _ details: PhotoDetails, _ file: String) throws -> RecordedRecipe {
    let options = details.run.map(RunOptions.init)
    let cmyk: CMYKChoice = options.map { $0.cmyk.map(CMYKChoice.file) ?? .none } ?? .recipe
    let place = Place(recipe: record.id, folder: folder(of: record, details, options), cmyk: options?.cmyk)
    let made = recipes.withLock { recipes in
      if let known = recipes[place] { return known }
      let made = Result { try make(record, in: place.folder, cmyk) }
      recipes[place] = made
      return made
    }
    do { return try made.get() } catch {
      // Without the place in the recipe, which is no file.
      let message = (error as? RecipeError)?.message ?? PhotoFailure(error).message
      let reason = "its recipe cannot be carried out any more: \(message)"
      if case PackshotError.notRepeatable(_, _, let remedy) = error {
        throw PackshotError.notRepeatable(path: file, why: reason, remedy)
      }
      throw PackshotError.unreadable(path: file, why: reason)
    }
  }

  private func make(_ record: Catalog.Recipe, in folder: String?, _ cmyk: CMYKChoice) throws -> RecordedRecipe {
    let name = "\(record.name).yaml"
    let recipe = try Recipe(yaml: record.canonicalYAML, file: folder.map { $0 + "/" + name } ?? name)
    if folder == nil, let path = recipe.ownPaths.first(where: { !$0.isFromRoot }) {
      throw PackshotError.notRepeatable(
        path: path, why: "the catalog does not say where it is", .nameRecipeFolder)
    }
    return try RecordedRecipe(record, recipe, cmyk: cmyk, in: catalog, context)
  }

  /// Where a recipe's paths begin: what was said, what the run has on record, or what the recipe's pictures tell by theirs.
  private func folder(of record: Catalog.Recipe, _ details: PhotoDetails, _ options: RunOptions?) -> String? {
    if let recipeFiles { return recipeFiles.withoutTrailingSlashes }
    if let file = options?.recipe { return String(catalog.paths.resolvedPath(file).splitPath.folder ?? ".") }
    guard let recipe = try? Recipe(yaml: record.canonicalYAML, file: record.name) else { return nil }
    for case .file(let path) in recipe.sources.map(\.content) where path.isPlainPath && !path.isFromRoot {
      for ingredient in details.ingredients.map({ catalog.paths.resolvedPath($0.path) }) {
        let ending = "/" + path
        guard ingredient.utf8.count > ending.utf8.count,
          ingredient.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
        else { continue }
        return String(ingredient.utf8.dropLast(ending.utf8.count))
      }
    }
    return nil
  }
}

/// What a run has on record of how it was called, as far as that decides pictures.
private struct RunOptions {
  /// The recipe's file, as the catalog stores paths.
  var recipe: String?
  /// The profile for CMYK.
  var cmyk: String?

  init(_ run: Catalog.Run) {
    guard let options = try? JSONValue(parsing: Data(run.options.utf8)) else { return }
    (recipe, cmyk) = (options["recipe"]?.text, options["cmyk"]?["path"]?.text)
  }
}

extension Recipe {
  /// The paths of files that it uses besides photos and the fonts that are installed, as it writes them.
  var ownPaths: [String] {
    let pictures = sources.compactMap { source in
      switch source.content {
      case .file(let path): path
      case .ownFile(let template, _): template.text
      case .drawn, .photo: nil
      }
    }
    return pictures + fonts.flatMap(\.files) + [cmyk?.path, data?.path].compactMap(\.self)
  }
}
