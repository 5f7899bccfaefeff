import ArgumentParser
import PackshotKit

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Renders photos and folders of photos with a recipe, and records them in a catalog.",
    discussion: """
      Run again, it renders only what changed: new and changed photos, outputs whose part of the recipe changed, and \
      outputs that were deleted. An output that was changed by hand is a conflict, and is kept.

      Links in folders are followed, and no folder is read twice; a warning says how many photos lie outside the given \
      folders. Hidden files and output folders that a catalog lies in are skipped. Pictures in unsupported formats, such as \
      GIF and Photoshop, are skipped with a warning; with --strict the run then exits with 1. --strict also refuses a JPEG \
      with any leftover bytes in its picture data; otherwise a few of them are only a warning. Bytes after its \
      end are ignored.

      \(InputArguments.patterns)

      \(ProductArguments.help)

      --prune removes pictures whose photos are gone and pictures that the recipe no longer produces. It asks first, \
      unless --yes is given, and keeps pictures that were modified since they were made. Pictures of photos that were \
      excluded or not given are kept too.

      EXAMPLE
        packshot run storefront.yaml photos --output shop
        packshot run shop.yaml photos --output shop --exclude mugs/old
        packshot run shop.yaml hot-folder --output shop --watch
        find photos -print0 | packshot run shop.yaml -0 --files-from - -o shop
        packshot run shop.yaml photos --output shop --prune --dry-run
        packshot run shop.yaml photos --output shop --where 'price>0' --where season=spring
        packshot run shop.yaml photos --output shop --changed-products
      """)

  @Argument(help: .recipe, completion: .recipes) var recipe: String
  @Argument(help: .inputs, completion: .photos) var inputs: [String] = []
  @Option(name: .shortAndLong, help: .outputFolder, completion: .directory) var output: String
  @OptionGroup var products: ProductArguments
  @OptionGroup var batch: BatchArguments

  func validate() throws {
    try LocalPath.check(recipe, output)
    try RecipePlace.check(recipe, of: "run", before: inputs, options: " --output \(Console.shellPath(output))")
    try batch.input.validate(inputs)
    if products.changedProducts, batch.force {
      throw ValidationError("--changed-products and --force cannot be used together")
    }
    if recipe == "-", batch.input.filesFrom == "-" {
      throw ValidationError("the recipe and the list cannot both come from standard input")
    }
  }

  func run() throws { try batch.run(inputs, to: output, choice: products) { try Recipe(argument: recipe) } }
}
