import Filters
import Parameters
import Text

/// Which attributes of products a recipe may ask for.
package struct AttributeNames: Hashable, Sendable {
  /// Those of the catalog's products; nil where the recipe has a table of its own, whose columns are seen when it is read.
  private let known: [String]?
  /// Groups of the `sku` pattern, which are found in a photo's path.
  private let groups: [String]

  /// - Parameter hasTable: Whether the recipe has `data`.
  package init(hasTable: Bool = false, pattern: SKUPattern? = nil) {
    known = hasTable ? nil : Self.ofProducts
    groups = pattern?.groupNames ?? []
  }

  /// What the catalog has of a product that a recipe may ask for.
  package static let ofProducts = [
    "sku", "name", "price", "currency", "quantity", "rating", "isFavorite", "timesSold", "lastSold", "url", "tint",
    "archived", "note",
  ]

  package func contains(_ name: String) -> Bool {
    groups.contains(name) || (known?.contains(name) ?? Self.isName(name))
  }

  /// All that are known.
  package var all: [String] { groups + (known ?? []) }

  /// Whether a column can be called so in a recipe.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.unicodeScalars.contains { "{}\"\\".unicodeScalars.contains($0) || $0.value < 32 }
  }
}

extension Recipe {
  /// A table of what products are like, by their SKUs.
  package struct DataFile: Sendable {
    /// As the recipe writes it.
    package var path: String
    /// The decimal separator of its numbers; nil if the recipe doesn't declare one.
    package var decimal: DecimalSeparator?
    package var node: Node

    package init(path: String, decimal: DecimalSeparator? = nil, node: Node) {
      (self.path, self.decimal, self.node) = (path, decimal, node)
    }
  }

  /// What the recipe asks of products: by its conditions, and in the names of files. Groups of the `sku` pattern are none of it.
  package var attributes: [String] {
    let asked = outputs.flatMap { output in
      attributes(askedFor: output) + output.template.attributes + fields(of: output)
    }
    let ofPictures = sources.flatMap { source in
      if case .ownFile(let template, _) = source.content { template.attributes } else { [] as [String] }
    }
    return Set(asked + ofPictures).subtracting(skuPattern?.groupNames ?? []).sorted()
  }

  /// What is asked about products before an output is made.
  package func attributes(askedFor output: Output) -> [String] {
    let conditions = [output.when] + (steps + output.steps).map(\.when)
    return Set(conditions.flatMap { $0?.product.map(\.attribute) ?? [] }).sorted()
  }
}

extension Recipe.Step {
  /// What it has of the photo's product, by name.
  var fields: [String] { (filter as? Text)?.fields ?? [] }
}
