import ArgumentParser
import PackshotKit

struct MakersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "makers",
    abstract: "List, add, edit and merge makers of products.",
    discussion: """
      EXAMPLE
        packshot makers show Ann
        packshot products edit MUG-001 makers="Ann"
      """,
    subcommands: [
      ListRecords<Catalog.Maker>.self, ShowRecord<Catalog.Maker>.self, SearchRecords<Catalog.Maker>.self,
      AddRecord<Catalog.Maker>.self, RenameRecord<Catalog.Maker>.self, EditRecord<Catalog.Maker>.self,
      MergeRecords<Catalog.Maker>.self, RemoveRecord<Catalog.Maker>.self,
    ])
}

extension Catalog.Maker: NamedRecord {
  typealias Choice = AnyRecord
  typealias Particulars = NoParticulars

  static let words = RecordWords(
    command: "makers", one: "maker", naming: "A name or an id.", example: "Ann", assignment: "name=\"Ann of the sea\"",
    condition: "products>0")

  static let columns: [Column<Catalog.Maker>] = [
    Column("NAME") { $0.name },
    Column("PRODUCTS", isNumber: true) { "\(try $1.count("products", of: $0))" },
  ]
}
