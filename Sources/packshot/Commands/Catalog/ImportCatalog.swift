import ArgumentParser
import Foundation
import PackshotKit

/// The `catalog import` command.
struct ImportCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import records from JSON, CSV or other catalogs.",
    discussion: """
      EXAMPLE
        packshot catalog import shop.json
        packshot catalog import prices.csv --entity products --update-only --dry-run
        packshot catalog import excel.csv --entity products --decimal comma
        packshot catalog import a.csv --entity products --key sku=Nr --ignore-unknown
        packshot catalog import - --entity customers --key email < customers.csv
        packshot catalog import catalog-0-of-2.sqlite catalog-1-of-2.sqlite

      Updates existing records and adds the others, as one edit that can be undone. Invalid rows are reported by \
      line number. Nothing is imported if a row is invalid, unless --keep-going is given.

      DETAILS

      Files can be JSON, CSV, other catalogs, such as the catalogs of shards, or records of `packshot worker`.

      Records are matched by id or by a unique value: products by SKU or name, makers and collections by name. \
      Customers and sales are matched by id, unless --key names other attributes, such as email. A row without an id \
      that equals an existing record is refused, because it has probably been imported before; --allow-duplicates adds \
      it again. --update-only skips rows about records that are not in the catalog.

      A CSV file holds the kind of record that it is named after, unless --entity names another. Its first line \
      names the columns, ignoring case. A column such as product.sku or customer.email names the related record if \
      there is no column product or customer. If a row has both and they disagree, the row is refused. --column says \
      which column contains a value, such as price=Preis, and so does --key, such as sku=Artikelnummer. A column that \
      the records don't have is an error, unless --ignore-unknown skips such columns.

      An empty cell removes the value of an existing record, and is refused if the record must have one and has \
      another than the default. A new record gets the default. Several rows can have the same record if they agree. \
      Attributes without a column are unchanged. Empty rows and columns are ignored.

      CSV can begin with a line such as sep=; that names the separator. Files that begin with a byte order mark are \
      read as UTF-8 or UTF-16. Other files are read as UTF-8, unless --encoding names another encoding. CSV that \
      isn't UTF-8 is read as windows-1252, as Excel writes it, with a note. If only some of it isn't UTF-8, those rows \
      are refused.

      After a malformed row, reading continues with the next line of CSV or the next object of JSON. Such rows are \
      counted as “not read”. Times without a time zone are read as local time.

      Numbers such as 1299.00 and 12,50 need no option. A number with groups or a currency, such as 1.299,00 €, needs \
      --decimal. 1.500 also needs it, because it can mean 1.5 or 1500.

      A large file is first checked on a copy and then imported in parts, so that other processes can still sell. \
      They see the parts that are done. If the import is interrupted, the next command that writes to the catalog \
      undoes it. Records that were sold or changed in the meantime are kept, with the records they need: `catalog \
      history` lists them as an edit “(stopped)”. Until then, commands that read warn that the imported rows are \
      visible.

      From another catalog or a worker's records, what runs recorded is imported: photos, their pictures, products, \
      recipes, runs and failures. If two records are about the same file, the later one is kept, so the order of the \
      imports does not matter and they can be repeated. Such an import is not an edit and cannot be undone.
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "The format (default: by the file's extension).") var format: ExchangeFormat?
  @Option(help: "Decimal separator: point for 1,299.00, comma for 1.299,00.")
  var decimal: DecimalSeparator?
  @Option(
    help: ArgumentHelp(
      "Encoding of files without a byte order mark (default: utf-8, or for other CSV windows-1252).",
      valueName: "name"))
  var encoding: TextEncoding?
  @Option(help: ArgumentHelp("The kind of record in the file.", valueName: "kind")) var entity: String?
  @Option(
    help: ArgumentHelp(
      "Attributes that identify a record, separated by commas, such as email or sku=Artikelnummer.",
      valueName: "names"))
  var key: String?
  @Option(
    help: ArgumentHelp(
      "A column that contains an attribute under another name, such as price=Preis. Repeatable.",
      valueName: "attribute=column"))
  var column: [String] = []
  @Flag(help: "Skip columns that the records don't have.") var ignoreUnknown = false
  @Flag(help: "Skip rows about records that are not in the catalog.") var updateOnly = false
  @Flag(help: "Skip invalid rows and import the rest.") var keepGoing = false
  @Flag(help: "Add rows without an id even if the catalog has an equal record.") var allowDuplicates = false
  @Flag(help: "Print what each row would change, without changing it.") var dryRun = false
  @Flag(help: "Print the result as one JSON object.") var json = false
  @Argument(help: "Files, folders of CSV files, or catalogs; - is standard input.", completion: .file()) var files:
    [String]

  func validate() throws {
    try LocalPath.check(files)
    var attributes: Set<String> = []
    for text in column {
      let (attribute, column) = Self.pair(text)
      guard let column, !column.isEmpty, !attribute.isEmpty else {
        throw ValidationError("--column is \(text); it must be an attribute and a column, such as price=Preis")
      }
      if !attributes.insert(attribute).inserted { throw ValidationError("--column gives two columns for \(attribute)") }
    }
    for (attribute, column) in (key?.listedNames ?? []).map(Self.pair) where column != nil {
      if !attributes.insert(attribute).inserted {
        throw ValidationError("--column and --key give two columns for \(attribute)")
      }
    }
  }

  /// The attributes that identify a record, and the columns that contain attributes under other names.
  private var names: (key: [String], columns: [String: String]) {
    var (names, columns) = ([String](), [String: String]())
    for text in column + (key?.listedNames ?? []) {
      let (attribute, column) = Self.pair(text)
      if let column { columns[attribute] = column }
    }
    for text in key?.listedNames ?? [] { names.append(Self.pair(text).attribute) }
    return (names, columns)
  }

  /// Splits a text such as `price=Preis`.
  private static func pair(_ text: String) -> (attribute: String, column: String?) {
    guard let sign = text.firstIndex(of: "=") else { return (text, nil) }
    let trim = { (part: Substring) in part.trimmingCharacters(in: .whitespaces) }
    return (trim(text[..<sign]), trim(text[text.index(after: sign)...]))
  }

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
      for index in sources.indices { (sources[index].decimal, sources[index].columns) = (decimal, names.columns) }
      Self.tell(encodingsOf: sources)
      let store = try (dryRun ? catalog.openToTry() : catalog.openToAdd()).store
      summary = try store.import(
        sources,
        ImportRules(
          keepGoing: keepGoing || dryRun, allowsDuplicates: allowDuplicates, key: names.key,
          updatesOnly: updateOnly, ignoresUnknown: ignoreUnknown),
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
    Self.tell(ignored: summary.ignored)
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
