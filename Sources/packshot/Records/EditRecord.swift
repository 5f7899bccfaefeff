import ArgumentParser
import PackshotKit

/// The `edit` command for any kind of record.
struct EditRecord<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: "Change attributes of a \(R.words.one) in one edit.",
      discussion: """
        EXAMPLE
          packshot \(R.words.command) edit \(R.words.example) \(R.words.assignment)

        Attributes: \(R.entity.editableNames.joined(separator: ", ")).

        An empty value clears an attribute. A relationship takes names, separated by commas. Put a name that \
        contains a comma in double quotes, as in '"Lamb, Sons", Ann'. `packshot catalog undo` reverts the change.
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @Argument(help: ArgumentHelp(R.words.naming, valueName: R.words.one)) var query: String
  @Argument(help: ArgumentHelp("Attributes with their new values.", valueName: "name=value")) var assignments:
    [Assignment]
  @Flag(help: "Print the changed record as one JSON object.") var json = false

  func run() throws {
    let catalog = try catalog.open()
    let record = try catalog.record(R.self, matching: query)
    let edited = try catalog.set(R.self, record.id, assignments)
    try report(edited, as: "Edited", in: catalog, json: json)
  }
}

/// Reports what happened to a record: as a line of text, or as its JSON.
func report<R: CatalogRecord>(_ record: R, as verb: String, in catalog: Catalog, json: Bool) throws {
  defer { (record as? Catalog.Sale)?.warnOfFuture() }
  if json {
    print(try catalog.json([record])[0])
  } else {
    print(verb, R.words.one, Console.printable("“\(record.line)”"))
  }
}

extension Assignment: ExpressibleByArgument {
  public init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
    self.init(String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }
}
