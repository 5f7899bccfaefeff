import ArgumentParser
import Foundation
import PackshotKit

/// The `catalog export` command.
struct ExportCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the catalog's records as JSON or CSV.",
    discussion: """
      JSON is one file with one record per line. CSV is a folder with one file per \
      kind of record or, if the name ends in .csv, one file with one kind. \
      `catalog import` reads both back. With - the export goes to standard output; as \
      CSV that has to be one kind of record. Times in files are in UTC.

      --for spreadsheet writes CSV to be opened by people: texts that a spreadsheet would \
      run as formulas (they begin with =, +, -, @, a tab or a line break) get an apostrophe \
      before them, times are local, and a byte order mark says that the text is UTF-8. \
      `catalog import` takes the apostrophes away. With --decimal comma, numbers have a \
      decimal comma and fields are separated by semicolons, as spreadsheets in many \
      countries expect.

      EXAMPLE
        packshot catalog export shop.json
        packshot catalog export products.csv --entity products
        packshot catalog export lists --for spreadsheet --decimal comma
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "json or csv (default: by the file's extension; csv for a folder).")
  var format: ExchangeFormat?
  @Option(help: ArgumentHelp("Only records of this kind; repeatable.", valueName: "kind"))
  var entity: [String] = []
  @Option(name: .customLong("for"), help: "spreadsheet: CSV without formulas, in local time.")
  var purpose: ExportPurpose?
  @Option(help: "Of --for spreadsheet: point or comma (default: point).")
  var decimal: DecimalSeparator?
  @Flag(help: "Replace existing files.") var overwrite = false
  @Flag(help: "Print what was written as one JSON object.") var json = false
  @Argument(help: "A file for JSON, a folder or file for CSV, or - for standard output.") var path: String

  func validate() throws {
    try LocalPath.check(path)
    if decimal != nil, purpose == nil { throw ValidationError("--decimal is for --for spreadsheet") }
    if purpose != nil, (format ?? ExchangeFormat(path: path)) == .json {
      throw ValidationError("--for spreadsheet writes CSV, and \(format == .json ? "--format" : path) says JSON")
    }
    if path == "-", json { throw ValidationError("--json has no place beside an export to standard output") }
    if path == "-", format == .csv || purpose != nil, entity.count != 1 {
      throw ValidationError("CSV on standard output holds one kind of record; name it with --entity")
    }
    if path != "-", format == nil, !URL(fileURLWithPath: path).pathExtension.isEmpty, ExchangeFormat(path: path) == nil
    {
      throw ValidationError(
        "cannot tell from the name \(path) whether to write JSON or CSV; add --format json or --format csv")
    }
  }

  private var style: CSVStyle { purpose == nil ? .exact : .spreadsheet(decimal: decimal ?? .point) }

  func run() throws {
    let store = try catalog.openToRead().store
    if path == "-" {
      try store.export(as: format ?? (purpose == nil ? .json : .csv), style: style, entities: entity) {
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

/// The audience of an export.
enum ExportPurpose: String, ExpressibleByArgument, CaseIterable {
  case spreadsheet
}
