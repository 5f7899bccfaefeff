import Filters
import ImageCodecs
import Parameters
import PixelCore

extension Recipe {
  /// A file made from each photo.
  package struct Output: Sendable {
    /// The template for the file's path, relative to the output folder.
    package var template: OutputTemplate
    /// The condition that a photo must match for the output to be made. Nil for all photos.
    package var when: When?
    /// The photos that the output shows. Nil for one photo.
    package var group: Group?
    package var steps: [Step] = []
    package var encoding: Encoding
    /// The colour behind a translucent picture if the file format has no alpha.
    package var background = Color.white
    /// Whether a photo's HDR gain map is kept. Nil if the recipe doesn't say: it is then left out, with a warning.
    package var hdr: HDR?
    /// The marketplace whose rules the finished file is checked against. Findings are only reported as warnings.
    package var check: Marketplace?
    package var node: Node

    package init(template: OutputTemplate, encoding: Encoding, node: Node = Node(path: "")) {
      (self.template, self.encoding, self.node) = (template, encoding, node)
    }

    /// The keys of an output. To add one, add its property above and its declaration to one of the two lists.
    package static let keys = ownKeys + FormatList.parameterNames.map(setting) + sharedKeys
  }

  /// What becomes of a photo's HDR gain map.
  package enum HDR: String, Sendable, ParameterChoice {
    /// It is kept, moved as the picture is.
    case keep
    /// It is left out.
    case drop
  }

  /// The file format of an output and the settings of its encoder.
  package typealias Encoding = EncodeOptions.Coding
}

extension Recipe.Output {
  /// Whether the output keeps a photo's gain map if it can.
  package var keepsGainMap: Bool { hdr == .keep && encoding.format.canHoldGainMap }
}

/// Keys without a `read` together determine the files of an output; see ``RecipeReader/encodings(_:of:path:)``.
extension Recipe.Output {
  private static let ownKeys: [RecipeKey<Recipe.Output>] = [
    RecipeKey(
      "file", .derived("the file's path"),
      schema: [
        "description":
          "The file's path below the output folder; fields are \(OutputTemplate.Field.list), and the product's values, such as {price}."
          .value,
        "type": "string", "pattern": "^(?!/)([^{]|\\{([^{}\\\\]|\\\\.)+\\})+$",
      ],
      lines: { ["file: \($0.template.text.value)"] }),
    RecipeKey(
      "each", .derived("outputs with its values in their places"),
      schema: [
        "description":
          "Lists of values: the output is rendered once per value, or once per combination. \"{each.NAME}\" stands for the value.",
        "type": "object", "minProperties": 1,
        "additionalProperties": ["type": "array", "minItems": 1, "items": ["type": ["string", "number", "boolean"]]],
      ]),
    RecipeKey(
      "when", \.when,
      .derived("the answers to what it asks about products; the rest decides whether there is an output"),
      schema: ["description": "The photos that the output is made from.", "$ref": "#/$defs/when"],
      read: RecipeReader.when, lines: { $0.map { ["when: \($0.value)"] } ?? [] }),
    .group,
    // The canonical text writes the steps after all other keys.
    RecipeKey(
      "steps", \.steps, .derived("the steps that are taken for a photo"),
      schema: ["description": "Steps for this output, after the recipe's steps.", "$ref": "#/$defs/steps"],
      read: RecipeReader.steps, lines: { _ in [] }),
    // The canonical text always contains the format and the encoder's settings, because a file's name may have no
    // extension, or the extension of another format.
    RecipeKey(
      "format", .derived("the encoding"),
      schema: ParameterKind.choice(FormatList.written.map { $0.identifier }).schema(
        "The file's format, if its extension doesn't say."),
      lines: {
        ["format: \($0.encoding.format.rawValue)"]
          + $0.encoding.settings.writtenValues.map { "\($0.key): \($0.value)" }
      }),
    RecipeKey(
      "formats", .derived("an output in each format"), isShared: true,
      schema: [
        "description":
          "Formats to write, a file in each; its extension replaces the one in `file`. `quality` is then a JPEG's, and the other formats get the quality that looks the same.",
        "type": "array", "minItems": 1, "uniqueItems": true,
        "items": ["enum": Value(.list(FormatList.written.map { $0.identifier.value }))],
      ]),
  ]

  private static let sharedKeys: [RecipeKey<Recipe.Output>] = [
    RecipeKey(
      "targetBytes", .derived("the encoding"), isShared: true,
      schema: ParameterKind.wholeNumber.schema(
        "The maximum size of the file in bytes. It gets the highest quality, up to `quality`, at which it fits.",
        in: 1...Double.infinity),
      lines: { $0.encoding.targetBytes.map { ["targetBytes: \($0)"] } ?? [] }),
    RecipeKey(
      "background", \.background, .derived("the text of the chain, if the format has no alpha"), isShared: true,
      schema: ParameterKind.opaqueColor.schema(
        "The opaque colour behind a translucent picture if the format has no alpha.", default: Color.white.value),
      read: RecipeReader.background, lines: { ["background: \($0.value)"] }),
    RecipeKey(
      "hdr", \.hdr, .derived("whether the gain map of a photo that has one is kept"), isShared: true,
      schema: Recipe.HDR.kind.schema(
        "The gain map with which phones make a photo brighter on HDR screens: keep it in a JPEG, or drop it. If neither is given, it is dropped with a warning."
      ),
      read: { reader in
        { entry, path throws(RecipeError) in
          try reader.value(
            of: entry, as: "hdr", path: path,
            "keep (JPEGs keep the photo's gain map for HDR screens) or drop (it is left out)") as Recipe.HDR
        }
      }, lines: { $0.map { ["hdr: \($0.rawValue)"] } ?? [] }),
    RecipeKey(
      "check", \.check, .excluded("what it finds is a warning"), isShared: true,
      schema: ParameterKind.choice(Marketplace.names + ["amazon"]).schema(
        "A marketplace: the run warns if the file breaks one of its rules."),
      read: RecipeReader.marketplace, lines: { $0.map { ["check: \($0.rawValue)"] } ?? [] }),
  ]

  /// Returns the key of an encoder setting. Several formats can have a setting of this name, and the reader chooses the
  /// right one.
  private static func setting(_ name: String) -> RecipeKey<Recipe.Output> {
    RecipeKey(name, .derived("the encoding"), isShared: true, schema: .setting(name))
  }
}

extension Value {
  fileprivate static func setting(_ name: String) -> Value {
    let forms = ImageFileFormat.allCases.compactMap { $0.parameter(name)?.schema }
    return forms.count == 1 ? forms[0] : ["anyOf": Value(.list(forms))]
  }
}

extension OutputTemplate.Field {
  fileprivate static var list: String { allCases.map { "{\($0.rawValue)}" }.joined(separator: " ") }
}
