import ArgumentParser
import Foundation
import PackshotKit

struct SalesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sales",
    abstract: "List, record, edit and remove sales.",
    discussion: """
      EXAMPLE
        packshot sales record Ben MUG-001 2
        packshot sales list --customer Ben
      """,
    subcommands: [
      ListRecords<Catalog.Sale>.self, ShowRecord<Catalog.Sale>.self, RecordSale.self, EditRecord<Catalog.Sale>.self,
      RemoveRecord<Catalog.Sale>.self,
    ])

  struct RecordSale: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "record",
      abstract: "Record a sale to a customer and reduce the stock.",
      discussion: """
        EXAMPLE
          packshot sales record Ben MUG-001 2 --price 9.90 --at 2025-03-01
        """)

    @OptionGroup var catalog: CatalogOption
    @Argument(help: ArgumentHelp(Catalog.Customer.words.naming)) var customer: String
    @Argument(help: ArgumentHelp(Catalog.Product.words.naming)) var product: String
    @Argument(help: ArgumentHelp("Number of items.", valueName: "number")) var quantity: Int32 = 1
    @OptionGroup var terms: SaleTerms
    @Flag(help: "Print the sale as one JSON object.") var json = false

    func run() throws {
      let catalog = try catalog.open()
      let sale = try catalog.recordSale(
        customer: catalog.record(Catalog.Customer.self, matching: customer).id,
        product: catalog.record(Catalog.Product.self, matching: product).id, quantity: quantity,
        price: terms.unitPrice(), at: terms.soldAt())
      try sale.report(in: catalog, json: json)
    }
  }
}

extension Catalog.Sale: CatalogRecord {
  typealias Choice = SaleChoice

  static let words = RecordWords(
    command: "sales", one: "sale", naming: "An id, or the first digits of an id.", example: "0195a1b2",
    assignment: "quantity=3", condition: "unitPrice>100", removal: "Remove a sale and put its goods back in stock.")

  static let columns: [Column<Catalog.Sale>] = [
    Column("SOLD") { $0.soldAt.displayText },
    Column("", isNumber: true) { "\($0.quantity) ×" },
    Column("PRODUCT") { $0.productName },
    Column("EACH", isNumber: true) { $0.unitPrice.displayText(in: $0.currency) },
    Column("CUSTOMER") { sale, reader in
      try sale.customerId.flatMap { try reader.record(Catalog.Customer.self, $0)?.name } ?? ""
    },
    Column("ID") { $0.id.text },
  ]

  static let order: [Fetch<Catalog.Sale>.Order] = [.init("soldAt", descending: true)]

  /// Prints a warning if the date is in the future.
  func warnOfFuture() {
    guard soldAt > Date() else { return }
    Console.warning(
      "the sale is dated \(soldAt.displayText), which is in the future; `packshot catalog undo` reverts it")
  }

  /// Reports the sale and the remaining stock.
  func report(in catalog: Catalog, json: Bool) throws {
    defer { warnOfFuture() }
    if json { return print(try catalog.json([self])[0]) }
    let product = try catalog.read { try $0.existing(Catalog.Product.self, productId) }
    let left = product.quantity
    if unitPrice == 0, product.price == 0 {
      Console.warning(
        "“\(productName)” has no price, so it was sold for nothing; `packshot sales edit \(id.text) unitPrice=12.50` "
          + "gives the sale one")
    }
    print(
      Console.printable(
        "Sold \(quantity) × “\(productName)” for \((unitPrice * Decimal(quantity)).displayText(in: currency)); "
          + "\(left) left"))
  }
}

/// Options that narrow a list of sales.
struct SaleChoice: RecordChoice {
  @Option(help: ArgumentHelp("Only sales to this customer.", valueName: "name")) var customer: String?
  @Option(help: ArgumentHelp("Only sales of this product.", valueName: "name")) var product: String?

  func conditions(in catalog: Catalog) throws -> [Condition] {
    var all: [Condition] = []
    if let customer {
      all.append(.equal("customer", try catalog.record(Catalog.Customer.self, matching: customer).id))
    }
    if let product { all.append(.equal("product", try catalog.record(Catalog.Product.self, matching: product).id)) }
    return all
  }
}
