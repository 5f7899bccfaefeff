import ArgumentParser
import PackshotKit

/// `edit`, of any kind of record.
struct EditRecord<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: "Changes a \(R.words.one): any of its values, all or none of them.",
      discussion: """
        Values: \(R.editableNames.joined(separator: ", ")).

        Nothing after = takes a value away. A relationship takes the names of what it
        leads to, with commas between them. `packshot catalog undo` takes it all back.

        EXAMPLE
          packshot \(R.words.command) edit \(R.words.example) \(R.words.assignment)
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @Argument(help: ArgumentHelp(R.words.naming, valueName: R.words.one)) var query: String
  @Argument(help: ArgumentHelp("What to change.", valueName: "name=value")) var assignments: [Assignment]
  @Flag(help: "Print what it is then, as one JSON object.") var json = false

  func run() throws {
    do {
      let catalog = try catalog.open()
      let record = try catalog.record(R.self, matching: query)
      try R.check(assignments)
      let edited = try catalog.set(R.self, record.id, assignments)
      try report(edited, as: "Edited", in: catalog, json: json)
    } catch {
      ExitStatus.fail(error, json: json)
    }
  }
}

/// Tells what became of a record: in a line for people, or what it is now.
func report<R: CatalogRecord>(_ record: R, as verb: String, in catalog: Catalog, json: Bool) throws {
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
