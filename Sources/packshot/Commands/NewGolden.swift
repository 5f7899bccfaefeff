import ArgumentParser
import PackshotKit

/// The `golden new` command.
struct NewGolden: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Add cases to a suite.",
    discussion: """
      EXAMPLE
        packshot golden new goldens antique --recipe antique.yaml --input mug.jpg
        packshot golden new goldens shop --where 'width=1600'

      A case has a recipe, a photo and the picture that they are expected to render. Look at each expected picture \
      before you commit it.

      DETAILS

      With --recipe and --input, the case refers to the recipe file, so later changes to the recipe are tested. The \
      case keeps a copy of the photo.

      With --from-photo or --where, cases are made from pictures in a catalog, with the recipe that rendered them. \
      The suite gets a copy of that recipe with its pictures, fonts and tables, in its folder recipes, and each case \
      gets a copy of the photo. The catalog and the shop's files are not needed afterwards. A recorded picture \
      becomes the expected one only if the case renders the same pixels. Pictures whose files were deleted or \
      modified are reported. The other cases are still made, and the exit status is 1.

      Cases from a catalog are named after the pictures' paths. NAME is the folder for them or, for a single \
      picture, the case's name.
      """)

  @Argument(help: "The suite's folder; created if it does not exist.", completion: .directory) var folder: String
  @Argument(
    help: "The case's name, a path below the suite's folder; with --where, the folder for the cases.")
  var name: String?
  @Option(help: "The recipe, a YAML file.", completion: .recipes) var recipe: String?
  @Option(help: "The photo.", completion: .photos) var input: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Index of the recipe's output, counted from 0 (default: 0).", valueName: "number"),
    transform: Int.reading(0...999, "0 to 999, where 0 is the first"))
  var outputIndex: Int?
  @OptionGroup(title: "From a catalog") var record: RecordedCasesArguments
  @Option(help: ArgumentHelp("Why the case exists.", valueName: "text")) var why: String?
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
  @Flag(help: "Print one JSON object per case.") var json = false

  func validate() throws {
    try LocalPath.check(folder, recipe, input)
    if record.isGiven {
      for (option, value) in [
        ("--recipe", recipe), ("--input", input), ("--output-index", outputIndex.map(String.init)),
      ]
      where value != nil {
        throw ValidationError("\(option) cannot be used for cases from a catalog, which records it; leave it out")
      }
      return
    }
    if record.catalog.path != nil || record.recipeFiles != nil {
      throw ValidationError(
        "\(record.catalog.path != nil ? "--catalog" : "--recipe-files") needs --from-photo or --where"
      )
    }
    for (option, value) in [("the case's name", name), ("--recipe", recipe), ("--input", input)] where value == nil {
      throw ValidationError(
        "\(option) is missing; a case needs a name, --recipe and --input, or a catalog with --from-photo or --where")
    }
    if [recipe, input].contains("-") {
      throw ValidationError("a case refers to its recipe and keeps its photo, so neither can come from standard input")
    }
  }

  func run() throws {
    if record.isGiven {
      try record.makeCases(in: folder, named: name, why: why, limits: limits, sandbox, json: json)
    } else {
      try makeCase(name ?? "", recipe ?? "", input ?? "")
    }
  }

  private func makeCase(_ name: String, _ recipe: String, _ input: String) throws {
    try Environment.check()
    var made = try NewGoldenCase(suite: folder, name: name, recipe: recipe, input: input)
    (made.output, made.why, made.limits) = (outputIndex ?? 0, why, limits.limits)
    let place = Console.printable("\(folder)/\(name)")
    try sandbox.withWorkers(limits.limits) { workers in
      made.workers = workers
      _ = try Signals.endingAtOnce(made.make) { [made] in
        made.isBegun ? "stopped; \(place) is incomplete: remove it and create it again" : ""
      }
    }
    if let warning = try Recipe(argument: recipe).warningWithoutCatalog { Console.warning(warning) }
    NewGoldenResult(name, in: folder).print(asJSON: json)
  }
}

extension NewGoldenResult {
  /// Creates a case of the suite in `folder`.
  fileprivate init(_ name: String, in folder: String) {
    self.init(name: name, expected: "\(folder)/\(name)/\(GoldenCase.expectedName)")
  }

  fileprivate func print(asJSON: Bool) { Swift.print(asJSON ? "\(json)" : Console.printable(expected)) }
}

/// Selects the pictures in a catalog to make cases from.
struct RecordedCasesArguments: ParsableArguments {
  @Option(
    name: .customLong("from-photo"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Make a case from this recorded picture: a path, a file name, or the first digits of an id. An original selects all \
      pictures rendered from it. Repeatable.
      """, valueName: "query"))
  var queries: [String] = []
  @Option(
    name: .customLong("where"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Make a case from each recorded picture that matches this condition, such as width=1600. Repeatable; all conditions must match.
      """, valueName: "condition"))
  var conditions: [String] = []
  @OptionGroup var catalog: CatalogOption
  @Option(
    help: ArgumentHelp(
      "The folder of the recipe's files, if they were moved or the catalog does not have it.",
      valueName: "folder"),
    completion: .directory)
  var recipeFiles: String?

  /// Whether cases are made from a catalog.
  var isGiven: Bool { !queries.isEmpty || !conditions.isEmpty }

  func validate() throws {
    if !queries.isEmpty, !conditions.isEmpty {
      throw ValidationError("--from-photo and --where are alternatives; keep one")
    }
  }

  /// Makes the cases, and prints the paths of their expected pictures.
  func makeCases(
    in folder: String, named name: String?, why: String?, limits: LimitArguments, _ sandbox: SandboxArguments,
    json: Bool
  ) throws {
    var problems: [any Error] = []
    var isOne = false
    let stop = StopRequest()
    let signals = Signals(stop: stop)
    try Environment.check()
    let catalog = try catalog.openToRead()
    var cases = RecordedGoldenCases(suite: folder, catalog: catalog)
    let photos = try pictures(cases, in: catalog, &problems)
    isOne = queries.count == 1 && photos.count <= 1
    if isOne { cases.name = name } else { cases.folder = name ?? "" }
    (cases.recipeFiles, cases.why, cases.limits) = (recipeFiles, why, limits.limits)
    try sandbox.withWorkers(limits.limits) { workers in
      cases.workers = workers
      try cases.make(photos, stop: stop) { made in
        switch made.result {
        case .success(let name): NewGoldenResult(name, in: folder).print(asJSON: json)
        case .failure(let error): problems.append(error)
        }
      }
    }
    StandardOutput.finish()
    if let status = signals.exitStatus { throw ExitCode(status) }
    if problems.isEmpty { return }
    if isOne { ExitStatus.fail(problems, json: json) }
    ExitStatus.someFailed(problems, json: json)
  }

  /// Returns the selected pictures, without repetitions.
  private func pictures(
    _ cases: RecordedGoldenCases, in catalog: Catalog, _ problems: inout [any Error]
  ) throws -> [Catalog.Photo] {
    if queries.isEmpty {
      let conditions = try conditions.map {
        try Condition(typed: $0, on: Catalog.Photo.entity, in: Catalog.model)
      }
      let photos = try cases.pictures(where: conditions)
      if photos.isEmpty {
        throw PackshotError.noRecordedPicture(conditions: self.conditions)
      }
      return photos
    }
    var photos: [Catalog.Photo] = []
    for query in queries {
      do {
        for photo in try cases.pictures(matching: query) where !photos.contains(where: { $0.id == photo.id }) {
          photos.append(photo)
        }
      } catch {
        if queries.count == 1 { throw error }
        problems.append(error)
      }
    }
    return photos
  }
}
