import ArgumentParser
import ImageCodecs
import PackshotKit
import PixelCore

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Make a contact sheet of pictures.",
    discussion: """
      EXAMPLE
        packshot sheet shop --output contact-sheet.png
        packshot sheet shop --output sheet.jpg --rows 8 --caption '{sku} {name}'
        packshot sheet shop --output sheet.jpg --caption '{file}' --order newest

      With --rows, the sheet has pages: sheet-1.jpg, sheet-2.jpg, or numbers in place of {page}, as in \
      'page-{page}.jpg'. Files of an earlier, longer sheet are kept, with a warning.

      The fields of --caption are {file}, {stem}, {extension} and {path} of the picture, its {view}, and attributes \
      of its product in the catalog. A field without a value is empty.

      If a picture cannot be read, its place stays empty, a warning is printed, and the command exits with 1. \
      Numbers in names are sorted by value: spin_2 before spin_10. A character that the caption's font does not have \
      is printed as ?, with a warning.
      """)

  @Argument(help: "Pictures and folders of pictures.", completion: .photos) var inputs: [String]
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write: \(FormatList.extensions).", valueName: "file"),
    completion: .photos)
  var output: String
  @Option(help: ArgumentHelp("Pictures per row.", valueName: "number")) var columns = 6
  @Option(help: ArgumentHelp("Rows per page (default: all on one).", valueName: "number")) var rows: Int?
  @Option(help: ArgumentHelp("The width and height of each picture, in pixels.", valueName: "pixels")) var size = 240
  @Option(help: ArgumentHelp("Pixels between pictures and around them.", valueName: "pixels")) var gap = 12
  @Option(help: ArgumentHelp("The background colour, such as white or #eeeeec.", valueName: "colour"))
  var background: Color?
  @Option(help: ArgumentHelp("Text under each picture, with fields (default: none).", valueName: "text"))
  var caption: String?
  @Option(help: "As given, by file name, or newest change first.")
  var order = ContactSheetStyle.Order.folder
  @Option(parsing: .unconditionalSingleValue, help: .exclude) var exclude: [String] = []
  @OptionGroup var catalog: CatalogOption
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
  @Flag(help: "Print the result as one JSON object.") var json = false

  func validate() throws { try LocalPath.check(inputs + [output]) }

  func run() throws {
    var missing: [ContactSheet.Missing] = []
    try Environment.check()
    try sandbox.withWorkers(limits.limits) { workers in
      let sheet = try ContactSheet(
        of: inputs, to: output, excluding: exclude, style: style, catalog: catalog.openToRead,
        limits: limits.limits, workers: workers)
      sheet.warnings.forEach { Console.warning($0) }
      let outcome = try Signals.endingAtOnce(sheet.write)
      outcome.warnings.forEach { Console.warning($0) }
      if !outcome.leftovers.isEmpty {
        Console.warning(
          "\(outcome.leftovers.joined(separator: ", ")): pages of an earlier, longer sheet, or other files; "
            + "remove them if you don't need them")
      }
      missing = outcome.missing + sheet.unreadable
      if json { print(result(sheet, outcome).json) }
    }
    for failure in missing { Console.warning("\(failure.path): \(failure.failure.messageWithRemedy)") }
    if !missing.isEmpty {
      StandardOutput.finish()
      throw ExitCode(ExitStatus.someFailed)
    }
  }

  private func result(_ sheet: ContactSheet, _ outcome: ContactSheet.Outcome) -> SheetResult {
    SheetResult(
      pages: sheet.pages.map { .init($0) }, pictures: sheet.pictureCount - outcome.missing.count,
      missing: (outcome.missing + sheet.unreadable).map {
        .init(path: $0.path, error: ErrorDescriptor($0.failure).with(message: $0.failure.messageWithRemedy))
      }, leftovers: outcome.leftovers)
  }

  private var style: ContactSheetStyle {
    var style = ContactSheetStyle()
    (style.columns, style.rows, style.cellSize, style.gap) = (columns, rows, size, gap)
    if let background { style.paper = background }
    (style.caption, style.order) = (caption, order)
    return style
  }
}
