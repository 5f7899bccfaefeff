import Errors
import Filters
import ImageCodecs
import PixelCore
import Typesetting

extension Recipe {
  /// A text in the recipe.
  package struct TextUse: Sendable {
    package var text: Text
    package var node: Node
    /// Name of the source, if the text is one. Nil for a step.
    package var source: String?
  }

  /// Path of the default font. Debian's package fonts-inter installs it.
  package static let defaultFontPath = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"

  /// All texts, in a fixed order.
  package var texts: [TextUse] {
    sources.compactMap { source in
      guard case .drawn(let filter) = source.content, let text = filter as? Text else { return nil }
      return TextUse(text: text, node: source.node, source: source.name)
    } + Self.texts(sources.flatMap(\.steps)) + Self.texts(steps) + outputs.flatMap { Self.texts($0.steps) }
  }

  /// Returns the texts that an output uses.
  package func texts(of output: Output) -> [TextUse] {
    let used = sourceNames(of: output)
    return texts.filter { $0.source.map(used.contains) ?? false }
      + Self.texts(sourceSteps(of: output) + steps + output.steps)
  }

  private static func texts(_ steps: [Step]) -> [TextUse] {
    steps.compactMap { step in (step.filter as? Text).map { TextUse(text: $0, node: step.node) } }
  }

  /// Returns the files of a font, or of the default font for nil.
  package func fontFiles(_ name: String?) -> [String] {
    guard let name else { return [Self.defaultFontPath] }
    return fonts.first { $0.name == name }?.files ?? []
  }

  /// An error in a text or its font. The text is identified by its index among the recipe's texts, which doesn't depend on how the
  /// recipe is written.
  public struct TextError: DescribedError {
    /// Index of the text.
    public var use: Int
    /// The error.
    public var cause: ErrorDescriptor

    /// Creates an error for the text at an index.
    public init(use: Int, _ cause: ErrorDescriptor) { (self.use, self.cause) = (use, cause) }

    /// The error's description, with the code of recipe errors.
    public var descriptor: ErrorDescriptor { cause.with(code: .recipe) }
  }

  /// Reads the fonts of all texts. Returns them by name. The default font has an empty name.
  ///
  /// - Parameter file: Returns the content of a font file at a path, as the recipe writes it.
  package func typefaces(file: (String) -> EncodedImage?) throws(TextError) -> [String: Typeface] {
    var typefaces: [String: Typeface] = [:]
    for (index, use) in texts.enumerated() where typefaces[use.text.font ?? ""] == nil {
      var read: [Font] = []
      for path in fontFiles(use.text.font) {
        guard let content = file(path) else {
          throw TextError(
            use: index, ErrorDescriptor(.recipe, "the font \(path) does not exist", ["path": path], reason: "no-font"))
        }
        let name = String((path.split(separator: "/").last ?? path[...]))
        do throws(FontError) {
          read.append(try content.withBytes { bytes throws(FontError) in try Font(bytes, name: name) })
        } catch {
          let message = "the font \(path) cannot be used: \(error.message)"
          throw TextError(use: index, ErrorDescriptor(error).with(message: message, ["path": path]))
        }
      }
      if read.isEmpty {
        let name = use.text.font ?? ""
        throw TextError(
          use: index, ErrorDescriptor(.recipe, "unknown font `\(name)`", ["name": name], reason: "unknown-font"))
      }
      let language = fonts.first { $0.name == use.text.font }?.language
      typefaces[use.text.font ?? ""] = Typeface(read, language: language)
    }
    return typefaces
  }

  /// Lays out all texts to check them. Returns the sizes of texts that are sources, by source name.
  package func textSizes(in typefaces: [String: Typeface]) throws(TextError) -> [String: PixelSize] {
    var sizes: [String: PixelSize] = [:]
    for (index, use) in texts.enumerated() {
      do throws(FilterError) {
        if let source = use.source {
          sizes[source] = try use.text.sourceSize(in: typefaces)
        } else {
          try use.text.checkCharacters(in: typefaces)
        }
      } catch {
        throw TextError(use: index, ErrorDescriptor(error))
      }
    }
    return sizes
  }
}
