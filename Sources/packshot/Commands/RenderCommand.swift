import ArgumentParser
import PackshotKit

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders one photo by a recipe into one file, without a catalog.",
    discussion: """
      The recipe's first output is rendered, or the one that --output-index counts from 0. The file's extension says its
      format: .png, .jpg or .jpeg.

      EXAMPLE
        packshot render storefront.yaml mug.jpg mug.png
      """)

  @Argument(help: "The recipe, a YAML file.") var recipe: String
  @Argument(help: "The photo.") var input: String
  @Argument(help: "The file to write; replaced if it is there.") var output: String
  @Option(help: "Which of the recipe's outputs, counted from 0.") var outputIndex = 0
  @Option(help: "The most pixels a photo may have, such as 100MP.") var maxPixels: Quantity?
  @Option(help: "Memory for the photo, such as 512MB or 2GB.") var maxMemory: Quantity?

  func run() throws {
    do {
      try Environment.check()
      let warnings = try SingleRendering(
        recipeFile: recipe, maxPixels: maxPixels?.value, maxMemory: maxMemory?.value
      )
      .render(input, to: output, outputIndex: outputIndex)
      for warning in warnings { Console.warning("\(input): \(warning)") }
    } catch {
      ExitStatus.fail(error)
    }
  }
}
