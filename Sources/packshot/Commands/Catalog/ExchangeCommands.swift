import ArgumentParser
import Foundation
import PackshotKit

/// `catalog export`
struct ExportCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the catalog's records as JSON or CSV.",
    discussion: """
      JSON is one file with a line for each record. CSV is a folder with a file for
      each kind of record, or, where the name ends in .csv, a file of one kind.
      `catalog import` reads them back. With - the text goes to standard output; of
      CSV that is one kind of record.

      EXAMPLE
        packshot catalog export shop.json
        packshot catalog export products.csv --entity products
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "json or csv (default: as the name says; csv for a name without an end).")
  var format: ExchangeFormat?
  @Option(help: ArgumentHelp("Only records of this kind; may be repeated.", valueName: "kind"))
  var entity: [String] = []
  @Flag(help: "Replace what is there already.") var overwrite = false
  @Argument(help: "The file for JSON, the folder or file for CSV, or -.") var path: String

  func validate() throws {
    if path == "-", format == .csv, entity.count != 1 {
      throw ValidationError("CSV on standard output is of one kind of record; name it with --entity.")
    }
    if path != "-", format == nil, !URL(fileURLWithPath: path).pathExtension.isEmpty, ExchangeFormat(path: path) == nil
    {
      throw ValidationError(
        "\(path) is neither .json nor .csv, nor the name of a folder, which has no dot; --format says which it is.")
    }
  }

  func run() throws {
    do {
      let store = try catalog.open().store
      if path == "-" {
        try store.export(as: format ?? .json, entities: entity) { print($0, terminator: "") }
        return
      }
      let counter = RowCounter()
      let count = try store.export(
        to: path, as: format ?? ExchangeFormat(path: path) ?? .csv, entities: entity, overwrite: overwrite,
        progress: counter.show)
      counter.clear()
      print("Wrote \(count) record\(count == 1 ? "" : "s") to \(Console.printable(path))")
    } catch {
      ExitStatus.fail(error)
    }
  }
}

/// `catalog import`
struct ImportCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Brings records from JSON or CSV into the catalog.",
    discussion: """
      Records that are there are changed, the others are new. They are recognised by
      their id, or by what is unique of them: a product by its SKU or name, a maker or
      a collection by its name. Customers have nothing unique but their id.

      All is one edit, which can be undone. Where a row is wrong its line is told, and
      nothing is imported; with --keep-going the rest is. A malformed row is “not read”:
      reading goes on with the next line of CSV, or the next object of JSON. A CSV file
      is of the kind that it is named after, or that --entity names. Its first line
      names the columns, whatever the case; where a new record has a blank, it takes
      the default.

      A large file is checked first, on a copy, and then brought in by parts, between
      which others go on selling. They see the parts that are done. Where the import
      is interrupted, all of it is taken back, by whichever command opens the catalog
      next; what has been sold or changed by then stays, and `catalog history` has it
      as “(stopped)”.

      EXAMPLE
        packshot catalog import shop.json
        packshot catalog import spring-prices.csv --entity products --dry-run
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "json or csv, where the name does not say it.") var format: ExchangeFormat?
  @Option(help: ArgumentHelp("What the rows are.", valueName: "kind")) var entity: String?
  @Flag(help: "Leave out what is wrong, and import the rest.") var keepGoing = false
  @Flag(help: "Change nothing; say what would become of the rows.") var dryRun = false
  @Flag(help: "Print the outcome as one JSON object.") var json = false
  @Argument(help: "Files, or folders of CSV files.", completion: .file()) var files: [String]

  func run() throws {
    let summary: ImportSummary
    let counter = RowCounter()
    do {
      let sources = try files.flatMap { file in
        try ImportSource.sources(at: file, as: format, entity: entity, of: Catalog.model)
      }
      let store = try (dryRun ? catalog.openToTry() : catalog.openToAdd()).store
      summary = try store.import(sources, keepGoing: keepGoing, isTrial: dryRun) { counter.show($0) }
    } catch ExchangeError.refused(let problems, let count, let unread) {
      counter.clear()
      Self.tell(problems, of: count)
      if json { print(ImportSummary.json(failed: count - unread, unread: unread, problems)) }
      Console.error("nothing was imported; --keep-going imports what is not wrong")
      throw ExitCode(ExitStatus.refused)
    } catch {
      counter.clear()
      ExitStatus.fail(error, json: json)
    }
    counter.clear()
    Self.tell(summary.problems, of: summary.leftOut)
    if json { print(summary.json) } else { print(summary.line(isTrial: dryRun)) }
    if summary.forgotten > 0 {
      Console.note(
        "\(summary.forgotten) older edit\(summary.forgotten == 1 ? "" : "s") can no longer be undone: "
          + "this one takes what the history has room for")
    }
    if summary.leftOut > 0 { throw ExitCode(ExitStatus.refused) }
  }

  /// The wrong rows, each in a form that terminals and editors make a link of.
  private static func tell(_ problems: [ImportProblem], of count: Int) {
    for problem in problems { Console.note(Console.printable(problem.description)) }
    if count > problems.count { Console.note("and \(count - problems.count) more") }
  }
}

/// `catalog sample`
struct SampleCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Loads a small shop into an empty catalog, to try things on.",
    discussion: """
      EXAMPLE
        packshot catalog sample --catalog try.sqlite
        packshot products list --catalog try.sqlite
      """)

  @OptionGroup var catalog: CatalogOption

  func run() throws {
    do {
      let summary = try catalog.openToAdd().loadSample()
      print("Loaded \(summary.inserted) records; `packshot products list` shows the products")
    } catch {
      ExitStatus.fail(error)
    }
  }
}

extension ImportSummary {
  fileprivate var json: JSONValue {
    Self.json(inserted, updated, unchanged, failed: failed, unread: unread, problems)
  }

  /// What an import did, and which rows were wrong: the first of them, each with its place.
  fileprivate static func json(
    _ inserted: Int = 0, _ updated: Int = 0, _ unchanged: Int = 0, failed: Int, unread: Int,
    _ problems: [ImportProblem]
  ) -> JSONValue {
    let counts = [
      ("inserted", inserted), ("updated", updated), ("unchanged", unchanged), ("failed", failed), ("unread", unread),
    ]
    let wrong = problems.map { problem in
      JSONValue.object([
        .init("file", .string(problem.source)), .init("line", .integer(Int64(problem.line))),
        .init("column", problem.column.map { .integer(Int64($0)) } ?? .null),
        .init("message", .string(problem.message)),
      ])
    }
    return .object(counts.map { .init($0.0, .integer(Int64($0.1))) } + [.init("problems", .array(wrong))])
  }

  fileprivate func line(isTrial: Bool) -> String {
    let counts = "\(inserted) new, \(updated) changed, \(unchanged) as they were"
    return (isTrial ? "Would import: " : "Imported: ") + counts
      + (failed > 0 ? ", \(failed) wrong" : "") + (unread > 0 ? ", \(unread) not read" : "")
  }
}

/// How many records have been gone through, on a terminal.
private struct RowCounter {
  func show(_ count: Int) { show("\(count) records") }

  func show(_ progress: ImportProgress) {
    switch progress {
    case .checked(let count): show("\(count) records checked")
    case .imported(let count, let all): show("\(count) of \(all) records imported")
    }
  }

  private func show(_ text: String) {
    if Console.isTerminal { Console.write("\r\u{1b}[K\(text)") }
  }

  /// Clears the line, so that other lines can be written.
  func clear() {
    if Console.isTerminal { Console.write("\r\u{1b}[K") }
  }
}
