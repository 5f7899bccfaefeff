import Errors
import Recipes
import Rendering
import Text

/// Finds the product that a photo shows: by the recipe's table, else by its pattern, else by the photo's file name.
struct ProductFinder: Sendable {
  let pattern: SKUPattern?
  private var table: SKUTable?

  /// Reads the recipe's table, if it has one.
  ///
  /// - Parameter files: Access to the recipe's files.
  /// - Throws: `RecipeError` if the table can't be used.
  init(of recipe: Recipe, _ files: RecipeFiles = .onDisk) throws(RecipeError) {
    pattern = recipe.skuPattern
    if let skus = recipe.skus { table = try SKUTable(skus, of: recipe, files) }
  }

  /// Creates a finder without a table.
  init(pattern: SKUPattern?) { self.pattern = pattern }

  /// Whether the recipe says which products photos show.
  var isGiven: Bool { pattern != nil || table != nil }

  /// Whether the recipe's table, which says the products of other photos, no longer has this photo, and the pattern
  /// doesn't match either. A photo that is recorded then keeps its product: tables often list only what is new.
  func hasLost(_ photo: InputPhoto) -> Bool {
    guard let table else { return false }
    return table.row(of: photo) == nil && pattern?.match(photo.name) == nil
  }

  /// Path of the table.
  var tablePath: String? { table?.path }

  /// Warnings about the table.
  var warnings: [Warning] { table?.warnings ?? [] }

  /// Compares the table with all photos of a run.
  mutating func match(_ photos: [InputPhoto]) { table?.match(photos) }

  /// Returns the table's row of a photo.
  func row(of photo: InputPhoto) -> SKUTable.Row? { table?.row(of: photo) }

  /// Returns the product and the view that a photo's row or name contains. If neither the table nor the pattern matches,
  /// the SKU is the file name without extension. If that name contains only invisible characters, the extension is
  /// included. A row without a view leaves the view to the pattern.
  func product(of photo: InputPhoto) -> SKUPattern.Match {
    let match = pattern?.match(photo.name)
    if let row = table?.row(of: photo) { return SKUPattern.Match(sku: row.sku, view: row.view ?? match?.view) }
    if let match, !match.sku.isBlank { return match }
    return SKUPattern.Match(sku: photo.name.isBlank ? "\(photo.name).\(photo.extension)" : photo.name, view: nil)
  }

  /// Returns an error if the table doesn't say which of several photos a row is about.
  func failure(of photo: InputPhoto) -> PhotoFailure? { table?.failure(of: photo) }

  /// Returns a warning if the path is used as the SKU although the recipe has a table or a pattern.
  func warning(of photo: InputPhoto) -> Warning? {
    if table?.row(of: photo) != nil || pattern?.match(photo.name) != nil { return nil }
    guard let pattern else { return table?.warning(of: photo) }
    let advice = { pattern.advice(on: photo.name, isQuoted: $0).map { "; " + $0 } ?? "" }
    let neither = table.map { "\($0.path) has no row for \"\(photo.path)\", and " } ?? ""
    return Warning(
      "\(neither)the recipe's sku pattern does not match \"\(photo.name)\", so that is used as the sku"
        + advice(true),
      kind: "path used as the sku",
      reason: "the recipe's sku pattern does not match it" + advice(false))
  }
}
