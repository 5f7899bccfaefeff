extension Recipe {
  /// A table of the products that photos show, by the photos' file names.
  package struct SKUFile: Sendable {
    /// The table's file.
    package var table: TableFile
    /// Name of the column with the file names.
    package var photo: String
    /// Name of the column with the SKUs.
    package var sku: String
    /// Name of the column with the views. Nil for ``usualView``, if the table has it.
    package var view: String?

    static let usualPhoto = "photo"
    static let usualSKU = "sku"
    /// The name of the optional column with the views if the recipe gives none.
    package static let usualView = "view"

    package init(_ table: TableFile, photo: String? = nil, sku: String? = nil, view: String? = nil) {
      (self.table, self.view) = (table, view)
      (self.photo, self.sku) = (photo ?? Self.usualPhoto, sku ?? Self.usualSKU)
    }
  }

  /// How a recipe finds the product that a photo shows: by its table, its pattern, or both.
  package struct Naming: Sendable {
    package var pattern: SKUPattern?
    package var table: SKUFile?

    /// Whether the recipe has a table or a pattern.
    package var findsProducts: Bool { pattern != nil || table != nil }
    /// Whether photos can have views. The columns of a table are known only when it is read.
    var mayFindViews: Bool { pattern?.namesView == true || table != nil }
  }

  package var naming: Naming { Naming(pattern: skuPattern, table: skus) }

  /// Whether a file name requires the photo's view, or a condition or a group uses it.
  package var usesViews: Bool {
    let conditions = outputs.map(\.when) + (steps + outputs.flatMap(\.steps)).map(\.when)
    return conditions.contains { $0?.asksOfView == true }
      || outputs.contains { $0.template.requiresView || $0.group?.views.isEmpty == false }
  }
}
