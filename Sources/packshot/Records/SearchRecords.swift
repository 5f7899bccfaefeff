import ArgumentParser
import PackshotKit

/// The `search` command for kinds of records that can be searched by text.
struct SearchRecords<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "search",
      abstract: "Find \(R.words.command) by any part of their names.",
      discussion: """
        EXAMPLE
          packshot \(R.words.command) search \(R.words.example.prefix(3))

        Searches \(R.searchedNames), ignoring case and accents. Every word must match. Names that start with the \
        text come first.
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @Argument(help: "Text to search for.") var text: [String]
  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of records to print.", valueName: "number"))
  var limit = 50
  @Flag(help: "Print one JSON object per line.") var json = false

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be a whole number, 0 or more") }
  }

  func run() throws {
    let catalog = try catalog.openToRead()
    var listing = Listing<R>(json: json)
    try catalog.read { reader in
      try listing.print(reader.search(R.self, text.joined(separator: " "), limit: limit), in: reader)
    }
    listing.finish()
  }
}

extension CatalogRecord {
  /// The searched attributes, as text.
  fileprivate static var searchedNames: String { (entity.searched + entity.searchedThrough).joined(separator: ", ") }
}
