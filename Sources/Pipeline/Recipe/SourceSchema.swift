import Parameters

/// The part of recipes' schema that says what a source is besides a path or a drawing.
extension Value {
  static var fileSource: Value {
    [
      "type": "object", "required": ["file"], "additionalProperties": false,
      "properties": [
        "file": [
          "description":
            "The picture's path, relative to the recipe's folder; with fields such as {stem}, each photo's own.",
          "type": "string",
        ],
        "missing": .choice(
          of: Recipe.Source.Missing.allCases.map(\.rawValue), default: Recipe.Source.Missing.error.rawValue,
          "What becomes of a photo whose picture is not there: it fails, or the steps that use the source are left out."
        ),
        "steps": sourceSteps,
      ],
    ]
  }

  static var photoSource: Value {
    [
      "type": "object", "required": ["photo"], "additionalProperties": false,
      "properties": [
        "photo": ["const": "original", "description": "The photo itself, as it is decoded, upright."],
        "steps": sourceSteps,
      ],
    ]
  }

  private static var sourceSteps: Value {
    ["description": "The steps applied to the source, in order.", "$ref": "#/$defs/steps"]
  }
}
