import ArgumentParser
import PackshotKit

/// The `photos export` command.
struct ExportPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a table of photos, or the stored photos.",
    discussion: """
      EXAMPLE
        packshot photos export photos.csv
        packshot photos export --files rescued
        packshot photos export - --kind rendition --where product=MUG-001

      Writes CSV or JSON. Each row has the recorded path, the absolute path, the product's SKU and name, the \
      original it was rendered from, and the state of the file: present, changed (another size or time), missing, \
      stored (in the catalog), or elsewhere (in an object store).

      --files writes the photos stored in the catalog into a folder, by their recorded paths.

      `packshot catalog verify --files` compares the content of files. `packshot catalog export --entity photos` \
      writes a file that `catalog import` can read.
      """)

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var choice: PhotoChoice
  @OptionGroup var list: ListArguments
  @Option(help: "The format (default: by the file's extension; csv for -).") var format: ExchangeFormat?
  @Flag(help: "Write the photos stored in the catalog, not a table.") var files = false
  @Flag(help: "Replace existing files.") var overwrite = false
  @Flag(help: "Print the result as one JSON object; not with -.") var json = false
  @Argument(help: "A file, or - for standard output. With --files, a folder.") var path: String = "-"

  func validate() throws {
    try LocalPath.check(path)
    if files {
      if path == "-" { throw ValidationError("--files writes into a folder; name it") }
      if format != nil { throw ValidationError("--files writes photos, not a table; leave out --format") }
      return
    }
    if json, path == "-" {
      throw ValidationError("--json and the table would both go to standard output; name a file, or use --format json")
    }
  }

  func run() throws {
    if files { return try writeFiles() }
    guard let format = format ?? (path == "-" ? .csv : ExchangeFormat(path: path)) else {
      throw ExchangeError.unknownFormat(path: path)
    }
    let catalog = try catalog.openToRead()
    let photos = try PhotoList(fetch(in: catalog), in: catalog)
    if path == "-" {
      _ = try photos.write(as: format) { print($0, terminator: "") }
    } else {
      let count = try photos.write(to: path, as: format, overwrite: overwrite)
      if json { return print(ExportResult(records: count, path: path).json) }
      print("Wrote \(count) photo\(count == 1 ? "" : "s") to \(Console.printable(path))")
    }
  }
  private func writeFiles() throws {
    let catalog = try catalog.openToRead()
    var errors: [any Error] = []
    let photos = try StoredPhotos(fetch(in: catalog), in: catalog)
    let count = try photos.write(to: path, overwrite: overwrite) { errors.append($0) }
    if json {
      print(ExportResult(records: count, path: path).json)
    } else {
      print("Wrote \(count) photo\(count == 1 ? "" : "s") to \(Console.printable(path))")
    }
    if !errors.isEmpty { ExitStatus.someFailed(errors, json: json) }
  }

  private func fetch(in catalog: Catalog) throws -> Fetch<Catalog.Photo> {
    try list.fetch(of: Catalog.Photo.self, narrowedBy: choice.conditions(in: catalog))
  }
}
