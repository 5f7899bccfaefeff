import Files
import ImageCodecs
import PixelCore
import Recipes
import Synchronization

/// The parts of a photo that cache keys depend on.
package struct PhotoContent: Sendable {
  package var sha256: String
  /// Nil where it is on record in a format that is no longer read.
  package var format: ImageFileFormat?
  /// Whether its samples are of inks.
  package var hasInks: Bool
  /// What conditions ask of it, and which pictures of its own it has not.
  package var facts: PhotoFacts
  /// The pictures that it has of its own, by the names of their sources.
  package var own: [String: PerPhotoContent]

  package init(
    sha256: String, format: ImageFileFormat?, hasInks: Bool = false,
    facts: PhotoFacts = PhotoFacts(size: PixelSize(width: 1, height: 1), hasAlpha: false),
    own: [String: PerPhotoContent] = [:]
  ) {
    (self.sha256, self.format, self.hasInks, self.facts) = (sha256, format, hasInks, facts)
    self.own = own
  }
}

/// The parts of a per-photo image that cache keys depend on.
package struct PerPhotoContent: Hashable, Sendable {
  package var sha256: String
  /// Nil where it is on record in a format that is no longer read.
  package var format: ImageFileFormat?
  /// Whether its samples are of inks.
  package var hasInks: Bool

  package init(sha256: String, format: ImageFileFormat?, hasInks: Bool) {
    (self.sha256, self.format, self.hasInks) = (sha256, format, hasInks)
  }
}

/// What an output's cache keys begin with: everything but the photo and the file's name, and exactly the sources that this output
/// uses. Where steps have conditions, they are those that are taken for a photo: it is as if there were no others.
package struct CacheKeyStem: Sendable {
  private let engine: EngineText
  /// Where all steps are taken.
  private let hash: SHA256
  /// Nil where they always are.
  private let variants: Variants?
  /// What is asked about products before the output is made.
  private let asked: [String]
  /// Where all steps are taken.
  private let usual: Ingredients
  /// The profile for CMYK, in words; nil without one.
  private let inks: String?

  /// - Parameters:
  ///   - infos: The headers of the recipe's pictures, by the names of their sources.
  ///   - sourceHashes: SHA-256 of those pictures.
  ///   - fontHashes: SHA-256 of the font files, by their paths as the recipe writes them.
  ///   - inks: The profile of CMYK that comes without one. It has a part in what is made of CMYK alone.
  init(
    of output: Recipe.Output, in recipe: Recipe, engine: EngineText, infos: [String: ImageInfo],
    sourceHashes: [String: String], fontHashes: [String: String], inks: InkFile?
  ) {
    self.engine = engine
    self.inks = inks.map { "CMYK by \($0.resource.sha256)" }
    let text = self.inks
    let begin = { @Sendable (recipe: Recipe, output: Recipe.Output) in
      Self.hash(of: output, in: recipe, engine, infos, sourceHashes, fontHashes, inks: text)
    }
    hash = begin(recipe, output)
    asked = recipe.attributes(askedFor: output)
    usual = Ingredients(of: output, in: recipe)
    variants = recipe.isConditional(output) ? Variants(of: output, in: recipe, begin) : nil
  }

  private static func hash(
    of output: Recipe.Output, in recipe: Recipe, _ engine: EngineText, _ infos: [String: ImageInfo],
    _ sourceHashes: [String: String], _ fontHashes: [String: String], inks: String?
  ) -> SHA256 {
    let names = recipe.sourceNames(of: output)
    let used = recipe.sourceTexts(names, sourceHashes)
    let formats = Set([output.encoding.format] + names.compactMap { infos[$0]?.format })
    let inks = names.contains { infos[$0]?.colorModel.hasInks == true } ? [inks].compactMap(\.self) : []
    // Of a font there is its content and its language, whatever it is called and wherever it is.
    let texts = recipe.texts(of: output)
    let fonts = Set(texts.map(\.text.font)).sorted { ($0 ?? "") < ($1 ?? "") }.map { name in
      let files = recipe.fontFiles(name).map { fontHashes[$0] ?? "" }.joined(separator: ", ")
      let language = recipe.fonts.first { $0.name == name }?.language.map { " in \($0)" } ?? ""
      return "font \(name ?? "by default") = \(files)\(language)"
    }
    let libraries = texts.isEmpty ? [] : [engine.textLibraries.joined(separator: ", ")]
    var hash = SHA256()
    let heading = [engine.text(for: formats), recipe.chainText(of: output)]
    hash.update([heading, used, inks, libraries, fonts].joined().joined(separator: "\n"))
    return hash
  }

  /// All of it, in 64 digits.
  var hex: String { hash.hex }

  /// The cache key of the work that makes a file: SHA-256 over everything that decides its bytes and its name.
  package func key(of photo: PhotoContent, path: String) -> String {
    var (hash, ingredients) = variants?.beginning(for: photo.facts) ?? (hash, usual)
    let content = content(photo.sha256, photo.format, hasInks: photo.hasInks)
    hash.update("\n" + content + "\n" + path)
    for name in asked + ingredients.fields.filter({ !asked.contains($0) }) {
      hash.update("\n" + photo.facts.subject.answer(to: name))
    }
    for name in ingredients.own {
      let own = photo.own[name].map { self.content($0.sha256, $0.format, hasInks: $0.hasInks) }
      hash.update("\n\(name): \(own ?? "none")")
    }
    return hash.hex
  }

  /// A picture's content, and what reads it.
  private func content(_ sha256: String, _ format: ImageFileFormat?, hasInks: Bool) -> String {
    let libraries = format.map { engine.libraries(of: [$0]) } ?? []
    return ([sha256] + libraries + (hasInks ? [inks].compactMap(\.self) : [])).joined(separator: ", ")
  }
}

/// What an output has of each photo besides its pixels.
private struct Ingredients {
  /// What its texts have of products.
  let fields: [String]
  /// The sources that are pictures of the photo's own.
  let own: [String]

  init(of output: Recipe.Output, in recipe: Recipe) {
    fields = recipe.fields(of: output)
    let names = recipe.sourceNames(of: output)
    own = recipe.sources.compactMap { source in
      guard case .ownFile = source.content, names.contains(source.name) else { return nil }
      return source.name
    }
  }
}

extension Recipe {
  /// Sources as cache keys need them: a drawn one by its own text, a picture by its content.
  func sourceTexts(_ names: [String], _ hashes: [String: String]) -> [String] {
    names.map { name in
      let source = sources.first { $0.name == name }!
      return switch source.content {
      case .drawn(let filter): "\(name) = \(filter.cacheKeyText)"
      case .file: "\(name) = \(hashes[name]!)\(source.stepsText)"
      case .ownFile: "\(name) = the photo's own\(source.stepsText)"
      case .photo: "\(name) = the photo\(source.stepsText)"
      }
    }
  }
}

extension Recipe.Source {
  /// What is done to it, behind what it is.
  fileprivate var stepsText: String { steps.map { " | " + $0.filter.cacheKeyText }.joined() }
}

/// The beginnings of an output's cache keys by the steps that are taken for a photo: photos are many, and these are few.
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

  /// The cache key's beginning, and what else is left that photos differ in.
  func beginning(for photo: PhotoFacts) -> (hash: SHA256, ingredients: Ingredients) {
    let taken = recipe.takenSteps(of: output, for: photo)
    if let beginning = known.withLock({ $0[taken] }) { return beginning }
    let settled = recipe.settled(for: photo)
    let beginning = (begin(settled, settled.outputs[0]), Ingredients(of: settled.outputs[0], in: settled))
    known.withLock { $0[taken] = beginning }
    return beginning
  }
}
