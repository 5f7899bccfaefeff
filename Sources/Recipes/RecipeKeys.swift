/// The keys of maps inside the values of a recipe's keys. The keys of recipes and outputs are ``RecipeKey`` values.
package enum RecipeKeys {
  package static let when = conditions + ["not"]
  /// The conditions that `not` can exclude.
  package static let conditions = ["orientation", "width", "height", "alpha", "view", "product"]
  /// A source that is a picture file.
  package static let fileSource = ["file", "missing", "steps"]
  /// A source that is the photo.
  package static let photoSource = ["photo", "steps"]
  package static let catalog = ["file", "sku", "skus"]
  /// The table of products.
  package static let data = ["file", "key", "decimal", "encoding"]
  /// The table of the products that photos show.
  package static let skus = ["file", "photo", "sku", "view", "encoding"]
  package static let font = ["files", "language"]
  /// The photos of an output.
  package static let group = ["by", "photos", "min", "max", "arrange", "cell", "gap", "background"]
}
