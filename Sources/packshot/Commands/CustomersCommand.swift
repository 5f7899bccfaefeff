import ArgumentParser
import PackshotKit

struct CustomersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "customers",
    abstract: "The shop's customers.",
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
      abstract: "Removes a customer from the catalog, with or without their sales.",
      discussion: """
        The customer's sales are removed too, unless --keep-sales keeps them as sales
        over the counter. The goods stay sold either way: what a removed sale sold is
        counted in soldElsewhere, so stock and timesSold do not change.

        Asks first, and lists what would be removed along with it, unless --yes is
        given. Without a terminal, --yes is required. `packshot catalog undo` brings
        everything back.

        --forget removes the customer for good: the history loses every edit that has
        something of them, other edits their name, and the catalog's files are written
        anew, so that nothing is left of what was removed. Their sales stay, without a
        customer, so that stock and turnover stay true; --with-sales removes the sales
        too. It cannot be undone. What it cannot reach is listed: copies, backups and
        exports of the catalog.

        EXAMPLE
          packshot customers remove Ben --keep-sales
          packshot customers remove Ben --forget
        """)

    @OptionGroup var catalog: CatalogOption
    @OptionGroup var confirmation: Confirmation
    @Flag(help: "Keep the sales, as sales without a customer.") var keepSales = false
    @Flag(help: "Remove the customer from the history and the files too, for good.") var forget = false
    @Flag(help: "With --forget: remove their sales too.") var withSales = false
    @Flag(help: "Print what was removed as one JSON object.") var json = false
    @Argument(help: ArgumentHelp(Catalog.Customer.words.naming, valueName: "customer")) var query: String

    func validate() throws {
      if withSales, !forget {
        throw ValidationError(
          "--with-sales is for --forget; without it, sales are removed unless --keep-sales is given")
      }
      if withSales, keepSales { throw ValidationError("--with-sales and --keep-sales contradict each other; give one") }
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
