import ArgumentParser
import PackshotKit
import Parameters

/// The `remove` command for any kind of record.
struct RemoveRecord<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove",
      abstract: R.words.removal ?? "Remove a \(R.words.one) from the catalog. Files are kept.",
      discussion: """
        EXAMPLE
          packshot \(R.words.command) remove \(R.words.example)

        Lists what would be removed, and asks for confirmation. Without a terminal, --yes is required. `packshot \
        catalog undo` restores everything.
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var confirmation: Confirmation
  @Argument(help: ArgumentHelp(R.words.naming, valueName: R.words.one)) var query: String
  @Flag(help: "Print the result as one JSON object.") var json = false

  func run() throws {
    let catalog = try catalog.open()
    let record = try catalog.record(R.self, matching: query)
    // Throws before asking if the removal would be refused anyway.
    try catalog.checkRemoval(of: R.self, record.id)
    let all = try catalog.removed(with: record)
    try confirmation.ask(whetherTo: "remove \(all)")
    let result = try RemovalResult(of: record, in: catalog)
    try catalog.remove(R.self, record.id)
    if json { return print(result.json) }
    print("Removed", Console.printable(all))
  }
}

extension Catalog {
  /// Returns what is removed together with a record, as text: `customer “Ben” and 2 sales`.
  func removed<R: CatalogRecord>(with record: R) throws -> String {
    let along = try cascade(of: R.self, record.id).map { part in
      "\(part.count) \(Entity.words(of: part.entity))\(part.count == 1 ? "" : "s")"
    }
    return Spelling.list(["\(R.words.one) “\(record.line)”"] + along, "and")
  }
}
