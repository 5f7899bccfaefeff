import ArgumentParser
import Foundation
import PackshotKit

/// The `catalog export` command.
struct ExportCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the catalog's records as JSON or CSV.",
    discussion: """
      EXAMPLE
        packshot catalog export shop.json
        packshot catalog export products.csv --entity products
        packshot catalog export lists --spreadsheet --decimal comma

      JSON is one file with one record per line. CSV is a folder with one file per kind of record or, if the name \
      ends in .csv, one file with one kind. `catalog import` reads both. - writes to standard output; for CSV, \
      --entity must then select one kind of record. Times are in UTC.

      --spreadsheet writes CSV for people. Texts that a spreadsheet would run as formulas, because they begin \
      with =, +, -, @, a tab or a line break, get an apostrophe in front; `catalog import` removes it. Times are \
      local, and the file begins with a byte order mark. With --decimal comma, numbers have a decimal comma and \
      fields are separated by semicolons, as many spreadsheets expect.
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "The format (default: by the file's extension; csv for a folder).")
  var format: ExchangeFormat?
  @Option(help: ArgumentHelp("Only records of this kind; repeatable.", valueName: "kind"))
  var entity: [String] = []
  @Flag(help: "CSV for a spreadsheet: local time, no formulas.") var spreadsheet = false
  @Option(help: "Decimal separator for --spreadsheet (default: point).")
  var decimal: DecimalSeparator?
  @Flag(help: "Replace existing files.") var overwrite = false
  @Flag(help: "Print the result as one JSON object.") var json = false
  @Argument(help: "A file for JSON, a folder or file for CSV, or - for standard output.") var path: String

  func validate() throws {
    try LocalPath.check(path)
    if decimal != nil, !spreadsheet { throw ValidationError("--decimal is for --spreadsheet") }
    if spreadsheet, (format ?? ExchangeFormat(path: path)) == .json {
      throw ValidationError("--spreadsheet writes CSV, but \(format == .json ? "--format" : path) selects JSON")
    }
    if path == "-", json {
      throw ValidationError("--json cannot be used with -, because both write to standard output")
    }
    if path == "-", format == .csv || spreadsheet, entity.count != 1 {
      throw ValidationError("CSV on standard output holds one kind of record; name it with --entity")
    }
    if path != "-", format == nil, !URL(fileURLWithPath: path).pathExtension.isEmpty, ExchangeFormat(path: path) == nil
    {
      throw ValidationError(
        "cannot tell from the name \(path) whether to write JSON or CSV; add --format json or --format csv")
    }
  }

  private var style: CSVStyle { spreadsheet ? .spreadsheet(decimal: decimal ?? .point) : .exact }

  func run() throws {
    let store = try catalog.openToRead().store
    if path == "-" {
      try store.export(as: format ?? (spreadsheet ? .csv : .json), style: style, entities: entity) {
        print($0, terminator: "")
      }
      return
    }
    let counter = RowCounter()
    let count = try store.export(
      to: path, as: format ?? ExchangeFormat(path: path) ?? .csv, style: style, entities: entity,
      overwrite: overwrite, progress: counter.show)
    counter.clear()
    if json { return print(ExportResult(records: count, path: path).json) }
    print("Wrote \(count) record\(count == 1 ? "" : "s") to \(Console.printable(path))")
  }
}
