import PackshotKit
import Parameters

/// Shows a batch's events: as JSON lines, or as text with a progress bar on a terminal.
final class BatchDisplay {
  enum Verbosity {
    /// Only failures and conflicts.
    case quiet
    /// Also warnings and the summary.
    case normal
    /// Also every picture.
    case verbose
  }

  /// The options after the recipe has been applied.
  var options: BatchOptions
  private let json: Bool
  private let verbosity: Verbosity
  private let stop: StopRequest
  private var bar: ProgressBar
  private var found = 0
  /// Number of pictures in unsupported formats that were skipped since the last event of another kind.
  private var skippedPictures = 0
  /// Number of outputs of all photos with at least one rendered output.
  private var filesOfRendered = 0
  /// Warnings about photos, which are grouped and reported at the end of the run.
  private var groups = WarningGroups()
  /// The first warning of each group, as text.
  private var examples: [String] = []
  /// Photos reported since the groups were last printed.
  private var photosOfGroups = 0
  /// Warnings about the run, which are grouped until another event comes, and the first of each group as text.
  private var repeated = WarningGroups()
  private var repeatedExamples: [String] = []
  /// Remedies for failed photos that were printed already.
  private var advice: Set<String> = []
  /// Modified pictures that are kept, which are reported at the end of the run.
  private var modifiedOrphans: [String] = []
  /// Whether the first run of a watch is finished.
  private var isWatching = false
  /// The summary of the last run.
  private(set) var summary = BatchSummary()
  /// The system's error number, if results couldn't be written.
  private(set) var deliveryError: Int32?

  /// - Parameter stop: Stops the run when no one reads standard output any more.
  init(options: BatchOptions, json: Bool, verbosity: Verbosity, stop: StopRequest) {
    (self.options, self.json, self.verbosity, self.stop) = (options, json, verbosity, stop)
    bar = ProgressBar(isShown: Console.isTerminal && verbosity != .quiet)
  }

  /// Clears the progress bar, and prints the grouped warnings.
  func clear() {
    bar.clear()
    tellRepeated()
    tellGroups()
  }

  /// Reports why a requested action isn't done, even in a quiet run.
  func warn(of error: some DescribedError) {
    if json {
      printResult(BatchEvent.warning(Warning(error.message, remedy: error.remedy)).inWordsOfCommandLine.json)
    }
    Console.error(error.messageWithRemedy)
  }

  private var isStrict: Bool { options.limits.isStrict }

  func show(_ event: BatchEvent) {
    if json { printResult(event.inWordsOfCommandLine.json) }
    if case .skipped(let file) = event { return show(file) }
    showRestOfSkipped()
    if case .warning(let warning) = event, warning.kind != warning.message, verbosity == .normal {
      if repeated.add([warning]) == [repeatedExamples.count] { repeatedExamples.append(warning.messageWithRemedy) }
      return
    }
    tellRepeated()
    switch event {
    case .start: advice = []
    case .skipped, .error: break
    case .found(let photos):
      found = photos
      bar.begin(total: photos)
    case .warning(let warning):
      bar.clear()
      if verbosity != .quiet { Console.warning(warning) }
    case .engine(let change): show(change)
    case .photo(let report): show(report)
    case .orphan(let orphan): show(orphan)
    case .summary(let summary): show(summary)
    case .watching:
      bar.clear()
      isWatching = true
      if verbosity != .quiet, !json { Console.note("watching for changes; press Ctrl-C to stop") }
    }
  }

  /// Maximum number of skipped pictures that are named, unless the run is verbose.
  private static let namedPictures = 10

  /// Reports a skipped file. A picture or an archive gets a warning, because the user may expect it to be rendered. Other
  /// files are named only in a verbose run.
  private func show(_ file: SkippedFile) {
    let why: String? =
      if let format = file.format {
        "it seems to be \(format.description), which packshot cannot read; \(format.remedy)"
      } else if file.reason == .archive {
        "it is an archive, and only ZIP archives outside of archives are read; unpack it"
      } else {
        nil
      }
    if let why {
      skippedPictures += 1
      // A strict run exits with 1 because of skipped pictures, so it names them even if it is quiet.
      let isNamed =
        verbosity == .verbose || (skippedPictures <= Self.namedPictures && (verbosity == .normal || isStrict))
      if !isNamed { return }
      bar.clear()
      Console.warning("\(file.input) was skipped: \(why)")
    } else if verbosity == .verbose {
      bar.clear()
      Console.note("skipped \(Console.printable(file.input)): \(file.reason.text)")
    }
  }

  /// Reports the number of skipped pictures that weren't named, after the last of them.
  private func showRestOfSkipped() {
    let rest = skippedPictures - Self.namedPictures
    skippedPictures = 0
    if verbosity == .normal || (verbosity == .quiet && isStrict), rest > 0 {
      bar.clear()
      Console.warning("\(Self.unread(rest, "more ")) skipped; --verbose lists them all")
    }
  }

  private func show(_ change: EngineChange) {
    if verbosity == .quiet { return }
    bar.clear()
    let pictures = "\(Self.count(change.pictures, "picture")) of \(Self.count(change.photos, "photo"))"
    let (was, will) = change.pictures == 1 ? ("was", "is") : ("were", "are")
    let outcome =
      change.kept
      ? "\(will) kept"
      : "\(options.isDryRun ? "would" : "will") be rendered again; --keep-engine keeps them"
    Console.note(
      "\(pictures) \(was) rendered by an earlier version (\(change.differences.joined(separator: ", "))) and \(outcome)"
    )
  }

  private func show(_ report: PhotoReport) {
    if report.outputs.contains(where: { $0.status == .rendered }) { filesOfRendered += report.outputs.count }
    if report.failure != nil || verbosity == .verbose { bar.clear() }
    if let failure = report.failure {
      // Repeating the same advice for every photo would bury the photos' names.
      let isAdviceNew = failure.remedy.map { advice.insert($0.suggestion).inserted } ?? false
      Console.error(failure.message(of: report.input, withRemedy: isAdviceNew))
    }
    tell(report)
    if verbosity != .quiet, options.isDryRun, !json { showPlan(report) }
    if verbosity == .verbose, !options.isDryRun { showOutputs(report) }
    bar.count(report)
  }

  /// Reports a photo's conflicts and warnings, or groups them for the end of the run.
  private func tell(_ report: PhotoReport) {
    let conflicts = report.outputs.compactMap { output in output.conflict?.warning(output.path) }
    let warnings = verbosity == .quiet ? [] : report.warningsWithRemedies
    let texts = conflicts.map(\.messageWithRemedy) + warnings.map { "\(report.input): \($0.messageWithRemedy)" }
    if verbosity == .verbose { return texts.forEach(Console.warning) }
    photosOfGroups += 1
    for (place, text) in zip(groups.add(conflicts + warnings), texts) where place == examples.count {
      examples.append(text)
    }
  }

  /// Prints the grouped warnings: a single one with its photo, several of a kind with their number.
  private func tellGroups() {
    for (group, example) in zip(groups.all, examples) {
      Console.warning(group.photos == 1 ? example : group.messageWithRemedy(ofPhotos: photosOfGroups))
    }
    if modifiedOrphans.count > 1 {
      Console.warning(
        "\(modifiedOrphans.count) pictures are no longer produced by this recipe, but were modified, "
          + "so they are kept; delete them if you don't need them")
    } else {
      modifiedOrphans.forEach(warn(ofModified:))
    }
    if modifiedOrphans.count > 1 || groups.all.contains(where: { $0.photos > 1 }) {
      // The warnings of photos that were rendered don't come again unless the photos are rendered again.
      let isPast = filesOfRendered > 0 && !options.isDryRun && !isWatching
      Console.note("\(isPast ? "--force " : "")--verbose lists them one by one")
    }
    (groups, examples, photosOfGroups, modifiedOrphans) = (WarningGroups(), [], 0, [])
  }

  /// Prints the grouped warnings about the run, which aren't about single photos.
  private func tellRepeated() {
    if repeatedExamples.isEmpty { return }
    bar.clear()
    for (group, example) in zip(repeated.all, repeatedExamples) {
      Console.warning(group.photos == 1 ? example : "\(group.kind) (\(group.photos) times)")
    }
    if repeated.all.contains(where: { $0.photos > 1 }) { Console.note("--verbose lists them one by one") }
    (repeated, repeatedExamples) = (WarningGroups(), [])
  }

  private func warn(ofModified orphan: String) {
    Console.warning(
      "\(orphan) is no longer produced by this recipe, but was modified, so it is kept; "
        + "delete it if you don't need it")
  }

  private func show(_ orphan: Orphan) {
    bar.clear()
    switch orphan.status {
    case .removed: if verbosity == .verbose { Console.note("removed \(Console.printable(orphan.path))") }
    case .wouldRemove:
      if verbosity != .quiet, !json { printResult("would remove \(Console.printable(orphan.path))") }
    case .kept: if verbosity == .verbose { Console.note("kept \(Console.printable(orphan.path))") }
    case .conflict:
      if verbosity == .verbose { warn(ofModified: orphan.path) } else { modifiedOrphans.append(orphan.path) }
    }
  }

  private func showOutputs(_ report: PhotoReport) {
    for output in report.outputs where output.status != .conflict {
      if let old = output.renamedFrom {
        Console.note("renamed \(Console.printable(old)) to \(Console.printable(output.path))")
        continue
      }
      let size = output.width.flatMap { width in output.height.map { ", \(width) × \($0)" } } ?? ""
      Console.note(
        "\(output.status.rawValue) \(Console.printable(output.path)) from \(Console.printable(report.input))\(size)\(why(output))"
      )
    }
  }

  /// Returns why an output is rendered, unless its photo is new.
  private func why(_ output: PhotoReport.Output) -> String {
    let reasons = output.reasons.filter { $0 != .new }
    return reasons.isEmpty ? "" : ": " + Spelling.list(reasons.map(\.words), "and")
  }

  private func showPlan(_ report: PhotoReport) {
    for output in report.outputs {
      let path = Console.printable(output.path)
      let action =
        switch output.status {
        case .wouldRender: "render \(path) from \(Console.printable(report.input))\(why(output))"
        case .wouldRename: "rename \(Console.printable(output.renamedFrom ?? "")) to \(path)"
        default: nil as String?
        }
      guard let action else { continue }
      bar.clear()
      printResult("would \(action)")
    }
  }

  private func show(_ summary: BatchSummary) {
    self.summary = summary
    clear()
    if verbosity == .quiet || json { return }
    Console.note(line(summary))
    if options.isDryRun || summary.photos == summary.failed || isWatching { return }
    if summary.newProducts > 0 { Console.note("products: \(summary.newProducts) new in the catalog") }
    Console.note("pictures: \(Console.printable(options.outputFolder))")
    Console.note("catalog:  \(Console.printable(options.catalogPath))")
    if let all = options.catalogToImportInto {
      Console.note(
        "when all shards are done: packshot catalog import --catalog \(Console.shellPath(all)) "
          + Console.shellPath(options.catalogPath))
    } else {
      let isDefault = options.catalogPath == Environment.catalogPath(nil)
      Console.note(
        "see them: packshot photos list" + (isDefault ? "" : " --catalog \(Console.shellPath(options.catalogPath))"))
    }
  }

  /// Returns the summary on one line.
  private func line(_ summary: BatchSummary) -> String {
    // Later runs of a watch send no `found` event, so their total is the number of photos in the summary.
    let found = isWatching ? summary.photos : found
    let all = Self.count(found, "photo")
    let isCutShort = summary.isStopped && summary.photos < found
    let photos = isCutShort ? "stopped: \(summary.photos) of \(all) done" : all
    // Shown only if some files of the rendered photos were already up to date.
    let files = summary.files == filesOfRendered ? "" : " (\(Self.count(summary.files, "file")))"
    let parts = [
      (summary.rendered, "rendered" + files), (summary.wouldRender, "to be rendered"),
      (summary.unchanged, "unchanged"), (summary.failed, "failed"), (summary.conflict, "in conflict"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let moves = [
      (summary.renamed, "renamed"), (summary.wouldRename, "to be renamed"), (summary.removed, "removed"),
      (summary.wouldRemove, "to be removed"), (summary.kept, "kept"),
    ].filter { $0.0 > 0 }.map { "\(Self.count($0.0, "file")) \($0.1)" }
    let bare =
      summary.withoutOutputs == 0 ? [] : ["no output for \(Self.count(summary.withoutOutputs, "photo"))"]
    let others = summary.skipped - summary.skippedPictures
    let skippedParts =
      (summary.skippedPictures == 0 ? [] : [Self.unread(summary.skippedPictures)])
      + (others == 0 ? [] : [Self.count(others, "other file")])
    let skipped = skippedParts.isEmpty ? [] : [skippedParts.joined(separator: " and ") + " skipped"]
    let rate = ProgressBar.decimal(Double(summary.photos) / max(0.001, summary.seconds))
    let speed = summary.rendered == 0 ? "" : ", \(rate) photos/s"
    let time = options.isDryRun ? [] : ["\(ProgressBar.decimal(summary.seconds)) s\(speed)"]
    let results = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    return ([photos + results] + bare + moves + skipped + time).joined(separator: "; ")
  }

  /// Returns the number of pictures and archives that packshot can't read.
  private static func unread(_ number: Int, _ more: String = "") -> String {
    number == 1
      ? "1 \(more)picture or archive of another format" : "\(number) \(more)pictures or archives of other formats"
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// Prints a line on standard output and flushes it. So readers of a pipe see it at once, and it precedes later
  /// messages if both go into one file. If no one reads the output, stops the run in an orderly way, as for a signal.
  private func printResult(_ line: some CustomStringConvertible) {
    print(line)
    guard let error = StandardOutput.deliver() else { return }
    deliveryError = error
    stop.stop()
  }
}

extension PhotoFailure {
  /// The message with the photo's name, without repeating it.
  ///
  /// - Parameter withRemedy: Whether to say what to do.
  fileprivate func message(of photo: String, withRemedy: Bool) -> String {
    let text = withRemedy ? messageWithRemedy : message
    return message.hasPrefix(photo + " ") ? text : "\(photo): \(text)"
  }
}

extension SkippedFile.Reason {
  /// The reason as text.
  fileprivate var text: String {
    switch self {
    case .unsupportedFormat: "a picture in an unsupported format"
    case .notAPicture: "not a picture"
    case .archive: "an archive that packshot cannot read"
    case .unreadable: "it cannot be opened"
    case .notAFile: "neither a file nor a folder"
    case .hidden: "hidden"
    case .excluded: "excluded"
    case .notIncluded: "not included"
    }
  }
}

extension RenderReason {
  /// The reason as a clause.
  fileprivate var words: String {
    switch self {
    case .new: "the photo is new"
    case .content: "the photo has changed"
    case .recipe: "the recipe has changed"
    case .product: "a value of the product has changed"
    case .focus: "the photo's own focus has changed"
    case .source: "a picture that it uses has changed"
    case .group: "another photo of the group has changed"
    case .engine: "another version of packshot or of a library made it"
    case .missing: "the file is gone"
    case .edited: "the file was edited, or packshot didn't make it"
    case .forced: "--force was given"
    }
  }
}
