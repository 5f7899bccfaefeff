import Filters
import ImageCodecs
import PixelCore

extension Recipe {
  /// A JSON Schema (draft 2020-12) of recipes, made of the filters' own descriptions: for editors, which complete and
  /// check a recipe by it while it is written.
  ///
  /// It refuses no right recipe, but for names of colours in capitals. What one value says about another (`crop` at `x` and
  /// `y` or `at` a place), and what the recipe's pictures are, it leaves to the reader.
  public static var schema: Value {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "packshot recipe",
      "description": "What packshot does to each photo, and which files it makes of it.",
      "type": "object",
      "properties": [
        "packshot": ["const": 1, "description": "The version of recipes that this one is written in."],
        "name": [
          "description": "The recipe's name; by default that of its file.", "type": "string",
          "minLength": RecipeKeys.nameLengths.lowerBound.value, "maxLength": RecipeKeys.nameLengths.upperBound.value,
        ],
        "working": .choice(
          of: PixelFormat.Transfer.allCases.map(\.rawValue), default: PixelFormat.Transfer.encoded.rawValue,
          "What filters' numbers are: encoded values, as browsers blend, or linear light with 16 bits."),
        "sources": [
          "description": "Secondary pictures by name, made once a batch.", "type": "object",
          "additionalProperties": [
            "anyOf": [
              ["type": "string", "description": "A picture's path, relative to the recipe's folder."],
              .oneFilter(of: FilterList.all.filter { $0 is any ImageSource.Type }),
            ]
          ],
        ],
        "steps": ["description": "What is done to each photo, in this order.", "$ref": "#/$defs/steps"],
        "outputs": [
          "description": "The files made of each photo, all from one decode.", "type": "array", "minItems": 1,
          "items": ["$ref": "#/$defs/output"],
        ],
        "catalog": [
          "description": "How photos are entered in the catalog.", "type": "object",
          "properties": [
            "sku": [
              "description":
                "A regular expression for the whole of {relative}/{stem}, with a group `sku` and perhaps one `view`.",
              "type": "string", "pattern": "\\(\\?<sku>",
            ]
          ],
          "additionalProperties": false,
        ],
      ],
      "required": ["packshot", "outputs"],
      "additionalProperties": false,
      "$defs": .definitions,
    ]
  }
}

extension Value {
  fileprivate static var definitions: Value {
    let filters = FilterList.all.map { Entry(key: $0.name, value: $0.parametersSchema) }
    return Value(
      .map(
        [
          Entry(key: "steps", value: ["type": "array", "items": ["$ref": "#/$defs/step"]]),
          Entry(key: "step", value: .step),
          Entry(key: "output", value: .output),
        ] + filters))
  }

  /// A filter: its name alone, or with its parameters.
  private static var step: Value {
    let alone = FilterList.all.filter { $0.canStandAlone }.flatMap { $0.names.map(\.value) }
    return ["anyOf": [["enum": Value(.list(alone))], .oneFilter(of: FilterList.all)]]
  }

  /// A map of exactly one of some filters to its parameters.
  fileprivate static func oneFilter(of filters: [any Filter.Type]) -> Value {
    let own = filters.map { Entry(key: $0.name, value: ["$ref": .definition($0), "description": $0.summary.value]) }
    let coreImage = filters.compactMap { filter in
      filter.coreImageName.map { Entry(key: $0, value: .synonym(of: filter.name, ["$ref": .definition(filter)])) }
    }
    return [
      "type": "object", "properties": Value(.map(own + coreImage)), "minProperties": 1, "maxProperties": 1,
      "additionalProperties": false,
    ]
  }

  private static func definition(_ filter: any Filter.Type) -> Value { "#/$defs/\(filter.name)".value }

  private static var output: Value {
    let fields = OutputTemplate.Field.allCases.map(\.rawValue)
    return [
      "type": "object",
      "properties": [
        "file": [
          "description":
            "The file's path below the output folder; fields are \(fields.map { "{\($0)}" }.joined(separator: " "))."
            .value,
          "type": "string",
          "pattern": "^(?!/)([^{]|\\{(\(fields.joined(separator: "|")))\\})+$".value,
        ],
        "steps": [
          "description": "What is done for this file alone, after the recipe's own steps.", "$ref": "#/$defs/steps",
        ],
        "format": .choice(
          of: ImageFileFormat.allCases.map(\.rawValue), "The file's format, where its extension does not say it."),
        "quality": .wholeNumber(
          in: EncodeOptions.qualities, default: EncodeOptions.defaultQuality, "Of a JPEG: the more, the larger."),
        "compression": .choice(
          of: EncodeOptions.NamedCompression.allCases.map(\.rawValue), orWholeNumberIn: EncodeOptions.compressions,
          default: EncodeOptions.NamedCompression.balanced.rawValue,
          "Of a PNG: the more, the smaller and the slower; fast is 1, balanced 6, small 9."),
        "depth": ["description": "Bits in a channel of a PNG; by default as many as the photo has.", "enum": [8, 16]],
        "background": [
          "description": "What a translucent picture is laid on where the format has no alpha; opaque.",
          "default": Color.white.value, "anyOf": Value(.list(Value.opaqueColorForms)),
        ],
      ],
      "required": ["file"],
      "additionalProperties": false,
    ]
  }
}
