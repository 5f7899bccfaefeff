import ArgumentParser
import PackshotKit

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Makes a contact sheet: pictures of folders in rows on one picture.",
    discussion: """
      A picture that cannot be read leaves its place empty, with a warning, and the command ends with 1.

      EXAMPLE
        packshot sheet shop --output shop/contact-sheet.png
      """)

  @Argument(help: "Pictures and folders of pictures.", completion: .photos) var inputs: [String]
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write: \(FormatList.extensions).", valueName: "file"),
    completion: .photos)
  var output: String
  @Option(help: ArgumentHelp("Pictures per row.", valueName: "number")) var columns = 6
  @Option(help: ArgumentHelp("The width and height of each picture, in pixels.", valueName: "pixels")) var size = 240
  @Option(parsing: .unconditionalSingleValue, help: .exclude) var exclude: [String] = []
  @OptionGroup var limits: LimitArguments
  @OptionGroup var sandbox: SandboxArguments

  func run() throws {
    let missing: [ContactSheet.Missing]
    do {
      try Environment.check()
      missing = try sandbox.withWorkers(limits.limits) { workers in
        let sheet = try ContactSheet(
          of: inputs, to: output, excluding: exclude, columns: columns, cellSize: size, limits: limits.limits,
          workers: workers)
        sheet.warnings.forEach(Console.warning)
        return try Signals.endingAtOnce(sheet.write)
      }
      for failure in missing { Console.warning("\(failure.path): \(failure.message)") }
    } catch {
      ExitStatus.fail(error)
    }
    if !missing.isEmpty { throw ExitCode(ExitStatus.someFailed) }
  }
}
