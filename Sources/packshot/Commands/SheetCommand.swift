import ArgumentParser
import PackshotKit

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Makes a contact sheet: all pictures of some folders in rows on one picture.",
    discussion: """
      EXAMPLE
        packshot sheet shop --output shop/contact-sheet.png
      """)

  @Argument(help: "Pictures and folders of pictures.", completion: .photos) var inputs: [String]
  @Option(name: .shortAndLong, help: "The file to write, .png or .jpg.", completion: .photos) var output: String
  @Option(help: "Pictures in a row.") var columns = 6
  @Option(help: "Pixels across and down for each picture.") var size = 240
  @Option(help: "Leave out files whose path or name matches this glob; may be given again.") var exclude: [String] = []

  func run() throws {
    do {
      try Environment.check()
      let sheet = try ContactSheet(of: inputs, to: output, excluding: exclude, columns: columns, cellSize: size)
      for failure in try sheet.write() { Console.warning("\(failure.path): \(failure.message)") }
    } catch {
      ExitStatus.fail(error)
    }
  }
}
