import Filters
import Parameters

extension Recipe {
  /// A secondary input: made once and used for every photo, or each photo's own.
  package struct Source: Sendable {
    /// Where its pixels come from.
    package enum Content: Sendable {
      /// A picture, at this path as the recipe writes it.
      case file(String)
      /// A filter that draws it.
      case drawn(any ImageSource)
      /// A picture of the photo's own, whose path what is known of the photo fills in.
      case ownFile(PictureTemplate, missing: Missing)
      /// The decoded, upright photo itself.
      case photo
    }

    /// What becomes of a photo that has no picture of its own.
    package enum Missing: String, Sendable, ParameterChoice {
      /// It fails.
      case error
      /// The steps that use the source are left out.
      case skip
    }

    package var name: String
    package var content: Content
    /// What is done to the upright picture. Of the kinds whose sizes are known beforehand.
    package var steps: [Step] = []
    package var node: Node

    /// Whether each photo has another one.
    package var isOwn: Bool {
      switch content {
      case .file, .drawn: false
      case .ownFile, .photo: true
      }
    }
  }
}

/// The part of recipes' schema that says what a source is besides a path or a drawing.
extension Value {
  static var fileSource: Value {
    [
      "type": "object", "required": ["file"], "additionalProperties": false,
      "properties": [
        "file": ParameterKind.text.schema(
          "The picture's path, relative to the recipe's folder; with fields such as {stem}, each photo's own."),
        "missing": Recipe.Source.Missing.kind.schema(
          "What becomes of a photo whose picture is not there: it fails, or the steps that use the source are left out.",
          default: Recipe.Source.Missing.error.value),
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
