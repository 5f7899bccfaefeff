import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Random conditions on random sales: SQL must match the same sales as a direct evaluation of the tree.
@Suite struct ConditionTreeTests {
  private typealias Sale = Catalog.Sale

  /// One sale as the direct evaluation sees it.
  private struct Row {
    let id: UUID
    let quantity: Int
    let unitPrice: Decimal
    let productName: String
    /// The local date and time, such as `2025-06-30 14:05`.
    let soldAt: String
    let customer: String?
    let product: (sku: String, name: String)
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func aPrintedTreeParsesBackAndMatchesTheSameSales(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let catalog = try Catalog.inMemory()
    let rows = try Self.fill(catalog, using: &generator)
    for _ in 0..<120 {
      let tree = Self.tree(depth: 4, using: &generator)
      let text = tree.description
      #expect(try ConditionParser.parse(text) == tree, "seed \(seed): \(text)")
      let condition = try Condition(typed: text, on: Sale.entity, in: Catalog.model)
      let found = try catalog.read { try $0.fetch(Fetch<Sale>(where: condition)).map(\.id) }
      let expected = rows.filter { Self.holds(tree, $0) }.map(\.id)
      #expect(Set(found) == Set(expected) && found.count == expected.count, "seed \(seed): \(text)")
    }
  }

  private static let products = [("MUG-01", "Sea mug"), ("MUG-02", "Café AND bar"), ("BWL-1", "Åland (bowl)")]
  private static let customers = ["Ann", "Bruno Example", "ann b."]

  private static func fill(_ catalog: Catalog, using generator: inout SeededGenerator) throws -> [Row] {
    let sold = try products.map { sku, name in
      let product = Catalog.Product(sku: sku, name: name)
      try catalog.save(product)
      _ = try catalog.setStock(of: product.id, to: 1000)
      return product
    }
    let buyers = try customers.map { name in
      let customer = Catalog.Customer(name: name)
      try catalog.save(customer)
      return customer
    }
    let calendar = Calendar(identifier: .gregorian)
    var rows: [Row] = []
    for _ in 0..<40 {
      let product = sold.randomElement(using: &generator)!
      let buyer = Bool.random(using: &generator) ? buyers.randomElement(using: &generator)! : nil
      var sale = Sale(Int32.random(in: 1...4, using: &generator), of: product, to: buyer?.id)
      sale.unitPrice = Decimal(Int.random(in: 0...8, using: &generator)) / 2
      let hours = Int.random(in: 0..<3 * 365 * 24, using: &generator)
      sale.soldAt = Date(timeIntervalSince1970: 1_704_067_200 + Double(hours) * 3600 + 300)
      try catalog.save(sale)
      let at = calendar.dateComponents(in: .current, from: sale.soldAt)
      rows.append(
        Row(
          id: sale.id, quantity: Int(sale.quantity), unitPrice: sale.unitPrice, productName: sale.productName,
          soldAt: String(
            format: "%04d-%02d-%02d %02d:%02d", at.year!, at.month!, at.day!, at.hour!, at.minute!),
          customer: buyer?.name, product: (product.sku, product.name)))
    }
    return rows
  }

  // MARK: - Random trees

  private static func tree(depth: Int, using generator: inout SeededGenerator) -> ConditionSyntax {
    let some = { (generator: inout SeededGenerator) in
      (0..<Int.random(in: 2...3, using: &generator)).map { _ in tree(depth: depth - 1, using: &generator) }
    }
    switch depth == 0 ? 0 : Int.random(in: 0..<6, using: &generator) {
    case 3: return .and(some(&generator))
    case 4: return .or(some(&generator))
    case 5: return .not(tree(depth: depth - 1, using: &generator))
    default: return .comparison(comparison(using: &generator))
    }
  }

  private static func comparison(using generator: inout SeededGenerator) -> ConditionSyntax.Comparison {
    let signs = Condition.Comparison.allCases.map { ConditionSyntax.Operator.comparison($0) }
    let equality = Array(signs.prefix(2))
    let parts = Condition.Resemblance.allCases.map { ConditionSyntax.Operator.resemblance($0) }
    let kinds: [(String, [ConditionSyntax.Operator], [String])] = [
      ("quantity", signs, ["0", "1", "2", "3", "4", "-1"]),
      ("unitPrice", signs, ["0", "1.5", "2.00", "3.5", ".5"]),
      ("soldAt", signs + parts.prefix(1), ["2024", "2025", "2025-06", "2026-01", "2025-03-30", "2025-11-02"]),
      (
        "productName", equality + parts,
        ["Sea mug", "cafe", "Café AND bar", "a", "MUG", "Åland (bowl)", "(", " ", "\"", "'x"]
      ),
      ("customer", equality, ["", "Ann", "bruno example", "ann b.", "Zoe"]),
      ("customer", parts, ["an", "b.", "é"]),
      ("product", equality, ["MUG-01", "mug-01", "sea mug", "CAFÉ and BAR", "BWL-1"]),
      ("product", parts, ["mug", "-1", "Bar"]),
    ]
    let (name, operators, values) = kinds.randomElement(using: &generator)!
    let text = values.randomElement(using: &generator)!
    let needsQuotes = ["AND", "(", ")", "\"", "'"].contains { text.contains($0) } || text == " "
    return .init(
      name: name, operator: operators.randomElement(using: &generator)!,
      values: [.init(text: text, isQuoted: needsQuotes || !text.isEmpty && Bool.random(using: &generator))])
  }

  // MARK: - Direct evaluation

  private static func holds(_ tree: ConditionSyntax, _ row: Row) -> Bool {
    switch tree {
    case .and(let all): all.allSatisfy { holds($0, row) }
    case .or(let any): any.contains { holds($0, row) }
    case .not(let inner): !holds(inner, row)
    case .comparison(let comparison): holds(comparison, row)
    }
  }

  private static func holds(_ comparison: ConditionSyntax.Comparison, _ row: Row) -> Bool {
    let (text, sign) = (comparison.value.text, comparison.operator.text)
    switch comparison.name {
    case "quantity": return holds(row.quantity, sign, Int(text)!)
    case "unitPrice": return holds(row.unitPrice, sign, Decimal(string: text)!)
    // A moment compares with a day as the first characters of its text do.
    case "soldAt": return holds(String(row.soldAt.prefix(text.count)), sign == "~" ? "=" : sign, text)
    case "productName":
      return comparison.operator.isEquality
        ? (plain(row.productName) == plain(text)) == (sign == "=") : resembles(row.productName, sign, text)
    case "customer":
      if text.isEmpty { return (row.customer == nil) == (sign == "=") }
      guard comparison.operator.isEquality else { return row.customer.map { resembles($0, sign, text) } ?? false }
      return (row.customer.map { plain($0) == plain(text) } ?? false) == (sign == "=")
    default:
      let (sku, name) = row.product
      guard comparison.operator.isEquality else { return resembles(sku, sign, text) || resembles(name, sign, text) }
      return (sku.lowercased() == text.lowercased() || name.lowercased() == text.lowercased()) == (sign == "=")
    }
  }

  private static func holds<Value: Comparable>(_ a: Value, _ sign: String, _ b: Value) -> Bool {
    switch sign {
    case "=": a == b
    case "!=": a != b
    case "<": a < b
    case "<=": a <= b
    case ">": a > b
    default: a >= b
    }
  }

  private static func resembles(_ text: String, _ sign: String, _ part: String) -> Bool {
    switch sign {
    case "~": plain(text).contains(plain(part))
    case "^=": plain(text).hasPrefix(plain(part))
    default: plain(text).hasSuffix(plain(part))
    }
  }

  /// The letters without accents: in this normal form, an accented letter is two scalars.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { $0.value < 0x300 })
    )
    .lowercased()
  }
}
