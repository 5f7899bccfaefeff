import ArgumentParser
import PackshotKit

/// Folders written by checks of a golden suite.
struct GoldenResultsArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders that `packshot golden check --output` wrote, or their \(GoldenResults.fileName).",
      valueName: "results"),
    completion: .directory)
  var results: [String]

  func validate() throws { try LocalPath.check(results) }

  /// Returns one report of all results, with picture paths relative to the folder of `page`.
  func merged(seenFrom page: String = GoldenResults.fileName) throws -> SuiteReport {
    try GoldenResults.merged(results, seenFrom: page)
  }

  /// Returns a separate report of each result.
  func each() throws -> [SuiteReport] {
    try results.map { try GoldenResults.report(at: $0, seenFrom: GoldenResults.fileName) }
  }

  /// Files that reports must not replace.
  var neededFiles: [(path: String, role: String)] {
    results.map { ($0, "one of the results") }
      + results.map { ("\($0)/\(GoldenResults.fileName)", "one of the results") }
  }
}

struct ReportGolden: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Merge the results of several checks into one report.",
    discussion: """
      EXAMPLE
        packshot golden check goldens --shard 1/2 --output results/1     # in one job
        packshot golden check goldens --shard 2/2 --output results/2     # in another
        packshot golden report results/* --report report.html --junit results.xml
        packshot golden report results/* --json > merged.json

      Reads the folders that `packshot golden check --output` wrote for the shards of a suite, and writes the \
      reports that one check of the whole suite would write. The suite itself is not needed. If the folder of a shard is missing, the report says that the shard is broken.

      Exits with 0 if all cases pass, and with 1 otherwise. --json prints the whole report as one object, with paths \
      relative to the working folder. Its output can be given to this command again.
      """)

  @OptionGroup var found: GoldenResultsArguments
  @OptionGroup(title: "Reports") var files: ReportFileArguments
  @Flag(help: "Print the whole report as one JSON object.") var json = false
  @Flag(name: .shortAndLong, help: "Print only the summary.") var quiet = false

  func run() throws {
    let summary: GoldenSummary
    try Environment.check()
    try files.checkPlaces(sparing: found.neededFiles)
    let report = try found.merged()
    summary = GoldenSummary(report)
    if json {
      print(report.json(), terminator: "")
    } else {
      if !quiet { for item in report.cases where item.state != .passed || item.isFlaky { print(item.line) } }
      print(summary.line)
    }
    StandardOutput.finish()
    let unwritten = Unwritten(files.places)
    let signals = Signals { unwritten.message }
    let errors = files.write(
      { try found.merged(seenFrom: files.report ?? GoldenResults.fileName) }, unwritten: unwritten)
    withExtendedLifetime(signals) {}
    if !errors.isEmpty { ExitStatus.fail(errors, json: json) }
    if !summary.isGood { throw ExitCode(ExitStatus.differs) }
  }
}

struct CommentGolden: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment",
    abstract: "Print a comment for a pull request.",
    discussion: """
      EXAMPLE
        packshot golden comment results/* > comment.md
        packshot golden comment results/* --pictures https://ci.example.com/42
        packshot golden comment results/* | gh pr comment 42 --body-file -

      Prints Markdown about one check, or about all shards of one: how many cases passed, the three largest \
      differences with figures and pictures, a table of the cases that need a decision, and the command that \
      approves them. It is never longer than GitHub's limit of 65,536 characters.

      A comment can only show pictures that are on a server. --pictures is the address where the working folder is \
      published. Without it, pictures are listed by path.

      Exits with 0 even if cases failed.
      """)

  @OptionGroup var found: GoldenResultsArguments
  @Option(help: ArgumentHelp("Address of the working folder on a server.", valueName: "address")) var pictures: String?
  @Option(help: ArgumentHelp("Address of the whole report, to link to.", valueName: "address")) var page: String?

  func run() throws {
    try Environment.check()
    print(try found.merged().markdown(page: page, pictures: pictures), terminator: "")
  }
}

struct ToleranceOfGolden: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tolerance",
    abstract: "Propose tolerances from earlier results.",
    discussion: """
      EXAMPLE
        packshot golden tolerance history/*
        packshot golden tolerance history/* --json

      Reads the results of earlier checks. For each case that passed although pixels differed, prints the tightest \
      tolerance that would have passed every time. Ignores cases that failed or are flaky. Cases that never differed \
      need no tolerance. No case.yaml is changed.
      """)

  @OptionGroup var found: GoldenResultsArguments
  @Flag(help: "Print a JSON object per line.") var json = false

  func run() throws {
    try Environment.check()
    let proposals = ToleranceProposal.proposals(from: try found.each())
    for proposal in proposals {
      if json {
        print(
          ToleranceResult(name: proposal.name, checks: proposal.checks, setting: proposal.setting).json)
      } else {
        let checks = proposal.checks == 1 ? "1 check" : "\(proposal.checks) checks"
        print("\(Console.printable(proposal.name)): \(proposal.setting)   # passed in \(checks)")
      }
    }
    if proposals.isEmpty, !json { print("no case has passed with a difference") }
  }
}
