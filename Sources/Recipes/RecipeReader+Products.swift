import Parameters
import Text

/// The keys about products shown in photos.
extension RecipeKey where Node == Recipe {
  static var data: Self {
    Self(
      "data", \.data, .derived("the answers to what a recipe asks about products"),
      schema: [
        "description":
          "A CSV table with products' values, relative to the recipe's folder: a row per product, with a column `sku`. Without it, the values come from the catalog.",
        "anyOf": [
          ["type": "string", "description": "The path of the table."],
          [
            "type": "object",
            "properties": [
              "file": ["description": "The path of the table.", "type": "string"],
              "decimal": DecimalSeparator.kind.schema(
                "The decimal separator of its numbers: point (1,299.00) or comma (1.299,00). Without it only plain numbers are read."
              ),
            ],
            "required": ["file"], "additionalProperties": false,
          ],
        ],
      ],
      read: RecipeReader.data,
      lines: { data in
        guard let data else { return [] }
        let path = data.path.value
        return ["data: " + (data.decimal.map { "{ file: \(path), decimal: \($0.rawValue) }" } ?? "\(path)")]
      })
  }

  static var catalog: Self {
    Self(
      "catalog", .derived("the answers to what a recipe asks about products, and the names of files"),
      schema: [
        "description": "How photos are recorded in the catalog.", "type": "object",
        "properties": [
          "file": [
            "description":
              "The catalog's file, seen from the recipe's folder; without it, catalog.sqlite in the output folder.",
            "type": "string", "minLength": 1,
          ],
          "sku": [
            "description":
              "A regular expression that matches all of {relative}/{stem}, with a group named sku and optionally one named view.",
            "type": "string", "pattern": "\\(\\?<sku>",
          ],
        ],
        "additionalProperties": false,
      ],
      read: { reader, entry, path, recipe throws(RecipeError) in
        let given = try reader.fields(
          of: entry.value, at: Recipe.Node(path: path, location: entry.value.location), allowed: RecipeKeys.catalog)
        if let sku = given["sku"] { recipe.skuPattern = try reader.pattern(sku, path: "\(path).sku") }
        if let file = given["file"] { recipe.catalogFile = try reader.catalogFile(file, path: "\(path).file") }
      },
      lines: { $0.skuPattern.map { ["catalog:", "  sku: \($0.text.value)"] } ?? [] })
  }
}

extension DecimalSeparator: ParameterChoice {}

extension RecipeReader {
  fileprivate func pattern(_ entry: Value.Entry, path: String) throws(RecipeError) -> SKUPattern {
    let pattern = try text(entry, path: path)
    do {
      return try SKUPattern(pattern)
    } catch {
      throw self.error(at: entry.value.location, path, .pattern(error))
    }
  }

  fileprivate func catalogFile(_ entry: Value.Entry, path: String) throws(RecipeError) -> String {
    let file = try text(entry, path: path)
    if file.isEmpty || file.hasTrailingSlash {
      throw error(
        at: entry.value.location, path,
        .refusedValue(
          key: "file", found: "\"\(file)\"", nearest: nil,
          allowed: "a file, such as ../shop.sqlite, seen from the recipe's folder"))
    }
    return file
  }

  fileprivate func data(_ entry: Value.Entry, path: String) throws(RecipeError) -> Recipe.DataFile? {
    let node = Recipe.Node(path: path, location: entry.value.location)
    guard case .map = entry.value.content else {
      return Recipe.DataFile(path: try text(entry, path: path), node: node)
    }
    let given = try fields(of: entry.value, at: node, allowed: RecipeKeys.data)
    guard let file = given["file"] else {
      throw error(at: node.location, node.path, .noValue(key: "file", what: "a path, such as prices.csv"))
    }
    let decimal = try given["decimal"].map { (entry) throws(RecipeError) in
      try value(
        of: entry, as: "decimal", path: "\(path).decimal",
        "point (numbers are written as 1,299.00) or comma (1.299,00)") as DecimalSeparator
    }
    return Recipe.DataFile(path: try text(file, path: "\(path).file"), decimal: decimal, node: node)
  }
}
