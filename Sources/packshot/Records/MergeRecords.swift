import ArgumentParser
import PackshotKit

/// The `merge` command for kinds of records that group products.
struct MergeRecords<R: NamedRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "merge",
      abstract: "Merge a \(R.words.one) into another.",
      discussion: """
        EXAMPLE
          packshot \(R.words.command) merge "\(R.words.example) (old)" \(R.words.example)

        Moves the products of the first to the second, and removes the first. `packshot catalog undo` reverts it.
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @Argument(help: ArgumentHelp("Name or id of the \(R.words.one) to remove.", valueName: "from")) var query: String
  @Argument(help: ArgumentHelp("Name or id of the \(R.words.one) to keep.", valueName: "into")) var other: String
  @Flag(help: "Print the kept record as one JSON object.") var json = false

  func run() throws {
    let catalog = try catalog.open()
    let merged = try catalog.record(R.self, matching: query)
    let kept = try catalog.store.merge(R.self, merged.id, into: catalog.record(R.self, matching: other).id)
    if json { return print(try catalog.json([kept])[0]) }
    let count = try catalog.read { try $0.count("products", of: kept) }
    let products = "\(count) product\(count == 1 ? "" : "s")"
    print(Console.printable("Merged “\(merged.title)” into “\(kept.title)”, which has \(products) now"))
  }
}
