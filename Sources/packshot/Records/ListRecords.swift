import ArgumentParser
import PackshotKit

/// `list`, of any kind of record.
struct ListRecords<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: "Lists the \(R.words.command) in the catalog.",
      discussion: """
        A condition compares a value with = != < <= > or >=. In text, ~ looks for a
        part, ^= for the beginning and $= for the end, whatever the case and accents
        of the letters. Nothing behind = means that there is no value.

        AND, OR, NOT and parentheses join comparisons; of several --where all hold.
        A value with one of these in it stands in "quotes".

        A date may be a year, a month or a day: soldAt~2025-06 is in that month, and
        soldAt<=2025-06-30 is up to the end of that day. A relationship is compared
        with the SKU, name or id of what it leads to (product=MUG-001; customer= for
        none), and one that leads to many also with their number (photos>3).

        Names: \(R.conditionNames)

        EXAMPLE
          packshot \(R.words.command) list --limit 20 --where '\(R.words.condition)'
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var choice: R.Choice
  @OptionGroup var list: ListArguments
  @Flag(help: "Print one JSON object per line.") var json = false

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

extension CatalogRecord {
  /// What a condition may be about, in lines that fit the help.
  fileprivate static var conditionNames: String {
    let names = entity.comparableNames + entity.relationships.map(\.name)
    var lines = [""]
    for name in names {
      let part = name + (name == names.last ? "." : ",")
      // The first line begins behind “Names: ”.
      let room = lines.count == 1 ? 70 : 77
      if lines[lines.count - 1].count + part.count >= room { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + part
    }
    return lines.joined(separator: "\n")
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
