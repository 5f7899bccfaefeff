import ImageCodecs
import Parameters
import PixelCore

/// The part of recipes' schema that says what an output is. What encoders are told, the formats' own descriptions give.
extension Value {
  static var output: Value {
    return [
      "type": "object", "properties": Value(.map(ownOutputKeys + settings + [targetBytes, background, check])),
      "required": ["file"],
      "additionalProperties": false,
    ]
  }

  /// What encoders are told.
  private static var settings: [Entry] {
    FormatList.parameterNames.map { name in
      Entry(key: name, value: setting(ImageFileFormat.allCases.compactMap { $0.parameter(name) }))
    }
  }

  /// An output with `each`, any of whose values may be a text with a field.
  static var outputOfEach: Value {
    [
      "type": "object", "required": ["file", "each"],
      "propertyNames": ["enum": Value(.list(RecipeKeys.output.map(\.value)))],
      "properties": ["file": ["type": "string"], "each": each.value],
    ]
  }

  /// What may be said for all outputs at once.
  static var outputDefaults: Value {
    let all = ownOutputKeys + settings + [targetBytes, background, check]
    return [
      "description": "What holds for all outputs that do not say otherwise, and can use it.", "type": "object",
      "properties": Value(.map(RecipeKeys.defaults.compactMap { key in all.first { $0.key == key } })),
      "additionalProperties": false,
    ]
  }

  private static var each: Entry {
    Entry(
      key: "each",
      value: [
        "description":
          "Lists of values: the output stands for one for each of them, or for each combination. \"{each.NAME}\" stands for the value.",
        "type": "object", "minProperties": 1,
        "additionalProperties": [
          "type": "array", "minItems": 1, "items": ["type": ["string", "number", "boolean"]],
        ],
      ])
  }

  /// What encoders are told by one name: of each format that has it, the reader knows which is meant.
  private static func setting(_ parameters: [ParameterDescription]) -> Value {
    parameters.count == 1 ? parameters[0].schema : ["anyOf": Value(.list(parameters.map(\.schema)))]
  }

  private static var ownOutputKeys: [Entry] {
    let fields = OutputTemplate.Field.allCases.map(\.rawValue)
    return [
      Entry(
        key: "file",
        value: [
          "description":
            "The file's path below the output folder; fields are \(fields.map { "{\($0)}" }.joined(separator: " ")), and what is known of the product, such as {price}."
            .value,
          "type": "string",
          "pattern": "^(?!/)([^{]|\\{[^{}]+\\})+$",
        ]),
      each,
      Entry(key: "when", value: ["description": "Which photos it is made of.", "$ref": "#/$defs/when"]),
      Entry(
        key: "steps",
        value: ["description": "Steps for this file alone, after the recipe's own steps.", "$ref": "#/$defs/steps"]),
      Entry(
        key: "format",
        value: .choice(
          of: FormatList.written.map { $0.identifier }, "The file's format, if its extension does not say.")),
      Entry(
        key: "formats",
        value: [
          "description":
            "Formats to write, a file in each: its extension takes the place of the one in `file`. `quality` is then a JPEG's, and files of other formats get the one that looks like it.",
          "type": "array", "minItems": 1, "uniqueItems": true,
          "items": ["enum": Value(.list(FormatList.written.map { $0.identifier.value }))],
        ]),
    ]
  }

  private static var targetBytes: Entry {
    Entry(
      key: "targetBytes",
      value: [
        "description":
          "The most bytes that the file may have. The highest quality is taken, up to `quality`, at which it has no more.",
        "type": "integer", "minimum": 1,
      ])
  }

  private static var background: Entry {
    Entry(
      key: "background",
      value: [
        "description": "The opaque colour behind a translucent picture if the format has no alpha.",
        "default": Color.white.value, "anyOf": Value(.list(Value.opaqueColorForms)),
      ])
  }

  private static var check: Entry {
    Entry(
      key: "check",
      value: .choice(
        of: Marketplace.names + ["amazon"], "A marketplace: the run warns where the file is not what it asks for."))
  }
}
