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

/// A picture recorded in a catalog, with everything needed to reproduce it: the source of a golden case.
struct RecordedOutput: Sendable {
  /// Path of the picture, which is unmodified.
  let file: String
  /// Path of the picture relative to the output folder of its run.
  let path: String
  /// Path of the photo, which is unmodified.
  let photo: String
  let recipe: RecordedRecipe
  /// Index of the output in the recipe.
  let index: Int
  /// The engine that rendered the picture. Nil if it is the current engine.
  let earlierEngine: String?
  /// The per-photo images, by their paths as the recipe's template gives them.
  let ownFiles: [String: EncodedImage]
  /// The product that the photo of the case shows, and the values of it that the recipe uses.
  let product: SKUPattern.Match
  let values: [String: ProductValue]

  /// File name of the photo if the recipe uses it, or nil.
  var keptName: String? { recipe.readsNames ? photoName : nil }

  /// File name of the photo.
  var photoName: String { String(photo.splitPath.name) }
}

/// A recipe in the version that rendered recorded pictures.
final class RecordedRecipe: Sendable {
  let id: UUID
  let prepared: PreparedRecipe
  let names: OutputNames
  private let products: ProductTable
  private let finder: ProductFinder
  /// The cache keys with today's engine and with the recorded engine.
  private let work: [CachedResults]

  /// - Parameter recipe: The recipe. Paths of its files are relative to its own path.
  init(
    _ record: Catalog.Recipe, _ recipe: Recipe, cmyk: CMYKChoice, in catalog: Catalog, _ context: GoldenContext
  ) throws {
    id = record.id
    prepared = try PreparedRecipe(recipe, limits: context.limits, cmyk: cmyk, workers: context.workers)
    products = try ProductTable(of: recipe, in: catalog)
    finder = try ProductFinder(of: recipe)
    names = OutputNames(of: recipe, products: products, links: ProductLinks(finder))
    work = CachedResults.all(
      of: prepared, engines: [record.engineVersion], earlierSources: prepared.sourceHashes)
  }

  /// Whether photos' names affect anything except the names of outputs.
  var readsNames: Bool {
    let recipe = prepared.recipe
    return recipe.hasConditions || recipe.hasFields || recipe.hasOwnPictures || asksAboutProducts
  }

  /// Whether the recipe uses product values or has a table of them.
  var asksAboutProducts: Bool { prepared.recipe.data != nil || !prepared.recipe.attributes.isEmpty }

  /// Returns the output names for a photo that shows a product, independently of the photo's name. If `sku` is nil, the
  /// photo's name determines the product.
  ///
  /// - Parameter focus: The photo's own focus.
  func names(showing sku: String?, _ focus: FocusPoint?) -> OutputNames {
    if sku == nil, focus == nil { return names }
    let finder = finder
    let links = ProductLinks(finder, skus: [:]) { photo in
      let name = finder.product(of: photo)
      let link = sku.map {
        ProductLink(sku: $0, view: name.view, skuOfName: name.sku, viewOfName: name.view, isByHand: true)
      }
      return ProductLinks.Record(link: link, focus: focus)
    }
    return OutputNames(of: prepared.recipe, products: products, links: links)
  }

  /// Whether an output uses the photo's own focus.
  func usesFocus(_ index: Int) -> Bool { prepared.recipe.usesFocus(prepared.recipe.outputs[index]) }

  /// Returns the known values of a product.
  func values(of sku: String) -> [String: ProductValue] { products[sku] }

  /// Returns the output with a cache key, and its path relative to the output folder, which is a suffix of `path`.
  ///
  /// - Parameter sha256: Hash of the picture's file, which its name may contain.
  func output(
    madeAs cacheKey: String, of photo: PhotoContent, at path: String, sha256: String
  ) -> (index: Int, path: String, earlierEngine: String?)? {
    let names = path.pathNames.map(String.init)
    for start in names.indices.reversed() {
      let end = names[start...].joined(separator: "/")
      let keyPath = Fingerprint.pattern(of: end, sha256: sha256) ?? end
      for index in prepared.recipe.outputs.indices {
        if let found = work.combination(giving: cacheKey, ofOutput: index, photos: [photo], path: keyPath) {
          return (index, end, found.results.changes.isEmpty ? nil : found.results.engine)
        }
      }
    }
    return nil
  }
}

/// Finds the inputs of recorded pictures and checks that they still exist.
final class RecordedOutputs: Sendable {
  private let catalog: Catalog
  /// Folder that contains the recipes' files now. If nil, they are at their original paths.
  private let recipeFiles: String?
  private let context: GoldenContext
  private let recipes = Mutex<[Place: Result<RecordedRecipe, any Error>]>([:])

  /// The key of a prepared recipe.
  private struct Place: Hashable {
    let recipe: UUID
    let folder: String?
    let cmyk: String?
  }

  init(_ catalog: Catalog, recipeFiles: String?, _ context: GoldenContext) {
    (self.catalog, self.recipeFiles, self.context) = (catalog, recipeFiles, context)
  }

  /// Returns the inputs of a picture.
  ///
  /// - Throws: ``PackshotError`` if the picture can't be reproduced as it is.
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
    if details.ingredients.contains(where: { $0.kind == .original }) {
      throw PackshotError.unreadable(
        path: file, why: "it shows several photos of a product, but a case has one photo")
    }
    let content = try content(of: photoFile, showing: details.product?.sku, source.focus, recipe)
    guard let found = recipe.output(madeAs: cacheKey, of: content.content, at: photo.path, sha256: photo.sha256) else {
      let (reason, remedy) = reason(details)
      throw PackshotError.notRepeatable(path: file, why: "its recipe no longer renders it: \(reason)", remedy)
    }
    if source.focus != nil, recipe.usesFocus(found.index) {
      throw PackshotError.unreadable(
        path: file, why: "it is cropped around its photo's own focus, which a case does not have")
    }
    return RecordedOutput(
      file: file, path: found.path, photo: photoFile, recipe: recipe, index: found.index,
      earlierEngine: found.earlierEngine, ownFiles: content.own, product: content.product,
      values: recipe.asksAboutProducts ? recipe.values(of: details.product?.sku ?? content.product.sku) : [:])
  }

  private func check(
    _ path: String, _ sha256: String, of file: String, as role: String, whenGone: Remedy,
    whenChanged: Remedy
  ) throws(PackshotError) {
    if CatalogPaths.isAddress(path) {
      throw .unreadable(path: file, why: "\(role) is in an object store, but must be a file")
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

  /// Returns the photo's part of cache keys, its per-photo images, and the product that its name shows.
  private func content(
    of path: String, showing sku: String?, _ focus: FocusPoint?, _ recipe: RecordedRecipe
  ) throws -> (content: PhotoContent, own: [String: EncodedImage], product: SKUPattern.Match) {
    let file = try OpenFile(named: path, limits: context.limits)
    // A case has no relative folder, so the photo's name is only its file name.
    let photo = InputPhoto(path: path, relative: "", fileName: String(path.splitPath.name))
    let names = recipe.names(showing: sku, focus)
    return try recipe.prepared.read(file, as: names.attributes(of: photo)) { read in
      var own: [String: EncodedImage] = [:]
      for picture in try read.own.files {
        let source = recipe.prepared.recipe.sources.first { $0.name == picture.source }
        guard case .ownFile(let template, _) = source?.content else { continue }
        own[try names.path(of: template, photo, read.subject)] = try picture.file.content()
      }
      return (try read.content, own, recipe.names.product(of: photo))
    }
  }

  /// Returns why the recipe doesn't reproduce a picture, as far as it can be determined.
  private func reason(_ details: PhotoDetails) -> (String, Remedy) {
    let changed = details.ingredients.map { (catalog.paths.resolvedPath($0.path), $0.sha256) }.first { path, sha256 in
      Files.sha256(ofFile: path) != sha256
    }
    if let changed { return ("\(changed.0) was changed since", .renderAgain) }
    return (
      "its fonts, what it says of the product or the photo's focus were changed since, or the photo's folder told its product",
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
      // The location in the recipe is left out, because this recipe isn't a file.
      let message = (error as? RecipeError)?.message ?? PhotoFailure(error).message
      let reason = "its recipe no longer works: \(message)"
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

  /// Returns the folder that a recipe's relative paths start from: the folder given, the one recorded by the run, or
  /// one that matches the recorded paths of its images.
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

/// The recorded options of a run that affect pictures.
private struct RunOptions {
  /// Path of the recipe, as the catalog stores paths.
  var recipe: String?
  /// Path of the CMYK profile.
  var cmyk: String?

  init(_ run: Catalog.Run) {
    guard let options = try? JSONValue(parsing: Data(run.options.utf8)) else { return }
    (recipe, cmyk) = (options["recipe"]?.text, options["cmyk"]?["path"]?.text)
  }
}

extension Recipe {
  /// Paths of the files that the recipe uses, except photos and installed fonts, as the recipe writes them.
  var ownPaths: [String] {
    let pictures = sources.compactMap { source in
      switch source.content {
      case .file(let path): path
      case .ownFile(let template, _): template.text
      case .drawn, .photo, .member: nil
      }
    }
    return pictures + fonts.flatMap(\.files) + [cmyk?.path].compactMap(\.self) + tables.map(\.path)
  }
}
