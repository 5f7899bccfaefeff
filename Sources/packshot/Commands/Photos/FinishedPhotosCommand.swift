import ArgumentParser
import Foundation
import PackshotKit

/// The `photos up-to-date` command.
struct FinishedPhotosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "up-to-date",
    abstract: "List photos whose pictures are all up to date.",
    discussion: """
      EXAMPLE
        packshot photos up-to-date shop.yaml --output shop --json

      Reads only the catalog, not the photos or the pictures. With --json, each line has the photo's path, its size \
      in bytes, the time of its last change in nanoseconds since 1970, and its SHA-256. A program that has photos \
      rendered on other machines can skip the listed ones.
      """)

  @Argument(help: .recipe, completion: .recipes) var recipe: String
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder that the pictures are in, or an address such as s3://shop.", valueName: "folder"),
    completion: .directory)
  var output: String
  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Treat pictures rendered by another packshot version as up to date, too.") var keepEngine = false
  @OptionGroup var colors: ColorArguments
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
  @Flag(help: "Print one JSON object per line.") var json = false

  func run() throws {
    try Environment.check()
    let photos = try sandbox.withWorkers(limits.limits) { workers in
      try FinishedWork(
        of: Recipe(argument: recipe), in: catalog.openToRead(), outputFolder: output, keepEngine: keepEngine,
        cmyk: colors.choice, limits: limits.limits, workers: workers
      ).photos
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for photo in photos {
      print(json ? String(decoding: try encoder.encode(photo), as: UTF8.self) : Console.printable(photo.path))
    }
  }
}
