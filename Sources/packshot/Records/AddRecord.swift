import ArgumentParser
import PackshotKit

/// The `add` command for kinds of records that need only a name.
struct AddRecord<R: NamedRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add",
      abstract: "Add a \(R.words.one) to the catalog.",
      discussion: """
        EXAMPLE
          packshot \(R.words.command) add \(R.words.example)

        The catalog is created if there is none.
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var particulars: R.Particulars
  @Argument(help: "The name.") var name: String
  @Argument(help: ArgumentHelp("Any of its attributes.", valueName: "name=value")) var assignments: [Assignment] = []
  @Flag(help: "Print the result as one JSON object.") var json = false

  func run() throws {
    let assignments = particulars.assignments + assignments
    // Checked before a catalog is created.
    try R.entity.check(assignments)
    let catalog = try catalog.openToAdd()
    let added = try catalog.add(R(name: name), assignments)
    try report(added, as: "Added", in: catalog, json: json)
  }
}

/// A kind of record that needs only a name.
protocol NamedRecord: CatalogRecord {
  /// Options for other common attributes of a new record.
  associatedtype Particulars: RecordParticulars
  init(name: String)
}

/// Options for attributes of a new record.
protocol RecordParticulars: ParsableArguments {
  var assignments: [Assignment] { get }
}

/// No options for attributes of a new record.
struct NoParticulars: RecordParticulars {
  var assignments: [Assignment] { [] }
}

/// The `rename` command.
struct RenameRecord<R: NamedRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename",
      abstract: "Rename a \(R.words.one).",
      discussion: """
        EXAMPLE
          packshot \(R.words.command) rename \(R.words.example) "Another name"
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @Argument(help: ArgumentHelp(R.words.naming, valueName: R.words.one)) var query: String
  @Argument(help: "The new name.") var name: String
  @Flag(help: "Print the result as one JSON object.") var json = false

  func run() throws {
    let catalog = try catalog.open()
    let id = try catalog.record(R.self, matching: query).id
    try report(catalog.set(R.self, id, [Assignment("name", name)]), as: "Renamed", in: catalog, json: json)
  }
}
