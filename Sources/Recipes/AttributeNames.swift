import Filters
import Parameters
import Text

/// The product attributes that a recipe can use.
package struct AttributeNames: Hashable, Sendable {
  /// The attributes of the catalog's products. Nil if the recipe has its own table, whose columns are known only when
  /// it is read.
  private let known: [String]?
  /// Groups of the `sku` pattern, which are found in a photo's path.
  private let groups: [String]

  /// - Parameter hasTable: Whether the recipe has `data`.
  package init(hasTable: Bool = false, pattern: SKUPattern? = nil) {
    known = hasTable ? nil : Self.ofProducts
    groups = pattern?.groupNames ?? []
  }

  /// The attributes of the catalog's products that a recipe can use.
  package static let ofProducts = [
    "sku", "name", "price", "currency", "quantity", "rating", "isFavorite", "timesSold", "lastSold", "url", "tint",
    "archived", "note",
  ]

  package func contains(_ name: String) -> Bool {
    groups.contains(name) || (known?.contains(name) ?? Self.isName(name))
  }

  /// All known attributes.
  package var all: [String] { groups + (known ?? []) }

  /// Whether a column with this name can be used in a recipe.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.unicodeScalars.contains { "{}\"\\".unicodeScalars.contains($0) || $0.value < 32 }
  }
}

extension Recipe {
  /// A table of product attributes by SKU.
  package struct DataFile: Sendable {
    /// The table's file.
    package var table: TableFile
    /// Name of the column with the SKUs.
    package var key: String
    /// The decimal separator of the table's numbers. Nil if the recipe doesn't declare one.
    package var decimal: DecimalSeparator?

    /// The name of the key column if the recipe gives none.
    static let usualKey = "sku"

    package init(_ table: TableFile, key: String? = nil, decimal: DecimalSeparator? = nil) {
      (self.table, self.key, self.decimal) = (table, key ?? Self.usualKey, decimal)
    }
  }

  /// A CSV file that the recipe names.
  package struct TableFile: Sendable {
    /// The path as the recipe writes it.
    package var path: String
    /// The encoding. Nil if it is determined from the file's bytes.
    package var encoding: TextEncoding?
    package var node: Node

    package init(path: String, encoding: TextEncoding? = nil, node: Node) {
      (self.path, self.encoding, self.node) = (path, encoding, node)
    }
  }

  /// The tables that the recipe names.
  package var tables: [TableFile] { [data?.table, skus?.table].compactMap(\.self) }

  /// The product attributes used in conditions, file names and texts, without groups of the `sku` pattern.
  package var attributes: [String] {
    let asked = outputs.flatMap { output in
      attributes(askedFor: output) + output.template.attributes + fields(of: output)
    }
    let ofPictures = sources.flatMap { source in
      if case .ownFile(let template, _) = source.content { template.attributes } else { [] as [String] }
    }
    return Set(asked + ofPictures).subtracting(skuPattern?.groupNames ?? []).sorted()
  }

  /// Returns the product attributes used in the conditions of an output and its steps.
  package func attributes(askedFor output: Output) -> [String] {
    let conditions = [output.when] + (steps + output.steps).map(\.when)
    return Set(conditions.flatMap { $0?.questions.map(\.attribute) ?? [] }).sorted()
  }
}

extension Recipe.Step {
  /// The fields of the step's text. Empty for any other filter.
  var fields: [String] { (filter as? Text)?.fields ?? [] }
}
