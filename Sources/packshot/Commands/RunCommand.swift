import ArgumentParser
import PackshotKit

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Renders photos and folders of photos with a recipe, and records them in a catalog.",
    discussion: """
      Run again, it renders only what changed: new and changed photos, outputs whose part of the recipe changed, \
      outputs that were deleted. An output that was changed by hand is a conflict and stays.

      In folders of photos links are followed, and no folder is walked twice; a warning says how many photos lie \
      elsewhere. Hidden files, and folders that another run has written, are left out. Pictures of formats that cannot \
      be read, such as WebP and TIFF, are skipped with a warning; with --strict the run then ends with 1. --strict also \
      refuses a JPEG in whose data any byte belongs to no pixel; otherwise a few of these are a warning.

      \(InputArguments.patterns)

      --prune removes the recipe's pictures whose photos are gone, or that it has no output for any more: those that are \
      as they were made, after a question that --yes answers. Photos that were left out, or not named, keep theirs.

      EXAMPLE
        packshot run storefront.yaml photos --output shop
        packshot run shop.yaml photos --output shop --exclude mugs/old
        find photos -print0 | packshot run shop.yaml -0 --files-from - -o shop
        packshot run shop.yaml photos --output shop --prune --dry-run
      """)

  @Argument(help: .recipe, completion: .recipes) var recipe: String
  @Argument(help: .inputs, completion: .photos) var inputs: [String] = []
  @Option(name: .shortAndLong, help: .outputFolder, completion: .directory) var output: String
  @OptionGroup var batch: BatchArguments

  func validate() throws {
    try RecipePlace.check(recipe, of: "run", before: inputs, options: " --output \(Console.shellPath(output))")
    try batch.input.validate(inputs)
    if recipe == "-", batch.input.filesFrom == "-" {
      throw ValidationError("the recipe and the list cannot both come from standard input")
    }
  }

  func run() throws { try batch.run(inputs, to: output) { try Recipe(argument: recipe) } }
}
