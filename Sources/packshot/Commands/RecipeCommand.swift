import ArgumentParser
import PackshotKit

struct RecipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipe",
    abstract: "Check a recipe, show its plan, or print the schema.",
    discussion: """
      EXAMPLE
        packshot recipe check storefront.yaml
      """,
    subcommands: [Check.self, Show.self, Schema.self])

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check a recipe and the files it names.",
      discussion: """
        EXAMPLE
          packshot recipe check storefront.yaml
        """)

    @Argument(help: .recipe, completion: .recipes) var recipe: String
    @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
    @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
    @Flag(help: "Print a summary of the recipe as one JSON object.") var json = false

    func validate() throws { try LocalPath.check(recipe) }

    func run() throws {
      let outline = try sandbox.withWorkers(limits.limits) {
        try RecipeOutline(recipeFile: recipe, limits: limits.limits, workers: $0)
      }
      outline.warnings.forEach(Console.warning)
      let found = RecipeResult(
        file: outline.file, sources: outline.sourceCount, steps: outline.stepCount, outputs: outline.outputCount,
        warnings: outline.warnings)
      if json { return print(found.json) }
      Console.note("\(Console.printable(found.file)) is valid: \(found.line)")
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract:
        "Show a recipe's steps, sizes and memory use.",
      discussion: """
        EXAMPLE
          packshot recipe show storefront.yaml --photo mug.jpg

        Shows the size after each step, which steps are fused, and which steps need the whole photo in memory. Sizes \
        are for the photo given with --photo, or for a photo of the size given with --size.
        """)

    @Argument(help: .recipe, completion: .recipes) var recipe: String
    @Option(help: ArgumentHelp("A photo to plan for.", valueName: "file"), completion: .photos) var photo: String?
    @Option(help: ArgumentHelp("The size to plan for.", valueName: "pixels"))
    var size = "4000x3000"
    @OptionGroup var colors: ColorArguments
    @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
    @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
    @Flag(help: "Print the plan as one JSON object.") var json = false

    func validate() throws { try LocalPath.check(recipe, photo) }

    func run() throws {
      let lengths = size.split(separator: "x").compactMap { Int($0) }
      guard lengths.count == 2, lengths.allSatisfy({ 1...65_535 ~= $0 }) else {
        throw ArgumentError.refusedArgument(
          argument: "--size", found: size, allowed: "width x height in pixels, such as 4000x3000")
      }
      let shown = PixelSize(width: lengths[0], height: lengths[1])
      let plan = try sandbox.withWorkers(limits.limits) { workers in
        let outline = try RecipeOutline(
          recipeFile: recipe, limits: limits.limits, cmyk: colors.choice, workers: workers)
        return try photo.map { try outline.plan(forPhoto: $0) } ?? outline.plan(for: shown)
      }
      if json { return print(plan.json) }
      print(plan.text, terminator: "")
    }
  }

  struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema",
      abstract: "Print the JSON Schema of recipes, for editors.",
      discussion: """
        EXAMPLE
          packshot recipe schema > packshot.schema.json

        Editors with the YAML language server use the schema to complete and check a recipe whose first line is

          # yaml-language-server: $schema=packshot.schema.json
        """)

    func run() { print(Recipe.schema().prettyJSON) }
  }
}

extension RecipeResult {
  /// The counts as text.
  fileprivate var line: String {
    [(sources, "source"), (steps, "step"), (outputs, "output")]
      .map { count, word in "\(count) \(word)\(count == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}
