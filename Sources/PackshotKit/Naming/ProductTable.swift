import Catalog
import Errors
import Files
import Filters
import Foundation
import ImageCodecs
import ObjectStore
import Recipes
import Rendering
import Text

/// The product values that a recipe uses, read once for a run from the recipe's own table or from one snapshot of the
/// catalog.
struct ProductTable: Sendable {
  /// Name of the table in messages.
  let name: String
  /// Values by folded SKU and attribute. Missing and empty values have no entry.
  private let products: [String: [String: ProductValue]]
  /// Warnings about the recipe's own table.
  private(set) var warnings: [Warning] = []
  /// Returns the values of a product that the run will add to the catalog.
  private var unknown: @Sendable (_ sku: String) -> [String: ProductValue] = { _ in [:] }

  /// The attribute with the currency, which determines a price's decimal places. It is read whenever the price is.
  static let currencyName = "currency"

  /// The table of a recipe that uses no values.
  static let empty = ProductTable(name: "the catalog", products: [:])

  private init(name: String, products: [String: [String: ProductValue]]) {
    (self.name, self.products) = (name, products)
  }

  /// Returns the known values of a product.
  subscript(sku: String) -> [String: ProductValue] { products[sku.nameFolded] ?? unknown(sku) }

  /// Reads the values that a recipe uses.
  ///
  /// - Parameters:
  ///   - catalog: The catalog to read, if the recipe has no table. If nil, no values are known.
  ///   - files: Access to the recipe's table.
  ///   - conditions: Conditions whose attributes are read as well.
  ///   - addsProducts: Whether products that the catalog lacks have the values with which a run adds them, also if there
  ///     is no catalog yet.
  /// - Throws: `RecipeError` if the table can't be read or lacks a column.
  init(
    of recipe: Recipe, in catalog: Catalog?, _ files: RecipeFiles = .onDisk, conditions: [ProductCondition] = [],
    addsProducts: Bool = false
  ) throws {
    let ownNames = (recipe.skuPattern?.groupNames ?? []) + ["sku", "view"]
    var asked = Set(recipe.attributes + conditions.map(\.attribute).filter { !ownNames.contains($0) })
    if let data = recipe.data {
      try self.init(data, of: recipe, asked: asked.sorted(), files, conditions)
    } else if !asked.isEmpty, catalog != nil || addsProducts {
      if asked.contains("price") { asked.insert(Self.currencyName) }
      try self.init(catalog, asked: asked.sorted())
    } else {
      self = .empty
    }
  }

  // MARK: The catalog

  private init(_ catalog: Catalog?, asked: [String]) throws {
    let all = try catalog?.read { try $0.fetch(Fetch<Catalog.Product>(by: [.init("id")])) } ?? []
    self.init(
      name: "the catalog", products: all.reduce(into: [:]) { $0[$1.sku.nameFolded] = Self.values(of: $1, asked: asked) }
    )
    unknown = { Self.values(of: Catalog.Product(sku: $0, name: $0), asked: asked) }
  }

  /// Returns the values of a product that are set. A price of 0 is the default and means that no price is set.
  static func values(of product: Catalog.Product, asked: [String]) -> [String: ProductValue] {
    var values: [String: ProductValue] = [:]
    for attribute in Catalog.Product.entity.attributes where asked.contains(attribute.name) {
      if attribute.name == "price", product.price == 0 { continue }
      guard let text = product.value(for: attribute.name)?.text(as: attribute.type) else { continue }
      let places = attribute.name == "price" ? Currency(product.currency)?.decimalPlaces : nil
      // Numbers of the catalog have a decimal point. Texts have no declared decimal separator.
      values[attribute.name] = ProductValue(text, decimal: attribute.type.isNumber ? .point : nil, places: places)
    }
    return values
  }

  // MARK: The recipe's own table

  private init(
    _ data: Recipe.DataFile, of recipe: Recipe, asked: [String], _ files: RecipeFiles, _ conditions: [ProductCondition]
  ) throws(RecipeError) {
    var table = try RecipeTable(data.table, of: recipe, files)
    let columns = table.columns
    let skuColumn = try table.column(data.key, role: "key")
    // The SKU is in the key column, whatever that column is called.
    let place = { (name: String) in name == "sku" ? skuColumn : columns.firstIndex(of: name) }
    if let missing = asked.first(where: { place($0) == nil }) {
      throw table.errorInHeader(
        .missingColumn(missing, askedByRecipe: recipe.attributes.contains(missing), columns: columns))
    }
    let wanted = asked.map { name in
      (name, place(name)!, AttributeUses(of: name, in: recipe), conditions.filter { $0.attribute == name })
    }
    let currencyColumn = asked.contains("price") ? columns.firstIndex(of: Self.currencyName) : nil
    let drawnDecimal = data.decimal ?? table.likelyDecimal
    var products: [String: [String: ProductValue]] = [:]
    var lines: [String: Int] = [:]
    while let row = try table.next() {
      guard let sku = row.fields[skuColumn], !sku.isBlank else { throw table.error(.rowWithoutSKU, line: row.line) }
      table.check(sku: sku, line: row.line)
      let currency = currencyColumn.flatMap { row.fields[$0] }?.trimmingCharacters(in: .whitespaces)
      var values: [String: ProductValue] = [:]
      values[Self.currencyName] = currency.map { ProductValue($0) }
      for (name, column, uses, conditions) in wanted {
        guard let text = row.fields[column]?.trimmingCharacters(in: .whitespaces), !text.isBlank else { continue }
        var value = ProductValue(text, decimal: data.decimal, drawnDecimal: drawnDecimal)
        if name == "price" { value.places = Self.places(of: value, in: currency) }
        do throws(NumberError) {
          try uses.check(value)
          for condition in conditions { _ = try condition.holds(for: value) }
        } catch {
          throw table.error(
            .unreadableNumber(attribute: name, found: text, error, table: data.table.path, declared: data.decimal),
            line: row.line)
        }
        values[name] = value
      }
      // A table of photos repeats the values of a product that has several, or has them in one of its rows only.
      let firstLine = lines[sku.nameFolded] ?? row.line
      lines[sku.nameFolded] = firstLine
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        if let other = products[sku.nameFolded]?[name], other != value {
          throw table.error(
            .repeatedSKU(sku, firstLine: firstLine, column: name, value: value.text, firstValue: other.text),
            line: row.line)
        }
      }
      products[sku.nameFolded, default: [:]].merge(values) { one, _ in one }
    }
    self.init(name: table.path, products: products)
    warnings = table.warnings
  }

  /// Returns the decimal places of a price, from its row's currency or from the currency sign in the price. Returns 2
  /// if neither determines the currency.
  private static func places(of price: ProductValue, in code: String?) -> Int {
    if let code, let currency = Currency(code.uppercased()) { return currency.decimalPlaces }
    let places = Set((price.currency?.codes ?? []).compactMap { Currency($0)?.decimalPlaces })
    return places.count == 1 ? places.first! : 2
  }
}
