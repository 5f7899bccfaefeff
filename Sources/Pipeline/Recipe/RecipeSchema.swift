import ColorProfiles
import Filters
import ImageCodecs
import Parameters
import PixelCore
import Text

extension Recipe {
  /// A JSON Schema (draft 2020-12) of recipes, made of the filters' own descriptions: for editors, which complete and
  /// check a recipe by it while it is written.
  ///
  /// It refuses no right recipe, but for names of colours in capitals. What one value says about another (`crop` at `x` and
  /// `y` or `at` a place), and what the recipe's pictures are, it leaves to the reader.
  ///
  /// - Parameter filters: Those that the recipes may use.
  public static func schema(for filters: FilterList = .standard) -> Value {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "packshot recipe",
      "description": "What packshot does to each photo, and the files it makes from it.",
      "type": "object",
      "properties": [
        "packshot": ["const": 1, "description": "The version of the recipe format."],
        "name": [
          "description": "The recipe's name (default: the file's name).", "type": "string",
          "minLength": RecipeKeys.nameLengths.lowerBound.value, "maxLength": RecipeKeys.nameLengths.upperBound.value,
        ],
        "working": .choice(
          of: PixelFormat.Transfer.allCases.map(\.rawValue), default: PixelFormat.Transfer.encoded.rawValue,
          "The space filters work in: encoded sRGB, as browsers do, or 16-bit linear light."),
        "fidelity": .choice(
          of: Recipe.Fidelity.allCases.map(\.rawValue), default: Recipe.Fidelity.sufficient.rawValue,
          "How much of a JPEG is decoded for a result that is much smaller: as much as suffices, which is much faster, or all of it."
        ),
        "profile": .choice(
          of: Recipe.Profile.allCases.map(\.rawValue), default: Recipe.Profile.sRGB.rawValue,
          "The colours of the outputs: sRGB, to which photos with another colour profile are converted, Display P3, or those of the photo, whose "
            + "profile is kept where no other picture is composited with it."),
        "animation": .choice(
          of: Recipe.Animation.allCases.map(\.rawValue), default: Recipe.Animation.first.rawValue,
          "What becomes of photos that are animations or have several pages: the first picture is used, with a warning, or they fail."
        ),
        "metadata": .choice(
          of: KeptMetadata.allCases.map(\.rawValue), default: KeptMetadata.strip.rawValue,
          "What outputs keep of the photos' Exif, XMP and IPTC: nothing, the artist, the copyright notice and the credit, or all that still holds, the place too."
        ),
        "intent": .choice(
          of: ColorConversion.Intent.allCases.map(\.rawValue), default: ColorConversion.Intent.relative.rawValue,
          "The rendering intent by which colours are converted. Profiles of displays and cameras mostly have one way for all; those "
            + "of printers have a table for each."),
        "bpc": [
          "description": "Black point compensation: the darkest colour of a profile becomes black.", "type": "boolean",
          "default": true,
        ],
        "cmyk": [
          "description":
            "The ICC profile, relative to the recipe's folder, by which CMYK without one of its own is converted.",
          "type": "string",
        ],
        "data": [
          "description":
            "A CSV table of what products are like, relative to the recipe's folder: a row for each, with a column `sku`. Without it the catalog's products are asked.",
          "anyOf": [
            ["type": "string", "description": "The path of the table."],
            [
              "type": "object",
              "properties": [
                "file": ["description": "The path of the table.", "type": "string"],
                "decimal": [
                  "description":
                    "The decimal separator of its numbers: point (1,299.00) or comma (1.299,00). Without it only plain numbers are read.",
                  "enum": Value(.list(DecimalSeparator.allCases.map { Value(.text($0.rawValue)) })),
                ],
              ],
              "required": ["file"], "additionalProperties": false,
            ],
          ],
        ],
        "include": [
          "description":
            "Files with sources, fonts and defaults for this recipe. All paths are relative to the recipe's folder.",
          "type": "array", "items": ["type": "string", "minLength": 1],
        ],
        "fonts": [
          "description": "What texts are set in, by name.", "type": "object",
          "additionalProperties": [
            "anyOf": [
              ["type": "string", "description": "The path of a font file, relative to the recipe's folder."],
              [
                "type": "object",
                "properties": [
                  "files": [
                    "description":
                      "The paths of font files: each part of a text is set in the first that has all of it.",
                    "type": "array", "items": ["type": "string"], "minItems": 1,
                  ],
                  "language": [
                    "description": "The language of texts in them, such as de.", "type": "string",
                    "pattern": "^[A-Za-z0-9-]{1,35}$",
                  ],
                ],
                "required": ["files"], "additionalProperties": false,
              ],
            ]
          ],
        ],
        "sources": [
          "description": "Secondary pictures by name, prepared once per run, or for each photo that has its own.",
          "type": "object",
          "additionalProperties": [
            "anyOf": [
              [
                "type": "string",
                "description":
                  "A picture's path, relative to the recipe's folder; with fields such as {stem}, each photo's own.",
              ],
              .fileSource, .photoSource,
              .oneFilter(of: filters.all.filter { $0 is any ImageSource.Type }),
            ]
          ],
        ],
        "steps": ["description": "The steps applied to each photo, in order.", "$ref": "#/$defs/steps"],
        "defaults": .outputDefaults,
        "outputs": [
          "description": "The files made from each photo, all from one decode.", "type": "array", "minItems": 1,
          "items": [
            "if": ["required": ["each"]], "then": ["$ref": "#/$defs/outputOfEach"], "else": ["$ref": "#/$defs/output"],
          ],
        ],
        "catalog": [
          "description": "How photos are recorded in the catalog.", "type": "object",
          "properties": [
            "file": [
              "description":
                "The catalog's file, seen from the recipe's folder; without it, catalog.sqlite in the output folder.",
              "type": "string", "minLength": 1,
            ],
            "sku": [
              "description":
                "A regular expression that matches all of {relative}/{stem}, with a group named sku and optionally one named view.",
              "type": "string", "pattern": "\\(\\?<sku>",
            ],
          ],
          "additionalProperties": false,
        ],
      ],
      "required": ["packshot", "outputs"],
      "patternProperties": ["^x-": ["description": "Ignored: a place for YAML anchors and remarks."]],
      "additionalProperties": false,
      "$defs": .definitions(of: filters.all),
    ]
  }
}

extension Value {
  fileprivate static func definitions(of all: [any Filter.Type]) -> Value {
    let filters = all.map { Entry(key: $0.name, value: $0.parametersSchema) }
    return Value(
      .map(
        [
          Entry(key: "steps", value: ["type": "array", "items": ["$ref": "#/$defs/step"]]),
          Entry(key: "step", value: .step(of: all)),
          Entry(key: "when", value: .when),
          Entry(key: "output", value: .output),
          Entry(key: "outputOfEach", value: .outputOfEach),
        ] + filters))
  }

  /// A filter: its name alone, or with its parameters.
  private static func step(of filters: [any Filter.Type]) -> Value {
    let alone = filters.filter { $0.canStandAlone }.flatMap { $0.names.map(\.value) }
    return ["anyOf": [["enum": Value(.list(alone))], .oneFilter(of: filters, takesWhen: true)]]
  }

  private static var when: Value {
    let bounds: Value = [
      "type": "object", "properties": ["min": ["type": "number"], "max": ["type": "number"]], "minProperties": 1,
      "additionalProperties": false,
    ]
    let orientations: Value = ["enum": Value(.list(When.Orientation.allCases.map(\.rawValue.value)))]
    let list = { (item: Value) -> Value in ["anyOf": [item, ["type": "array", "minItems": 1, "items": item]]] }
    return [
      "description": "What has to hold of the photo, upright and before any step: all of it.", "type": "object",
      "properties": [
        "orientation": list(orientations), "width": bounds, "height": bounds, "alpha": ["type": "boolean"],
        "view": list(["type": "string"]),
        "product": [
          "description":
            "What the photo's product has to be like: for each attribute a value or a list of values, `present`, or bounds.",
          "type": "object", "minProperties": 1,
          "additionalProperties": ["anyOf": [bounds, list(["type": ["string", "number", "boolean"]])]],
        ],
      ], "minProperties": 1, "additionalProperties": false,
    ]
  }

  /// A map of exactly one of some filters to its parameters.
  ///
  /// - Parameter takesWhen: Whether a condition may stand beside it.
  fileprivate static func oneFilter(of filters: [any Filter.Type], takesWhen: Bool = false) -> Value {
    let own = filters.map { Entry(key: $0.name, value: ["$ref": .definition($0), "description": $0.summary.value]) }
    let coreImage = filters.compactMap { filter in
      filter.coreImageName.map { Entry(key: $0, value: .synonym(of: filter.name, ["$ref": .definition(filter)])) }
    }
    if takesWhen {
      return [
        "type": "object",
        "properties": Value(.map(own + coreImage + [Entry(key: "when", value: ["$ref": "#/$defs/when"])])),
        "additionalProperties": false, "if": ["required": ["when"]], "then": ["minProperties": 2, "maxProperties": 2],
        "else": ["minProperties": 1, "maxProperties": 1],
      ]
    }
    return [
      "type": "object", "properties": Value(.map(own + coreImage)), "minProperties": 1, "maxProperties": 1,
      "additionalProperties": false,
    ]
  }

  private static func definition(_ filter: any Filter.Type) -> Value { "#/$defs/\(filter.name)".value }
}
