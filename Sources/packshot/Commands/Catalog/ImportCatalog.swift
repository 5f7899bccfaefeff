import ArgumentParser
import Foundation
import PackshotKit

/// The `catalog import` command.
struct ImportCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Imports records from JSON or CSV, or those of shards and workers.",
    discussion: """
      Files may be JSON, CSV, other catalogs, such as those that `packshot run --shard` keeps, or records of \
      `packshot worker`.

      Existing records are updated, and others are added. Records are matched by id, \
      or by a unique value: products by SKU or name, makers and collections by name. \
      Customers and sales are matched by id, unless --key names what tells them apart, such as email: a row \
      without either that equals an existing record is refused, because it has probably been imported before. \
      --allow-repeats adds it again. With --update-only, rows about records that are not in the catalog are passed over.

      A column such as product.sku or customer.email, which exports have beside ids, names the record if there is no column \
      product or customer. If a row has both and they disagree, it is refused. With -, the records come from standard input.

      An empty cell removes the value that an existing record has, and is refused if the record must have one; a new record \
      takes the default. What a file has no column for stays as it is. Empty rows and columns are ignored.

      CSV may begin with a line such as sep=; that names the separator. Files that begin with a byte order mark are read as \
      UTF-8 or UTF-16, others as UTF-8 unless --encoding says otherwise: windows-1252 is how Excel saves CSV.

      An import is one edit, which can be undone. Invalid rows are reported by line \
      number, and nothing is imported unless --keep-going imports the rest. After a \
      malformed row, reading continues with the next line of CSV or the next object \
      of JSON; such rows are counted as “not read”. A CSV file holds the kind of \
      record that it is named after, unless --entity names another. Its first line \
      names the columns, ignoring case. A time without a zone is local.

      A number such as 1299.00 or 12,50 is read as it is. One with groups or a currency, such as 1.299,00 €, is \
      read only with --decimal, and so is 1.500, which can be 1.5 or 1500.

      A large file is first checked on a copy and then imported in parts, so that \
      others can go on selling; they see the parts that are done. If the import is \
      interrupted, the next command that writes to the catalog undoes it, except for \
      records that were sold or changed by then and what those need: `catalog history` \
      has these as an edit “(stopped)”. Until then, commands that read warn that the \
      imported rows are visible.

      Of another catalog, what runs recorded is imported: photos, their pictures, products, recipes, runs and failures; and \
      so it is of a worker's records. Of two records of one file the later one is kept, so all of these can be imported in \
      any order, and again. This cannot be undone, and is not an edit.

      EXAMPLE
        packshot catalog import --catalog shop/catalog.sqlite shop/catalog-*-of-8.sqlite
        packshot catalog import shop.json
        packshot catalog import spring-prices.csv --entity products --update-only --dry-run
        packshot catalog import prices-from-excel.csv --entity products --decimal comma
        packshot catalog import - --entity customers --key email < customers.csv
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "json or csv, if the file's extension does not say.") var format: ExchangeFormat?
  @Option(help: "The file's decimal separator: point for 1,299.00, comma for 1.299,00.")
  var decimal: DecimalSeparator?
  @Option(
    help: ArgumentHelp(
      "The encoding of files without a byte order mark, such as windows-1252 (default: utf-8).",
      valueName: "name"))
  var encoding: TextEncoding?
  @Option(help: ArgumentHelp("The kind of record that the rows hold.", valueName: "kind")) var entity: String?
  @Option(
    help: ArgumentHelp(
      "Attributes that tell records apart, such as email; several with commas between.", valueName: "names"))
  var key: String?
  @Flag(help: "Pass over rows about records that the catalog does not have.") var updateOnly = false
  @Flag(help: "Skip rows with errors and import the rest.") var keepGoing = false
  @Flag(help: "Add rows without an id even where the catalog has the same already.") var allowRepeats = false
  @Flag(help: "Change nothing; print what each row would change.") var dryRun = false
  @Flag(help: "Print the result as one JSON object.") var json = false
  @Argument(help: "Files, folders of CSV files, or catalogs; - is standard input.", completion: .file()) var files:
    [String]

  func validate() throws { try LocalPath.check(files) }

  func run() throws {
    if files.contains(where: Self.isOfRuns) { return try importCatalogs() }
    let summary: ImportSummary
    let counter = RowCounter()
    do {
      var sources = try files.flatMap { file in
        guard let (name, bytes) = try Self.stream(file) else {
          return try ImportSource.sources(
            at: file, as: format, encoding: encoding, entity: entity, of: Catalog.model)
        }
        return [
          try ImportSource(
            named: name, bytes, as: format, encoding: encoding, entity: entity, of: Catalog.model)
        ]
      }
      for index in sources.indices { sources[index].decimal = decimal }
      let store = try (dryRun ? catalog.openToTry() : catalog.openToAdd()).store
      summary = try store.import(
        sources,
        ImportRules(
          keepGoing: keepGoing || dryRun, allowsRepeats: allowRepeats, key: key?.listedNames ?? [],
          updatesOnly: updateOnly),
        isTrial: dryRun, progress: counter.show)
    } catch ExchangeError.refused(let problems, let count, let unread) {
      counter.clear()
      Self.tell(problems, of: count)
      if json { print(ImportResult(refused: problems, count: count, unread: unread, words: \.words).json) }
      Console.error("nothing was imported; \(Self.advice(problems, of: count))")
      throw ExitCode(ExitStatus.refused)
    } catch {
      counter.clear()
      throw error
    }
    counter.clear()
    Self.tell(summary.problems, of: summary.leftOut)
    if json {
      print(ImportResult(summary, isTrial: dryRun, words: \.words).json)
    } else {
      if dryRun { Self.tell(summary.changes, of: summary.inserted + summary.updated) }
      if summary.leftOut == 0 || keepGoing { print(summary.line(isTrial: dryRun)) }
    }
    if summary.leftOut > 0, !keepGoing {
      StandardOutput.finish()
      Console.error("nothing would be imported; \(Self.advice(summary.problems, of: summary.leftOut))")
      throw ExitCode(ExitStatus.refused)
    }
    Self.tell(summary.emptied, of: summary.emptiedCount, isTrial: dryRun)
    Self.tell(summary.corrections, of: summary.corrected, isTrial: dryRun)
    if summary.forgotten > 0 {
      Console.note(
        "\(summary.forgotten) older edit\(summary.forgotten == 1 ? "" : "s") can no longer be undone, "
          + "because this one fills the history")
    }
    if summary.leftOut > 0 { throw ExitCode(ExitStatus.refused) }
  }

  /// Returns the content of standard input or a pipe, with its name; nil for a file, a folder or a missing path.
  private static func stream(_ file: String) throws -> (name: String, bytes: Data)? {
    if file == "-" { return ("standard input", FileHandle.standardInput.readDataToEndOfFile()) }
    guard isPipe(file) else { return nil }
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    return (file, try handle.readToEnd() ?? Data())
  }

  /// Whether a path can be read only once, like the shell's `<(…)`.
  static func isPipe(_ file: String) -> Bool {
    var status = stat()
    return stat(file, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
