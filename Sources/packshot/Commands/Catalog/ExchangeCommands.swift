import ArgumentParser
import PackshotKit

extension ExchangeFormat: ExpressibleByArgument {}

/// `catalog export`
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes records to a file of JSON, or to a folder of CSV files.",
    discussion: """
      Relationships are ids, and `packshot catalog import` reads it all back. Without
      a file, JSON goes to standard output, and so does CSV of one kind of record.

      EXAMPLE
        packshot catalog export shop.json
        packshot catalog export tables --format csv
        packshot catalog export --format csv --entity Product
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "How to write it; otherwise JSON.") var format = ExchangeFormat.json
  @Option(
    name: .customLong("entity"), help: ArgumentHelp("Only records of this kind, such as Product.", valueName: "name"))
  var entities: [String] = []
  @Flag(help: "Replace what is there already.") var overwrite = false
  @Argument(help: "A file for JSON, a folder for CSV.", completion: .file()) var path: String?

  func validate() throws {
    if path == nil, format == .csv, entities.count != 1 {
      throw ValidationError("CSV on standard output has one --entity; a folder takes all.")
    }
  }

  func run() throws {
    do {
      let store = try catalog.open().store
      guard let path else {
        try store.export(as: format, entities: entities) { print($0, terminator: "") }
        return
      }
      let count = try store.export(to: path, as: format, entities: entities, overwrite: overwrite)
      print("Wrote \(count) records to \(Console.printable(path))")
    } catch {
      ExitStatus.fail(error)
    }
  }
}

/// `catalog import`
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads records from JSON or CSV, and makes the catalog if there is none.",
    discussion: """
      A row is about the record with its id, or else its SKU or name; of a new one where
      there is none. Where a row is wrong nothing is imported, unless there is
      --keep-going. `packshot catalog undo` takes it all back.

      EXAMPLE
        packshot catalog import shop.json
        packshot catalog import prices.csv --entity Product --dry-run
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "How it is written, where its name does not say.") var format: ExchangeFormat?
  @Option(help: ArgumentHelp("What the rows are, such as Product.", valueName: "name")) var entity: String?
  @Flag(help: "Leave out rows that are wrong.") var keepGoing = false
  @Flag(help: "Change nothing, and say what would be done.") var dryRun = false
  @Flag(help: "Print what was done as one JSON object.") var json = false
  @Argument(help: "A file, or a folder of CSV files.", completion: .file()) var path: String

  func run() throws {
    let summary: ImportSummary
    do {
      let sources = try ImportSource.sources(at: path, as: format, entity: entity, of: Catalog.model)
      summary = try catalog.openToAdd().store.import(sources, keepGoing: keepGoing, isTrial: dryRun)
    } catch {
      ExitStatus.fail(error, json: json)
    }
    for problem in summary.problems { Console.error(problem.description) }
    let counts = [
      ("inserted", summary.inserted), ("updated", summary.updated), ("unchanged", summary.unchanged),
      ("failed", summary.failed),
    ]
    if json {
      print(JSONValue.object(counts.map { .init($0.0, .integer(Int64($0.1))) }))
    } else {
      print(counts.map { "\($0.1) \($0.0)" }.joined(separator: ", "))
    }
    if summary.failed > 0 { throw ExitCode(ExitStatus.someFailed) }
  }
}
