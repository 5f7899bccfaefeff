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
  @Option(
    name: .customLong("where"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Only those for which this holds.", valueName: "condition"))
  var conditions: [String] = []
  @Option(
    name: .customLong("sort"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Sort by this; with - in front from the greatest down.", valueName: "name"))
  var order: [String] = []
  @Option(help: ArgumentHelp("At most so many.", valueName: "number")) var limit: Int?
  @Option(help: ArgumentHelp("Leave out so many at the start.", valueName: "number")) var offset = 0
  @Flag(help: "Print one JSON object a line.") var json = false

  func validate() throws {
    guard limit ?? 0 >= 0, offset >= 0 else { throw ValidationError("--limit and --offset are 0 or more.") }
  }

  func run() throws {
    do {
      let catalog = try catalog.open()
      var all = try choice.conditions(in: catalog)
      for text in conditions { all.append(try Condition(typed: text, on: R.entity, in: Catalog.model)) }
      let fetch = Fetch<R>(
        where: all.isEmpty ? nil : .and(all), by: order.isEmpty ? R.order : order.map(Self.order), limit: limit,
        offset: offset)
      var listing = Listing<R>(json: json)
      try catalog.read { reader in
        try reader.forEachBatch(fetch) { try listing.print($0, in: reader) }
      }
      listing.finish()
    } catch {
      ExitStatus.fail(error, json: json)
    }
  }

  private static func order(_ text: String) -> Fetch<R>.Order {
    text.hasPrefix("-") ? .init(String(text.dropFirst()), descending: true) : .init(text)
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
