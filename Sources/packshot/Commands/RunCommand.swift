import ArgumentParser
import PackshotKit

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Render photos with a recipe and record them.",
    discussion: """
      EXAMPLE
        packshot run storefront.yaml photos --output shop
        packshot run shop.yaml photos --output shop --exclude mugs/old
        packshot run shop.yaml hot-folder --output shop --watch
        packshot run shop.yaml photos --output shop --where 'price>0'
        packshot run shop.yaml photos --output shop --prune --dry-run

      The next run renders only new and changed photos, outputs whose part of the recipe changed, and missing output \
      files. A modified output file is a conflict, and is kept.

      DETAILS

      ZIP archives are read like folders. Symbolic links are followed, but each folder is read only once. A warning \
      counts the photos outside the given folders. Hidden files, and output folders that contain a catalog, are \
      skipped. Pictures in unsupported formats, such as PDF and camera raw, and archives of other formats are skipped \
      with a warning.

      With --strict, the run exits with 1 if a picture or an archive was skipped. --strict also refuses a JPEG with leftover bytes \
      in its picture data; without it, a few such bytes are only a warning. Bytes after the end of a JPEG are always \
      ignored.

      --prune removes pictures whose photos were deleted, and pictures that the recipe no longer produces. It asks \
      for confirmation, unless --yes is given. It keeps pictures that were modified, and pictures of photos that \
      were excluded or not given.

      A list of photos can come from another program:

        find photos -print0 | packshot run shop.yaml -0 --files-from - -o shop

      \(InputArguments.patterns)

      \(ProductArguments.help)
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
