import ArgumentParser
import PackshotKit

/// The `list` command for any kind of record.
struct ListRecords<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: "List the \(R.words.command) in the catalog.",
      discussion: """
        EXAMPLE
          packshot \(R.words.command) list --limit 20 --where '\(R.words.condition)'

        A condition compares an attribute with a value: = != < <= > >=. In text, ~ finds a part, ^= the beginning \
        and $= the end, ignoring case and accents. = ignores the case of names, SKUs and currencies. `note=` matches \
        records without a note.

        AND, OR, NOT and parentheses combine comparisons. If --where is repeated, all conditions must match. Put \
        values that contain one of these words or a parenthesis in "quotes".

        Names: \(R.conditionNames)

        DETAILS

        A date can be a year, a month or a day: soldAt~2025-06 matches that month, and soldAt<=2025-06-30 includes \
        all of that day. A relationship is compared with the SKU, name or id of the related record: product=MUG-001, \
        or customer= for none. A to-many relationship can also be compared with a number of records, such as \
        photos>3.

        A key path names an attribute of a related record: customer.name~ada. For a to-many relationship, one match \
        is enough (sales.quantity>2), and != matches if no related record is equal. A condition in parentheses after \
        a to-many relationship limits which records are counted. --sort takes key paths too.

          sku IN (MUG-01, MUG-02)
          price BETWEEN 10 AND 20        both included
          makers.name^=blue
          sales(quantity>1)>=3           three sales or more, of two or more each
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var choice: R.Choice
  @OptionGroup var list: ListArguments
  @Flag(help: "Print one JSON object per line.") var json = false

  func run() throws {
    let catalog = try R.upToDate(catalog.openToRead())
    let fetch = try list.fetch(of: R.self, narrowedBy: choice.conditions(in: catalog))
    var listing = Listing<R>(json: json)
    try catalog.read { reader in
      try reader.notFound(in: fetch).forEach { Console.warning($0.messageWithRemedy) }
      try reader.forEachBatch(fetch) { try listing.print($0, in: reader) }
    }
    listing.finish()
  }
}

extension CatalogRecord {
  /// Names that conditions can use, in lines that fit the help.
  fileprivate static var conditionNames: String {
    let names = entity.comparableNames + entity.relationships.map(\.name)
    var lines = [""]
    for name in names {
      let part = name + (name == names.last ? "." : ",")
      // The first line is shorter, because it begins with “Names: ”.
      let room = lines.count == 1 ? 70 : 77
      if lines[lines.count - 1].count + part.count >= room { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + part
    }
    return lines.joined(separator: "\n")
  }
}

/// Prints records: as JSON, one object a line, or in columns.
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

  /// Reports an empty list on a terminal.
  func finish() {
    if isEmpty, !json, Console.showsResults { Console.note("no \(R.words.command)") }
  }
}
