import Parameters
import Text

/// The keys about products shown in photos.
extension RecipeKey where Node == Recipe {
  static var data: Self {
    Self(
      "data", \.data, .derived("the answers to what a recipe asks about products"),
      schema: [
        "description":
          "A CSV table with products' values, relative to the recipe's folder: a row per product, with a column of SKUs. Without it, the values come from the catalog.",
        "anyOf": [
          ["type": "string", "description": "The path of the table."],
          [
            "type": "object",
            "properties": [
              "file": ["description": "The path of the table.", "type": "string"],
              "key": .column("The column with the SKUs.", default: Recipe.DataFile.usualKey),
              "decimal": DecimalSeparator.kind.schema(
                "The decimal separator of its numbers: point (1,299.00) or comma (1.299,00). Without it only plain numbers are read."
              ),
              "encoding": .encoding,
            ],
            "required": ["file"], "additionalProperties": false,
          ],
        ],
      ],
      read: RecipeReader.data,
      lines: { data in
        guard let data else { return [] }
        let key = data.key == Recipe.DataFile.usualKey ? nil : data.key.value
        let settings: [(String, Value?)] = [
          ("key", key), ("decimal", data.decimal?.value), ("encoding", data.table.encoding?.value),
        ]
        return ["data: \(data.table.written(with: settings))"]
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
          "skus": [
            "description":
              "A CSV table with the product that each photo shows, relative to the recipe's folder: a row per photo.",
            "anyOf": [
              ["type": "string", "description": "The path of the table."],
              [
                "type": "object",
                "properties": [
                  "file": ["description": "The path of the table.", "type": "string"],
                  "photo": .column(
                    "The column with the photos' file names, with or without folder and extension.",
                    default: Recipe.SKUFile.usualPhoto),
                  "sku": .column("The column with the SKUs.", default: Recipe.SKUFile.usualSKU),
                  "view": .column(
                    "The column with the views (default: view, if there is one).", default: nil),
                  "encoding": .encoding,
                ],
                "required": ["file"], "additionalProperties": false,
              ],
            ],
          ],
        ],
        "additionalProperties": false,
      ],
      read: { reader, entry, path, recipe throws(RecipeError) in
        let given = try reader.fields(
          of: entry.value, at: Recipe.Node(path: path, location: entry.value.location), allowed: RecipeKeys.catalog)
        if let sku = given["sku"] { recipe.skuPattern = try reader.pattern(sku, path: "\(path).sku") }
        if let skus = given["skus"] { recipe.skus = try reader.skus(skus, path: "\(path).skus") }
        if let file = given["file"] { recipe.catalogFile = try reader.catalogFile(file, path: "\(path).file") }
      },
      lines: { recipe in
        let pattern = recipe.skuPattern.map { "  sku: \($0.text.value)" }
        let table = recipe.skus.map { skus in
          let columns: [(String, Value?)] = [
            ("photo", skus.photo.value), ("sku", skus.sku.value), ("view", skus.view?.value),
            ("encoding", skus.table.encoding?.value),
          ]
          return "  skus: \(skus.table.written(with: columns))"
        }
        let lines = [pattern, table].compactMap(\.self)
        return lines.isEmpty ? [] : ["catalog:"] + lines
      })
  }
}

extension DecimalSeparator: ParameterChoice {}
extension TextEncoding: ParameterChoice {}

extension Recipe.TableFile {
  /// Returns the table as a recipe writes it: its path, or a map of its path and the settings that have a value.
  fileprivate func written(with settings: [(String, Value?)]) -> Value {
    let given = settings.compactMap { key, value in value.map { Value.Entry(key: key, value: $0) } }
    return given.isEmpty ? path.value : Value(.map([Value.Entry(key: "file", value: path.value)] + given))
  }
}

extension Value {
  fileprivate static func column(_ summary: String, default name: String?) -> Value {
    ParameterKind.text.schema(summary, default: name?.value)
  }

  fileprivate static var encoding: Value {
    TextEncoding.kind.schema(
      "The encoding of a table without a byte order mark. Without it, a table that isn't UTF-8 is read as windows-1252, with a warning."
    )
  }
}

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
    let (table, given) = try table(entry, path: path, allowed: RecipeKeys.data, example: "prices.csv")
    let decimal = try given["decimal"].map { (entry) throws(RecipeError) in
      try value(
        of: entry, as: "decimal", path: "\(path).decimal",
        "point (numbers are written as 1,299.00) or comma (1.299,00)") as DecimalSeparator
    }
    return Recipe.DataFile(table, key: try column("key", of: given, path: path), decimal: decimal)
  }

  fileprivate func skus(_ entry: Value.Entry, path: String) throws(RecipeError) -> Recipe.SKUFile {
    let (table, given) = try table(entry, path: path, allowed: RecipeKeys.skus, example: "names.csv")
    return Recipe.SKUFile(
      table, photo: try column("photo", of: given, path: path), sku: try column("sku", of: given, path: path),
      view: try column("view", of: given, path: path))
  }

  /// Reads the path of a table, or a map with its path and other keys.
  private func table(
    _ entry: Value.Entry, path: String, allowed: [String], example: String
  ) throws(RecipeError) -> (Recipe.TableFile, [String: Value.Entry]) {
    let node = Recipe.Node(path: path, location: entry.value.location)
    guard case .map = entry.value.content else {
      return (Recipe.TableFile(path: try text(entry, path: path), node: node), [:])
    }
    let given = try fields(of: entry.value, at: node, allowed: allowed)
    guard let file = given["file"] else {
      throw error(at: node.location, node.path, .noValue(key: "file", what: "a path, such as \(example)"))
    }
    let encoding = try given["encoding"].map { (entry) throws(RecipeError) in
      try value(
        of: entry, as: "encoding", path: "\(path).encoding",
        "one of \(TextEncoding.allCases.map(\.rawValue).joined(separator: ", "))") as TextEncoding
    }
    return (Recipe.TableFile(path: try text(file, path: "\(path).file"), encoding: encoding, node: node), given)
  }

  /// Reads the name of a table's column.
  private func column(
    _ key: String, of given: [String: Value.Entry], path: String
  ) throws(RecipeError) -> String? {
    guard let entry = given[key] else { return nil }
    let name = try text(entry, path: "\(path).\(key)")
    if name.isEmpty { throw refused(entry, as: key, at: "\(path).\(key)", "the name of a column") }
    return name
  }
}
