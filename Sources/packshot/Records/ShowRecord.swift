import ArgumentParser
import PackshotKit
import Text

/// The `show` command for any kind of record.
struct ShowRecord<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Shows a \(R.words.one) and what is linked to it.",
      discussion: """
        EXAMPLE
          packshot \(R.words.command) show \(R.words.example)
          packshot \(R.words.command) show \(R.words.example) --attribute id
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @Argument(help: ArgumentHelp(R.words.naming, valueName: R.words.one)) var query: String
  @Option(
    name: .customLong("attribute"),
    help: ArgumentHelp("Print only this attribute's value; repeatable, one value per line.", valueName: "name"))
  var names: [String] = []
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let catalog = try R.upToDate(catalog.openToRead())
    let record = try catalog.record(R.self, matching: query)
    // Read first, so that an unknown name is an error with --json too.
    let values = try names.map { try catalog.text(of: record, $0) ?? "" }
    if json {
      let object = try R.json(of: record, in: catalog)
      print(names.isEmpty ? object : object.only(names))
    } else if names.isEmpty {
      try R.printPage(of: record, in: catalog)
    } else {
      for value in values { print(Console.showsResults ? Console.printable(value) : value) }
    }
  }
}

extension JSONValue {
  /// Returns an object with only the given keys.
  fileprivate func only(_ keys: [String]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { keys.contains($0.key) })
  }
}
