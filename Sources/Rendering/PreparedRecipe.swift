import Errors
import Files
import Filters
import ImageCodecs
import Pipeline
import PixelCore
import Recipes
import Typesetting

/// A recipe ready for rendering: checked, with its resources opened and hashed, and with everything computed that is
/// the same for all photos.
package struct PreparedRecipe: Sendable {
  package let recipe: Recipe
  package let limits: PhotoLimits
  /// The worker processes that decode photos and the recipe's images.
  package let workers: WorkerPool
  /// Access to the recipe's files, including per-photo images.
  let files: RecipeFiles
  /// The files that the recipe uses besides photos, each once.
  package let resources: [Resource]
  package let sources: SourceSet
  /// Formats of the recipe's outputs and images.
  package let formats: Set<ImageFileFormat>
  /// The profile for CMYK pictures without one.
  package let cmykProfile: CMYKProfileFile?
  /// SHA-256 of the canonical recipe.
  package let hash: String
  /// SHA-256 of the images, by source name.
  package let sourceHashes: [String: String]
  /// The recipe's settings that affect the pixels of outputs.
  let pictureSettings: String
  /// A hash that identifies the recipe, its resources and the engine.
  package let cacheKey: String
  /// The starts of cache keys, one for each output.
  private let stems: [CacheKeyStem]

  /// Reads the recipe's resources.
  ///
  /// - Parameters:
  ///   - cmyk: The profile that converts CMYK pictures without an embedded profile.
  ///   - files: Access to the recipe's files.
  ///   - workers: The worker processes that decode photos and the recipe's images.
  /// - Throws: `RecipeError` if a resource can't be used, or two outputs always have the same name.
  package init(
    _ recipe: Recipe, limits: PhotoLimits, cmyk: CMYKChoice = .recipe, files: RecipeFiles = .onDisk,
    workers: WorkerPool = .none
  ) throws {
    try Self.loadLibraries(of: recipe)
    workers.expect(recipe.outputs.map(\.encoding.format) + recipe.ownFormats)
    workers.expect(ownFilters: recipe.ownFilters)
    let cmykProfile = try CMYKProfileFile.find(cmyk, for: recipe, files)
    let pictures = try Self.pictures(of: recipe, files, limits: limits, workers)
    let fonts = try Self.fonts(of: recipe, files)
    let textSizes = try Self.textSizes(of: recipe, fonts, limits: limits, workers)
    let sources = try SourceSet(
      of: recipe, limits: limits.decoding, cmykProfile: cmykProfile?.profile, typefaces: textSizes.typefaces,
      textSizes: textSizes.sizes,
      picture: { _, path in
        let picture = pictures.first { $0.resource.writtenPath == path }!
        return (picture.resource.content.image, picture.info)
      })
    self.init(
      recipe, limits: limits, workers: workers, files: files, sources: sources, cmykProfile: cmykProfile,
      resources: pictures.map(\.resource) + fonts)
    try checkNames()
  }

  private init(
    _ recipe: Recipe, limits: PhotoLimits, workers: WorkerPool, files: RecipeFiles, sources: SourceSet,
    cmykProfile: CMYKProfileFile?,
    resources: [Resource]
  ) {
    (self.workers, self.files) = (workers, files)
    (self.recipe, self.limits, self.sources, self.cmykProfile) = (recipe, limits, sources, cmykProfile)
    self.resources = resources + [cmykProfile?.resource].compactMap(\.self)
    formats = Set(recipe.outputs.map(\.encoding.format) + sources.infos.values.map(\.format))
    hash = SHA256.hex(of: recipe.canonicalYAML)
    let hashes = Self.hashes(of: resources, in: recipe)
    (sourceHashes, pictureSettings) = (hashes, recipe.settingsText(ofPicture: true))
    let fonts = Self.fontHashes(resources)
    stems = recipe.outputs.map {
      CacheKeyStem(
        of: $0, in: recipe, engine: .current, infos: sources.infos, sourceHashes: hashes, fontHashes: fonts,
        cmykProfile: cmykProfile)
    }
    cacheKey = SHA256.hex(of: ([hash, cmykProfile?.resource.sha256 ?? ""] + stems.map(\.hex)).joined())
  }

  /// Returns the recipe with other outputs and the same resources.
  package func with(outputs: [Recipe.Output]) -> PreparedRecipe {
    var recipe = recipe
    recipe.outputs = outputs
    return PreparedRecipe(
      recipe, limits: limits, workers: workers, files: files, sources: sources, cmykProfile: cmykProfile,
      resources: resources.filter { $0.kind != .cmyk })
  }

  /// Returns the image file of a source, or nil if the source is drawn.
  package func resource(of source: Recipe.Source) -> Resource? { Self.resource(of: source, among: resources) }

  private static func resource(of source: Recipe.Source, among resources: [Resource]) -> Resource? {
    guard case .file(let path) = source.content else { return nil }
    return resources.first { $0.kind == .picture && $0.writtenPath == path }
  }

  /// The paths of the recipe, its included files and tables, and the files that it uses for all photos.
  package var allPaths: [String] {
    [recipe.file] + recipe.includedFiles + recipe.tables.map { RecipeFiles.resolve($0.path, in: recipe) }
      + resources.map(\.path)
  }

  /// The folders that contain per-photo images: the constant start of each template's path.
  package var pictureFolders: [String] {
    recipe.sources.compactMap { source in
      guard case .ownFile(let template, _) = source.content else { return nil }
      let folder = RecipeFiles.resolve(template.folder, in: recipe)
      return folder.isEmpty ? "." : folder
    }
  }

  /// Plans the recipe for a photo.
  package func plan(for photo: RenderPlan.Photo, limits: DecodeLimits) throws -> RenderPlan {
    try RenderPlan(
      recipe, photo: photo, sources: sources.shapes(forPhotos: photo.info.depth), colors: sources.colors, limits: limits
    )
  }

  // MARK: Cache keys

  private static func hashes(of resources: [Resource], in recipe: Recipe) -> [String: String] {
    var hashes: [String: String] = [:]
    for source in recipe.sources { hashes[source.name] = resource(of: source, among: resources)?.sha256 }
    return hashes
  }

  /// Returns the SHA-256 of the font files, by their paths as the recipe writes them.
  private static func fontHashes(_ resources: [Resource]) -> [String: String] {
    var hashes: [String: String] = [:]
    for font in resources where font.kind == .font { hashes[font.writtenPath] = font.sha256 }
    return hashes
  }

  /// Whether the recipe contains texts, which need further libraries.
  package var setsTexts: Bool { !recipe.texts.isEmpty }

  /// Returns the cache key of a photo's output with this path.
  package func cacheKey(ofOutput index: Int, photo: PhotoContent, path: String) -> String {
    stems[index].key(of: photo, path: path)
  }

  /// Returns the starts of the outputs' cache keys for another engine or other images.
  package func cacheKeyStems(engine: EngineText, sourceHashes: [String: String]) -> [CacheKeyStem] {
    let fonts = Self.fontHashes(resources)
    return recipe.outputs.map {
      CacheKeyStem(
        of: $0, in: recipe, engine: engine, infos: sources.infos, sourceHashes: sourceHashes, fontHashes: fonts,
        cmykProfile: cmykProfile)
    }
  }

  // MARK: Reading

  /// Loads the libraries that write the outputs, because their versions are part of cache keys.
  private static func loadLibraries(of recipe: Recipe) throws(RecipeError) {
    for output in recipe.outputs {
      do throws(CodecError) { try output.encoding.format.loadLibrary() } catch {
        throw recipe.error(at: output.node, .cause(ErrorDescriptor(error)))
      }
    }
  }

  /// Maximum size of a font in bytes. Fonts have at most some tens of megabytes.
  private static let largestFont = 1 << 27

  /// Opens and hashes the fonts of a recipe's texts.
  private static func fonts(of recipe: Recipe, _ files: RecipeFiles) throws(RecipeError) -> [Resource] {
    var limits = PhotoLimits()
    limits.maxFileSize = largestFont
    var fonts: [Resource] = []
    for use in recipe.texts {
      for path in recipe.fontFiles(use.text.font) where !fonts.contains(where: { $0.writtenPath == path }) {
        let node = recipe.fonts.first { $0.name == use.text.font }?.node ?? use.node
        do throws(RenderingError) {
          fonts.append(try Resource(.font, path, files.open(path, of: recipe, limits: limits)))
        } catch {
          throw recipe.error(
            at: node, .unusableFont(path: path, isDefault: use.text.font == nil, ErrorDescriptor(error)))
        }
      }
    }
    return fonts
  }

  /// Sets the texts, so that errors are reported before a photo is read. Fonts are parsed in the same process as
  /// pictures.
  ///
  /// - Returns: The sizes of texts that are sources, by source name, and the fonts if pictures are decoded in process.
  private static func textSizes(
    of recipe: Recipe, _ fonts: [Resource], limits: PhotoLimits, _ workers: WorkerPool
  ) throws -> (sizes: [String: PixelSize], typefaces: [String: Typeface]) {
    if recipe.texts.isEmpty { return ([:], [:]) }
    workers.expectTexts()
    do {
      return try workers.lend { renderer in
        let sizes = try renderer.textSizes(of: recipe, fonts: fonts, limits: limits)
        guard renderer.isInProcess else { return (sizes, [:]) }
        return (sizes, try recipe.typefaces { path in fonts.first { $0.writtenPath == path }?.content.image })
      }
    } catch let error as Recipe.TextError {
      let texts = recipe.texts
      let node = texts.indices.contains(error.use) ? texts[error.use].node : Recipe.Node(path: "")
      throw recipe.error(at: node, .text(error.cause))
    }
  }

  /// Opens and hashes a recipe's images and reads their headers.
  private static func pictures(
    of recipe: Recipe, _ files: RecipeFiles, limits: PhotoLimits, _ workers: WorkerPool
  ) throws -> [(resource: Resource, info: ImageInfo)] {
    let named = recipe.sources.compactMap { source in
      if case .file(let path) = source.content { (source, path) } else { nil }
    }
    if named.isEmpty { return [] }
    return try workers.lend { renderer in
      var pictures: [(resource: Resource, info: ImageInfo)] = []
      for (source, path) in named where !pictures.contains(where: { $0.resource.writtenPath == path }) {
        do {
          let file = try files.open(path, of: recipe, limits: limits)
          pictures.append((try Resource(.picture, path, file), try renderer.probe(file, limits: limits)))
        } catch let error as RenderingError {
          throw recipe.error(at: source.node, .cause(ErrorDescriptor(error)))
        } catch {
          throw recipe.error(at: source.node, .unusablePicture(path: path, PhotoFailure(error).cause))
        }
      }
      return pictures
    }
  }
}
