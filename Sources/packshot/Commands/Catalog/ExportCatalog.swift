import ArgumentParser
import Foundation
import Interface
import PackshotKit

/// `catalog export`
struct ExportCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the catalog's records as JSON or CSV.",
    discussion: """
      JSON is one file with one record per line. CSV is a folder with one file per \
      kind of record or, if the name ends in .csv, one file with one kind. \
      `catalog import` reads both back. With - the export goes to standard output; as \
      CSV that has to be one kind of record. Times in files are in UTC.

      EXAMPLE
        packshot catalog export shop.json
        packshot catalog export products.csv --entity products
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "json or csv (default: by the file's extension; csv for a folder).")
  var format: ExchangeFormat?
  @Option(help: ArgumentHelp("Only records of this kind; repeatable.", valueName: "kind"))
  var entity: [String] = []
  @Flag(help: "Replace existing files.") var overwrite = false
  @Flag(help: "Print what was written as one JSON object.") var json = false
  @Argument(help: "A file for JSON, a folder or file for CSV, or - for standard output.") var path: String

  func validate() throws {
    try LocalPath.check(path)
    if path == "-", json { throw ValidationError("--json has no place beside an export to standard output") }
    if path == "-", format == .csv, entity.count != 1 {
      throw ValidationError("CSV on standard output holds one kind of record; name it with --entity")
    }
    if path != "-", format == nil, !URL(fileURLWithPath: path).pathExtension.isEmpty, ExchangeFormat(path: path) == nil
    {
      throw ValidationError(
        "cannot tell from the name \(path) whether to write JSON or CSV; add --format json or --format csv")
    }
  }

  func run() throws {
    do {
      let store = try catalog.openToRead().store
      if path == "-" {
        try store.export(as: format ?? .json, entities: entity) { print($0, terminator: "") }
        return
      }
      let counter = RowCounter()
      let count = try store.export(
        to: path, as: format ?? ExchangeFormat(path: path) ?? .csv, entities: entity, overwrite: overwrite,
        progress: counter.show)
      counter.clear()
      if json { return print(ExportResult(records: count, path: path).json) }
      print("Wrote \(count) record\(count == 1 ? "" : "s") to \(Console.printable(path))")
    } catch {
      ExitStatus.fail(error, json: json)
    }
  }
}
