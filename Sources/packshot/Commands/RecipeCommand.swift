import ArgumentParser
import PackshotKit

struct RecipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipe",
    abstract: "Checks a recipe, shows its plan, or prints recipes' JSON Schema.",
    discussion: """
      EXAMPLE
        packshot recipe check storefront.yaml
      """,
    subcommands: [Check.self, Show.self, Schema.self])

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Checks a recipe and the pictures it names, and reports what is wrong and where.",
      discussion: """
        EXAMPLE
          packshot recipe check storefront.yaml
        """)

    @Argument(help: .recipe, completion: .recipes) var recipe: String
    @OptionGroup var limits: LimitArguments
    @OptionGroup var sandbox: SandboxArguments
    @Flag(help: "Print what the recipe has as one JSON object.") var json = false

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
        "Shows the plan: the size after each step, which steps are fused, and which need the whole photo in memory.",
      discussion: """
        Sizes are for the photo given, or for one of --size pixels.

        EXAMPLE
          packshot recipe show storefront.yaml --photo mug.jpg
        """)

    @Argument(help: .recipe, completion: .recipes) var recipe: String
    @Option(help: ArgumentHelp("A photo to plan for.", valueName: "file"), completion: .photos) var photo: String?
    @Option(help: ArgumentHelp("The size to plan for.", valueName: "pixels"))
    var size = "4000x3000"
    @OptionGroup var colors: ColorArguments
    @OptionGroup var limits: LimitArguments
    @OptionGroup var sandbox: SandboxArguments
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
      abstract: "Prints the JSON Schema of recipes, which lets editors complete and check them.",
      discussion: """
        Editors with the YAML language server use it if a recipe's first line is
        # yaml-language-server: $schema=packshot.schema.json

        EXAMPLE
          packshot recipe schema > packshot.schema.json
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
