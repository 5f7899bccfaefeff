import ArgumentParser
import ImageCodecs
import PackshotKit
import Platform

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render one photo to a file, without a catalog.",
    usage: """
      packshot render <recipe> <photo> [<output>] [<options>]
      packshot render --step <step> ... <photo> [<output>] [<options>]
      """,
    discussion: """
      EXAMPLE
        packshot render storefront.yaml mug.jpg mug.png
        packshot render storefront.yaml mug.jpg --preview
        packshot render --step 'sepiaTone: 0.5' mug.jpg old.png
        packshot render --step 'sourceOver: { background: b.png }' mug.png new.png
        packshot render storefront.yaml - - < mug.jpg > mug.png

      Renders the recipe's first output, or the one that --output-index selects. The file's extension sets the \
      format: \(FormatList.extensions). Standard output gets the recipe's format. --format overrides both.

      --step replaces the recipe. Write the step as in a recipe, with the paths of pictures relative to the working \
      folder.

      --preview shows the picture in the terminal: as an image in kitty, Ghostty, iTerm2, WezTerm and mintty, and as \
      coloured characters in other terminals.
      """)

  // With --step there is no recipe argument, so `recipe` holds the photo, and `second` the output; see `photo` and
  // `output`.
  @Argument(help: .recipe, completion: .recipes) var recipe: String
  @Argument(help: ArgumentHelp("The photo, or - for standard input.", valueName: "photo"), completion: .photos)
  var second: String?
  @Argument(
    help: ArgumentHelp(
      "The file to write, replacing any existing one, or - for standard output. Not needed with --preview.",
      valueName: "output"),
    completion: .photos)
  var third: String?
  @Option(
    name: .customLong("step"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A step in place of a recipe, such as 'sepiaTone: 0.5'; repeatable.", valueName: "step"))
  var steps: [String] = []
  @Flag(help: "Show the picture in the terminal.") var preview = false
  @Option(help: "The format (default: by the file's extension).") var format: ImageFileFormat?
  @Option(help: ArgumentHelp("Index of the recipe's output, counted from 0.", valueName: "number"))
  var outputIndex = 0
  @OptionGroup var colors: ColorArguments
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
  @Flag(help: "Print the result as one JSON object; not with --preview or the output -.") var json = false
  @Flag(name: .shortAndLong, help: "Print no warnings.") var quiet = false

  private var photo: String { steps.isEmpty ? second ?? "" : recipe }
  private var output: String? { steps.isEmpty ? third : second }

  func validate() throws {
    let places = [recipe, second, third].compactMap(\.self)
    try LocalPath.check(places)
    if steps.isEmpty {
      try RecipePlace.check(recipe, of: "render", before: Array(places.dropFirst()))
      if second == nil { throw ValidationError("give the photo after the recipe") }
      if recipe == "-", photo == "-" {
        throw ValidationError("the recipe and the photo cannot both come from standard input")
      }
    } else if third != nil || RecipePlace.isRecipe(recipe) {
      throw ValidationError(
        "--step takes the place of a recipe; leave out \(Console.printable(recipe)), or --step and its value")
    }
    if json, preview || output == "-" {
      throw ValidationError(
        "--json and \(preview ? "--preview" : "the output -") would both write to standard output; leave out one of them"
      )
    }
    switch output {
    case nil where !preview:
      throw ValidationError("the output is missing; give a file, - for standard output, or --preview")
    case "-" where preview: throw ValidationError("--preview and the output - would both write to standard output")
    case "-" where isatty(STDOUT_FILENO) == 1:
      throw ValidationError(
        "standard output is a terminal; redirect it with > or |, or use --preview")
    default: break
    }
  }

  func run() throws {
    try Environment.check()
    let terminal = preview ? try Terminal.forPreview(besides: output, warn: warn) : nil
    let shown = try sandbox.withWorkers(limits.limits) { try render(with: $0, showingIn: terminal) }
    if let shown { print(shown.text, terminator: "") }
  }

  /// Renders the photo. Returns the picture for display in the terminal.
  private func render(with workers: WorkerPool, showingIn terminal: Terminal?) throws -> TerminalPicture? {
    let rendering =
      steps.isEmpty
      ? try SingleRendering(recipeFile: recipe, limits: limits.limits, cmyk: colors.choice, workers: workers)
      : try SingleRendering(steps: steps, limits: limits.limits, cmyk: colors.choice, workers: workers)
    let photo = SingleRendering.Input(argument: self.photo)
    if let output, output != "-" {
      let picture = try Signals.endingAtOnce {
        try rendering.render(photo, to: output, outputIndex: outputIndex, format: format)
      }
      picture.warnings.forEach(warn)
      if json { print(result(picture, at: output).json) }
      return try terminal.map { try TerminalPicture(ofFile: output, in: $0, workers: workers) }
    }
    let (file, picture) = try rendering.render(photo, outputIndex: outputIndex, format: format)
    picture.warnings.forEach(warn)
    if output == "-" { try StandardStreams.write(file) }
    return try terminal.map { try TerminalPicture(of: file, in: $0, workers: workers) }
  }

  private func result(_ picture: SingleRendering.Picture, at path: String) -> PictureResult {
    PictureResult(
      path: path, width: picture.size.width, height: picture.size.height, format: picture.format.rawValue,
      bytes: picture.byteCount, warnings: picture.warnings)
  }

  private func warn(_ warning: String) {
    if !quiet { Console.warning("\(SingleRendering.Input(argument: photo).name): \(warning)") }
  }
}
