import ImageCodecs
import Parameters
import PixelCore

/// The part of recipes' schema that says what an output is. What encoders are told, the formats' own descriptions give.
extension Value {
  static var output: Value {
    let settings = FormatList.parameterNames.map { name in
      Entry(key: name, value: setting(ImageFileFormat.allCases.compactMap { $0.parameter(name) }))
    }
    return [
      "type": "object", "properties": Value(.map(ownOutputKeys + settings + [targetBytes, background])),
      "required": ["file"],
      "additionalProperties": false,
    ]
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
            "The file's path below the output folder; fields are \(fields.map { "{\($0)}" }.joined(separator: " "))."
            .value,
          "type": "string",
          "pattern": "^(?!/)([^{]|\\{(\(fields.joined(separator: "|")))\\})+$".value,
        ]),
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
}
