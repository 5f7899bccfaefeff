import ArgumentParser
import Foundation
import PackshotKit

/// Arguments shared by all commands that render folders of photos and record them in a catalog, except for the photos
/// and the output folder.
struct BatchArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The catalog (default: PACKSHOT_CATALOG, the recipe's, or catalog.sqlite in the output folder; for shard 2/8, \
      catalog-2-of-8.sqlite there).
      """, valueName: "file"),
    completion: .catalogs)
  var catalog: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Photos to process at once (default: one per core).", valueName: "number"))
  var jobs: Int?
  @Flag(help: "Show what would be done, without writing anything.") var dryRun = false
  @Flag(help: "Keep running and process changes in the folders as they appear, until Ctrl-C.")
  var watch = false
  @Flag(help: "Render everything, even outputs that are up to date.") var force = false
  @Flag(help: "Replace output files that were modified.") var overwrite = false
  @Flag(help: "Remove pictures that this run no longer produces.") var prune = false
  @Option(
    help: ArgumentHelp(
      "With --prune, days to keep a picture with {hash} in its name after another took its place (default: 30).",
      valueName: "days"))
  var grace: Double?
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var input: InputArguments
  @Flag(
    help: """
      Refuse photos that may be damaged. Exit with 1 if a picture or an archive was skipped, or if --prune kept a picture.
      """)
  var strict = false
  @OptionGroup(title: HelpPage.moreOptions) var rare: RareBatchArguments
  @OptionGroup(title: HelpPage.moreOptions) var colors: ColorArguments
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
  @Flag(help: "Print one JSON object per line, and nothing else.") var json = false
  @Flag(name: .shortAndLong, help: "Print only failures.") var quiet = false
  @Flag(name: .shortAndLong, help: "Also print each picture and each skipped file.") var verbose = false

  func validate() throws {
    try CatalogOption.check(catalog)
    if rare.keepEngine, force { throw ValidationError("--keep-engine and --force cannot be used together") }
    if rare.shard != nil, prune {
      throw ValidationError("--prune cannot be used with --shard, which processes only a part of the photos")
    }
    if watch, dryRun || force {
      throw ValidationError("--watch cannot be used with \(dryRun ? "--dry-run" : "--force")")
    }
    if watch, prune, !confirmation.isGiven {
      throw ValidationError("--watch with --prune needs --yes, because it cannot ask for confirmation")
    }
    if grace != nil, !prune { throw ValidationError("--grace needs --prune, which removes the pictures") }
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together") }
  }

  /// Runs a batch and shows its progress. Throws an exit status if anything failed.
  ///
  /// - Parameters:
  ///   - choice: Selects photos by their products.
  ///   - recipe: Creates the recipe. Its errors are shown like errors of the batch.
  func run(
    _ inputs: [String], to output: String, choice: ProductArguments? = nil, by recipe: @escaping () throws -> Recipe
  ) throws {
    var options = options(inputs, output)
    choice?.set(&options)
    let stop = StopRequest()
    let signals = Signals(stop: stop)
    let display = BatchDisplay(options: options, json: json, verbosity: verbosity, stop: stop)
    let summary: BatchSummary
    do {
      try Environment.check()
      try input.set(&options)
      let confirm = { (orphans: [Orphan]) in
        display.clear()
        return confirmation.agrees(toRemove: orphans, or: display.warn(of:))
      }
      let readRecipe = { [options] in
        let recipe = try recipe()
        display.options = options.resolved(by: recipe)
        return recipe
      }
      if watch {
        try WatchedBatch(readRecipe, options: options, stop: stop, report: display.show).run()
        summary = display.summary
      } else {
        summary = try Batch(readRecipe(), options: options, stop: stop, confirm: confirm, report: display.show).run()
      }
    } catch {
      display.clear()
      throw error
    }
    if let error = display.deliveryError { StandardOutput.end(after: error) }
    if let status = signals.exitStatus { throw ExitCode(status) }
    if summary.couldNotWrite { throw ExitCode(ExitStatus.cannotWrite) }
    let declined = summary.kept - summary.orphansInConflict
    let strictly = strict ? summary.skippedPictures + summary.orphansInConflict : 0
    if summary.failed + summary.conflict + declined + strictly > 0 { throw ExitCode(ExitStatus.someFailed) }
  }

  private var verbosity: BatchDisplay.Verbosity { quiet ? .quiet : verbose ? .verbose : .normal }

  private func options(_ inputs: [String], _ output: String) -> BatchOptions {
    var options = BatchOptions(inputs: inputs, outputFolder: output)
    options.shard = rare.shard
    // A shard ignores PACKSHOT_CATALOG, because each shard writes to its own catalog.
    options.catalog = catalog ?? (rare.shard == nil ? Environment.catalog : nil)
    if let jobs { options.jobs = jobs }
    (options.isDryRun, options.force, options.overwrite, options.failFast) = (dryRun, force, overwrite, rare.failFast)
    (options.prune, options.keepEngine) = (prune, rare.keepEngine)
    if let grace { options.grace = grace * 86_400 }
    options.cmyk = colors.choice
    options.limits = limits.limits
    options.limits.isStrict = strict
    (options.sandboxProgram, options.isSandboxRequired) = (sandbox.program, sandbox.isRequired)
    return options
  }
}

/// The options of a batch that `--help` leaves out.
struct RareBatchArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Process one part of the photos, such as 2/8, counted from 0, when several machines share the work.",
      valueName: "index/count"),
    transform: Shard.read)
  var shard: Shard?
  @Flag(help: "Do not render outputs again only because packshot's own version changed.") var keepEngine = false
  @Flag(help: "Stop at the first photo that fails.") var failFast = false
}

extension Confirmation {
  /// Maximum number of pictures that the question names.
  private static let namedCount = 10

  /// Returns whether the user agrees. If no one can be asked, passes the reason to `warn` and returns false.
  fileprivate func agrees(toRemove orphans: [Orphan], or warn: (Missing) -> Void) -> Bool {
    if isGiven { return true }
    let action =
      "remove \(orphans.count == 1 ? "1 picture" : "\(orphans.count) pictures") that this run no longer produces"
    do {
      try check(whetherTo: action)
    } catch {
      warn(error)
      return false
    }
    for orphan in orphans.prefix(Self.namedCount) { Console.note(Console.printable(orphan.path)) }
    if orphans.count > Self.namedCount { Console.note("and \(orphans.count - Self.namedCount) more") }
    return agrees(to: action)
  }
}

extension Shard: FormattedArgument {
  static var format: String { "index/count, with an index from 0 up and below the count, such as 0/4 or 3/4" }

  init?(argument: String) { self.init(argument) }
}

extension ArgumentHelp {
  static let recipe: ArgumentHelp = "The recipe (YAML), or - for standard input."
  static let inputs: ArgumentHelp = "Photos, and folders or ZIP archives of photos."
  static let outputFolder = ArgumentHelp(
    "The output folder; created if it does not exist.", valueName: "folder")
}
