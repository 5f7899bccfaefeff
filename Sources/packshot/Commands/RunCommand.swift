import ArgumentParser
import Foundation
import PackshotKit

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Renders photos and folders of photos by a recipe, and records them in a catalog.",
    discussion: """
      Run again, it renders only what changed: new and changed photos, outputs whose part of the recipe changed, outputs
      that were deleted. An output that was changed by hand is a conflict and stays.

      EXAMPLE
        packshot run storefront.yaml photos --output shop

      EXIT STATUS
        0 all done; 1 some photos failed or conflict; 64 wrong command line or recipe; 66 an input is not there;
        74 something could not be written; 75 another run is at work there; 130, 143 stopped by a signal.
      """)

  @Argument(help: "The recipe, a YAML file.") var recipe: String
  @Argument(help: "Photos and folders of photos.") var inputs: [String]
  @Option(name: .shortAndLong, help: "The folder for the pictures; made if it is not there.") var output: String
  @Option(help: "The catalog (default: catalog.sqlite in the output folder).") var catalog: String?
  @Option(name: .shortAndLong, help: "Photos at work at a time (default: one for each processor).") var jobs: Int?
  @Flag(help: "Say what would be done, and write nothing.") var dryRun = false
  @Flag(help: "Render also what is up to date.") var force = false
  @Flag(help: "Replace outputs that were changed by hand.") var overwrite = false
  @Flag(help: "End at the first photo that fails.") var failFast = false
  @Option(help: "Leave out files whose path or name matches this glob; may be given again.") var exclude: [String] = []
  @Option(help: "The most pixels a photo may have, such as 100MP.") var maxPixels: Quantity?
  @Option(help: "Memory for photos at work, such as 512MB or 2GB.") var maxMemory: Quantity?
  @Flag(help: "Print one JSON object a line, and nothing else, on standard output.") var json = false
  @Flag(name: .shortAndLong, help: "Print failures alone.") var quiet = false

  func run() throws {
    var options = BatchOptions(inputs: inputs, outputFolder: output)
    options.catalog = catalog ?? ProcessInfo.processInfo.environment["PACKSHOT_CATALOG"]
    if let jobs { options.jobs = jobs }
    (options.isDryRun, options.force, options.overwrite, options.failFast) = (dryRun, force, overwrite, failFast)
    options.excluded = exclude
    if let maxPixels { options.maxPixels = maxPixels.value }
    if let maxMemory { options.maxMemory = maxMemory.value }

    let stop = StopRequest()
    let signals = Signals(stop: stop)
    let display = RunDisplay(options: options, json: json, quiet: quiet)
    let summary: BatchSummary
    do {
      try Environment.check()
      summary = try Batch(recipeFile: recipe, options: options, stop: stop, report: display.show).run()
    } catch {
      display.clear()
      ExitStatus.fail(error, json: json)
    }
    if let status = signals.exitStatus { throw ExitCode(status) }
    if summary.couldNotWrite { throw ExitCode(ExitStatus.cannotWrite) }
    if summary.failed + summary.conflict > 0 { throw ExitCode(ExitStatus.someFailed) }
  }
}

/// Shows a run's events: JSON lines, or lines for people with a progress bar on a terminal.
final class RunDisplay {
  private let options: BatchOptions
  private let json: Bool
  private let quiet: Bool
  private var bar: ProgressBar

  init(options: BatchOptions, json: Bool, quiet: Bool) {
    (self.options, self.json, self.quiet) = (options, json, quiet)
    bar = ProgressBar(isShown: Console.isTerminal && !quiet)
  }

  func clear() { bar.clear() }

  func show(_ event: BatchEvent) {
    switch event {
    case .found(let photos): bar.begin(total: photos)
    case .warning(let text):
      bar.clear()
      if !quiet { Console.warning(text) }
    case .photo(let report): show(report)
    case .summary(let summary): show(summary)
    }
  }

  private func show(_ report: PhotoReport) {
    if json { print(report.json) }
    let isOfNote = report.status == .failed || report.status == .conflict || (!quiet && !report.warnings.isEmpty)
    if isOfNote { bar.clear() }
    if let failure = report.failure { Console.error("\(report.input): \(failure.message)") }
    for output in report.outputs where output.status == .conflict {
      Console.warning("\(output.path) is not as packshot made it, and stays; --overwrite replaces it")
    }
    if !quiet {
      for warning in report.warnings { Console.warning("\(report.input): \(warning)") }
      if options.isDryRun, !json { showPlan(report) }
    }
    bar.count(report)
  }

  private func showPlan(_ report: PhotoReport) {
    for output in report.outputs where output.status == .wouldRender {
      print("would render \(Console.printable(output.path)) from \(Console.printable(report.input))")
    }
  }

  private func show(_ summary: BatchSummary) {
    bar.clear()
    if json { print(summary.json) }
    // Lines for people come after the results, also where both go into one file.
    fflush(nil)
    if quiet || json { return }
    let parts = [
      (summary.rendered, "rendered"), (summary.wouldRender, "to be rendered"), (summary.unchanged, "unchanged"),
      (summary.failed, "failed"), (summary.conflict, "in conflict"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let rate = ProgressBar.decimal(Double(summary.photos) / max(0.001, summary.seconds))
    let speed = options.isDryRun ? "" : "; \(ProgressBar.decimal(summary.seconds)) s, \(rate) photos/s"
    let skipped = summary.skipped == 0 ? "" : "; \(summary.skipped) other files skipped"
    Console.note(
      "\(summary.photos) photo\(summary.photos == 1 ? "" : "s"): \(parts.isEmpty ? "none" : parts.joined(separator: ", "))\(skipped)\(speed)"
    )
    if options.isDryRun || summary.photos == 0 { return }
    Console.note("pictures: \(options.outputFolder)")
    Console.note("catalog:  \(options.catalogPath)")
    Console.note("see them: packshot photos list --catalog \(options.catalogPath)")
  }
}
