import Files
import ImageCodecs
import Recipes
import Synchronization

/// The parts of a picture file that cache keys depend on.
package struct PictureContent: Hashable, Sendable {
  package var sha256: String
  package var image: ImageFacts

  package init(sha256: String, _ image: ImageFacts) { (self.sha256, self.image) = (sha256, image) }
}

/// The parts of a photo that cache keys depend on.
package struct PhotoContent: Sendable {
  /// Hash of the photo's file.
  package var sha256: String
  /// The values that conditions use, and the sources without a per-photo image.
  package var facts: PhotoFacts
  /// The per-photo images, by source name.
  package var own: [String: PictureContent]

  package init(sha256: String, _ facts: PhotoFacts, own: [String: PictureContent] = [:]) {
    (self.sha256, self.facts, self.own) = (sha256, facts, own)
  }
}

/// The start of an output's cache keys: everything except the photo and the file's name. It includes exactly the
/// sources that the output uses. If steps have conditions, only the steps whose conditions match the photo are
/// included.
package struct CacheKeyStem: Sendable {
  private let engine: EngineText
  /// The hash with all steps.
  private let hash: SHA256
  /// The hashes with subsets of the steps. Nil if the output has no conditions, no steps with conditions, and no
  /// per-photo images that can be missing.
  private let variants: Variants?
  /// The product attributes that conditions of the output use.
  private let asked: [String]
  /// The inputs with all steps.
  private let usual: Ingredients
  /// A text that identifies the CMYK profile. Nil without one.
  private let cmykProfile: String?
  /// The group of an output that shows several photos, and the recipe's shared steps.
  private let group: (Recipe.Group, steps: [Recipe.Step])?
  /// Whether the output keeps the gain map of a photo that has one.
  private let keepsGainMap: Bool

  /// - Parameters:
  ///   - infos: Headers of the recipe's images, by source name.
  ///   - sourceHashes: SHA-256 of those images.
  ///   - fontHashes: SHA-256 of the font files, by their paths as the recipe writes them.
  ///   - cmykProfile: The profile for CMYK pictures without one. It affects only outputs made from CMYK pictures.
  init(
    of output: Recipe.Output, in recipe: Recipe, engine: EngineText, infos: [String: ImageInfo],
    sourceHashes: [String: String], fontHashes: [String: String], cmykProfile: CMYKProfileFile?
  ) {
    self.engine = engine
    group = output.group.map { ($0, recipe.steps) }
    keepsGainMap = output.keepsGainMap
    self.cmykProfile = cmykProfile.map { "CMYK by \($0.resource.sha256)" }
    let text = self.cmykProfile
    let begin = { @Sendable (recipe: Recipe, output: Recipe.Output) in
      Self.hash(of: output, in: recipe, engine, infos, sourceHashes, fontHashes, cmykProfile: text)
    }
    hash = begin(recipe, output)
    asked = recipe.attributes(askedFor: output)
    usual = Ingredients(of: output, in: recipe)
    variants = recipe.isConditional(output) ? Variants(of: output, in: recipe, begin) : nil
  }

  private static func hash(
    of output: Recipe.Output, in recipe: Recipe, _ engine: EngineText, _ infos: [String: ImageInfo],
    _ sourceHashes: [String: String], _ fontHashes: [String: String], cmykProfile: String?
  ) -> SHA256 {
    let names = recipe.sourceNames(of: output)
    let used = recipe.sourceTexts(names, sourceHashes)
    let formats = Set([output.encoding.format] + names.compactMap { infos[$0]?.format })
    let cmykProfile = names.contains { infos[$0]?.colorModel.isCMYK == true } ? [cmykProfile].compactMap(\.self) : []
    // A font is identified by its content and language, not by its name and path.
    let texts = recipe.texts(of: output)
    let fonts = Set(texts.map(\.text.font)).sorted { ($0 ?? "") < ($1 ?? "") }.map { name in
      let files = recipe.fontFiles(name).map { fontHashes[$0] ?? "" }.joined(separator: ", ")
      let language = recipe.fonts.first { $0.name == name }?.language.map { " in \($0)" } ?? ""
      return "font \(name ?? "by default") = \(files)\(language)"
    }
    let libraries = texts.isEmpty ? [] : [engine.textLibraries.joined(separator: ", ")]
    var hash = SHA256()
    let heading = [engine.text(for: formats), recipe.chainText(of: output)]
    hash.update([heading, used, cmykProfile, libraries, fonts].joined().joined(separator: "\n"))
    return hash
  }

  /// The hash as 64 hexadecimal digits.
  var hex: String { hash.hex }

  /// Returns the cache key of an output: SHA-256 over everything that determines its bytes and its name.
  package func key(of photo: PhotoContent, path: String) -> String {
    var (hash, ingredients) = variants?.beginning(for: photo.facts) ?? (hash, usual)
    let content = content(of: PictureContent(sha256: photo.sha256, photo.facts.image))
    hash.update("\n" + content + "\n" + path)
    if keepsGainMap, photo.facts.image.hasGainMap { hash.update("\nhdr: keep") }
    for name in asked + ingredients.fields.filter({ !asked.contains($0) }) {
      hash.update("\n" + photo.facts.subject.answer(to: name))
    }
    for name in ingredients.own {
      let own = photo.own[name].map { self.content(of: $0) }
      hash.update("\n\(name): \(own ?? "none")")
    }
    if ingredients.usesFocus, let focus = photo.facts.subject.focus { hash.update("\nfocus = \(focus.value)") }
    for line in members(of: photo, asked: asked + ingredients.fields, ingredients.usesFocus) {
      hash.update("\n" + line)
    }
    return hash.hex
  }

  /// Returns a line for each further photo of an output that shows several: its content, and what decides which shared
  /// steps apply to it and what their texts say.
  private func members(of photo: PhotoContent, asked: [String], _ usesFocus: Bool) -> [String] {
    guard let (group, steps) = group, let members = photo.facts.subject.groups[group.id]?.photos else { return [] }
    return members.enumerated().dropFirst().map { index, member in
      let own = photo.own[group.sourceName(index)].map { content(of: $0) }
      let taken = steps.map { $0.isTaken(for: member.facts) ? "1" : "0" }.joined()
      return ["photo \(index + 1): \(own ?? "none")", taken].joined(separator: ", ")
        + asked.map { ", " + member.subject.answer(to: $0) }.joined()
        + (usesFocus ? member.subject.focus.map { ", focus = \($0.value)" } ?? "" : "")
    }
  }

  /// Returns a text that identifies a picture's content and the libraries that decode it.
  private func content(of picture: PictureContent) -> String {
    // Nil if the recorded format is no longer supported.
    let libraries = ImageFileFormat(rawValue: picture.image.format).map { engine.libraries(of: [$0]) } ?? []
    let profile = picture.image.isCMYK ? [cmykProfile].compactMap(\.self) : []
    return ([picture.sha256] + libraries + profile).joined(separator: ", ")
  }
}

/// The inputs that an output takes from each photo besides its pixels.
private struct Ingredients {
  /// The product attributes used in its texts.
  let fields: [String]
  /// The sources that are per-photo images.
  let own: [String]
  /// Whether a step uses the photo's own focus.
  let usesFocus: Bool

  init(of output: Recipe.Output, in recipe: Recipe) {
    fields = recipe.fields(of: output)
    usesFocus = recipe.usesFocus(output)
    let names = recipe.sourceNames(of: output)
    own = recipe.sources.compactMap { source in
      guard case .ownFile = source.content, names.contains(source.name) else { return nil }
      return source.name
    }
  }
}

extension Recipe {
  /// Returns the texts of sources for cache keys: the filter's text of a drawn source, the hash of a picture.
  func sourceTexts(_ names: [String], _ hashes: [String: String]) -> [String] {
    names.map { name in
      let source = sources.first { $0.name == name }!
      return switch source.content {
      case .drawn(let filter): "\(name) = \(filter.cacheKeyText)\(source.stepsText)"
      case .file: "\(name) = \(hashes[name]!)\(source.stepsText)"
      case .ownFile: "\(name) = the photo's own\(source.stepsText)"
      case .photo: "\(name) = the photo\(source.stepsText)"
      case .member: "\(name) = another photo\(source.stepsText)"
      }
    }
  }
}

extension Recipe.Source {
  /// The source's steps, as a suffix.
  fileprivate var stepsText: String { steps.map { " | " + $0.filter.cacheKeyText }.joined() }
}

/// The starts of an output's cache keys for each combination of steps. There are many photos but few combinations.
private final class Variants: Sendable {
  private let recipe: Recipe
  private let output: Recipe.Output
  private let begin: @Sendable (Recipe, Recipe.Output) -> SHA256
  private let known = Mutex<[[Bool]: (hash: SHA256, ingredients: Ingredients)]>([:])

  init(
    of output: Recipe.Output, in recipe: Recipe, _ begin: @escaping @Sendable (Recipe, Recipe.Output) -> SHA256
  ) {
    var alone = recipe
    alone.outputs = [output]
    (self.output, self.recipe, self.begin) = (output, alone, begin)
  }

  /// Returns the start of the cache key for a photo, and the inputs that depend on the photo.
  func beginning(for photo: PhotoFacts) -> (hash: SHA256, ingredients: Ingredients) {
    let taken = recipe.takenSteps(of: output, for: photo)
    if let beginning = known.withLock({ $0[taken] }) { return beginning }
    let resolved = recipe.resolved(for: photo)
    let beginning = (begin(resolved, resolved.outputs[0]), Ingredients(of: resolved.outputs[0], in: resolved))
    known.withLock { $0[taken] = beginning }
    return beginning
  }
}
