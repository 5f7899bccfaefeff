import Filters
import Parameters

extension Recipe {
  /// A source: an additional picture that is prepared once for all photos, or separately for each photo.
  package struct Source: Sendable {
    /// The origin of a source's pixels.
    package enum Content: Sendable {
      /// A picture at this path, as the recipe writes it.
      case file(String)
      /// A filter that draws the picture.
      case drawn(any ImageSource)
      /// A per-photo image.
      case ownFile(PictureTemplate, missing: Missing)
      /// The photo itself, decoded and upright.
      case photo
      /// Another photo of an output that shows several. Only ``Recipe/withGroups(for:)`` makes such sources.
      case member(path: String)
    }

    /// How a photo without a per-photo image is handled.
    package enum Missing: String, Sendable, ParameterChoice {
      /// The photo fails.
      case error
      /// The steps that use the source are skipped.
      case skip
    }

    package var name: String
    package var content: Content
    /// Steps applied to the upright picture or the drawing. Their output sizes must be known in advance.
    package var steps: [Step] = []
    package var node: Node

    /// Whether the source is different for each photo.
    package var isOwn: Bool {
      switch content {
      case .file, .drawn: false
      case .ownFile, .photo, .member: true
      }
    }
  }
}

/// The schema of a source that isn't just a path or a drawing.
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
        "steps": Value.Entry.sourceSteps.value,
      ],
    ]
  }

  static var photoSource: Value {
    [
      "type": "object", "required": ["photo"], "additionalProperties": false,
      "properties": [
        "photo": ["const": "original", "description": "The photo itself, as it is decoded, upright."],
        "steps": Value.Entry.sourceSteps.value,
      ],
    ]
  }

}

extension Value.Entry {
  /// The schema of a source's steps.
  static var sourceSteps: Value.Entry {
    Value.Entry(
      key: "steps", value: ["description": "The steps applied to the source, in order.", "$ref": "#/$defs/steps"])
  }
}
