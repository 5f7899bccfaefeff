import ColorProfiles
import Filters
import ImageCodecs
import Parameters
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
          "What outputs keep of the photos' Exif: nothing, the artist and the copyright notice, or all that still holds, the place too."
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
        "sources": [
          "description": "Secondary pictures by name, prepared once per run.", "type": "object",
          "additionalProperties": [
            "anyOf": [
              ["type": "string", "description": "A picture's path, relative to the recipe's folder."],
              .oneFilter(of: FilterList.standard.all.filter { $0 is any ImageSource.Type }),
            ]
          ],
        ],
        "steps": ["description": "The steps applied to each photo, in order.", "$ref": "#/$defs/steps"],
        "outputs": [
          "description": "The files made from each photo, all from one decode.", "type": "array", "minItems": 1,
          "items": ["$ref": "#/$defs/output"],
        ],
        "catalog": [
          "description": "How photos are recorded in the catalog.", "type": "object",
          "properties": [
            "sku": [
              "description":
                "A regular expression that matches all of {relative}/{stem}, with a group named sku and optionally one named view.",
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
    let filters = FilterList.standard.all.map { Entry(key: $0.name, value: $0.parametersSchema) }
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
    let alone = FilterList.standard.all.filter { $0.canStandAlone }.flatMap { $0.names.map(\.value) }
    return ["anyOf": [["enum": Value(.list(alone))], .oneFilter(of: FilterList.standard.all)]]
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
}
