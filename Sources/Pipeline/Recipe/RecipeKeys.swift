import ImageCodecs

/// What recipes are made of, shared by what reads them and by their schema.
package enum RecipeKeys {
  package static let recipe = [
    "packshot", "name", "working", "fidelity", "profile", "animation", "metadata", "intent", "bpc", "cmyk", "sources",
    "steps", "outputs", "catalog",
  ]
  package static let output =
    ["file", "steps", "format", "formats"] + FormatList.parameterNames + ["targetBytes", "background"]
  package static let catalog = ["sku"]

  /// Characters in a recipe's name, counted as JSON Schema does: by Unicode scalars.
  package static let nameLengths = 1...200
}
