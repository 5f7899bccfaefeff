import ArgumentParser
import PackshotKit

struct CustomersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "customers",
    abstract: "List, add, edit and remove customers.",
    discussion: """
      EXAMPLE
        packshot customers add Ben --email ben@example.org
        packshot customers search be
      """,
    subcommands: [
      ListRecords<Catalog.Customer>.self, ShowRecord<Catalog.Customer>.self, SearchRecords<Catalog.Customer>.self,
      AddRecord<Catalog.Customer>.self, EditRecord<Catalog.Customer>.self, RemoveCustomer.self,
    ])

  struct RemoveCustomer: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a customer, with or without their sales.",
      discussion: """
        EXAMPLE
          packshot customers remove Ben --keep-sales
          packshot customers remove Ben --forget

        Lists what would be removed, and asks for confirmation. Without a terminal, --yes is required. `packshot \
        catalog undo` restores everything.

        The customer's sales are removed too, unless --keep-sales is given. The goods stay sold: the quantity of a \
        removed sale is counted in soldElsewhere, so stock and timesSold do not change.

        --forget erases the customer for good, and cannot be undone. Every edit of the customer is deleted from the \
        history, the name is deleted from other edits, and the catalog's files are rewritten without the old data. \
        The sales stay, without a customer, unless --with-sales is given. Copies, backups and exports of the catalog \
        are not changed, but listed.
        """)

    @OptionGroup var catalog: CatalogOption
    @OptionGroup var confirmation: Confirmation
    @Flag(help: "Keep the sales, without a customer.") var keepSales = false
    @Flag(help: "Erase the customer from history and files, for good.") var forget = false
    @Flag(help: "With --forget, also remove their sales.") var withSales = false
    @Flag(help: "Print the result as one JSON object.") var json = false
    @Argument(help: ArgumentHelp(Catalog.Customer.words.naming, valueName: "customer")) var query: String

    func validate() throws {
      if withSales, !forget {
        throw ValidationError(
          "--with-sales is for --forget; without it, sales are removed unless --keep-sales is given")
      }
      if withSales, keepSales { throw ValidationError("--with-sales and --keep-sales cannot be used together") }
    }

    func run() throws {
      let catalog = try catalog.open()
      if forget {
        let forgetting = Forgetting(catalog: catalog, withSales: withSales, json: json)
        return try forgetting.run(query, confirmation)
      }
      let customer = try catalog.record(Catalog.Customer.self, matching: query)
      let name = "customer “\(customer.name)”"
      let all = try keepSales ? "\(name), keeping their sales" : catalog.removed(with: customer)
      if all != name, !keepSales { Console.note("--keep-sales would keep the sales, without the customer") }
      try confirmation.ask(whetherTo: "remove \(all)")
      var result = try RemovalResult(of: customer, in: catalog)
      if keepSales {
        result.along = []
        try catalog.removeCustomerKeepingSales(customer.id)
      } else {
        try catalog.remove(Catalog.Customer.self, customer.id)
      }
      if json { return print(result.json) }
      print("Removed", Console.printable(all))
    }
  }
}

extension Catalog.Customer: NamedRecord {
  init(name: String) { self.init(name: name, email: nil) }

  typealias Choice = AnyRecord

  struct Particulars: RecordParticulars {
    @Option(help: ArgumentHelp("The e-mail address.", valueName: "address")) var email: String?
    @Option(help: ArgumentHelp("The phone number.", valueName: "number")) var phone: String?

    var assignments: [Assignment] {
      [email.map { Assignment("email", $0) }, phone.map { Assignment("phone", $0) }].compactMap(\.self)
    }
  }

  static let words = RecordWords(
    command: "customers", one: "customer", naming: "A name or an id.", example: "Ben",
    assignment: "phone=\"+44 20 7946 0000\"", condition: "sales>=3")

  static let columns: [Column<Catalog.Customer>] = [
    Column("NAME") { $0.name },
    Column("E-MAIL") { $0.email ?? "" },
    Column("PHONE") { $0.phone ?? "" },
    Column("SALES", isNumber: true) { "\(try $1.count("sales", of: $0))" },
  ]
}
