import ArgumentParser
import PackshotKit

/// `list`, of any kind of record.
struct ListRecords<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: "Lists the \(R.words.command) in the catalog.",
      discussion: """
        A condition is a name, one of = != < <= > >= and a value. ~ ^= and $= look
        for text anywhere, at the beginning and at the end, whatever the case and
        accents of its letters. Relationships are counted, or looked through by the
        name of what they lead to. Of several conditions all have to hold.

        EXAMPLE
          packshot \(R.words.command) list --limit 20 --where '\(R.words.condition)'
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var choice: R.Choice
  @OptionGroup var list: ListArguments
  @Flag(help: "Print one JSON object a line.") var json = false

  func run() throws {
    do {
      let catalog = try catalog.open()
      let fetch = try list.fetch(of: R.self, narrowedBy: choice.conditions(in: catalog))
      var listing = Listing<R>(json: json)
      try catalog.read { reader in
        try reader.forEachBatch(fetch) { try listing.print($0, in: reader) }
      }
      listing.finish()
    } catch {
      ExitStatus.fail(error, json: json)
    }
  }
}

/// Records on their way to standard output: as JSON, one object a line, or in columns.
struct Listing<R: CatalogRecord> {
  private let json: Bool
  private var table = Table(R.columns)
  private var isEmpty = true

  init(json: Bool) { self.json = json }

  mutating func print(_ records: [R], in reader: Reader) throws {
    isEmpty = isEmpty && records.isEmpty
    if json {
      for object in try reader.json(records) { Swift.print(object) }
    } else {
      try table.print(records, in: reader)
    }
  }

  /// Tells a person who looks at nothing that there is nothing.
  func finish() {
    if isEmpty, !json, Console.showsResults { Console.note("no \(R.words.command)") }
  }
}
