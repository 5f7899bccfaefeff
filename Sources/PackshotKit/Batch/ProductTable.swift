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

/// What a recipe asks about products, read once for a run: from the recipe's own table, or from the catalog as it is at one
/// moment.
struct ProductTable: Sendable {
  /// What messages call it.
  let name: String
  /// What is asked, by the key of the SKU and then by attribute. What is missing, or empty, has no entry.
  private let products: [String: [String: ProductValue]]
  /// Makes what is known of a product that is not there yet: the run puts it into the catalog.
  private var unknown: @Sendable (_ sku: String) -> [String: ProductValue] = { _ in [:] }

  /// The attribute that tells the decimal places of a price. It is known of every product whose price is asked for.
  static let currencyName = "currency"

  /// Of a recipe that asks nothing.
  static let empty = ProductTable(name: "the catalog", products: [:])

  private init(name: String, products: [String: [String: ProductValue]]) {
    (self.name, self.products) = (name, products)
  }

  /// What is known of a product.
  subscript(sku: String) -> [String: ProductValue] { products[sku.nameFolded] ?? unknown(sku) }

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
    var asked = Set(recipe.attributes + conditions.map(\.attribute).filter { !ownNames.contains($0) })
    if let data = recipe.data {
      try self.init(data, of: recipe, asked: asked.sorted(), files, conditions)
    } else if let catalog, !asked.isEmpty {
      if asked.contains("price") { asked.insert(Self.currencyName) }
      try self.init(catalog, asked: asked.sorted())
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
  private static func values(of product: Catalog.Product, asked: [String]) -> [String: ProductValue] {
    var values: [String: ProductValue] = [:]
    for attribute in Catalog.Product.entity.attributes where asked.contains(attribute.name) {
      if attribute.name == "price", product.price == 0 { continue }
      guard let text = product.value(for: attribute.name)?.text(as: attribute.type) else { continue }
      let places = attribute.name == "price" ? Currency(product.currency)?.decimalPlaces : nil
      // The catalog's numbers have a point; what its texts have, nobody declared.
      values[attribute.name] = ProductValue(text, decimal: attribute.type.isNumber ? .point : nil, places: places)
    }
    return values
  }

  // MARK: The recipe's own table

  private init(
    _ data: Recipe.DataFile, of recipe: Recipe, asked: [String], _ files: RecipeFiles, _ conditions: [ProductCondition]
  ) throws {
    let place = Self.path(of: data, in: recipe)
    let bytes: EncodedImage
    do { bytes = try files.content(data.path, of: recipe) } catch {
      throw recipe.error(at: data.node, .unreadableTable(path: place, ErrorDescriptor(error)))
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
      let wanted = asked.map { name in
        (
          name, columns.firstIndex(of: name)!, AttributeUses(of: name, in: recipe),
          conditions.filter { $0.attribute == name }
        )
      }
      let currencyColumn = asked.contains("price") ? columns.firstIndex(of: Self.currencyName) : nil
      let drawnDecimal = data.decimal ?? reader.likelyDecimal
      var products: [String: [String: ProductValue]] = [:]
      var lines: [String: Int] = [:]
      while let row = try reader.next() {
        guard let sku = row.fields[skuColumn], !sku.isEmpty else { throw wrong(row.line, .rowWithoutSKU) }
        if let other = lines.updateValue(row.line, forKey: sku.nameFolded) {
          throw wrong(row.line, .repeatedSKU(sku, firstLine: other))
        }
        let currency = currencyColumn.flatMap { row.fields[$0] }
        var values: [String: ProductValue] = [:]
        values[Self.currencyName] = currency.map { ProductValue($0) }
        for (name, column, uses, conditions) in wanted {
          guard let text = row.fields[column], !text.isEmpty else { continue }
          var value = ProductValue(text, decimal: data.decimal, drawnDecimal: drawnDecimal)
          if name == "price" { value.places = Self.places(of: value, in: currency) }
          do throws(NumberError) {
            try uses.check(value)
            for condition in conditions { _ = try condition.holds(for: value) }
          } catch {
            throw wrong(
              row.line,
              .unreadableNumber(attribute: name, found: text, error, table: data.path, declared: data.decimal))
          }
          values[name] = value
        }
        products[sku.nameFolded] = values
      }
      self.init(name: place, products: products)
    } catch let error as TextError {
      throw RecipeError(
        file: place, location: .init(line: error.line, column: error.column), path: "", .cause(ErrorDescriptor(error)))
    }
  }

  /// The decimal places of a price: those of its row's currency, or of the sign beside it; two if neither says which currency it is.
  private static func places(of price: ProductValue, in code: String?) -> Int {
    if let code, let currency = Currency(code.uppercased()) { return currency.decimalPlaces }
    let places = Set((price.currency?.codes ?? []).compactMap { Currency($0)?.decimalPlaces })
    return places.count == 1 ? places.first! : 2
  }
}
