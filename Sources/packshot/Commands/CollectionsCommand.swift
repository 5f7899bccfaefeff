import ArgumentParser
import PackshotKit

struct CollectionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collections",
    abstract: "List, add, edit and merge collections of products.",
    discussion: """
      EXAMPLE
        packshot collections show Spring
        packshot products edit MUG-001 collections="Spring"
      """,
    subcommands: [
      ListRecords<Catalog.Collection>.self, ShowRecord<Catalog.Collection>.self, SearchRecords<Catalog.Collection>.self,
      AddRecord<Catalog.Collection>.self, RenameRecord<Catalog.Collection>.self, EditRecord<Catalog.Collection>.self,
      MergeRecords<Catalog.Collection>.self, RemoveRecord<Catalog.Collection>.self,
    ])
}

extension Catalog.Collection: NamedRecord {
  typealias Choice = AnyRecord
  typealias Particulars = NoParticulars

  static let words = RecordWords(
    command: "collections", one: "collection", naming: "A name or an id.", example: "Spring",
    assignment: "name=\"Spring of the sea\"",
    condition: "products>0")

  static let columns: [Column<Catalog.Collection>] = [
    Column("NAME") { $0.name },
    Column("PRODUCTS", isNumber: true) { "\(try $1.count("products", of: $0))" },
  ]
}
