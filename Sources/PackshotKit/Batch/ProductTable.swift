import Errors
import Files
import Foundation
import ImageCodecs
import ObjectStore
import Pipeline
import Rendering
import Shop
import Text

/// What a recipe asks about products, read once for a run: from the recipe's own table, or from the catalog as it is at one
/// moment.
struct ProductTable: Sendable {
  /// What messages call it.
  let name: String
  /// What is asked, by the key of the SKU and then by attribute. What is missing, or empty, has no entry.
  private let products: [String: [String: String]]
  /// Makes what is known of a product that is not there yet: the run puts it into the catalog.
  private var unknown: @Sendable (_ sku: String) -> [String: String] = { _ in [:] }

  /// Of a recipe that asks nothing.
  static let empty = ProductTable(name: "the catalog", products: [:])

  private init(name: String, products: [String: [String: String]]) { (self.name, self.products) = (name, products) }

  /// What is known of a product.
  subscript(sku: String) -> [String: String] { products[sku.nameFolded] ?? unknown(sku) }

  /// Reads what a recipe asks.
  ///
  /// - Parameters:
  ///   - catalog: Where it is asked of the catalog; nil where there is none, so that nothing is known.
  ///   - files: Where the recipe's own table is.
  ///   - conditions: What is asked besides.
  /// - Throws: `RecipeError` where the table cannot be read or lacks a column.
  init(
    of recipe: Recipe, in catalog: Catalog?, _ files: RecipeFiles = .onDisk, conditions: [ProductCondition] = []
  ) throws {
    let ownNames = (recipe.skuPattern?.groupNames ?? []) + ["sku", "view"]
    let asked = Set(recipe.attributes + conditions.map(\.attribute).filter { !ownNames.contains($0) }).sorted()
    if let data = recipe.data {
      try self.init(data, of: recipe, asked: asked, files)
    } else if let catalog, !asked.isEmpty {
      try self.init(catalog, asked: asked)
    } else {
      self = .empty
    }
  }

  /// Where a recipe's table is, seen from where the recipe was named.
  static func path(of data: Recipe.DataFile, in recipe: Recipe) -> String {
    guard !data.path.isFromRoot, let folder = recipe.file.splitPath.folder else { return data.path }
    return folder + "/" + data.path
  }

  // MARK: The catalog

  private init(_ catalog: Catalog, asked: [String]) throws {
    let all = try catalog.read { try $0.fetch(Fetch<Catalog.Product>(by: [.init("id")])) }
    self.init(
      name: "the catalog", products: all.reduce(into: [:]) { $0[$1.sku.nameFolded] = Self.values(of: $1, asked: asked) }
    )
    unknown = { Self.values(of: Catalog.Product(sku: $0, name: $0), asked: asked) }
  }

  /// A price of 0, which products have until they are given one, is none.
  private static func values(of product: Catalog.Product, asked: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for attribute in Catalog.Product.entity.attributes where asked.contains(attribute.name) {
      if attribute.name == "price", product.price == 0 { continue }
      values[attribute.name] = product.value(for: attribute.name)?.text(as: attribute.type)
    }
    return values
  }

  // MARK: The recipe's own table

  private init(_ data: Recipe.DataFile, of recipe: Recipe, asked: [String], _ files: RecipeFiles) throws {
    let place = Self.path(of: data, in: recipe)
    let bytes: EncodedImage
    do { bytes = try files.content(data.path, of: recipe) } catch {
      throw recipe.error(at: data.node, .unreadableTable(path: place, CarriedError(error)))
    }
    let wrong = { (line: Int, fault: RecipeError.Fault) in
      RecipeError(file: place, location: .init(line: line, column: 1), path: "", fault)
    }
    do {
      var reader = try CSVReader(Data(bytes.bytes))
      let columns = reader.columns
      guard let skuColumn = columns.firstIndex(of: "sku") else {
        throw wrong(1, .noSKUColumn(columns: columns))
      }
      if let missing = asked.first(where: { !columns.contains($0) }) {
        throw wrong(
          1, .missingColumn(missing, askedByRecipe: recipe.attributes.contains(missing), columns: columns))
      }
      let wanted = asked.map { ($0, columns.firstIndex(of: $0)!) }
      var products: [String: [String: String]] = [:]
      var lines: [String: Int] = [:]
      while let row = try reader.next() {
        guard let sku = row.fields[skuColumn], !sku.isEmpty else { throw wrong(row.line, .rowWithoutSKU) }
        if let other = lines.updateValue(row.line, forKey: sku.nameFolded) {
          throw wrong(row.line, .repeatedSKU(sku, firstLine: other))
        }
        var values: [String: String] = [:]
        for (name, column) in wanted {
          guard let text = row.fields[column], !text.isEmpty else { continue }
          values[name] = reader.hasDecimalComma ? text.withDecimalPoint : text
        }
        products[sku.nameFolded] = values
      }
      self.init(name: place, products: products)
    } catch let error as TextError {
      throw RecipeError(
        file: place, location: .init(line: error.line, column: error.column), path: "", .cause(CarriedError(error)))
    }
  }
}

extension String {
  /// A number with a comma as its decimal sign, with a point instead; any other text as it is.
  fileprivate var withDecimalPoint: String {
    wholeMatch(of: /-?[0-9]+,[0-9]+/) == nil ? self : replacing(",", with: ".")
  }
}
