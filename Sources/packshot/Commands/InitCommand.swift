import ArgumentParser
import PackshotKit

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a first recipe to start from.",
    discussion: """
      Without a file name, or with -, the recipe goes to standard output. A file that exists is never replaced.

      EXAMPLE
        packshot init shop.yaml
      """)

  @Argument(help: "The recipe to write.", completion: .recipes) var file: String?

  func run() throws {
    guard let file, file != "-" else {
      print(FirstRecipe.yaml, terminator: "")
      return
    }
    do {
      try FirstRecipe.write(to: file)
    } catch {
      ExitStatus.fail(error)
    }
    Console.note(
      "wrote \(Console.printable(file)); next: packshot run \(Console.shellPath(file)) PHOTOS --output FOLDER")
  }
}
