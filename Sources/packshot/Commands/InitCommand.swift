import ArgumentParser
import PackshotKit

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a first recipe to start from.",
    discussion: """
      EXAMPLE
        packshot init shop.yaml
        packshot init amazon.yaml --for amazon-main

      Without a file name, or with -, prints the recipe to standard output. Existing files are never overwritten.
      """)

  @Argument(help: "The recipe to write.", completion: .recipes) var file: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The recipe's marketplace.", valueName: "name"))
  var marketplace: Marketplace?

  func validate() throws { try LocalPath.check(file) }

  func run() throws {
    guard let file, file != "-" else {
      print(marketplace?.recipe ?? FirstRecipe.yaml, terminator: "")
      return
    }
    if let marketplace { try marketplace.writeRecipe(to: file) } else { try FirstRecipe.write(to: file) }
    Console.note(
      "wrote \(Console.printable(file)); next: packshot run \(Console.shellPath(file)) PHOTOS --output FOLDER")
  }
}
