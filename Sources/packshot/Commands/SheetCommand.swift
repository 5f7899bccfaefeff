import ArgumentParser
import ImageCodecs
import PackshotKit
import PixelCore

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Makes a contact sheet: pictures of folders in rows on one picture.",
    discussion: """
      A picture that cannot be read leaves its place empty, with a warning, and the command ends with 1. Names are sorted as \
      people sort them: spin_2 before spin_10. A ? stands for each letter of a caption that the font does not have, and a \
      warning lists those letters.

      EXAMPLE
        packshot sheet shop --output shop/contact-sheet.png
        packshot sheet shop --output sheet.jpg --captions name --order newest --background white --gap 24
      """)

  @Argument(help: "Pictures and folders of pictures.", completion: .photos) var inputs: [String]
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write: \(FormatList.extensions).", valueName: "file"),
    completion: .photos)
  var output: String
  @Option(help: ArgumentHelp("Pictures per row.", valueName: "number")) var columns = 6
  @Option(help: ArgumentHelp("The width and height of each picture, in pixels.", valueName: "pixels")) var size = 240
  @Option(help: ArgumentHelp("Pixels between pictures and around them.", valueName: "pixels")) var gap = 12
  @Option(help: ArgumentHelp("The colour behind the pictures: white, #eeeeec and the like.", valueName: "colour"))
  var background: Color?
  @Option(help: "What is written under each picture; without it nothing is.") var captions: ContactSheetStyle.Caption?
  @Option(help: "As the pictures are given, by file name, or what was changed last first.")
  var order = ContactSheetStyle.Order.folder
  @Option(parsing: .unconditionalSingleValue, help: .exclude) var exclude: [String] = []
  @OptionGroup var limits: LimitArguments
  @OptionGroup var sandbox: SandboxArguments
  @Flag(help: "Print what was written as one JSON object.") var json = false

  func validate() throws { try LocalPath.check(inputs + [output]) }

  func run() throws {
    var missing: [ContactSheet.Missing] = []
    try Environment.check()
    try sandbox.withWorkers(limits.limits) { workers in
      let sheet = try ContactSheet(
        of: inputs, to: output, excluding: exclude, style: style, limits: limits.limits, workers: workers)
      sheet.warnings.forEach { Console.warning($0) }
      let outcome = try Signals.endingAtOnce(sheet.write)
      outcome.warnings.forEach { Console.warning($0) }
      missing = outcome.missing + sheet.unreadable
      if json { print(result(sheet, outcome).json) }
    }
    for failure in missing { Console.warning("\(failure.path): \(failure.failure.told)") }
    if !missing.isEmpty {
      StandardOutput.finish()
      throw ExitCode(ExitStatus.someFailed)
    }
  }

  private func result(_ sheet: ContactSheet, _ outcome: ContactSheet.Outcome) -> SheetResult {
    SheetResult(
      path: output, width: sheet.size.width, height: sheet.size.height,
      pictures: sheet.pictureCount - outcome.missing.count,
      missing: (outcome.missing + sheet.unreadable).map {
        .init(path: $0.path, error: ErrorDescriptor($0.failure).with(message: $0.failure.told))
      })
  }

  private var style: ContactSheetStyle {
    var style = ContactSheetStyle()
    (style.columns, style.cellSize, style.gap) = (columns, size, gap)
    if let background { style.paper = background }
    (style.caption, style.order) = (captions, order)
    return style
  }
}
