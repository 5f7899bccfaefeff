import ArgumentParser
import PackshotKit

struct GoldenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "golden",
    abstract: "Test that recipes still render the expected pictures.",
    discussion: """
      EXAMPLE
        packshot golden new goldens antique --recipe antique.yaml --input mug.jpg
        packshot golden check goldens
        packshot golden approve goldens antique

      A suite is a folder of cases. A case is a folder with a recipe (recipe.yaml, or named in case.yaml), a photo \
      (\(GoldenCase.inputNames)) and the expected picture, expected.png. case.yaml sets the tolerance, the regions \
      to compare, and a note on why the case exists.
      """,
    subcommands: [
      CheckGolden.self, ApproveGolden.self, NewGolden.self, ReportGolden.self, CommentGolden.self,
      ToleranceOfGolden.self,
    ])
}

struct CheckGolden: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Render a suite's cases and compare the pictures.",
    discussion: """
      EXAMPLE
        packshot golden check goldens
        packshot golden check goldens mugs --report report.html
        packshot golden check goldens --shard 1/4 --json --output results

      Exits with 0 if all cases pass. Exits with 1 if a case fails or has no expected picture, or if an expected \
      picture belongs to no case.

      DETAILS

      --report writes a page that shows each difference and lets you choose what to approve. It embeds up to 64 MB \
      of pictures. With --output, all pictures are also written to a folder, and the page loads the rest from there. \
      Pictures of an earlier check are removed from that folder if their cases pass now, unless the pictures were \
      modified.

      With --shard, each machine checks a part of the cases, and `packshot golden report` merges their --output \
      folders into one report. Shards count from 1 here, but from 0 in `packshot run`.

      After a signal, the check exits with 130 or 143 and leaves no partial report.
      """)

  @OptionGroup var suite: SuiteArguments
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Check one part of the cases, such as 1/4, counted from 1.", valueName: "part"),
    transform: GoldenShard.read)
  var shard: GoldenShard?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of retries for a failing case.", valueName: "number"),
    transform: Int.reading(0...100, "0 to 100, such as 2"))
  var retries = 0
  @OptionGroup(title: "Reports") var reports: ReportArguments
  @Flag(help: "Print a JSON object per line: cases, then a summary.") var json = false
  @Flag(name: .shortAndLong, help: "Print only failing cases and the summary.") var quiet = false

  func run() throws {
    let summary: GoldenSummary
    let stop = StopRequest()
    let signals = Signals(stop: stop)
    try Environment.check()
    var options = suite.options
    (options.shard, options.retries) = (shard, retries)
    let check = try GoldenCheck(GoldenSuite(folder: suite.folder), options: options)
    try reports.checkPlaces(sparing: check.neededFiles)
    if let output = reports.output { try check.checkPlaces(ofResults: output) }
    var outcomes: [GoldenOutcome] = []
    let progress = Console.isTerminal && !json && !quiet
    var done = 0
    summary = check.run(stop: stop) { outcome in
      done += 1
      outcomes.append(outcome)
      if progress { Console.write("\r\u{1b}[K") }
      if json {
        print(GoldenCaseResult(outcome).json)
        // Flushes each case at once for programs that read the output.
        StandardOutput.finish()
      } else if outcome.state != .passed || outcome.isFlaky {
        print(outcome.line)
      }
      if progress, done < check.count { Console.write("\(done) of \(check.count)") }
    }
    options.workers.warn()
    if json {
      print(GoldenSummaryResult(summary).json)
    } else {
      print(summary.line)
    }
    let unwritten = Unwritten(reports.places)
    if signals.endAtOnce(saying: { unwritten.message }) {
      let report = check.report(outcomes, summary)
      if !json, !quiet, let command = report.approveAllCommand(confirmed: !Confirmation.canAsk) {
        print("\nIf the new pictures are correct:\n  \(command)")
      }
      // Flushes the results first, because reports take a while and may fail.
      StandardOutput.finish()
      let errors = reports.write(check, outcomes, summary, unwritten: unwritten)
      if !errors.isEmpty { ExitStatus.fail(errors, json: json) }
    } else if !unwritten.message.isEmpty {
      Console.note(unwritten.message)
    }
    StandardOutput.finish()
    if let status = signals.exitStatus { throw ExitCode(status) }
    if !summary.isGood { throw ExitCode(ExitStatus.differs) }
  }
}

struct ApproveGolden: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve",
    abstract: "Replace expected pictures with current ones.",
    discussion: """
      EXAMPLE
        packshot golden approve goldens mugs/antique@1f2e3d4c
        packshot golden approve goldens mugs --yes
        packshot golden approve goldens --all
        packshot golden approve goldens --cause engine

      Lists the pictures it would replace, and asks for confirmation. A case's name can be followed by @ and the \
      digits that `golden check` prints. The case is then approved only if it still renders the picture that was \
      reviewed. If one case doesn't, nothing is written.

      After an update of packshot, --cause engine approves the cases that fail although neither their recipe nor a \
      picture changed since they were approved. Look at the report of `golden check` first.

      If CI is set in the environment, the command fails unless --in-ci is given.
      """)

  @OptionGroup var suite: SuiteArguments
  @Flag(help: "Approve all failing cases.") var all = false
  @Option(
    help: ArgumentHelp(
      "engine: only cases that fail because the version of packshot or of a library changed.",
      valueName: "cause"))
  var cause: GoldenApproval.Cause?
  @Flag(help: "Approve even though CI is set in the environment.") var inCI = false
  @OptionGroup var confirmation: Confirmation
  @Flag(help: "Print one JSON object per case.") var json = false

  func validate() throws {
    if suite.cases.isEmpty, !all, cause == nil {
      throw ValidationError("name the cases to approve, or use --all for every failing case")
    }
    if let first = suite.cases.first, all {
      throw ValidationError(
        "--all cannot be used with \(Console.printable(first)); "
          + "leave out one of them")
    }
    if Environment.isContinuousIntegration, !inCI {
      throw ValidationError(
        "CI is set in the environment, but pictures should be reviewed before approval; use --in-ci to approve anyway")
    }
  }

  func run() throws {
    var refused = 0
    try Environment.check()
    let options = suite.options
    let approval = try GoldenApproval(
      GoldenSuite(folder: suite.folder), names: suite.cases, cause: cause, options: options)
    let steps = approval.steps()
    options.workers.warn()
    for step in steps {
      if let refusal = step.refusal {
        if !step.isHeldBack { Console.error("\(step.outcome.name): \(refusal)") }
        refused += 1
        tell(step, .refused)
      } else if step.outcome.state == .passed {
        tell(step, .passed)
      }
    }
    if steps.contains(where: \.isHeldBack) {
      Console.note("nothing was written; the other cases are not approved either")
    }
    let changing = steps.filter { $0.refusal == nil && $0.outcome.state != .passed }
    if !json { for step in changing { print(step.outcome.replacement) } }
    if changing.isEmpty {
      if refused == 0, !json { print("nothing to approve: \(steps.count == 1 ? "it passes" : "all pass")") }
    } else {
      StandardOutput.finish()
      try confirmation.ask(
        whetherTo: "write \(changing.count) expected \(changing.count == 1 ? "picture" : "pictures")",
        otherwise: "nothing was written")
      let unwritten = Unwritten(changing.map(\.outcome.name))
      let signals = Signals { unwritten.message }
      try approval.approve(changing) { step in
        unwritten.remove(step.outcome.name)
        tell(step, .approved)
      }
      withExtendedLifetime(signals) {}
      if !json { print("\(changing.count) expected \(changing.count == 1 ? "picture" : "pictures") written") }
    }
    if refused > 0 {
      StandardOutput.finish()
      throw ExitCode(ExitStatus.someFailed)
    }
  }

  /// Prints the outcome of a case as JSON.
  private func tell(_ step: GoldenApproval.Step, _ outcome: ApprovalResult.Outcome) {
    guard json else { return }
    let message =
      step.refusal ?? (outcome == .approved ? Messages.withRemedy(step.outcome.message, step.outcome.remedy) : "")
    print(
      ApprovalResult(name: step.outcome.name, outcome: outcome, message: message.isEmpty ? nil : message).json)
  }
}
