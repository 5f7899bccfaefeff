import ImageCodecs

/// What recipes are made of, shared by what reads them and by their schema.
enum RecipeKeys {
  static let recipe = ["packshot", "name", "working", "sources", "steps", "outputs", "catalog"]
  static let output = ["file", "steps", "format"] + FormatList.parameterNames + ["background"]
  static let catalog = ["sku"]

  /// Characters in a recipe's name, counted as JSON Schema does: by Unicode scalars.
  static let nameLengths = 1...200
}
