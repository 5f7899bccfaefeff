import ArgumentParser
import Foundation
import Interface
import PackshotKit
import Parameters
import Text

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
      if json { return print(ExportResult(records: count, path: path).json) }
      print("Wrote \(count) record\(count == 1 ? "" : "s") to \(Console.printable(path))")
    } catch {
      ExitStatus.fail(error, json: json)
    }
  }
}

/// `catalog import`
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

      A column such as product.sku, which exports have beside ids, is for people: where product stands in the row, too, it \
      is not read. With - the records come from standard input.

      An import is one edit, which can be undone. Invalid rows are reported by line \
      number, and nothing is imported unless --keep-going imports the rest. After a \
      malformed row, reading continues with the next line of CSV or the next object \
      of JSON; such rows are counted as “not read”. A CSV file holds the kind of \
      record that it is named after, unless --entity names another. Its first line \
      names the columns, ignoring case. A new record takes the default where a field \
      is empty. A time without a zone is local.

      A large file is first checked on a copy and then imported in parts, so that \
      others can go on selling; they see the parts that are done. If the import is \
      interrupted, the next command that opens the catalog undoes it. Records sold or \
      changed by then are kept, and `catalog history` marks the edit “(stopped)”.

      Of another catalog, what runs recorded is imported: photos, their pictures, products, recipes, runs and failures; and \
      so it is of a worker's records. Of two records of one file the later one is kept, so all of these can be imported in \
      any order, and again. This cannot be undone, and is not an edit.

      EXAMPLE
        packshot catalog import --catalog shop/catalog.sqlite shop/catalog-*-of-8.sqlite
        packshot catalog import shop.json
        packshot catalog import spring-prices.csv --entity products --update-only --dry-run
        packshot catalog import - --entity customers --key email < customers.csv
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: "json or csv, if the file's extension does not say.") var format: ExchangeFormat?
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

  func run() throws {
    if files.contains(where: Self.isOfRuns) { return try importCatalogs() }
    let summary: ImportSummary
    let counter = RowCounter()
    do {
      let sources = try files.flatMap { file in
        guard let (name, bytes) = try Self.stream(file) else {
          return try ImportSource.sources(at: file, as: format, entity: entity, of: Catalog.model)
        }
        return [try ImportSource(named: name, bytes, as: format, entity: entity, of: Catalog.model)]
      }
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
      ExitStatus.fail(error, json: json)
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
    Self.tell(summary.corrections, of: summary.corrected, isTrial: dryRun)
    if summary.forgotten > 0 {
      Console.note(
        "\(summary.forgotten) older edit\(summary.forgotten == 1 ? "" : "s") can no longer be undone, "
          + "because this one fills the history")
    }
    if summary.leftOut > 0 { throw ExitCode(ExitStatus.refused) }
  }

  /// What standard input or a pipe holds, with its name; nil for a file or folder, and for nothing.
  private static func stream(_ file: String) throws -> (name: String, bytes: Data)? {
    if file == "-" { return ("standard input", FileHandle.standardInput.readDataToEndOfFile()) }
    guard isPipe(file) else { return nil }
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    return (file, try handle.readToEnd() ?? Data())
  }

  /// Whether a path leads to something that can be read once only, as the shell's `<(…)` does.
  static func isPipe(_ file: String) -> Bool {
    var status = stat()
    return stat(file, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// What to do about rows that are wrong. A column that no record has keeps all rows out.
  private static func advice(_ problems: [ImportProblem], of count: Int) -> String {
    let columns = problems.compactMap { $0.line == 1 ? $0.unknownName?.name : nil }
    if !columns.isEmpty, columns.count == count {
      let names = Spelling.list(columns.map { "“\($0)”" }, "and")
      return
        "rename the \(count == 1 ? "column" : "columns") \(names), or leave \(count == 1 ? "it" : "them") out of the file"
    }
    let repeats = problems.contains(where: \.isRepeat) ? "; --allow-repeats adds them again" : ""
    return "--keep-going skips the rows with errors and imports the rest" + repeats
  }

  /// How many corrections are told one by one.
  private static let toldCorrections = 5

  /// What the file sets although the catalog counts it itself.
  private static func tell(_ corrections: [ImportCorrection], of count: Int, isTrial: Bool) {
    if count == 0 { return }
    let told = corrections.prefix(toldCorrections).map { "\($0.record): \($0.attribute) \($0.before) → \($0.after)" }
    let rest = count > told.count ? "; and \(count - told.count) more" : ""
    let (verb, values) = (
      isTrial ? "would be" : count == 1 ? "was" : "were", count == 1 ? "1 count" : "\(count) counts"
    )
    Console.note(
      Console.printable(
        "\(values) of existing records \(verb) corrected to what the file says: \(told.joined(separator: "; "))\(rest)")
    )
    Console.note(
      "if the file is older than the last sales, \(isTrial ? "" : "take this back with `packshot catalog undo` and ")"
        + "leave the \(columns(corrections)) out of it")
  }

  private static func columns(_ corrections: [ImportCorrection]) -> String {
    let names = Set(corrections.map(\.attribute)).sorted()
    return (names.count == 1 ? "column " : "columns ") + Spelling.list(names, "and")
  }

  /// How many rows' changes are told one by one.
  private static let toldChanges = 100

  /// What rows would change, each in a form that terminals and editors make a link of.
  private static func tell(_ changes: [ImportChange], of count: Int) {
    for change in changes.prefix(toldChanges) {
      let values = change.values.map { "\($0.name) \($0.before.display) → \($0.after.display)" }
      let what = (change.isNew ? "new " : "") + change.subject
      print(
        Console.printable(
          "\(change.source):\(change.line): \(what)" + (values.isEmpty ? "" : ": " + values.joined(separator: ", "))))
    }
    if count > toldChanges { print("and \(rows(count - toldChanges)); --json has the first 1000") }
  }

  /// How many rows are told one by one that the catalog has already: of a list that was imported before, it has all.
  private static let toldRepeats = 3

  /// The wrong rows, each in a form that terminals and editors make a link of.
  private static func tell(_ problems: [ImportProblem], of count: Int) {
    let repeats = problems.filter(\.isRepeat)
    for problem in problems where !problem.isRepeat || repeats.prefix(toldRepeats).contains(problem) {
      Console.note(Console.printable(Words.told("\(problem)\(problem.suggestion)", problem.remedy)))
    }
    if repeats.count > toldRepeats {
      Console.note("and \(rows(repeats.count - toldRepeats)) that the catalog has already")
    }
    if count > problems.count { Console.note("and \(count - problems.count) more") }
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 more row" : "\(count) more rows" }
}

/// `catalog sample`
struct SampleCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Loads a small sample shop into an empty catalog.",
    discussion: """
      EXAMPLE
        packshot catalog sample --catalog try.sqlite
        packshot products list --catalog try.sqlite
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print the result as one JSON object.") var json = false

  func run() throws {
    do {
      let summary = try catalog.openToAdd().loadSample()
      if json { return print(ImportResult(summary, isTrial: false).json) }
      print("Loaded \(summary.inserted) records; `packshot products list` shows the products")
    } catch {
      ExitStatus.fail(error, json: json)
    }
  }
}

extension ImportProblem {
  /// What is wrong and what to do, without the place.
  fileprivate var words: String { Words.told(message + suggestion, remedy) }

  /// The name that was probably meant, or how columns are told apart, where several names stand as one.
  fileprivate var suggestion: String {
    guard let (name, known) = unknownName else { return "" }
    let parts = name.split { ",;|\t".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }
    if parts.count > 1, parts.contains(where: known.contains) {
      return "; separate columns by commas, semicolons or tabs, by the same in every line"
    }
    return Spelling.suggestion(Spelling.nearest(to: name, among: known))
  }
}

extension ImportSummary {
  fileprivate func line(isTrial: Bool) -> String {
    let counts = "\(inserted) new, \(updated) changed, \(unchanged) unchanged"
    return (isTrial ? "Would import: " : "Imported: ") + counts
      + (skipped > 0 ? ", \(skipped) not in the catalog" : "") + (failed > 0 ? ", \(failed) wrong" : "")
      + (unread > 0 ? ", \(unread) not read" : "")
  }
}

extension JSONValue {
  /// A value for people.
  fileprivate var display: String {
    switch self {
    case .null: "none"
    case .string(let text): text
    default: description
    }
  }
}
