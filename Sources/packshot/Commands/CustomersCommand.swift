import ArgumentParser
import PackshotKit

struct CustomersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "customers",
    abstract: "Who buys.",
    discussion: """
      EXAMPLE
        packshot customers add Ben --email ben@example.org
        packshot customers search be
      """,
    subcommands: [
      ListRecords<Catalog.Customer>.self, ShowRecord<Catalog.Customer>.self, SearchRecords<Catalog.Customer>.self,
      AddRecord<Catalog.Customer>.self, EditRecord<Catalog.Customer>.self, RemoveRecord<Catalog.Customer>.self,
    ])
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

  /// Not the sales, which have commands of their own.
  static let editableNames = entity.settableNames.filter { $0 != "sales" }

  static let columns: [Column<Catalog.Customer>] = [
    Column("NAME") { $0.name },
    Column("E-MAIL") { $0.email ?? "" },
    Column("PHONE") { $0.phone ?? "" },
    Column("SALES", isNumber: true) { "\(try $1.count("sales", of: $0))" },
  ]
}
