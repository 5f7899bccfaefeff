import ImageCodecs

/// What recipes are made of, shared by what reads them and by their schema.
package enum RecipeKeys {
  package static let recipe = [
    "packshot", "name", "working", "fidelity", "profile", "animation", "metadata", "intent", "bpc", "cmyk", "data",
    "include", "fonts", "sources", "steps", "defaults", "outputs", "catalog",
  ]
  package static let output =
    ["file", "each", "when", "steps", "format", "formats"] + FormatList.parameterNames + [
      "targetBytes", "background", "check",
    ]
  package static let when = ["orientation", "width", "height", "alpha", "view", "product"]
  /// What an included file may have.
  package static let included = ["sources", "fonts", "defaults"]
  /// What may be said for all outputs at once.
  package static let defaults = ["formats"] + FormatList.parameterNames + ["targetBytes", "background", "check"]
  /// A source that is a picture.
  package static let fileSource = ["file", "missing", "steps"]
  /// A source that is the photo.
  package static let photoSource = ["photo", "steps"]
  package static let catalog = ["file", "sku"]
  /// The table of products.
  package static let data = ["file", "decimal"]
  package static let font = ["files", "language"]

  /// Characters in a recipe's name, counted as JSON Schema does: by Unicode scalars.
  package static let nameLengths = 1...200
}
